/// What a parser knows: the text, its tokens, and how far it is. Owned by one parser.
final class ParserState {
  let source: SourceText
  let options: ParseOptions
  let tokens: [Token]
  let trivia: [Trivia]
  var context: Parser.Context
  /// Always `tokens[index]`.
  private(set) var current: Token
  private(set) var index = 0
  var bag = DiagnosticBag()
  /// Brackets and prefix operators around the current token.
  var nesting = 0
  /// Open `(`, `[` and `{` around the current token.
  var openBrackets = 0
  /// Nodes of the query so far.
  var nodes = 0
  /// Set when a limit is reached: the rest of the declaration is skipped without another word.
  var isAborted = false
  /// Where in a mapping the parser is.
  var mappingPart = Parser.MappingPart.none
  /// Token at which an error was reported last; one place is one error.
  var lastErrorIndex = -1
  /// Format arguments seen so far.
  var argumentCount = 0
  /// The LIKE whose pattern is being parsed.
  var likeOperator: SourceSpan?
  /// Name of the query being parsed, for its diagnostics.
  var queryName: String?

  init(_ source: SourceText, options: ParseOptions, context: Parser.Context) {
    let lexed = Lexer.lex(source, options: options)
    self.source = source
    self.options = options
    self.context = context
    tokens = lexed.tokens
    trivia = lexed.trivia
    current = lexed.tokens[0]
    bag.add(lexed.diagnostics)
  }

  /// Goes to a token; beyond the last one, to the end of the text.
  func move(to position: Int) {
    index = min(position, tokens.count - 1)
    current = tokens[index]
  }
}

extension Parser {
  var source: SourceText { state.source }
  var options: ParseOptions { state.options }
  var tokens: [Token] { state.tokens }
  var trivia: [Trivia] { state.trivia }
  var context: Context { state.context }
  var current: Token { state.current }

  var index: Int {
    get { state.index }
    nonmutating set { state.move(to: newValue) }
  }

  var nesting: Int {
    get { state.nesting }
    nonmutating set { state.nesting = newValue }
  }

  var openBrackets: Int {
    get { state.openBrackets }
    nonmutating set { state.openBrackets = newValue }
  }

  var isAborted: Bool {
    get { state.isAborted }
    nonmutating set { state.isAborted = newValue }
  }

  var lastErrorIndex: Int {
    get { state.lastErrorIndex }
    nonmutating set { state.lastErrorIndex = newValue }
  }

  var argumentCount: Int {
    get { state.argumentCount }
    nonmutating set { state.argumentCount = newValue }
  }

  var likeOperator: SourceSpan? {
    get { state.likeOperator }
    nonmutating set { state.likeOperator = newValue }
  }

  var queryName: String? {
    get { state.queryName }
    nonmutating set { state.queryName = newValue }
  }

  /// Most levels of the tree. One level of brackets makes at most three with the usual constructs, such as a nested
  /// SUBQUERY: comparison, path, SUBQUERY.
  var maximumHeight: Int { 3 * options.limits.nesting + 16 }
}
