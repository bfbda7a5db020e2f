public import CDQIR
import CDQStore
import CDQLoading

/// What applying a mapping changed.
public struct MappingReport: Hashable, Sendable {
  /// Objects that are new, in the order they came.
  public var inserted: [ObjectKey] = []
  /// Objects that were there and are different now.
  public var updated: [ObjectKey] = []
  /// Objects that were as the response says.
  public var unchanged: [ObjectKey] = []
  /// Objects of the scope that the response did not have, without those that went with them by a cascade.
  public var deleted: [ObjectKey] = []
  /// Records that the condition of their mapping did not keep.
  public var skipped = 0
  /// Records that were refused, each for the first thing that is wrong with it.
  public var errors: [DecodeError] = []

  /// A report of nothing.
  public init() {}
}

/// The part of a whole response that one request asked for.
public struct MappingPage: Hashable, Sendable {
  /// Number of the first record, from 0.
  public var offset: Int
  /// How many records were asked for; with fewer the response is the last page.
  public var limit: Int

  /// A page.
  public init(offset: Int, limit: Int) {
    self.offset = max(0, offset)
    self.limit = max(0, limit)
  }
}

/// How far an import is.
public struct MappingProgress: Hashable, Sendable {
  /// Records that were read.
  public var records: Int
  /// How much of the response that is, from 0 to 1.
  public var fraction: Double
}

/// What happens to the other records when one is wrong.
public enum MappingErrorPolicy: Hashable, Sendable {
  /// They are stored, and the report has the errors.
  case skip
  /// Nothing is stored, and the error is thrown.
  case stop
}
