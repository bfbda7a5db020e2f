import Foundation

/// A keyed archive, as `NSKeyedArchiver` writes it, whose objects are read without their classes.
struct KeyedArchive {
  /// A value in an archive.
  enum Item {
    case null
    case bool(Bool)
    case int(Int64)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case data(Data)
    case string(String)
    case list([Item])
    /// An object of a class, which `object(_:)` reads.
    case object(Int)
  }

  /// The fields of an archived object.
  struct Object {
    var className: String
    /// The numbers of the fields' values in the property list.
    var fields: [String: Int]
  }

  private let list: BinaryPropertyList
  private let objects: [Int]
  /// The object that was archived.
  let root: Item

  /// Reads the table of an archive.
  ///
  /// - Returns: nil for bytes that are no keyed archive.
  init?(_ bytes: [UInt8]) {
    guard let list = BinaryPropertyList(bytes), let top = KeyedArchive.fields(list, list.top),
      case .string("NSKeyedArchiver")? = top["$archiver"].flatMap({ list.object($0) }),
      case .array(let objects)? = top["$objects"].flatMap({ list.object($0) }),
      let roots = top["$top"].flatMap({ KeyedArchive.fields(list, $0) }),
      let place = roots["root"] ?? roots["$0"] ?? roots.values.min()
    else { return nil }
    self.list = list
    self.objects = objects
    root = KeyedArchive.item(list, objects, place)
  }

  private static func fields(_ list: BinaryPropertyList, _ number: Int) -> [String: Int]? {
    guard case .dictionary(let pairs)? = list.object(number) else { return nil }
    var result: [String: Int] = [:]
    for pair in pairs {
      if case .string(let key)? = list.object(pair.key) { result[key] = pair.value }
    }
    return result
  }

  /// - Parameter isElement: Whether the value is an element of a list, which holds no lists itself: archives have an
  ///   object for each. A hostile one could hold itself.
  private static func item(
    _ list: BinaryPropertyList, _ objects: [Int], _ number: Int, isElement: Bool = false
  ) -> Item {
    var number = number
    var isReference = false
    if case .uid(let id)? = list.object(number) {
      guard objects.indices.contains(id) else { return .null }
      if id == 0 { return .null }
      (number, isReference) = (objects[id], true)
    }
    switch list.object(number) {
    case .null?, nil, .uid?: return .null
    case .bool(let truth)?: return .bool(truth)
    case .int(let value)?: return .int(value)
    case .real(let value)?: return .real(value)
    case .date(let value)?: return .date(value)
    case .data(let value)?: return .data(value)
    case .string("$null")? where isReference: return .null
    case .string(let text)?: return .string(text)
    case .array(let elements)?:
      return isElement ? .null : .list(elements.map { item(list, objects, $0, isElement: true) })
    case .dictionary?: return .object(number)
    }
  }

  /// An object of the archive; nil for a number that is none.
  func object(_ number: Int) -> Object? {
    guard var fields = KeyedArchive.fields(list, number) else { return nil }
    var name = ""
    if let place = fields.removeValue(forKey: "$class"), case .object(let described) = KeyedArchive.item(list, objects, place),
      let description = KeyedArchive.fields(list, described), let key = description["$classname"],
      case .string(let text)? = list.object(key)
    {
      name = text
    }
    return Object(className: name, fields: fields)
  }

  /// The objects whose class has a name of a certain form, with their numbers.
  func objects(_ isWanted: (String) -> Bool) -> [(number: Int, object: Object)] {
    objects.compactMap { number in
      guard let object = object(number), isWanted(object.className) else { return nil }
      return (number, object)
    }
  }

  /// The value of a field; `.null` for one that is not there.
  func value(_ object: Object, _ field: String) -> Item {
    object.fields[field].map { KeyedArchive.item(list, objects, $0) } ?? .null
  }

  /// The object in a field; nil for other values.
  func object(_ object: Object, _ field: String) -> Object? {
    guard case .object(let number) = value(object, field) else { return nil }
    return self.object(number)
  }

  /// The object of a value; nil for other values.
  func object(_ item: Item) -> Object? {
    guard case .object(let number) = item else { return nil }
    return object(number)
  }

  /// A text, or a text in an object of a class for texts.
  func text(_ item: Item) -> String? {
    switch item {
    case .string(let text): return text
    case .object(let number):
      guard let object = object(number) else { return nil }
      switch value(object, "NS.string") {
      case .string(let text): return text
      case .null: if case .data(let bytes) = value(object, "NS.bytes") { return String(decoding: bytes, as: UTF8.self) }
      default: break
      }
      return nil
    default: return nil
    }
  }

  /// The elements of an array, a set or an ordered set; nil for other values.
  func elements(_ item: Item) -> [Item]? {
    switch item {
    case .list(let items): return items
    case .object(let number):
      guard let object = object(number), object.fields["NS.keys"] == nil else { return nil }
      if case .list(let items) = value(object, "NS.objects") { return items }
      // Old archives of sets and ordered sets number their elements.
      var found: [Item] = []
      while found.count < 1 << 20, object.fields["NS.object.\(found.count)"] != nil {
        found.append(value(object, "NS.object.\(found.count)"))
      }
      return found.isEmpty ? nil : found
    default: return nil
    }
  }

  /// The pairs of a dictionary; nil for other values. In an `NSKnownKeysDictionary1` the keys are in an object of their
  /// own.
  func pairs(_ item: Item) -> [(key: Item, value: Item)]? {
    guard let object = object(item) else { return nil }
    if object.className.hasPrefix("NSKnownKeys") {
      guard let keys = list(in: object, named: "keys", depth: 2), let values = list(in: object, named: "values", depth: 1)
      else { return nil }
      return zip(keys, values).compactMap { key, value in
        if case .null = value { return nil }
        return (key: key, value: value)
      }
    }
    guard case .list(let keys) = value(object, "NS.keys"), case .list(let values) = value(object, "NS.objects") else {
      return nil
    }
    return zip(keys, values).map { (key: $0, value: $1) }
  }

  /// The list in the field whose name ends with a word, in an object or in those that it refers to.
  private func list(in object: Object, named word: String, depth: Int) -> [Item]? {
    for field in object.fields.keys.sorted() where field.lowercased().hasSuffix(word) {
      if let found = elements(value(object, field)) { return found }
    }
    guard depth > 1 else { return nil }
    for field in object.fields.keys.sorted() {
      if let inner = self.object(object, field), let found = list(in: inner, named: word, depth: depth - 1) { return found }
    }
    return nil
  }

  /// A dictionary with texts as keys; empty for other values.
  func dictionary(_ item: Item) -> [String: Item] {
    var result: [String: Item] = [:]
    for pair in pairs(item) ?? [] {
      if let key = text(pair.key) { result[key] = pair.value }
    }
    return result
  }
}
