/// A word of Swift or a name of Apple's frameworks that the scan asks for at each token of a file.
///
/// The lexer finds it once, so that the readers of declarations and places compare numbers and not texts.
package enum CodeWord: String, CaseIterable, Sendable {
  /// Any other word, and what is no word.
  case other = ""

  case `let`, `var`, `func`, `case`, `init`, `import`, `in`, `for`, `guard`, `if`, `while`, `switch`, `else`, `return`
  case `class`, `struct`, `enum`, `extension`, `actor`, `protocol`, `typealias`, `associatedtype`

  case anyType = "Any"
  case argument = "CVarArg"
  case predicate = "NSPredicate"
  case expression = "NSExpression"
  case comparisonPredicate = "NSComparisonPredicate"
  case sortDescriptor = "NSSortDescriptor"
  case swiftSortDescriptor = "SortDescriptor"
  case sectionedSortDescriptor = "SectionedSortDescriptor"
  case fetchRequest = "FetchRequest"
  case sectionedFetchRequest = "SectionedFetchRequest"
  case query = "Query"
  case filter, matching, sectionNameKeyPath, byKeyPath, forKeyPath, ofProperty
  case relationshipKeyPathsForPrefetching, propertiesToFetch, propertiesToGroupBy

  /// Whether it begins the declaration of a type or an extension of one.
  var beginsType: Bool {
    switch self {
    case .enum, .struct, .class, .extension, .actor, .protocol: true
    default: false
    }
  }

  /// Whether the name of a function or a property can follow it.
  var beginsMember: Bool { self == .func || self == .let || self == .var }

  /// Whether the name of a declaration can follow it.
  var beginsDeclaration: Bool { beginsMember || beginsType }

  /// Whether conditions that bind names can follow it.
  var beginsConditions: Bool { self == .if || self == .guard || self == .while }

  /// The words by their length and their first and last bytes.
  struct Table: Sendable {
    private struct Row: Sendable {
      var spelling: [UInt8]
      var word: CodeWord
    }

    private var rows: [Row] = []
    /// For each hash the first row and the number of rows.
    private var places = [(start: UInt8, count: UInt8)](repeating: (0, 0), count: Table.size)

    private static let size = 512

    init() {
      let all = CodeWord.allCases.map { Row(spelling: Array($0.rawValue.utf8), word: $0) }.filter { !$0.spelling.isEmpty }
      let sorted = all.map { (Table.hash($0.spelling[...]), $0) }.sorted { $0.0 < $1.0 }
      rows = sorted.map(\.1)
      for (index, entry) in sorted.enumerated() {
        if places[entry.0].count == 0 { places[entry.0].start = UInt8(index) }
        places[entry.0].count += 1
      }
    }

    private static func hash<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Int {
      guard let first = bytes.first, let last = bytes.last else { return 0 }
      return (Int(first) &* 31 ^ Int(last) &* 7 ^ bytes.count &* 73) & (size - 1)
    }

    func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> CodeWord {
      let place = places[Table.hash(bytes)]
      guard place.count > 0 else { return .other }
      for index in Int(place.start)..<Int(place.start + place.count) where rows[index].spelling.elementsEqual(bytes) {
        return rows[index].word
      }
      return .other
    }
  }

  static let table = Table()
}
