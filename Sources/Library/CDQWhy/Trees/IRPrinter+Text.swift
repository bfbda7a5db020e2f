package import CDQIR
import CDQSyntax

extension IRPrinter {
  /// A printer of query text for the conditions of one query.
  ///
  /// - Parameter names: names of variables that are in scope, by their ids.
  package init(parameters: [ParameterIR] = [], names: [Int: String] = [:]) {
    self.init(
      .text(isReserved: { KeywordTable.shared.keyword(of: $0).isReserved }), parameters: parameters, names: names)
  }
}
