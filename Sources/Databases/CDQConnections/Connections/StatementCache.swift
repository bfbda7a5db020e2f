/// Prepared statements by their text. The one that was not used for the longest time is given up first.
package struct StatementCache<Statement: Equatable> {
  private final class Entry {
    let statement: Statement
    var use: Int
    /// Whether a run has it, so that another run of the same text needs another statement.
    var isTaken = false

    init(_ statement: Statement, _ use: Int) {
      (self.statement, self.use) = (statement, use)
    }
  }

  private var entries: [String: Entry] = [:]
  private var uses = 0
  package let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  /// The statement of a text, which may be in use.
  package subscript(text: String) -> Statement? {
    mutating get {
      guard let found = entries[text] else { return nil }
      uses += 1
      found.use = uses
      return found.statement
    }
  }

  /// Takes the statement of a text for a run; nil if there is none, or a run has it.
  package mutating func take(_ text: String) -> Statement? {
    guard let found = entries[text], !found.isTaken else { return nil }
    uses += 1
    found.use = uses
    found.isTaken = true
    return found.statement
  }

  /// Gives a statement back after its run, or adds a new one.
  ///
  /// - Returns: A statement that has to be released: this one if there is another of its text, or the oldest one.
  package mutating func giveBack(_ statement: Statement, for text: String) -> Statement? {
    guard let found = entries[text] else { return insert(statement, for: text) }
    guard found.statement == statement else { return statement }
    found.isTaken = false
    return nil
  }

  /// Forgets the statement of a text, which cannot be run any more; returns it.
  package mutating func remove(_ text: String) -> Statement? {
    entries.removeValue(forKey: text)?.statement
  }

  /// Adds a statement; returns the one that has to be released for it.
  package mutating func insert(_ statement: Statement, for text: String) -> Statement? {
    uses += 1
    entries[text] = Entry(statement, uses)
    let idle = entries.count > limit ? entries.filter { !$0.value.isTaken } : [:]
    guard let oldest = idle.min(by: { $0.value.use < $1.value.use }) else { return nil }
    entries[oldest.key] = nil
    return oldest.value.statement
  }

  package mutating func removeAll() -> [Statement] {
    defer { entries = [:] }
    return entries.values.map(\.statement)
  }
}
