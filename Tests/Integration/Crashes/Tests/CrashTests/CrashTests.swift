import CDQRuntime
import Foundation
import Generations
import Testing

@Suite struct CrashTests {
  /// Where the build puts programs.
  static var products: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return (tests ?? Bundle.main).bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }

  /// Set CDQ_KILLS to another number of kills.
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
      // What was said to be saved is there; the save after it may be, too.
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
  /// - Returns: the last generation that it said to have saved.
  private static func killSaver(of file: URL) throws -> Int64? {
    let process = Process()
    process.executableURL = products.appendingPathComponent("saver")
    process.arguments = [file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // Mostly after the first save, so that the start does not take all the kills.
    var said = Data()
    if Int.random(in: 0..<10) > 0 { said = output.fileHandleForReading.availableData }
    usleep(UInt32.random(in: 0..<60_000))
    #expect(process.isRunning, "the saver ended by itself")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    said += output.fileHandleForReading.readDataToEndOfFile()
    // A line is complete with its end.
    return String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().last.flatMap { Int64($0) }
  }
}
