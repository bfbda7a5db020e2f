import CDQIR
import CDQSyntax

/// The names in scope at a place: the entity of the object under test, and the variables of the enclosing SUBQUERYs.
///
/// Bare key paths always start at the object under test, so a scope only holds variables.
struct Scope {
  /// Name of the entity of variable 0.
  let entity: String
  private(set) var variables: [Variable] = []
  private var nextID = 1

  struct Variable {
    var name: String
    var declaration: SourceSpan
    var value: VariableIR
  }

  init(entity: String) {
    self.entity = entity
  }

  /// One more than the largest variable id that was assigned.
  var variableCount: Int { nextID }

  /// Makes a variable for the elements of a collection, with an id that is unique within the query.
  mutating func makeVariable(_ type: OptionalType) -> VariableIR {
    defer { nextID += 1 }
    return VariableIR(id: nextID, type: type)
  }

  mutating func push(_ name: String, _ value: VariableIR, declaredAt span: SourceSpan) {
    variables.append(Variable(name: name, declaration: span, value: value))
  }

  /// Removes the innermost variable at the end of its SUBQUERY.
  mutating func pop() {
    variables.removeLast()
  }

  /// The variable of that name; nil when the name is no variable in scope.
  func variable(_ name: String) -> VariableIR? {
    variables.last { $0.name == name }?.value
  }

  /// The place where a variable of that name is declared; nil when there is none in scope.
  func declaration(of name: String) -> SourceSpan? {
    variables.last { $0.name == name }?.declaration
  }
}
