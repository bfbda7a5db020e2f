public import CDQIR
import CDQRuntime
public import Foundation

/// A `.cdq` file with named queries, which is read again when it has changed: for development, where the texts of queries
/// change while the program runs.
///
///     let file = LibraryFile(URL(filePath: "Queries.cdq"), in: .app)
///     let cities = try file.query(named: "citiesNamed").rows(of: City.self, in: store, ["prefix": "San"])
///
/// In a released program use ``CheckedLibrary``, which is read once, or the build plugin, which checks at build time.
public final class LibraryFile: Sendable {
  /// The file.
  public let url: URL
  private let schema: Schema?
  private let limits: Limits
  private let state = Locked<State?>(nil)

  /// What was read from the file, and what the file looked like then.
  private struct State: Sendable {
    var stamp: Stamp
    var library: Result<CheckedLibrary, QueryError>
  }

  private struct Stamp: Equatable {
    var modified: Date?
    var size: UInt64?
  }

  /// Makes the library of a file, which is not read before the first use.
  ///
  /// - Parameters:
  ///   - schema: the schema of the queries; nil when the file declares it.
  ///   - limits: limits on the size of the text and on the cost of runs.
  public init(_ url: URL, in schema: Schema? = nil, limits: Limits = Limits()) {
    (self.url, self.schema, self.limits) = (url, schema, limits)
  }

  /// The queries of the file as it is now. It is read only when its size or the time of its last change differs.
  ///
  /// - Throws: `QueryError` with every mistake in the text; `CocoaError` when the file cannot be read.
  public func library() throws -> CheckedLibrary {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
    let stamp = Stamp(
      modified: attributes[.modificationDate] as? Date, size: (attributes[.size] as? NSNumber)?.uint64Value)
    if let known = state.withLock({ $0 }), known.stamp == stamp { return try known.library.get() }
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let library: Result<CheckedLibrary, QueryError> = Result { () throws(QueryError) in
      try CheckedLibrary(parsing: text, name: url.lastPathComponent, in: schema, limits: limits)
    }
    state.withLock { $0 = State(stamp: stamp, library: library) }
    return try library.get()
  }

  /// The query of a name in the file as it is now.
  ///
  /// - Throws: as `library()` does; `QueryError` when there is no such query.
  public func query(named name: String) throws -> CheckedQuery {
    try library().query(named: name)
  }
}
