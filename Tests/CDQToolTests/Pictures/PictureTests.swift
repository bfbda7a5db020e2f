import CDQTestSupport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import CDQTool

/// The pictures of the README and of the documentation, which are drawn from what the command prints. `.github/pictures` draws
/// them anew (`CDQ_REWRITE=1`); look at them before you commit them.
@Suite(.serialized) struct PictureTests {
  static let folder = "Sources/Library/CDQKit/CDQKit.docc"

  enum Picture: String, CaseIterable {
    case error, session, speed, pipeline, exampleSchema = "example-schema", migration
  }

  @Test(arguments: Picture.allCases) func showsWhatIsPrinted(_ picture: Picture) throws {
    let url = Repository.url("\(Self.folder)/\(picture.rawValue).svg")
    let drawn = try Self.svg(picture)
    if TranscriptTests.isRewriting { try Data(drawn.utf8).write(to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == drawn, "'.github/pictures' draws it anew")
    let parser = XMLParser(data: Data(drawn.utf8))
    #expect(parser.parse(), "\(picture) is no XML")
  }

  @Test func noPictureIsLeftOver() throws {
    let files = Repository.files(below: Self.folder, extension: "svg").map { $0.deletingPathExtension().lastPathComponent }
    #expect(Set(files) == Set(Picture.allCases.map(\.rawValue)))
  }

  @Test func theSpeedTableHasTheMeasuredTimes() throws {
    let readme = try String(contentsOf: Repository.url("README.md"), encoding: .utf8)
    for line in try SpeedPicture.table() { #expect(readme.contains(line + "\n"), "\(line)") }
  }

  private static func svg(_ picture: Picture) throws -> String {
    switch picture {
    case .error: try error()
    case .session: session()
    case .speed: try SpeedPicture.svg()
    case .pipeline: try PipelinePicture.svg()
    case .exampleSchema:
      try DiagramPictures.schema(ShownSchema("schema show --format json", in: exampleData()), title: "The schema of the examples")
    case .migration:
      try DiagramPictures.migration(
        from: "Samples/Diary/Versions/Diary-1.cdq", to: "Samples/Diary/Sources/Journal/Journal.cdq", entity: "Entry")
    }
  }

  /// The README's file with its mistake, checked in a terminal.
  private static func error() throws -> String {
    let readme = try String(contentsOf: Repository.url("README.md"), encoding: .utf8)
    let file = try #require(readme.firstMatch(of: /```cdq\n([\s\S]*?)```/)?.output.1)
    let folder = try TestFolder(["Sources/App/Cities.cdq": String(file).replacing("where name", with: "where nmae")])
    let run = ToolRun("check DIR/Sources --color always".split(separator: " ").map(String.init), in: folder, columns: 88)
    let screen = TerminalPicture.screen(
      command: "cdq check Sources", output: run.errors.replacing("DIR/", with: ""), columns: 88)
    return TerminalPicture.svg(title: "a misspelt property", screen)
  }

  private static func exampleData() throws -> TestFolder {
    let page = try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/ExampleData.md"), encoding: .utf8)
    let schema = try #require(page.firstMatch(of: /```cdq\n([\s\S]*?)```/)?.output.1)
    return try TestFolder(["Example.cdq": String(schema)])
  }

  private static func session() -> String {
    let session = TerminalSession(
      """
      terminal: 100 x 40
      $ cdq repl --demo
      > :time off{Enter}{Ctrl-L}City where country.name == "Norge" sort population desc{Enter}
      > City where nmae == "Oslo"{Enter}
      > :chart Country group by continent select continent, count() as countries sort countries desc{Enter}
      """)
    return TerminalPicture.svg(title: "cdq repl --demo", session.coloredScreen())
  }
}
