/// A part of a schema that can have another name in another version.
package protocol Renamable {
  var name: String { get }
  var renamedFrom: String? { get }
}

extension Entity: Renamable {}

extension Property: Renamable {
  package var renamedFrom: String? {
    switch self {
    case .attribute(let attribute): attribute.renamedFrom
    case .relationship(let relationship): relationship.renamedFrom
    }
  }
}

/// A matching of the parts of two versions of a schema.
///
/// Core Data matches parts by their canonical name: the renaming identifier, or else the name. An identifier usually
/// stays in the model for good, so parts with the same name and the same identifier are matched first.
package struct NameMatching {
  /// Indexes of the same part in the old and the new list, in the order of the new one.
  package private(set) var pairs: [(old: Int, new: Int)] = []
  /// Indexes of old parts without a counterpart.
  package private(set) var removed: [Int] = []
  /// Indexes of new parts without a counterpart.
  package private(set) var added: [Int] = []

  package init(_ old: [some Renamable], _ new: [some Renamable]) {
    var partner = [Int?](repeating: nil, count: new.count)
    var isFree = [Bool](repeating: true, count: old.count)
    let byName = NameMatching.positions(old) { $0.name }
    let byCanonical = NameMatching.positions(old) { $0.renamedFrom ?? $0.name }

    func match(_ find: (_ new: Int) -> Int?) {
      for index in new.indices where partner[index] == nil {
        guard let found = find(index), isFree[found] else { continue }
        partner[index] = found
        isFree[found] = false
      }
    }
    match { index in
      guard let identifier = new[index].renamedFrom, let found = byName[new[index].name] else { return nil }
      return old[found].renamedFrom == identifier ? found : nil
    }
    match { index in new[index].renamedFrom.flatMap { byName[$0] } }
    match { index in byName[new[index].name] }
    match { index in byCanonical[new[index].renamedFrom ?? new[index].name] }

    for index in new.indices {
      if let found = partner[index] { pairs.append((found, index)) } else { added.append(index) }
    }
    removed = old.indices.filter { isFree[$0] }
  }

  private static func positions<Part: Renamable>(_ parts: [Part], by key: (Part) -> String) -> [String: Int] {
    Dictionary(parts.enumerated().map { (key($1), $0) }, uniquingKeysWith: { first, _ in first })
  }
}
