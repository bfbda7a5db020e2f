package import CDQSyntax

/// A class of SwiftData or Realm as its declaration has it.
package struct ModelClass: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    /// The type without `?`; empty when the declaration has none that is known.
    package var type: String
    package var isOptional: Bool
    package var isTransient: Bool
    package var isUnique: Bool
  }

  package var name: String
  package var parent: String?
  package var isRealm: Bool
  package var members: [Member]
  /// Properties that are computed, so that no store has them.
  package var computed: Set<String>
  /// Whether the declaration has parts that are not read, such as branches of `#if` or macros that add properties.
  package var isPartial = false
  package var file: String
  package var span: SourceSpan
}

/// Reads the classes of SwiftData and Realm in a Swift file.
package struct ModelClassReader {
  private let file: CodeFile
  private var importsRealm = false
  package private(set) var classes: [ModelClass] = []
  /// Computed properties in extensions, by the name of the class.
  package private(set) var extensions: [String: Set<String>] = [:]

  package init(_ file: CodeFile) {
    self.file = file
    guard file.language == .swift else { return }
    importsRealm = file.landmarks.contains {
      file.word($0) == .import && (file.holds($0 + 1, "RealmSwift") || file.holds($0 + 1, "Realm"))
    }
    for index in file.landmarks {
      switch file.word(index) {
      case .class:
        if file.isWord(index + 1), file.word(index + 1) != .func, file.word(index + 1) != .var { readClass(index) }
      case .extension: if file.isWord(index + 1) { readExtension(index) }
      default: break
      }
    }
  }

  private mutating func readClass(_ index: Int) {
    let isModel = hasAttribute("@Model", before: index)
    guard isModel || importsRealm else { return }
    let name = file.text(index + 1)
    var next = index + 2
    var parents: [String] = []
    while next < file.tokens.count, next < index + 40, file.byte(next) != UInt8(ascii: "{") {
      if file.isWord(next), file.holds(next - 1, ":") || file.holds(next - 1, ",") { parents.append(file.text(next)) }
      next = file.after(next)
    }
    guard file.byte(next) == UInt8(ascii: "{"), file.kind(next) == .open else { return }
    let body = file.inside(next)
    let isRealm =
      parents.contains("Object") || parents.contains("EmbeddedObject") || body.contains { file.holds($0, "@Persisted") }
    guard isModel || isRealm else { return }
    var result = ModelClass(
      name: name, parent: parents.first, isRealm: !isModel, members: [], computed: [],
      file: file.source.name,
      span: file.span((index + 1)..<(index + 2)))
    var index = body.lowerBound
    while index < body.upperBound {
      if file.holds(index, "var") || (isRealm && file.holds(index, "let")), file.isWord(index + 1),
        file.parent(index) == next
      {
        readMember(index, next, &result)
      } else if file.kind(index) == .hash, file.parent(index) == next {
        result.isPartial = true
      }
      index = file.after(index)
    }
    classes.append(result)
  }

  /// Whether an attribute stands before a declaration, among other attributes and modifiers.
  private func hasAttribute(_ name: String, before index: Int) -> Bool {
    attributes(before: index).contains(name)
  }

  private func attributes(before index: Int) -> [String] {
    var result: [String] = []
    var next = index - 1
    while next >= 0, index - next < 60 {
      switch file.kind(next) {
      case .at: result.append(file.text(next))
      case .close where file.byte(next) == UInt8(ascii: ")"):
        guard let open = file.partner(next) else { return result }
        result += [file.text(of: open..<(next + 1))]
        next = open
      case .word
      where [
        "final", "public", "open", "private", "internal", "fileprivate", "package", "objc", "dynamic", "static", "lazy",
        "nonisolated", "override", "class", "weak",
      ].contains(file.text(next)):
        result.append(file.text(next))
      default: return result
      }
      next -= 1
    }
    return result
  }

  /// Types that Realm stores without a mark at the property.
  private static let managed = [
    "List<", "MutableSet<", "Map<", "LinkingObjects", "RealmOptional", "RealmProperty", "RLMArray", "RLMSet",
    "RLMDictionary", "RLMLinkingObjects",
  ]

  /// Modules that sources name before a type.
  private static let modules: Set<String> = ["RealmSwift", "Swift", "Foundation"]

  private mutating func readMember(_ index: Int, _ body: Int, _ result: inout ModelClass) {
    let name = file.text(index + 1)
    let attributes = attributes(before: index)
    if attributes.contains("static") || attributes.contains("class") { return }
    var next = index + 2
    var type = TypeName.unknown
    if file.holds(next, ":") {
      // `RealmSwift.List<Town>`, which files that import SwiftUI write.
      let isQualified = file.holds(next + 2, ".") && ModelClassReader.modules.contains(file.text(next + 1))
      (type, next) = file.typeName(at: next + (isQualified ? 3 : 1))
    }
    // `var a = 1, b = 2` declares more than is read.
    if !isEnd(ConstantTable.statementEnd(file, next)) { result.isPartial = true }
    var isComputed = false
    if file.byte(next) == UInt8(ascii: "{"), file.kind(next) == .open {
      isComputed = !file.holds(next + 1, "didSet") && !file.holds(next + 1, "willSet")
    } else if file.holds(next, "="), type.name.isEmpty {
      type = file.literalType(at: next + 1)
    }
    if isComputed || attributes.contains("lazy") {
      result.computed.insert(name)
      return
    }
    // Realm stores what is marked, and its own types of values.
    let isMarked = attributes.contains("@Persisted") || attributes.contains("dynamic")
    if result.isRealm, !isMarked, !ModelClassReader.managed.contains(where: type.name.hasPrefix) {
      // The type of a value may be one that is managed.
      if type.name.isEmpty { result.isPartial = true }
      result.computed.insert(name)
      return
    }
    let isTransient = attributes.contains("@Transient") || attributes.contains { $0.contains(".ephemeral") }
    result.members.append(
      ModelClass.Member(
        name: name, type: type.name, isOptional: type.isOptional, isTransient: isTransient,
        isUnique: attributes.contains { $0.contains(".unique") }))
  }

  /// Whether a declaration of one property ends at a token, and not at the comma before another.
  private func isEnd(_ index: Int) -> Bool {
    !file.holds(index, ",") || !file.isWord(index + 1) || !(file.holds(index + 2, "=") || file.holds(index + 2, ":"))
  }

  private mutating func readExtension(_ index: Int) {
    var next = index + 2
    while next < file.tokens.count, next < index + 40, file.byte(next) != UInt8(ascii: "{") { next = file.after(next) }
    guard file.kind(next) == .open else { return }
    var index2 = next + 1
    let end = file.inside(next).upperBound
    var names: Set<String> = []
    while index2 < end {
      if file.holds(index2, "var"), file.isWord(index2 + 1) { names.insert(file.text(index2 + 1)) }
      index2 = file.after(index2)
    }
    if !names.isEmpty { extensions[file.text(index + 1), default: []].formUnion(names) }
  }
}
