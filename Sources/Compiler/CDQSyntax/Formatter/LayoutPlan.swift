/// The places where a text may be broken into lines, and the spaces between tokens elsewhere.
struct LayoutPlan {
  /// The whitespace before a token.
  struct Gap {
    /// Number of spaces when the line is not broken here.
    var spaces = 1
    /// The group whose lines break here when it does not fit on one line; nil when no line may break here.
    var group: Int?
    /// Columns of indentation in addition to the group's own.
    var indent = 0
    /// When the group is broken, this gap breaks only if the next element does not fit on the line.
    var isFill = false
    /// The token begins a declaration, on a line of its own.
    var startsDeclaration = false
    /// A blank line of the source at this place is kept.
    var keepsBlankLine = false
    /// The token is the bracket that ends a broken group; comments before it are indented like the group's content.
    var isClosing = false
    /// The gap is at the start or the end of a body; `LayoutWriter.keepsBlank` has the rule for its blank lines.
    var isBodyEdge = false
  }

  /// Tokens that stay on one line if they fit; else every gap of the group is broken, in a fill only where necessary.
  struct Group {
    var first: Int
    var last: Int
    /// Groups that begin and end at the same tokens are nested in the order of their levels.
    var level: Int
    /// The group's lines are indented from the margin, not from the line on which the group begins.
    var isAtMargin = false
  }

  var texts: [String]
  /// The whitespace before each token, and before the end of the text.
  var gaps: [Gap]
  /// The groups; outer groups come before those inside them.
  var groups: [Group]
}

/// Finds the groups of a text in one pass over its tokens: clauses, chains of AND and OR, lists, bodies.
final class LayoutPlanner {
  enum LevelKind {
    /// A declaration, or the whole text.
    case statement
    /// `(…)`, grouping or the parentheses of a call
    case parentheses(isCall: Bool)
    /// `{1, 2}`
    case aggregate
    /// `[…]`
    case brackets
    /// The columns and clauses in the braces of a shape.
    case shape
    case entityBody, enumBody
  }

  /// The state of an open bracket or statement.
  struct Level {
    var kind: LevelKind
    var opener: Int
    /// First token of the list element or clause that is being read.
    var segment: Int
    var commas: [Int] = []
    var connectives: [(token: Int, isOr: Bool)] = []
    /// Tokens that begin clauses, or the members of a body.
    var marks: [Int] = []
  }

  let roles: TokenRoles
  let comments: CommentTable
  var gaps: [LayoutPlan.Gap]
  private var groups: [LayoutPlan.Group] = []
  var levels: [Level] = []
  private var isEnum = false
  /// In a mapping the clauses come before the body.
  private var isMapping = false

  init(_ roles: TokenRoles, _ comments: CommentTable) {
    self.roles = roles
    self.comments = comments
    gaps = Array(repeating: LayoutPlan.Gap(), count: roles.tokens.count + 1)
  }

  func plan() -> LayoutPlan {
    for index in roles.tokens.indices {
      gaps[index].spaces = spaces(before: index)
      if roles.has(index, .declaration) || index == 0 { beginStatement(index) }
      read(index)
    }
    endStatement(before: roles.tokens.count)
    gaps[roles.tokens.count].startsDeclaration = true
    gaps[roles.tokens.count].keepsBlankLine = true
    return ordered()
  }

  /// Sorts the groups and updates their numbers in the gaps.
  private func ordered() -> LayoutPlan {
    let order = groups.indices.sorted { left, right in
      let (first, second) = (groups[left], groups[right])
      if first.first != second.first { return first.first < second.first }
      if first.last != second.last { return first.last > second.last }
      return first.level < second.level
    }
    var places = Array(repeating: 0, count: groups.count)
    for (place, group) in order.enumerated() { places[group] = place }
    for index in gaps.indices {
      if let group = gaps[index].group { gaps[index].group = places[group] }
    }
    return LayoutPlan(texts: roles.texts, gaps: gaps, groups: order.map { groups[$0] })
  }

  func addGroup(_ first: Int, _ last: Int, isInner: Bool = false) -> Int {
    groups.append(LayoutPlan.Group(first: first, last: last, level: 2 * levels.count + (isInner ? 1 : 0)))
    return groups.count - 1
  }

  /// Makes a token start a line when the group is broken.
  func allowBreak(before token: Int, _ group: Int, indent: Int) {
    gaps[token].group = group
    gaps[token].indent = indent
  }

  // MARK: Statements

  private func beginStatement(_ index: Int) {
    endStatement(before: index)
    gaps[index].startsDeclaration = true
    gaps[index].keepsBlankLine = true
    isEnum = roles.keyword(index) == .enumWord
    isMapping = roles.keyword(index) == .mapping
    levels = [Level(kind: .statement, opener: index, segment: index)]
  }

  private func endStatement(before index: Int) {
    guard let statement = levels.first else { return }
    while levels.count > 1 { levels.removeLast() }
    endClause(before: index)
    levels.removeAll()
    guard index > statement.opener, !statement.marks.isEmpty else { return }
    let group = addGroup(statement.opener, index - 1)
    for clause in statement.marks { allowBreak(before: clause, group, indent: 2) }
  }

  // MARK: Tokens

  private func read(_ index: Int) {
    switch roles.tokens[index].kind {
    case .leftParenthesis: open(.parentheses(isCall: isCall(index)), index)
    case .leftBracket: open(.brackets, index)
    case .leftBrace:
      if isMapping, levels.count == 1, !roles.has(index, .aggregate) { endSegment(before: index) }
      let body: LevelKind = roles.has(index, .shape) ? .shape : isEnum ? .enumBody : .entityBody
      open(roles.has(index, .aggregate) ? .aggregate : body, index)
    case .rightParenthesis, .rightBracket, .rightBrace: close(index)
    case .comma: readComma(index)
    case .doubleAmpersand: levels[levels.count - 1].connectives.append((index, false))
    case .doubleBar: levels[levels.count - 1].connectives.append((index, true))
    case .word: readKeyword(index)
    case .atWord: readModifier(index)
    default: break
    }
    if roles.has(index, .member) { levels[levels.count - 1].marks.append(index) }
  }

  private func open(_ kind: LevelKind, _ index: Int) {
    levels.append(Level(kind: kind, opener: index, segment: index + 1))
  }

  private func readComma(_ index: Int) {
    endSegment(before: index)
    levels[levels.count - 1].commas.append(index)
    levels[levels.count - 1].segment = index + 1
  }

  private func readKeyword(_ index: Int) {
    switch roles.keyword(index) {
    case .and: levels[levels.count - 1].connectives.append((index, false))
    case .or: levels[levels.count - 1].connectives.append((index, true))
    case .inverse: readModifier(index)
    case .by where levels.count == 1 && roles.keyword(index - 1) == .group: levels[0].segment = index + 1
    case let keyword where levels.count == 1 && keyword.clause != nil && !isMapping:
      endClause(before: index)
      levels[0].marks.append(index)
      levels[0].segment = index + 1
    case let keyword where keyword.clause != nil && roles.has(levels[levels.count - 1].opener, .shape):
      endSegment(before: index)
      levels[levels.count - 1].marks.append(index)
      levels[levels.count - 1].segment = index + 1
    default: break
    }
  }

  /// Reads `@index` or `inverse cities`: a modifier before which the line of a property may be broken.
  private func readModifier(_ index: Int) {
    guard !isMapping, levels.count == 2, case .entityBody = levels[1].kind, index > 0, roles.tokens[index - 1].kind != .dot,
      let member = levels[1].marks.last
    else { return }
    levels[1].connectives.append((index, false))
    levels[1].segment = member
  }

  private func close(_ index: Int) {
    guard levels.count > 1 else { return }
    endSegment(before: index)
    let level = levels.removeLast()
    guard index > level.opener + 1 || comments.comments[index] != nil else { return }
    switch level.kind {
    case .statement, .brackets: return
    case .parentheses, .aggregate, .enumBody, .entityBody, .shape: break
    }
    let group = addGroup(level.opener, index)
    // Clauses precede the body of a mapping, so the line of its brace may be indented.
    if isMapping, levels.count == 1, case .entityBody = level.kind { groups[group].isAtMargin = true }
    closeGroup(level, group, index)
  }

  private func closeGroup(_ level: Level, _ group: Int, _ index: Int) {
    allowBreak(before: level.opener + 1, group, indent: 2)
    let starts: [Int]
    switch level.kind {
    case .entityBody: starts = level.marks.filter { $0 > level.opener + 1 }
    case .shape:
      // The columns, and then the clauses.
      let columns = level.commas.filter { $0 < level.marks.first ?? index }
      starts = columns.map { $0 + 1 } + level.marks
    case .enumBody, .parentheses, .aggregate, .statement, .brackets: starts = level.commas.map { $0 + 1 }
    }
    for start in starts {
      allowBreak(before: start, group, indent: 2)
      switch level.kind {
      case .entityBody:
        gaps[start].spaces = 2
        gaps[start].keepsBlankLine = true
      case .enumBody: gaps[start].keepsBlankLine = true
      case .aggregate: gaps[start].isFill = true
      case .parentheses, .statement, .brackets, .shape: break
      }
    }
    allowBreak(before: index, group, indent: 0)
    gaps[index].isFill = false
    gaps[index].isClosing = true
    switch level.kind {
    case .entityBody, .enumBody:
      gaps[index].keepsBlankLine = false
      gaps[index].isBodyEdge = true
      gaps[level.opener + 1].isBodyEdge = true
    case .parentheses, .aggregate, .statement, .brackets, .shape: break
    }
  }

  // MARK: Segments

  /// Ends a clause; a list with commas becomes a group.
  private func endClause(before index: Int) {
    endSegment(before: index)
    let level = levels[0]
    levels[0].commas.removeAll()
    guard !level.commas.isEmpty else { return }
    let list = addGroup(listStart(level), index - 1)
    for comma in level.commas where comma + 1 < index { allowBreak(before: comma + 1, list, indent: 2) }
  }

  /// Ends a list element, or the last part of a clause; its AND and OR operators become groups.
  private func endSegment(before index: Int) {
    let level = levels[levels.count - 1]
    levels[levels.count - 1].connectives.removeAll()
    if case .entityBody = level.kind { return endMembers(level, before: index) }
    guard index > level.segment, !level.connectives.isEmpty else { return }
    var indent = 2
    if case .parentheses(isCall: false) = level.kind { indent = 0 }
    if case .statement = level.kind, level.marks.isEmpty, !isMapping { indent = 0 }
    addChain(level.connectives, level.segment, index - 1, indent: indent)
  }

  /// Index of the first token of a clause's list: `sort` is followed by its list, `group by` has one word more.
  private func listStart(_ level: Level) -> Int {
    guard let clause = level.marks.last else { return level.opener }
    return clause + (roles.keyword(clause) == .group ? 2 : 1)
  }

  /// Adds the groups of a chain of AND and OR. Lines break at ORs first; each run of ANDs between them is a group of
  /// its own, indented further.
  private func addChain(_ connectives: [(token: Int, isOr: Bool)], _ first: Int, _ last: Int, indent: Int) {
    let alternatives = connectives.filter(\.isOr)
    if !alternatives.isEmpty {
      let group = addGroup(first, last)
      for connective in alternatives { allowBreak(before: connective.token, group, indent: indent) }
    }
    var start = first
    var run: [Int] = []
    for connective in connectives + [(token: last + 1, isOr: true)] {
      guard connective.isOr else {
        run.append(connective.token)
        continue
      }
      if !run.isEmpty {
        let group = addGroup(start, connective.token - 1, isInner: true)
        // The first run starts on the line from which the other runs are indented.
        let inner = alternatives.isEmpty ? indent : start == first ? indent + 2 : 2
        for token in run { allowBreak(before: token, group, indent: inner) }
      }
      run.removeAll()
      start = connective.token
    }
  }

  /// Adds a group for each member of an entity that has modifiers.
  private func endMembers(_ level: Level, before index: Int) {
    var modifiers = level.connectives[...]
    for (position, member) in level.marks.enumerated() {
      let end = position + 1 < level.marks.count ? level.marks[position + 1] : index
      var group: Int?
      while let modifier = modifiers.first, modifier.token < end {
        modifiers.removeFirst()
        let known = group ?? addGroup(member, end - 1)
        group = known
        allowBreak(before: modifier.token, known, indent: 2)
      }
    }
  }
}
