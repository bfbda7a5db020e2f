import CDQStore

/// The progress of a load.
public struct LoadProgress: Hashable, Sendable {
  /// The number of bytes that were read, of all inputs together.
  public var bytes: Int
  /// The number of bytes of all inputs together.
  public var totalBytes: Int
  /// The number of records that were read.
  public var records: Int

  package init(bytes: Int, totalBytes: Int, records: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.records = records
  }
}

/// The reporter of a load's progress, which the loaders of all entities share.
final class LoadMeter {
  private var progress: LoadProgress
  private let report: (LoadProgress) -> Void
  /// The number of bytes of all finished parts.
  private var finished = 0

  init(totalBytes: Int, _ report: @escaping (LoadProgress) -> Void) {
    progress = LoadProgress(bytes: 0, totalBytes: totalBytes, records: 0)
    self.report = report
  }

  /// Notes more records and reports the progress.
  ///
  /// - Parameter bytes: the number of bytes that were read in the current part.
  func advance(_ records: Int, to bytes: Int) {
    progress.records += records
    progress.bytes = min(finished + bytes, progress.totalBytes)
    report(progress)
  }

  /// Notes the end of a part.
  func finish(_ bytes: Int) {
    finished += bytes
  }
}
