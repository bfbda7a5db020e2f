/// Reads the declarations of an Objective-C file: interfaces, their properties and methods, and constants.
struct ObjectiveCDeclarations {
  private let file: CodeFile
  private(set) var found = FileDeclarations()
  /// The type whose `@interface` or `@implementation` is open.
  private var open: Int?

  init(_ file: CodeFile) {
    self.file = file
    for index in file.tokens.indices {
      switch file.tokens[index].kind {
      case .at: keyword(index)
      case .hash: if file.text(index).hasSuffix("define") { define(index) }
      case .word:
        if file.holds(index, "NS_ENUM") || file.holds(index, "NS_OPTIONS") || file.holds(index, "NS_CLOSED_ENUM"),
          let name = file.elements(file.inside(index + 1)).last?.first
        {
          found.integers.insert(file.text(name))
        } else if file.parent(index) == nil, file.holds(index + 1, "="), file.kind(index + 2) == .string {
          constant(index)
        }
      case .mark: if open != nil, file.parent(index) == nil { method(index) }
      case .number, .string, .open, .close: break
      }
    }
  }

  private mutating func keyword(_ index: Int) {
    switch file.text(index) {
    case "@interface", "@implementation", "@protocol":
      guard file.isWord(index + 1), !file.holds(index + 2, ";"), !file.holds(index + 2, ",") else { return }
      let isClass = file.holds(index, "@interface") && file.holds(index + 2, ":")
      var type = DeclaredType(name: file.text(index + 1), kind: isClass ? .reference : .addition)
      if isClass, file.isWord(index + 3) { type.inherited = [file.text(index + 3)] }
      open = found.types.count
      found.types.append(type)
    case "@end": open = nil
    case "@property": property(index)
    case "@dynamic":
      guard let open else { return }
      var next = index + 1
      while next < file.tokens.count, !file.holds(next, ";") {
        if file.isWord(next) { found.types[open].managed.insert(file.text(next)) }
        next += 1
      }
    default: break
    }
  }

  /// `@property (nonatomic, strong) NSString *name;`
  private mutating func property(_ index: Int) {
    guard let open else { return }
    var next = index + 1
    if file.kind(next) == .open { next = file.after(next) }
    let start = next
    while next < start + 40, next < file.tokens.count, !file.holds(next, ";"), file.kind(next) != .at { next = file.after(next) }
    var name = next - 1
    // `name NS_AVAILABLE(…)`
    while name > start, !file.isWord(name) || file.text(name).contains("_") && file.text(name).uppercased() == file.text(name) {
      name = file.kind(name) == .close ? (file.partner(name) ?? name) - 1 : name - 1
    }
    guard name > start, file.isWord(name) else { return }
    found.types[open].members[file.text(name)] = ObjectiveCType.read(file, start..<name)
    found.types[open].managed.insert(file.text(name))
  }

  /// `- (NSInteger)count;`, `- (NSInteger)countOf:(id)object;`
  private mutating func method(_ index: Int) {
    guard let open, file.holds(index, "-") || file.holds(index, "+"), file.byte(index + 1) == UInt8(ascii: "("),
      file.kind(index + 1) == .open, file.isWord(file.after(index + 1))
    else { return }
    let name = file.text(file.after(index + 1))
    found.types[open].add(result: ObjectiveCType.read(file, file.inside(index + 1)), of: name)
  }

  private mutating func define(_ index: Int) {
    guard file.isWord(index + 1), file.kind(index + 2) == .string, !file.text(index + 2).isEmpty else { return }
    found.global.texts[file.text(index + 1)] = SourceLiteralReader.read(file, index + 2).string
  }

  /// `NSString *const Name = @"…";`
  private mutating func constant(_ index: Int) {
    guard file.holds(index - 1, "const") || file.holds(index - 1, "*") else { return }
    found.global.texts[file.text(index)] = SourceLiteralReader.read(file, index + 2).string
    found.global.members[file.text(index)] = TypeName("NSString")
  }
}

/// Types of Objective-C as it writes them before a name.
enum ObjectiveCType {
  private static let modifiers: Set<String> = [
    "const", "static", "extern", "nullable", "nonnull", "__weak", "__strong", "__block", "__kindof", "_Nullable", "_Nonnull",
    "IBOutlet", "__unsafe_unretained", "__nullable", "__nonnull", "register", "volatile", "FOUNDATION_EXPORT", "oneway",
  ]
  private static let numbers: Set<String> = ["unsigned", "signed", "long", "short", "int", "char"]

  /// The type in a range: `NSString` of `NSString *const`, `NSInteger`, `long` of `unsigned long`. Unknown for a pointer to
  /// a number, a block and anything else.
  static func read(_ file: CodeFile, _ range: Range<Int>) -> TypeName {
    var words: [String] = []
    var stars = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if file.isWord(index) {
        if !modifiers.contains(file.text(index)) { words.append(file.text(index)) }
      } else if file.holds(index, "*") || file.holds(index, "**") {
        stars += file.holds(index, "*") ? 1 : 2
      } else if file.holds(index, "<") {
        let end = file.genericEnd(index)
        guard end > index else { return .unknown }
        index = end
        continue
      } else {
        return .unknown
      }
      index += 1
    }
    if words.allSatisfy(numbers.contains), !words.isEmpty {
      if stars == 1, words == ["char"] { return TypeName("CString") }
      return stars == 0 && words != ["char"] ? TypeName("int") : .unknown
    }
    guard let name = words.onlyElement, stars < 2 else { return .unknown }
    let isPointer = name.isCapitalized
    return stars == 0 || isPointer ? TypeName(stars == 0 ? name : name + "*") : .unknown
  }
}
