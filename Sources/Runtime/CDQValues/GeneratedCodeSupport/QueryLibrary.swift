import CDQIR
public import Foundation

/// A file of compiled queries that a program reads at run time, as `cdq generate --backend ir --json` writes it for a
/// `.cdq` file.
///
/// Reading the file runs no code. Each query is checked against a schema when it first runs on a store or on records.
public struct QueryLibrary: Sendable {
  /// The format version that this library writes, and the newest one that it reads.
  public static let currentVersion = QueryFileIR.currentVersion

  private let queries: [String: GeneratedQuery]

  /// Reads the queries of a file.
  ///
  /// - Parameter json: The content of the file.
  /// - Throws: `ExecutionError.unsupportedVersion` when a newer cdq wrote the file or one of its queries,
  ///   `.malformedQuery` when it is not such a file.
  public init(json: Data) throws(ExecutionError) {
    // Decoding would silently replace bytes that are not UTF-8.
    let text = String(decoding: json, as: UTF8.self)
    guard text.utf8.elementsEqual(json) else { throw .malformedQuery("this is no file of queries: it is no UTF-8") }
    let file: QueryFileIR
    do {
      file = try QueryFileIR(json: text)
    } catch {
      throw .malformedQuery("this is no file of queries: \(error)")
    }
    if file.version > QueryFileIR.currentVersion { throw .unsupportedVersion(file.version) }
    for query in (file.queries ?? [:]).values where query.version > QueryIR.currentVersion {
      throw .unsupportedVersion(query.version)
    }
    queries = (file.queries ?? [:]).mapValues { GeneratedQuery($0) }
  }

  /// The names of the queries in the file, sorted.
  public var names: [String] { queries.keys.sorted() }

  /// The query with a name; nil when there is none.
  public subscript(name: String) -> GeneratedQuery? { queries[name] }
}
