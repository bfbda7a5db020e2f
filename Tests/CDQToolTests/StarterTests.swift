import CDQTestSupport
import Foundation
import Testing

/// `cdq init`, `cdq doctor` and `cdq demo`.
@Suite struct StarterTests {
  @Test func initMakesAPackage() throws {
    let folder = try TestFolder()
    let run = ToolRun("init DIR/my-app --cdq DIR/cdq", in: folder)
    #expect(run.code == 0)
    #expect(run.output.contains("wrote DIR/my-app/Package.swift"))
    let manifest = try folder.text("my-app/Package.swift")
    #expect(manifest.contains(#"dependencies: [.package(name: "cdq", path: "../cdq")]"#))
    #expect(manifest.contains(#"name: "MyApp", dependencies: [.product(name: "CDQStore", package: "cdq")]"#))
    #expect(try folder.text("my-app/Sources/MyApp/main.swift").contains("Store(schema: .myApp)"))
    let check = ToolRun("check DIR/my-app/Sources", in: folder)
    #expect(check.code == 0)
    // A package gets lines to add; no file is replaced.
    #expect(ToolRun("init DIR/my-app --cdq DIR/cdq", in: folder).output.hasPrefix("In Package.swift,"))
    try folder.write("other/Sources/other/main.swift", Data("print(1)".utf8))
    let refused = ToolRun("init DIR/other", in: folder)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("'DIR/other/Sources/other/main.swift' is there already"))
    #expect(!folder.exists("other/Package.swift"))
  }

  @Test func initPrintsTheLinesForAPackage() throws {
    let folder = try TestFolder(["Package.swift": Self.manifest(plugins: ""), "Sources/App/main.swift": "print(1)"])
    let run = ToolRun("init DIR --cdq https://example.org/cdq", in: folder)
    #expect(run.output.contains(#".package(url: "https://example.org/cdq", from: "0.1.0")"#))
    #expect(run.output.contains("the target 'App' needs"))
    #expect(try folder.text("Package.swift") == Self.manifest(plugins: ""))
  }

  @Test func doctorFindsWhatIsMissing() throws {
    let folder = try TestFolder([
      "Package.swift": Self.manifest(plugins: ""), "Sources/App/main.swift": "print(1)",
      "Sources/App/App.cdq": "entity A { x: Int64 }\nquery q = A where y > 5\n",
    ])
    let run = ToolRun("doctor DIR", in: folder)
    #expect(run.code == 1)
    #expect(run.output.contains("fix App: has queries, but does not use CDQPlugin"))
    #expect(run.output.contains("fix App: depends on no product of cdq"))
    #expect(run.output.contains("fix App: 1 entity, 0 queries, 1 error"))
    #expect(run.output.contains("ok  Swift 6"))
    #expect(run.errors == "3 things to fix\n")
  }

  @Test func doctorIsContentWithASoundPackage() throws {
    let folder = try TestFolder([
      "Package.swift": Self.manifest(plugins: #", plugins: [.plugin(name: "CDQPlugin", package: "cdq")]"#),
      "Sources/App/main.swift": "print(1)", "Sources/App/App.cdq": "entity A { x: Int64 }\nquery q = A where x > 5\n",
    ])
    let run = ToolRun("doctor DIR/Sources/App", in: folder)
    #expect(run.output.contains("fix App: depends on no product"))
    #expect(run.output.contains("ok  App: uses CDQPlugin"))
    #expect(run.output.contains("ok  App: 1 entity, 1 query, 0 errors"))
  }

  @Test func doctorNeedsAPackage() throws {
    let folder = try TestFolder()
    let run = ToolRun("doctor DIR", in: folder)
    #expect(run.code == 2)
    #expect(run.errors.contains("there is no Package.swift in 'DIR' or above it"))
    try folder.write("Package.swift", Data("no manifest".utf8))
    #expect(ToolRun("doctor DIR", in: folder).errors.contains("SwiftPM cannot read the Package.swift"))
  }

  @Test func demoShowsItsQueries() {
    let run = ToolRun("demo", in: nil)
    #expect(run.code == 0)
    #expect(run.output.contains("cdq> City sort population desc limit 5"))
    #expect(run.output.contains("東京"))
    #expect(run.errors.contains("did you mean 'population'?"))
    let repl = ToolRun("repl --demo", in: nil, input: "count City\n")
    #expect(repl.output.hasSuffix("205\n"))
    #expect(ToolRun("repl --demo --data x", in: nil).code == 2)
  }

  @Test func demoHasTheDataOfTheSample() throws {
    let sample = Repository.url("Samples/Countries/Sources/Atlas").path
    for entity in ["City", "Country"] {
      let run = ToolRun(["eval", "\(entity) sort name", "--schema", sample, "--data", sample + "/Data", "-f", "csv"])
      let demo = ToolRun("repl --demo", in: nil, input: ":format csv\n:limit 0\n\(entity) sort name\n")
      #expect(demo.output.contains(run.output))
    }
  }

  private static func manifest(plugins: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(name: "App", targets: [.executableTarget(name: "App"\(plugins))])

    """
  }
}
