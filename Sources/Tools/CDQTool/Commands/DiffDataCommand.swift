import CDQConnections
import CDQDatabase
import CDQIR
import CDQResults
import CDQRuntime
import CDQTerminal

/// `cdq diff-data A B`: the objects that differ between two Core Data stores.
enum DiffDataCommand: Command {
  static let name = "diff-data"
  static let summary = "list the objects that differ between two Core Data stores"
  static let usage = ["OLD NEW [--key ATTRIBUTE] [--schema S]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value(
      "key", letter: "k", "ATTRIBUTE",
      "the attribute that identifies objects, where an entity has it (default: their number)"),
    .value("entity", letter: "e", "E", "only this entity"),
  ]
  static let notes = [
    "The exit code is 1 when something differs. Values of both stores are compared by the names of the properties.",
    "Of two objects with the same key, the one with the higher number counts.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let paths = context.arguments.positionals
    guard paths.count == 2 else {
      throw .usage("'cdq diff-data' needs two stores", help: ["cdq diff-data old.sqlite new.sqlite"])
    }
    let (old, new) = (try context.coreDataStore(paths[0]), try context.coreDataStore(paths[1]))
    for remark in old.remarks { context.summary("\(paths[0]): \(remark)") }
    for remark in new.remarks { context.summary("\(paths[1]): \(remark)") }
    let difference = DataDifference(
      old: AppleStoreObjects(old), new: AppleStoreObjects(new), key: context.arguments["key"])
    let names = difference.entities.filter { context.arguments["entity"] == nil || context.arguments["entity"] == $0 }
    if names.isEmpty, let entity = context.arguments["entity"] {
      throw .usage("neither store has an entity '\(entity)'")
    }
    var totals = DataDifference.Totals()
    for name in names {
      do throws(DatabaseError) {
        try difference.forEach(of: name, &totals) { context.console.print($0) }
      } catch {
        throw Failure(error, .sqlite(path: paths[0]))
      }
    }
    guard totals.isDifferent else {
      context.summary("the objects are the same")
      return .clean
    }
    context.summary(
      "\(totals.changed) changed, \(totals.removed) only in '\(paths[0])', \(totals.added) only in '\(paths[1])'")
    return .findings
  }
}

/// The comparison of the objects of two stores.
struct DataDifference {
  struct Totals {
    var changed = 0
    var removed = 0
    var added = 0
    var isDifferent: Bool { changed + removed + added > 0 }
  }

  let old: AppleStoreObjects
  let new: AppleStoreObjects
  /// The attribute that identifies objects; nil for their number.
  let key: String?

  /// The entities of both stores.
  var entities: [String] {
    let names = old.entities.map(\.name)
    return names + new.entities.map(\.name).filter { !names.contains($0) }
  }

  /// Gives a line for each object that differs to a closure.
  func forEach(of entity: String, _ totals: inout Totals, _ body: (String) -> Void) throws(DatabaseError) {
    var before: [String: AppleStoreObjects.Object] = [:]
    var order: [String] = []
    if old.entities.contains(where: { $0.name == entity }) {
      try old.forEach(of: entity) { object throws(DatabaseError) in
        let identity = identity(object)
        if before.updateValue(object, forKey: identity) == nil { order.append(identity) }
        return true
      }
    }
    if new.entities.contains(where: { $0.name == entity }) {
      try new.forEach(of: entity) { object throws(DatabaseError) in
        let identity = identity(object)
        guard let other = before.removeValue(forKey: identity) else {
          totals.added += 1
          body("+ \(entity) \(identity): \(text(object))")
          return true
        }
        let changes = changes(other, object)
        if !changes.isEmpty {
          totals.changed += 1
          body("~ \(entity) \(identity): \(changes.joined(separator: ", "))")
        }
        return true
      }
    }
    for identity in order {
      guard let object = before[identity] else { continue }
      totals.removed += 1
      body("- \(entity) \(identity): \(text(object))")
    }
  }

  private func identity(_ object: AppleStoreObjects.Object) -> String {
    guard let key, let value = object.values.first(where: { $0.name == key })?.value, !value.isNull else {
      return String(object.number)
    }
    return DataDifference.short(value)
  }

  private func text(_ object: AppleStoreObjects.Object) -> String {
    object.values.filter { !$0.value.isNull }.prefix(4).map { "\($0.name) \(DataDifference.short($0.value))" }
      .joined(separator: ", ")
  }

  private func changes(_ one: AppleStoreObjects.Object, _ two: AppleStoreObjects.Object) -> [String] {
    var result: [String] = []
    for (name, value) in one.values {
      guard let other = two.values.first(where: { $0.name == name })?.value, other != value else { continue }
      result.append("\(name) \(DataDifference.short(value)) → \(DataDifference.short(other))")
    }
    return result
  }

  /// A value in at most a few words.
  private static func short(_ value: Value) -> String {
    let text = ValueText.json(value, .null)
    return text.count > 60 ? text.prefix(57) + "…" : text
  }
}
