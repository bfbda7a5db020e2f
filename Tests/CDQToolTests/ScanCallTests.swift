import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// The calls that `cdq scan --to-cdq` writes beside the queries: their arguments are values of Swift with the types of the
/// parameters.
@Suite struct ScanCallTests {
  /// A condition with its argument in the source, and the argument of the call.
  static let arguments: [(condition: String, argument: String, call: String)] = [
    ("name == %@", "name", "name: name"),
    ("name == %@", "name as NSString", "name: name"),
    ("name == %@", "(name as CVarArg)", "name: name"),
    ("name == %@", #""*\(name)*""#, #"value: "*\(name)*""#),
    ("name == %@", "maybe!", "maybe: maybe!"),
    ("name == %@", "elsewhere(name)", "name: /* String, here elsewhere(name) */"),
    ("name IN %@", "names", "names: names"),
    ("name IN %@", "set", "set: Array(set)"),
    ("name IN %@", #"["a", name as NSString]"#, #"values: /* [String], here ["a", name as NSString] */"#),
    ("isOpen == %@", "NSNumber(value: flag)", "flag: flag"),
    ("isOpen == %@", "flag as NSNumber", "flag: flag"),
    ("isOpen == %d", "flag", "flag: flag"),
    ("isOpen == %@", "NSNumber(value: true)", "value: true"),
    ("founded < %@", "when as NSDate", "when: when"),
    ("founded < %@", "old", "old: old as Date"),
    ("founded < %@", "Date() as CVarArg", "date: Date()"),
    ("rank > %d", "count", "count: Int32(count)"),
    ("rank > %@", "NSNumber(value: count)", "count: Int32(count)"),
    ("rank > %d", "count + 1", "count: Int32(count + 1)"),
    ("rank > %d", "small", "small: small"),
    ("rank > %d", "5", "value: 5"),
    ("rank IN %@", "[1, 2]", "value: [1, 2]"),
    ("rank IN %@", "numbers", "numbers: numbers.map { Int32($0) }"),
    ("mayor == %@", "person", "person: person"),
  ]

  @Test(arguments: arguments.indices) func argumentsHaveTheTypesOfParameters(_ index: Int) throws {
    let (condition, argument, call) = Self.arguments[index]
    let folder = try TestFolder([
      "Town.cdq": """
      entity Town { name: String  rank: Int32  isOpen: Bool  founded: Date  mayor: Person? inverse towns }
      entity Person { towns: [Town] inverse mayor }
      """,
      "App.swift": """
      func find(
        name: String, maybe: String?, names: [String], set: Set<String>, flag: Bool, when: Date, old: NSDate, count: Int,
        small: Int32, numbers: [Int], person: Person
      ) {
        let request = Town.fetchRequest()
        request.predicate = NSPredicate(format: "\(condition)", \(argument))
      }
      """,
    ])
    _ = ToolRun("scan DIR/App.swift --schema DIR/Town.cdq --to-cdq DIR/Queries", in: folder)
    let text = try folder.text("Queries/TownQueries.cdq")
    #expect(text.contains("Request(\(call))\n"), "\(text)")
    #expect(ToolRun("check DIR/Queries", in: folder).errors == "1 query checked: no errors\n")
  }
}
