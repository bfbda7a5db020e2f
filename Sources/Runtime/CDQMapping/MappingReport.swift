public import CDQIR
import CDQStore
import CDQLoading

/// The changes that a mapping made in the store. Each object is in at most one of the lists.
public struct MappingReport: Hashable, Sendable {
  /// New objects, in the order of their records.
  public var inserted: [ObjectKey] = []
  /// Objects that existed and were changed.
  public var updated: [ObjectKey] = []
  /// Objects that existed and already had the values of the response.
  public var unchanged: [ObjectKey] = []
  /// Objects of the scope that were deleted because the response lacks them; without others that were deleted with them
  /// by a `cascade`.
  public var deleted: [ObjectKey] = []
  /// The number of records that the `where` of their mapping did not select.
  public var skipped = 0
  /// The errors of the records that were refused, the first error of each.
  public var errors: [DecodeError] = []

  /// A report without changes.
  public init() {}
}

/// A page: the part of all records that one request asked for, such as records 50 to 99.
public struct MappingPage: Hashable, Sendable {
  /// The 0-based number of its first record; never negative.
  public var offset: Int
  /// The number of records that were asked for; never negative. A response with fewer records is the last page.
  public var limit: Int

  /// A page; negative numbers become 0.
  public init(offset: Int, limit: Int) {
    self.offset = max(0, offset)
    self.limit = max(0, limit)
  }
}

/// The progress of an import.
public struct MappingProgress: Hashable, Sendable {
  /// The number of records that were read so far.
  public var records: Int
  /// The part of the response that was read, from 0 to 1.
  public var fraction: Double
}

/// The treatment of the other records when a record has an error.
public enum MappingErrorPolicy: Hashable, Sendable {
  /// The other records are stored, and the report has the errors.
  case skip
  /// Nothing is stored, and the first error is thrown.
  case stop
}
