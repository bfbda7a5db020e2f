import CDQStore

/// How far a load is.
public struct LoadProgress: Hashable, Sendable {
  /// Bytes that were read, of all inputs together.
  public var bytes: Int
  /// Bytes of all inputs.
  public var totalBytes: Int
  /// Records that were read.
  public var records: Int

  package init(bytes: Int, totalBytes: Int, records: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.records = records
  }
}

/// Tells now and then how far a load is.
final class LoadMeter {
  private var progress: LoadProgress
  private let report: (LoadProgress) -> Void
  /// Bytes of the parts that are read.
  private var finished = 0

  init(totalBytes: Int, _ report: @escaping (LoadProgress) -> Void) {
    progress = LoadProgress(bytes: 0, totalBytes: totalBytes, records: 0)
    self.report = report
  }

  /// Notes records, with what they end at in the part of an input that is being read.
  func advance(_ records: Int, to bytes: Int) {
    progress.records += records
    progress.bytes = min(finished + bytes, progress.totalBytes)
    report(progress)
  }

  /// Notes that a part is read.
  func finish(_ bytes: Int) {
    finished += bytes
  }
}
