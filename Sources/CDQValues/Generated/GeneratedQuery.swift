public import CDQIR

/// The query behind a generated function: IR that travels as text, read and prepared when it first meets a store.
public final class GeneratedQuery: Sendable {
  private let source: Source

  private enum Source: Sendable {
    case json(String)
    case ir(QueryIR)
  }

  /// What an engine keeps between two runs: a plan. Only one module, that of the store, puts anything here.
  package let cache = Locked<(any AnyObject & Sendable)?>(nil)

  /// A query from its IR as JSON.
  public init(_ json: String) {
    source = .json(json)
  }

  /// A query that is data already.
  public init(_ ir: QueryIR) {
    source = .ir(ir)
  }

  /// The query as data.
  ///
  /// - Throws: `ExecutionError.malformedQuery` when the text is no query, `.unsupportedVersion` when it is newer than
  ///   this library.
  public func ir() throws(ExecutionError) -> QueryIR {
    let ir = try decoded()
    if ir.version > QueryIR.currentVersion { throw .unsupportedVersion(ir.version) }
    return ir
  }

  package func decoded() throws(ExecutionError) -> QueryIR {
    let json: String
    switch source {
    case .ir(let ir): return ir
    case .json(let text): json = text
    }
    do {
      return try QueryIR(json: json)
    } catch {
      throw .malformedQuery("the generated query cannot be read by this version of the runtime: \(error)")
    }
  }
}
