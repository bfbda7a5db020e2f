import CDQIR

// `limit 3 per country`: generated code counts objects by their keys.
extension ClosureEmitter {
  /// The statements before the loop, and those in it that go on with the next object where enough with the same keys came
  /// before.
  mutating func limited(
    to most: SwiftExpression, per keys: [ExpressionIR]
  ) throws(Refusal) -> (before: [SwiftStatement], perObject: [SwiftStatement]) {
    let (counts, group) = (names.unique("counts"), names.unique("group"))
    let int = SwiftType.named(types.standard("Int"))
    let dictionary = SwiftType.generic(types.standard("Dictionary"), [groupKeyType, int])
    let count = SwiftExpression.subscript(.name(counts), .name(group))
    let known = names.unique("known")
    open()
    emit(.let(group, groupKeyType, try groupKeys(keys)))
    emit(.let(known, int, .binary(count, "??", .integer(0))))
    emit(.guard([.holds(.binary(.name(known), "<", most))], else: [.continue(nil)]))
    emit(.assign(count, "=", .binary(.name(known), "+", .integer(1))))
    return ([.var(counts, dictionary, .call(.name(dictionary.text), []))], close())
  }

  /// The statement that keeps the first rows of each group among sorted ones.
  func firstOfEach(_ most: SwiftExpression, of rows: String) -> SwiftStatement {
    let group = SwiftClosure(
      parameters: [], result: groupKeyType, body: [.expression(.member(.name("$0"), "group"))])
    let call = SwiftExpression.call(
      .member(.name(types.runtime("CDQRows")), "first"),
      [SwiftArgument(most), SwiftArgument("ofEach", .closure(group)), SwiftArgument("in", .name(rows))])
    return .assign(.name(rows), "=", call)
  }
}
