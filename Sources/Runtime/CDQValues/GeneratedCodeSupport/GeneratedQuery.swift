public import CDQIR

/// The query of a generated function: IR as JSON text or as data. It is decoded and prepared when it first runs on
/// a store.
public final class GeneratedQuery: Sendable {
  private let source: Source

  private enum Source: Sendable {
    case json(String)
    case ir(QueryIR)
  }

  /// A slot in which an engine keeps its plan between runs. Only CDQStore uses it.
  package let cache = Locked<(any AnyObject & Sendable)?>(nil)

  /// Creates a query from its IR as JSON, which is decoded on first use.
  public init(_ json: String) {
    source = .json(json)
  }

  /// Creates a query from its IR.
  public init(_ ir: QueryIR) {
    source = .ir(ir)
  }

  /// The query's IR.
  ///
  /// - Throws: `ExecutionError.malformedQuery` when the JSON is not a query, `.unsupportedVersion` when its version is
  ///   newer than this library.
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
