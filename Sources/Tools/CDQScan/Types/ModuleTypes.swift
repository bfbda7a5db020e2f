import CDQSyntax

/// The types, constants and functions that the files of an app declare.
package struct ModuleTypes: Sendable {
  private var types: [String: DeclaredType] = [:]
  /// Names that several declarations have, so that a use does not say which is meant.
  private var ambiguous: Set<String> = []
  private var global = DeclaredType(name: "", kind: .other)
  private var repeated: Set<String> = []
  private var aliases: [String: TypeName] = [:]
  private var integers: Set<String> = []
  private var generics: Set<String> = []
  /// Functions that pass a format or a predicate on, by name.
  private(set) var helpers: [String: [FormatHelper]] = [:]
  private(set) var takers: [String: [PredicateTaker]] = [:]
  /// The entities of the requests that take the predicate of a function or property.
  private(set) var given: [PredicateGiver: Set<String>] = [:]

  package init() {}

  /// Whether a file may declare what an argument of a predicate uses: a quick search.
  package static func mayDeclare(_ bytes: [UInt8]) -> Bool { marks.isIn(bytes) }

  private static let marks = ByteSearch([
    "class ", "struct ", "enum ", "extension ", "protocol ", "actor ", "let ", "func ", "@interface", "@dynamic", "NS_ENUM",
    "NS_OPTIONS",
    "#define", "const ",
  ])

  /// The declarations of a file.
  package static func declarations(_ file: CodeFile) -> FileDeclarations {
    var found = DeclarationReader(file).found
    if found.mayPass { PassingFunctions(file).add(to: &found) }
    return found
  }

  /// Joins the declarations of all files.
  package init(_ files: [FileDeclarations]) {
    var declared: Set<String> = []
    for file in files {
      for (name, type) in file.aliases { aliases[name] = aliases[name].map { $0 == type ? type : .unknown } ?? type }
      integers.formUnion(file.integers)
      generics.formUnion(file.generics)
      add(file.global)
      for helper in file.helpers { helpers[helper.name, default: []].append(helper) }
      for taker in file.takers { takers[taker.name, default: []].append(taker) }
      for type in file.types {
        if type.kind != .addition, !declared.insert(type.name).inserted { ambiguous.insert(type.name) }
        if types[type.name] == nil {
          types[type.name] = type
        } else {
          merge(type)
        }
      }
    }
  }

  private mutating func merge(_ type: DeclaredType) {
    guard var whole = types.removeValue(forKey: type.name) else { return }
    if whole.kind == .addition { whole.kind = type.kind }
    // The inheritance of the declaration comes first.
    whole.inherited = type.kind == .addition ? whole.inherited + type.inherited : type.inherited + whole.inherited
    for (name, member) in type.members {
      whole.members[name] = whole.members[name].map { $0 == member ? member : .unknown } ?? member
    }
    for (name, result) in type.results { whole.add(result: result, of: name) }
    whole.overloaded.formUnion(type.overloaded)
    whole.texts.merge(type.texts) { first, _ in first }
    whole.cases.formUnion(type.cases)
    whole.managed.formUnion(type.managed)
    types[type.name] = whole
  }

  private mutating func add(_ other: DeclaredType) {
    for (name, text) in other.texts where global.texts.updateValue(text, forKey: name) ?? text != text { repeated.insert(name) }
    for (name, type) in other.members {
      global.members[name] = global.members[name].map { $0 == type ? type : .unknown } ?? type
    }
    for (name, type) in other.results { global.add(result: type, of: name) }
    global.overloaded.formUnion(other.overloaded)
  }

  /// The functions and properties whose value is a predicate, by name, without those that share their name with another
  /// one: which of them a use calls is not known.
  var givers: [String: [PredicateGiver]] {
    var result: [String: [PredicateGiver]] = [:]
    for (owner, type) in types.map({ (Optional($0.key), $0.value) }) + [(nil, global)]
    where owner.map({ !ambiguous.contains($0) }) ?? true {
      for (name, value) in Array(type.results) + Array(type.members)
      where value.name == "NSPredicate" && !type.overloaded.contains(name) {
        result[name, default: []].append(PredicateGiver(name: name, owner: owner))
      }
    }
    return result
  }

  /// Takes over what files say of the predicates that functions of other files give.
  package mutating func add(_ uses: [PredicateUses]) {
    for use in uses { given.merge(use.entities) { $0.union($1) } }
  }

  /// The declaration with a name; nil when there is none, or several.
  func type(_ name: String) -> DeclaredType? { ambiguous.contains(name) ? nil : types[name] }

  /// The type that a name stands for, with `typealias` resolved; unknown where a name may be one or the other.
  func resolved(_ type: TypeName) -> TypeName {
    var current = type
    var count = 0
    while let next = aliases[current.name], count < 8 {
      if types[current.name] != nil { return .unknown }
      current = TypeName(next.name, isOptional: current.isOptional || next.isOptional)
      count += 1
    }
    return current
  }

  /// The type of a property of a type or of what it inherits from; unknown when no declaration shows it.
  func member(_ name: String, of type: String) -> TypeName { look(type) { $0.members[name] } }

  func result(of name: String, in type: String) -> TypeName { look(type) { $0.results[name] } }

  func globalMember(_ name: String) -> TypeName { global.members[name] ?? .unknown }

  func globalResult(_ name: String) -> TypeName { global.results[name] ?? .unknown }

  private func look(_ name: String, _ body: (DeclaredType) -> TypeName?) -> TypeName {
    var current: String? = name
    var count = 0
    while let type = current.flatMap({ self.type($0) }), count < 8 {
      if let found = body(type) { return found }
      current = type.inherited.first
      count += 1
    }
    return .unknown
  }

  /// Whether a type is, inherits from or conforms to another one, as far as the sources show it.
  func isType(_ name: String, _ other: String) -> Bool {
    var rest = [name]
    var seen: Set<String> = []
    while let next = rest.popLast(), seen.count < 32 {
      if next == other { return true }
      if seen.insert(next).inserted { rest += type(next)?.inherited ?? [] }
    }
    return false
  }

  /// The text of a constant: of a type, or global for nil; nil when it is not known without doubt.
  func text(_ name: String, of owner: String?) -> String? {
    guard let owner else { return repeated.contains(name) ? nil : global.texts[name] }
    guard let type = type(owner), !type.cases.contains(name) else { return nil }
    return type.texts[name]
  }

  /// The raw value of a case as a text.
  func rawText(_ name: String, of owner: String) -> String? {
    guard let type = type(owner), type.cases.contains(name), type.members["rawValue"] == nil else { return nil }
    return type.texts[name]
  }

  /// The type of the raw values of an enum; unknown without one.
  func rawType(of name: String) -> TypeName {
    guard let type = type(name), type.kind == .enumeration else { return .unknown }
    if let own = type.members["rawValue"] { return own }
    return type.inherited.first.map { TypeName($0) } ?? .unknown
  }

  /// Whether a class or an implementation in the sources has a property that the store gives or may give.
  func isManaged(_ property: String, of name: String) -> Bool {
    var current: String? = name
    var count = 0
    while let type = current.flatMap({ types[$0] }), count < 8 {
      if type.managed.contains(property) { return true }
      current = type.inherited.first
      count += 1
    }
    return false
  }

  /// Whether some declaration has a generic parameter of a name, so that the name need not be a type.
  func isGeneric(_ name: String) -> Bool { generics.contains(name) }

  func isInteger(_ name: String) -> Bool { integers.contains(name) }
}
