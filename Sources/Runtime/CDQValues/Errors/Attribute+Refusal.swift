package import CDQIR

extension Attribute.Constraint {
  /// The constraint as a schema declares it, such as `@range(0...10)`.
  var declaration: String {
    func text(_ value: Value) -> String { value.isNull ? "" : ValueJSON.text(value) }
    func text(_ count: Int?) -> String { count.map { "\($0)" } ?? "" }
    return switch self {
    case .range(let low, let high): "@range(\(text(low))...\(text(high)))"
    case .length(let low, let high): "@length(\(text(low))...\(text(high)))"
    case .matches(let pattern): "@matches(\(ValueJSON.text(.string(pattern))))"
    }
  }

  /// The error message for a value that breaks the constraint.
  package func refusal(of value: Value, entity: String, attribute: String) -> String {
    var shown = ValueJSON.text(value)
    if shown.count > 60 { shown = shown.prefix(60) + "…" }
    var measured = ""
    if case (.length, .string(let text)) = (self, value) { measured = ", \(text.utf16.count) UTF-16 units long" }
    return "'\(entity).\(attribute)' is declared \(declaration); it cannot be \(shown)\(measured)"
  }
}
