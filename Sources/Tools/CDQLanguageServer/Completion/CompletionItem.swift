/// A text that can be inserted at the cursor.
package struct CompletionItem: Hashable, Sendable {
  package enum Kind: Int, Sendable {
    // The numbers of the protocol.
    case function = 3
    case property = 10
    case relationship = 18
    case variable = 6
    case entity = 7
    case enumeration = 13
    case enumerationCase = 20
    case keyword = 14
    case snippet = 15
    case operation = 24
    case type = 25
    case annotation = 23
    case mapping = 8
    /// A letter between the brackets after an operator on texts.
    case option = 12
  }

  /// The text as it is shown and, without a snippet, inserted.
  package var label: String
  package var kind: Kind
  /// Its type, or a few words about it.
  package var detail: String
  package var documentation: String?
  /// The text with places to fill in, in the syntax of the protocol; nil when there are none.
  package var snippet: String?
  /// How well it fits: 0 is best.
  package var rank: Int

  package init(
    _ label: String, _ kind: Kind, detail: String = "", documentation: String? = nil, snippet: String? = nil,
    rank: Int = 5
  ) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.snippet = snippet
    self.rank = rank
  }

  /// The text that is inserted where snippets are not understood: `sqrt(` for a function, `@sum.` for an operator on the
  /// properties of a collection.
  package var plainText: String {
    guard kind == .function else { return label }
    guard let snippet else { return label + "(" }
    return String(snippet.prefix { $0 != "$" })
  }
}
