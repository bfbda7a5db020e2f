import CDQTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command `cdq` on a pseudo-terminal: what its width makes of tables is what `Tests/Transcripts` shows.
@Suite struct PseudoTerminalTests {
  @Test(arguments: [80, 120]) func tablesAreThoseOfTheTranscripts(_ columns: Int) throws {
    let tool = try #require(PseudoTerminal.tool, "the command cdq is not built beside the tests")
    let text = try String(contentsOf: Repository.url("Tests/Transcripts/tables-\(columns).txt"), encoding: .utf8)
    for part in text.components(separatedBy: "\n$ cdq ").dropFirst() {
      let line = String(part.prefix { $0 != "\n" })
      let output = try PseudoTerminal.run(tool, ToolRun.words(line), columns: columns)
        .replacing(/\([\d.]+ m?s\)/, with: "(0.1 ms)")
      let expected = part.dropFirst(line.count + 1)
      #expect(output.trimmingCharacters(in: .newlines) == expected.trimmingCharacters(in: .newlines), "cdq \(line)")
    }
  }
}

/// Data, names and patterns with characters that would control the terminal.
@Suite struct TerminalControlTests {
  static let hostile = "\u{1B}[31mred\u{1B}]0;title\u{7}\u{9B}2J\u{202E}evil\u{85}"

  @Test(arguments: ["table", "record", "markdown", "csv", "json", "ndjson", "bar"])
  func `No value controls the terminal`(format: String) throws {
    let tool = try #require(PseudoTerminal.tool, "the command cdq is not built beside the tests")
    let json = try JSONSerialization.data(withJSONObject: [["id": 1, "name": Self.hostile]])
    let folder = try TestFolder(["T.cdq": "entity T { id: Int64 @unique name: String }"])
    try folder.write("data/T.json", json)
    let output = try PseudoTerminal.run(
      tool, ["eval", "T", "--schema", "\(folder.path)/T.cdq", "--data", "\(folder.path)/data", "-f", format], columns: 200)
    #expect(Self.controls(in: output) == [], "\(output)")
    #expect(output.contains("red"), "\(output)")
  }

  @Test func `No name of a file and no pattern controls the terminal`() throws {
    let tool = try #require(PseudoTerminal.tool, "the command cdq is not built beside the tests")
    let folder = try TestFolder(["T.cdq": "entity T { id: Int64 @unique name: String }"])
    let commands = [
      ["check", "\(folder.path)/\(Self.hostile).cdq"],
      ["eval", "T where name MATCHES '(\(Self.hostile)'", "--schema", "\(folder.path)/T.cdq", "--data", folder.path],
      ["eval", "T where \(Self.hostile) == 1", "--schema", "\(folder.path)/T.cdq", "--data", folder.path],
      [Self.hostile], ["check", "--\(Self.hostile)"],
    ]
    for command in commands {
      let output = try PseudoTerminal.run(tool, command, columns: 200)
      #expect(Self.controls(in: output) == [], "\(output)")
    }
  }

  private static func controls(in output: String) -> [Unicode.Scalar] {
    output.unicodeScalars.filter { scalar in
      !["\n", "\r", "\t"].contains(scalar)
        && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
    }
  }
}

/// Runs of a command whose output is a terminal.
enum PseudoTerminal {
  /// The command `cdq`, which the build puts beside the tests; nil when it is not there.
  static var tool: URL? {
    var folders = [Bundle.main.executableURL, URL(fileURLWithPath: CommandLine.arguments[0])]
      .compactMap { $0?.resolvingSymlinksInPath().deletingLastPathComponent() }
    let build = ProcessInfo.processInfo.environment["SWIFTPM_BUILD_DIR"].map { URL(fileURLWithPath: $0) }
    folders.append((build ?? Repository.url(".build")).appendingPathComponent("debug"))
    return folders.map { $0.appendingPathComponent("cdq") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Opens a new terminal: its master, and the path of its other end.
  private static func open() -> (master: Int32, name: String)? {
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else { return nil }
      return (master, String(cString: name))
    #else
      // The C library's functions for this are not in Swift's module of it; these are the kernel's requests.
      let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      let master = openFile("/dev/ptmx")
      var isLocked: Int32 = 0
      var index: UInt32 = 0
      guard master >= 0, ioctl(master, unlock, &isLocked) == 0, ioctl(master, number, &index) == 0 else { return nil }
      return (master, "/dev/pts/\(index)")
    #endif
  }

  private static func openFile(_ path: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, O_RDWR | O_NOCTTY)
    #elseif canImport(Musl)
      Musl.open(path, O_RDWR | O_NOCTTY)
    #else
      Glibc.open(path, O_RDWR | O_NOCTTY)
    #endif
  }

  /// The system lets no program start another.
  struct NoProgram: Error {}

  /// Runs a command in the root of the repository and returns what it writes to the terminal.
  static func run(_ tool: URL, _ arguments: [String], columns: Int) throws -> String {
    let (master, name) = try #require(open())
    defer { close(master) }
    let slave = openFile(name)
    try #require(slave >= 0)
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)

    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = tool
      process.arguments = arguments
      process.currentDirectoryURL = Repository.root
      process.environment = ["NO_COLOR": "1", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
      process.standardError = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
      try process.run()
      close(slave)
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      // The last reader of a terminal that its writers have closed gets an error, which ends the loop.
      while case let count = read(master, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    #else
      close(slave)
      throw NoProgram()
    #endif
  }
}
