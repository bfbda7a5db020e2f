/// The difference between two texts in the unified format of `diff -u`, which `patch` reads.
struct UnifiedDiff {
  let name: String
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  private let steps: [Step]

  /// Number of unchanged lines around a change.
  private static let context = 3
  /// The largest number of edits that the search tries. Texts with more differences are shown as wholly replaced
  /// between their common first and last lines.
  private static let mostEdits = 2000

  private enum Step {
    case keep, delete, insert
  }

  init(name: String, from old: [UInt8], to new: [UInt8]) {
    self.name = name
    self.old = UnifiedDiff.lines(old)
    self.new = UnifiedDiff.lines(new)
    steps = UnifiedDiff.steps(self.old, self.new)
  }

  /// Splits a text into lines, including their line feeds.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }

  /// The diff as text; empty when the texts are equal.
  var text: String {
    guard steps.contains(where: { $0 != .keep }) else { return "" }
    var result = "--- \(name)\n+++ \(name)\n"
    var position = 0
    var (oldLine, newLine) = (0, 0)
    while position < steps.count {
      guard steps[position] != .keep else {
        position += 1
        oldLine += 1
        newLine += 1
        continue
      }
      let lead = min(UnifiedDiff.context, position, oldLine)
      let end = hunkEnd(position)
      write(position - lead, end, oldLine - lead, newLine - lead, &result)
      while position < end {
        if steps[position] != .insert { oldLine += 1 }
        if steps[position] != .delete { newLine += 1 }
        position += 1
      }
    }
    return result
  }

  /// The end of the hunk that starts at a change. Changes with at most six unchanged lines between them share a hunk.
  private func hunkEnd(_ start: Int) -> Int {
    var end = start
    var kept = 0
    var position = start
    while position < steps.count, kept <= 2 * UnifiedDiff.context {
      if steps[position] == .keep {
        kept += 1
      } else {
        kept = 0
        end = position + 1
      }
      position += 1
    }
    return min(end + UnifiedDiff.context, steps.count)
  }

  private func write(_ start: Int, _ end: Int, _ oldStart: Int, _ newStart: Int, _ result: inout String) {
    var (oldLine, newLine) = (oldStart, newStart)
    var body = ""
    for step in steps[start..<end] {
      switch step {
      case .keep: append(" ", old[oldLine], &body)
      case .delete: append("-", old[oldLine], &body)
      case .insert: append("+", new[newLine], &body)
      }
      if step != .insert { oldLine += 1 }
      if step != .delete { newLine += 1 }
    }
    let removed = UnifiedDiff.range(oldStart, oldLine - oldStart)
    result += "@@ -\(removed) +\(UnifiedDiff.range(newStart, newLine - newStart)) @@\n" + body
  }

  private static func range(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }

  private func append(_ mark: String, _ line: ArraySlice<UInt8>, _ body: inout String) {
    body += mark + String(decoding: line, as: UTF8.self)
    if line.last != 0x0A { body += "\n\\ No newline at end of file\n" }
  }

  // MARK: Matching

  /// The shortest edit script between the texts (Myers 1986), deletions before insertions.
  private static func steps(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Step] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < old.count - start, tail < new.count - start,
      old[old.count - 1 - tail] == new[new.count - 1 - tail]
    {
      tail += 1
    }
    let middle = shortest(Array(old[start..<(old.count - tail)]), Array(new[start..<(new.count - tail)]))
    return Array(repeating: .keep, count: start) + middle + Array(repeating: .keep, count: tail)
  }

  private static func shortest(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Step] {
    let replaced: [Step] =
      Array(repeating: .delete, count: old.count) + Array(repeating: .insert, count: new.count)
    let most = min(old.count + new.count, mostEdits)
    var reach = [0, 0, 0]
    var history: [[Int]] = []
    // `reach[k + d + 1]` is the furthest position in `old` on the diagonal `k` after `d - 1` edits; `d` is `edits`.
    for edits in 0...most {
      var next = Array(repeating: 0, count: 2 * edits + 5)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let below = reach[diagonal + edits + 2]
        let left = reach[diagonal + edits]
        var place: Int
        if edits == 0 {
          place = 0
        } else if diagonal == -edits || (diagonal != edits && left < below) {
          place = below
        } else {
          place = left + 1
        }
        while place < old.count, place - diagonal < new.count, place - diagonal >= 0,
          old[place] == new[place - diagonal]
        {
          place += 1
        }
        next[diagonal + edits + 2] = place
        if place >= old.count, place - diagonal >= new.count {
          history.append(reach)
          return path(history, edits, old.count, new.count)
        }
      }
      history.append(reach)
      reach = next
    }
    return replaced
  }

  private static func path(_ history: [[Int]], _ edits: Int, _ oldCount: Int, _ newCount: Int) -> [Step] {
    var steps: [Step] = []
    var (oldLine, newLine) = (oldCount, newCount)
    for edit in stride(from: edits, to: 0, by: -1) {
      let reach = history[edit]
      let diagonal = oldLine - newLine
      let below = reach[diagonal + edit + 2]
      let left = reach[diagonal + edit]
      let isInsertion = diagonal == -edit || (diagonal != edit && left < below)
      let previous = isInsertion ? below : left
      let previousNew = previous - (isInsertion ? diagonal + 1 : diagonal - 1)
      let afterEdit = isInsertion ? previous : previous + 1
      while oldLine > afterEdit {
        steps.append(.keep)
        oldLine -= 1
        newLine -= 1
      }
      steps.append(isInsertion ? .insert : .delete)
      (oldLine, newLine) = (previous, previousNew)
    }
    while oldLine > 0 {
      steps.append(.keep)
      oldLine -= 1
    }
    return steps.reversed()
  }
}
