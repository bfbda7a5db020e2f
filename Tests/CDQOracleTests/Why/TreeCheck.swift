import CDQIR
import CDQRuntime
import CDQValues
import CDQWhy
import Foundation
import Testing

/// The comparison of a truth tree with the engine: the root with the query's answer, and each leaf with the answer of the
/// engine for that part alone, on the object or on the element that the tree shows.
struct TreeCheck {
  let query: QueryIR
  let arguments: Arguments
  let options: ExecutionOptions
  /// The number of leaves that were compared.
  private(set) var leaves = 0

  init(_ query: QueryIR, _ arguments: Arguments, _ options: ExecutionOptions) {
    (self.query, self.arguments, self.options) = (query, arguments, options)
  }

  /// Describes how the tree for an object differs from the engine; nil when it does not.
  ///
  /// - Parameter answer: whether the query matches the object.
  mutating func difference(for record: StoredRecord, answer: Bool) throws -> String? {
    let tree = try record.why(query, arguments: arguments, options: options)
    guard tree.holds == answer else { return "the root is \(tree.holds), the answer \(answer)\n\(tree)" }
    return try difference(tree, [0: record]).map { "\($0)\n\(tree)" }
  }

  private mutating func difference(_ tree: TruthTree, _ objects: [Int: StoredRecord]) throws -> String? {
    var objects = objects
    if let wrong = contradiction(tree) { return wrong }
    if case .quantified(let node) = tree.condition {
      guard case .object(let key)? = tree.elements?.shown else { return nil }
      objects[node.variable.id] = objects[0]?.snapshot.record(key)
    }
    for part in tree.parts {
      if let difference = try difference(part, objects) { return difference }
    }
    guard tree.parts.isEmpty, case let variables = IRNode.predicate(tree.condition).freeVariables,
      variables.count <= 1, let record = objects[variables.first ?? 0]
    else { return nil }
    var renaming = VariableRenaming(from: variables.first ?? 0)
    guard let condition = renaming.rewrite(tree.condition), !IRNode.predicate(condition).needsStore else { return nil }
    leaves += 1
    // Arguments are literals in the tree, so that the part has no parameters.
    let part = QueryIR(entity: record.entityName, predicate: condition)
    let access = try #require(RecordAccess.stored(record.entityName, in: record.snapshot.schema))
    let holds = try PreparedQuery(part, access: access).matches(record, options: options)
    return holds == tree.holds ? nil : "'\(tree.text)' alone is \(holds)"
  }

  /// Describes how a node contradicts its parts; nil when it does not.
  private func contradiction(_ tree: TruthTree) -> String? {
    guard !tree.parts.isEmpty else { return nil }
    let truths = tree.parts.map(\.holds)
    let expected: Bool? =
      switch tree.condition {
      case .and: truths.allSatisfy { $0 }
      case .or: truths.contains(true)
      case .not: !truths[0]
      case .quantified(let node):
        switch (tree.elements?.reason, node.kind) {
        case (.deciding?, .any), (.first?, .all): truths[0] ? tree.holds : !tree.holds
        case (.deciding?, .all), (.nearest?, .any): truths[0] ? !tree.holds : tree.holds
        default: nil
        }
      case .constant, .comparison, .text, .between, .membership, .isNull, .boolean, .whenPresent: nil
      }
    return expected == nil || expected == tree.holds ? nil : "'\(tree.text)' contradicts its parts"
  }
}

/// Makes one variable the object under test.
private struct VariableRenaming: IRRewriter {
  let from: Int

  mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? {
    guard case .path(var path) = expression else { return rewriteChildren(of: expression) }
    if path.variable == from { path.variable = 0 }
    return .path(path)
  }

  mutating func rewrite(_ collection: CollectionIR) -> CollectionIR? {
    guard case .path(var path) = collection else { return rewriteChildren(of: collection) }
    if path.variable == from { path.variable = 0 }
    return .path(path)
  }
}

extension IRNode {
  /// Whether a part of it starts from an argument that names an object, which only a run on the store can find.
  fileprivate var needsStore: Bool {
    contains { node in
      switch node {
      case .expression(.parameter), .collection(.parameter): true
      case .expression(.path(let path)), .collection(.path(let path)): path.parameter != nil
      case .collection(.literal(_, .object)), .expression(.literal(.object, _)), .collection(.objects): true
      case .predicate, .expression, .collection: false
      }
    }
  }

  /// The variables that paths start from and that no node in here binds; those of parameters as well.
  var freeVariables: Set<Int> {
    var used: Set<Int> = []
    var bound: Set<Int> = []
    walk { node in
      switch node {
      case .expression(.path(let path)), .collection(.path(let path)): used.insert(path.variable)
      case .predicate(.quantified(let node)): bound.insert(node.variable.id)
      case .collection(.filter(_, let variable, _)), .collection(.map(_, let variable, _)),
        .collection(.flatMap(_, let variable, _)):
        bound.insert(variable.id)
      case .predicate, .expression, .collection: break
      }
      return true
    }
    return used.subtracting(bound)
  }
}
