/// The mutable state of a parser: the text, its tokens and the current position. Each state belongs to one parser.
final class ParserState {
  let source: SourceText
  let options: ParseOptions
  let tokens: [Token]
  let trivia: [Trivia]
  var context: Parser.Context
  /// Always equal to `tokens[index]`.
  private(set) var current: Token
  private(set) var index = 0
  var bag = DiagnosticBag()
  /// Weighted number of brackets and prefix operators around the current token, see `Parser.Weight`.
  var nesting = 0
  /// Number of open `(`, `[` and `{` around the current token.
  var openBrackets = 0
  /// Number of nodes of the current declaration so far.
  var nodes = 0
  /// Set when a limit is exceeded: the rest of the declaration is skipped and its errors are not reported.
  var isAborted = false
  /// The position within a mapping, if the current declaration is one.
  var mappingPart = Parser.MappingPart.none
  /// Index of the token at which the last error was reported; a token gets at most one error.
  var lastErrorIndex = -1
  /// Number of format arguments read so far.
  var argumentCount = 0
  /// Whether an `update` is being parsed, in which `set` starts a clause. Elsewhere it is a name.
  var isUpdate = false
  /// Number of shapes around the current token.
  var shapeDepth = 0
  /// Span of the LIKE whose pattern is being parsed; else nil.
  var likeOperator: SourceSpan?
  /// Name of the query being parsed, which its diagnostics mention; nil outside queries.
  var queryName: String?
  /// What completion asks for; nil in all other uses.
  let expectations: Expectations?

  init(_ source: SourceText, options: ParseOptions, context: Parser.Context) {
    let lexed = Lexer.lex(source, options: options)
    self.source = source
    self.options = options
    self.context = context
    tokens = lexed.tokens
    trivia = lexed.trivia
    current = lexed.tokens[0]
    expectations = nil
    bag.add(lexed.diagnostics)
  }

  init(_ source: SourceText, tokens: [Token], _ context: Parser.Context, _ expectations: Expectations) {
    self.source = source
    self.context = context
    self.tokens = tokens
    self.expectations = expectations
    options = ParseOptions()
    trivia = []
    current = tokens[0]
  }

  /// Moves to a token; indexes past the end move to the `endOfText` token.
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

  /// The maximum height of the tree. A level of brackets adds at most three levels with the usual constructs, for
  /// example a nested SUBQUERY: comparison, path, SUBQUERY.
  var maximumHeight: Int { 3 * options.limits.nesting + 16 }
}
