import CDQRuntime
import Foundation
import Generations
import Testing

@Suite struct CrashTests {
  /// The folder of the built programs.
  static var products: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return (tests ?? Bundle.main).bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }

  /// Number of kills, 200 unless CDQ_KILLS sets it.
  static var kills: Int { ProcessInfo.processInfo.environment["CDQ_KILLS"].flatMap { Int($0) } ?? 200 }

  @Test func `A process that is killed while it saves leaves the old content or the new`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-crashes-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("items.cdqdata")
    var last: Int64 = 0
    var caughtSaving = 0
    for kill in 1...CrashTests.kills {
      let finished = try CrashTests.killSaver(of: file)
      let leftovers = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".cdqtmp") }
      if !leftovers.isEmpty { caughtSaving += 1 }
      for name in leftovers { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
      guard FileManager.default.fileExists(atPath: file.path) else {
        #expect(last == 0 && finished == nil, "kill \(kill): the file is gone")
        continue
      }
      let found = try #require(Generation.number(of: try Store(contentsOf: file)), "kill \(kill): a mixture")
      // The file holds the generation that the saver reported, or the one after it.
      let promised = finished ?? last
      #expect(found == promised || found == promised + 1, "kill \(kill): \(found) after \(promised)")
      last = found
    }
    #expect(last > 0)
    #expect(caughtSaving > 0, "no kill came during a save")
    print("\(CrashTests.kills) kills, \(caughtSaving) of them during a save, \(last) generations")
  }

  /// Starts the saver and kills it after a random time.
  ///
  /// - Returns: the last generation that the saver reported as saved; nil when it reported none.
  private static func killSaver(of file: URL) throws -> Int64? {
    let process = Process()
    process.executableURL = products.appendingPathComponent("saver")
    process.arguments = [file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // Mostly waits for the first save, so that not all kills come during the start of the process.
    var said = Data()
    if Int.random(in: 0..<10) > 0 { said = output.fileHandleForReading.availableData }
    usleep(UInt32.random(in: 0..<60_000))
    #expect(process.isRunning, "the saver ended by itself")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    said += output.fileHandleForReading.readDataToEndOfFile()
    // Ignores an incomplete last line.
    return String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().last.flatMap { Int64($0) }
  }
}
