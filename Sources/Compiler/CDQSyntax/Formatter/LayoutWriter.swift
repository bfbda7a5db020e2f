/// Writes a plan as text, in one pass: a group that fits on its line stays on it, any other is broken at all its gaps.
///
/// Whether a group is broken depends only on widths, on comments that end a line, and on line breaks that the author of
/// the text made at one of the group's own gaps. All three are the same in the output, so formatting the output again
/// changes nothing.
final class LayoutWriter {
  private let plan: LayoutPlan
  private let comments: CommentTable
  private let endsLine: Bool
  /// Width of everything before each token if the whole text were on one line.
  private var widths: [Int]
  private var gapWidths: [Int]
  /// Number of mandatory line breaks up to and including the gap before each token.
  private var breaks: [Int]
  /// Index of the next gap, at or after each token, where a line may end.
  private var nextBreak: [Int]

  private var result = ""
  private var column = 0
  private var lineIndent = 0
  private struct OpenGroup {
    var index: Int
    var last: Int
    var base: Int
  }
  private var open: [OpenGroup] = []
  private var isBroken: [Bool]
  private var bases: [Int]
  private var nextGroup = 0

  init(_ plan: LayoutPlan, _ comments: CommentTable, endsLine: Bool) {
    self.plan = plan
    self.comments = comments
    self.endsLine = endsLine
    let count = plan.texts.count
    widths = Array(repeating: 0, count: count + 1)
    gapWidths = Array(repeating: 0, count: count + 1)
    breaks = Array(repeating: 0, count: count + 1)
    nextBreak = Array(repeating: count, count: count + 2)
    isBroken = Array(repeating: false, count: plan.groups.count)
    bases = Array(repeating: 0, count: plan.groups.count)
    measure()
  }

  func text() -> String {
    for index in plan.texts.indices {
      closeGroups(before: index)
      writeGap(index)
      openGroups(at: index)
      write(plan.texts[index])
    }
    closeGroups(before: plan.texts.count)
    writeGap(plan.texts.count)
    if endsLine, !result.isEmpty, column > 0 { result += "\n" }
    return result
  }

  // MARK: Measuring

  private func measure() {
    var total = 0
    var breakCount = 0
    for index in plan.texts.indices {
      gapWidths[index] = gapWidth(index)
      widths[index] = total
      total += gapWidths[index] + LayoutWriter.width(plan.texts[index])
      if mustBreak(index) { breakCount += 1 }
      breaks[index] = breakCount
    }
    widths[plan.texts.count] = total
    breaks[plan.texts.count] = breakCount
    for index in stride(from: plan.texts.count - 1, through: 0, by: -1) {
      let gap = plan.gaps[index]
      nextBreak[index] = gap.group != nil || gap.startsDeclaration || mustBreak(index) ? index : nextBreak[index + 1]
    }
  }

  private func gapWidth(_ index: Int) -> Int {
    guard let comments = comments.comments[index] else { return plan.gaps[index].spaces }
    return comments.reduce(1) { $0 + 1 + LayoutWriter.width($1.text) }
  }

  /// A line must break where a comment requires it, or where the author of the text broke it at a gap of a group.
  private func mustBreak(_ index: Int) -> Bool {
    let gap = plan.gaps[index]
    if let comments = comments.comments[index], comments.contains(where: \.breaksLine) { return true }
    return gap.group != nil && !gap.isFill && comments.newlines[index] > 0
  }

  private static func width(_ text: String) -> Int {
    let bytes = text.utf8
    return bytes.allSatisfy { $0 < 0x80 } ? bytes.count : text.count
  }

  // MARK: Groups

  private func closeGroups(before index: Int) {
    while let last = open.last, last.last < index { open.removeLast() }
  }

  private func openGroups(at index: Int) {
    while nextGroup < plan.groups.count, plan.groups[nextGroup].first == index {
      let group = plan.groups[nextGroup]
      let isForced = breaks[group.last] > breaks[group.first]
      let isInFlat = open.last.map { !isBroken[$0.index] } ?? false
      isBroken[nextGroup] = isForced || (!isInFlat && !fits(group))
      bases[nextGroup] = group.isAtMargin ? 0 : lineIndent
      open.append(OpenGroup(index: nextGroup, last: group.last, base: bases[nextGroup]))
      nextGroup += 1
    }
  }

  private func fits(_ group: LayoutPlan.Group) -> Bool {
    let end = nextBreak[group.last + 1]
    let width = widths[end] - widths[group.first] - gapWidths[group.first]
    return column + width <= SourceFormatter.lineWidth
  }

  private func breaks(_ gap: LayoutPlan.Gap, _ index: Int) -> Bool {
    if gap.startsDeclaration { return index > 0 }
    guard let group = gap.group, isBroken[group] else { return false }
    guard gap.isFill else { return true }
    let end = nextFill(index, group)
    return column + widths[end] - widths[index] > SourceFormatter.lineWidth
  }

  /// Index of the token after the next element of a filled list.
  private func nextFill(_ index: Int, _ group: Int) -> Int {
    var next = index + 1
    while next < plan.texts.count, plan.gaps[next].group != group { next += 1 }
    return next
  }

  // MARK: Gaps

  private func writeGap(_ index: Int) {
    let gap = plan.gaps[index]
    let isBreak = breaks(gap, index)
    let indent = indent(gap, isBreak: isBreak)
    guard let comments = comments.comments[index] else {
      if index == plan.texts.count { return }
      if isBreak {
        newline(indent, blank: keepsBlank(index, comments.newlines[index]))
      } else {
        write(String(repeating: " ", count: gap.spaces))
      }
      return
    }
    write(comments, index, gap, isBreak: isBreak, indent: indent)
  }

  private func indent(_ gap: LayoutPlan.Gap, isBreak: Bool) -> Int {
    if gap.startsDeclaration { return 0 }
    if isBreak, let group = gap.group { return bases[group] + gap.indent }
    return (open.last?.base ?? 0) + 2
  }

  private func write(_ list: [Comment], _ index: Int, _ gap: LayoutPlan.Gap, isBreak: Bool, indent: Int) {
    var hasNewline = index == 0
    var mustEnd = false
    var belongsAbove = true
    for (position, comment) in list.enumerated() {
      if comment.newlinesBefore > 0 || mustEnd {
        if comment.newlinesBefore > 1 { belongsAbove = false }
        belongsAbove = belongsAbove && comment.column > 0
        let isFirst = position == 0
        if index > 0 || !isFirst {
          newline(
            commentIndent(gap, indent, belongsAbove), blank: keepsBlank(index, comment.newlinesBefore, comment: position))
        }
        hasNewline = true
        mustEnd = comment.kind == .line
      } else {
        if index > 0 || position > 0 { write(comment.kind == .line && index > 0 ? "  " : " ") }
        mustEnd = comment.kind == .line
      }
      // A comment alone on its line stays alone.
      let after = position + 1 < list.count ? list[position + 1].newlinesBefore : comments.newlines[index]
      if after > 0, hasNewline { mustEnd = true }
      writeComment(comment.text)
    }
    if index == plan.texts.count { return }
    if mustEnd || (isBreak && !hasNewline) {
      newline(indent, blank: keepsBlank(index, comments.newlines[index], isBehindComment: true))
    } else {
      write(gap.spaces == 0 && LayoutWriter.isAttached(plan.texts[index]) ? "" : " ")
    }
  }

  /// Comments after the last line of an indented declaration are indented with it; comments before a closing bracket
  /// are indented like the bracket's content.
  private func commentIndent(_ gap: LayoutPlan.Gap, _ indent: Int, _ belongsAbove: Bool) -> Int {
    if gap.startsDeclaration { return belongsAbove ? 2 : 0 }
    return gap.isClosing ? indent + 2 : indent
  }

  /// A blank line is kept between declarations and between members, but neither before a `}` nor after a `{`.
  ///
  /// - Parameters:
  ///   - position: Index of a comment among the comments of the gap; nil for the token itself.
  ///   - isBehindComment: Whether the token follows a comment.
  private func keepsBlank(
    _ index: Int, _ newlines: Int, comment position: Int? = nil, isBehindComment: Bool = false
  ) -> Bool {
    guard newlines > 1 else { return false }
    let gap = plan.gaps[index]
    if gap.keepsBlankLine { return true }
    guard gap.isBodyEdge else { return false }
    let isBehindOpener = plan.texts[index - 1] == "{"
    if gap.isClosing { return position != nil && !(isBehindOpener && position == 0) }
    return position.map { $0 > 0 } ?? isBehindComment
  }

  private static func isAttached(_ text: String) -> Bool {
    text == "," || text == ")" || text == "]" || text == "}"
  }

  // MARK: Output

  private func write(_ text: String) {
    result += text
    column += LayoutWriter.width(text)
  }

  private func writeComment(_ text: String) {
    result += text
    guard let lineBreak = text.lastIndex(of: "\n") else {
      column += LayoutWriter.width(text)
      return
    }
    column = LayoutWriter.width(String(text[text.index(after: lineBreak)...]))
  }

  private func newline(_ indent: Int, blank: Bool) {
    result += blank ? "\n\n" : "\n"
    result += String(repeating: " ", count: indent)
    column = indent
    lineIndent = indent
  }
}
