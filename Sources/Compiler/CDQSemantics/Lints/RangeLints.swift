import CDQIR
import CDQSyntax

/// The warning about the bounds of BETWEEN in the wrong order.
extension LintPass {
  mutating func checkRanges() {
    for condition in typed.conditions {
      guard case .comparison(let comparison) = condition.node, comparison.form == .between,
        case .aggregate(let bounds) = comparison.right.kind, bounds.count == 2,
        LintPass.isReversed(bounds[0].literalValue, bounds[1].literalValue)
      else { continue }
      let (low, high) = (bounds[0].span, bounds[1].span)
      report(
        .reversedBounds, at: comparison.right.span, help: ["the lower bound comes first"],
        fixIts: [FixIt("exchange the bounds", .maybe, [.init(low, text(high)), .init(high, text(low))])])
    }
  }

  private static func isReversed(_ low: Value?, _ high: Value?) -> Bool {
    switch (low, high) {
    case (.int(let low)?, .int(let high)?): low > high
    case (.double(let low)?, .double(let high)?): low > high
    case (.int(let low)?, .double(let high)?): Double(low) > high
    case (.double(let low)?, .int(let high)?): low > Double(high)
    case (.decimal(let low)?, .decimal(let high)?): low > high
    case (.string(let low)?, .string(let high)?): low > high
    case (.date(let low)?, .date(let high)?): low > high
    default: false
    }
  }
}
