import Foundation

/// The child process of a `Supervisor`; a trap ends only this process.
enum Worker {
  /// The exit code after a violation.
  static let violation: Int32 = 3

  /// Runs inputs until one breaks a rule. Before an input runs, the progress file gets the number of inputs so far and
  /// the input, so that the parent knows the input that caused a trap or a hang.
  static func run(
    _ type: any FuzzTarget.Type, seed: UInt64, runs: Int, seconds: Double, _ corpus: String?, _ progress: String
  ) -> Int32 {
    let file = open(progress, O_WRONLY | O_CREAT, 0o644)
    guard file >= 0 else { return 2 }
    let box = Box()
    watch(box)
    onStack(of: type) {
      var fuzzer = Fuzzer(type, seed: seed, extra: extra(corpus))
      fuzzer.run(runs: runs, until: Date() + seconds) { input in
        box.count += 1
        ProgressFile.write(file, count: box.count, input)
      } fail: { _, violation in
        FileHandle.standardError.write(Data("\(violation)\n".utf8))
        exit(Worker.violation)
      }
    }
    ProgressFile.write(file, count: box.count, [])
    return 0
  }

  private final class Box: @unchecked Sendable {
    var count = 0
  }

  /// Ends the process when one input takes too much processor time; waiting for a busy machine does not count.
  private static func watch(_ box: Box) {
    let watchdog = Thread {
      var (count, start) = (box.count, clock())
      while true {
        Thread.sleep(forTimeInterval: 0.25)
        if box.count != count { (count, start) = (box.count, clock()) }
        // In POSIX, `clock` has a million ticks per second.
        guard Double(clock() - start) > mostSeconds * 1_000_000 else { continue }
        FileHandle.standardError.write(Data("violation: an input takes \(Int(mostSeconds)) s at most\n".utf8))
        exit(violation)
      }
    }
    watchdog.start()
  }

  private static let mostSeconds = 15.0

  private static func extra(_ folder: String?) -> [[UInt8]] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: URL(filePath: folder).appending(path: name))).map { Array($0) }
    }
  }

  /// Runs the input in a file, and returns the exit code.
  static func replay(_ path: String, _ type: any FuzzTarget.Type) -> Int32 {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return 2 }
    let box = Box()
    watch(box)
    onStack(of: type) {
      do {
        _ = try type.init().run(Array(data))
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        box.count = 1
      }
    }
    return box.count == 0 ? 0 : violation
  }
}

/// The file with the progress of a child: the number of inputs so far, the length of the current input, and its bytes.
enum ProgressFile {
  static func write(_ file: Int32, count: Int, _ input: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 + input.count)
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: input.count >> shift)) }
    bytes += input
    _ = pwrite(file, bytes, bytes.count, 0)
  }

  static func read(_ path: String) -> (count: Int, input: [UInt8])? {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count >= 16 else { return nil }
    let bytes = Array(data)
    func number(_ start: Int) -> Int { (0..<8).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) } }
    let (count, length) = (number(0), number(8))
    guard length >= 0, bytes.count >= 16 + length else { return nil }
    return (count, Array(bytes[16..<16 + length]))
  }
}
