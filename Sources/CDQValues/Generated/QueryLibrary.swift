import CDQIR
public import Foundation

/// Queries that are data and come at run time: what `cdq generate --backend ir --json` writes for a `.cdq` file.
///
/// Reading runs no code; a query is checked against a schema when it first meets a store or records.
public struct QueryLibrary: Sendable {
  /// Version of the form that this library writes and reads.
  public static let currentVersion = QueryFileIR.currentVersion

  private let queries: [String: GeneratedQuery]

  /// The queries of a file.
  ///
  /// - Parameter json: its bytes.
  /// - Throws: `ExecutionError.unsupportedVersion` when a newer cdq wrote it or one of its queries, `.malformedQuery`
  ///   when it is no such file.
  public init(json: Data) throws(ExecutionError) {
    // Bytes that are no UTF-8 would be replaced.
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

  /// The names of the queries, sorted.
  public var names: [String] { queries.keys.sorted() }

  /// The query of that name; nil when there is none.
  public subscript(name: String) -> GeneratedQuery? { queries[name] }
}
