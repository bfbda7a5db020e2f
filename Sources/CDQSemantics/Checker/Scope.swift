import CDQIR
import CDQSyntax

/// What names mean at a place: the entity of the object under test, and the variables of the SUBQUERYs around it.
///
/// Bare key paths always start at the object under test (PREDICATES §8), so scopes only hold variables.
struct Scope {
  /// Entity of variable 0.
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

  /// One more than the largest id given out.
  var variableCount: Int { nextID }

  /// A variable for the elements of a collection, unique within the query.
  mutating func makeVariable(_ type: OptionalType) -> VariableIR {
    defer { nextID += 1 }
    return VariableIR(id: nextID, type: type)
  }

  mutating func push(_ name: String, _ value: VariableIR, declaredAt span: SourceSpan) {
    variables.append(Variable(name: name, declaration: span, value: value))
  }

  /// Ends the innermost variable.
  mutating func pop() {
    variables.removeLast()
  }

  /// The innermost variable of that name.
  func variable(_ name: String) -> VariableIR? {
    variables.last { $0.name == name }?.value
  }

  /// Where a variable of that name was declared around this place.
  func declaration(of name: String) -> SourceSpan? {
    variables.last { $0.name == name }?.declaration
  }
}
