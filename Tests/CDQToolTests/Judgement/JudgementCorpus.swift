import Testing

/// Targets of packages, right and wrong, with the findings that each tool must report for them.
struct JudgedTarget: Sendable, CustomTestStringConvertible {
  /// The name of the target, and of its folder in `Sources`.
  var name: String
  /// The files, by their paths below the folder of the target.
  var files: [String: String]
  /// The codes of the findings, sorted.
  var codes: [String]
  /// The targets on which it depends.
  var dependencies: [String] = []
  var testDescription: String { name }

  init(_ name: String, _ codes: [String] = [], settings: String? = nil, _ queries: String, _ more: [String: String] = [:]) {
    self.name = name
    self.codes = codes
    files = ["App.cdq": JudgedTarget.schema + queries + "\n", "App.swift": "\n"].merging(more) { $1 }
    if let settings { files["cdq.json"] = settings }
  }

  func depending(on names: String...) -> JudgedTarget {
    var result = self
    result.dependencies = names
    return result
  }

  /// Without the schema, which is that of another file.
  func without(_ file: String) -> JudgedTarget {
    var result = self
    result.files[file] = nil
    return result
  }

  static let schema = """
    entity City { id: Int64 @unique  name: String  population: Int64?  placed: Date?  country: Country? inverse cities }
    entity Country { code: String @unique  name: String  cities: [City] inverse country  alliance: Alliance? inverse members }
    entity Alliance { name: String @unique  members: [Country] inverse alliance }

    """

  static let mapping = """
    {"version": 1, "entities": {
      "City": {"table": {"name": "cities"}, "key": ["id"], "order": ["id"],
        "attributes": {"id": {"column": "id"}, "name": {"column": "name"}, "population": {"column": "people"}},
        "relationships": {"country": {"foreignKey": {"columns": ["country_code"]}}}},
      "Country": {"table": {"name": "countries"}, "key": ["code"], "order": ["code"],
        "attributes": {"code": {"column": "code"}, "name": {"column": "name"}},
        "relationships": {"cities": {"inverse": {"columns": ["country_code"]}}}}
    }}

    """

  static let model = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    <entity name="Town"><attribute name="name" attributeType="String"/></entity>
    </model>

    """

  private static let simple = "query named = City where name == $name sort name"
  private static let older = "query older = City where placed < now() - days(3) sort id"
  private static let medians = "query medians = City group by name select name, avg(population) as mean"
  private static let inNATO = "query inNATO = City where country.alliance.name == \"NATO\" sort name"
  private static let local = "query local = City where name IN[l] {\"a\"}"
  private static let years = "query ofYear = City where year(placed) == $year sort name"
  private static let purge = "query purge = delete City where id == $id"
  private static let mixed = "query mixed = City where name == \"a\" AND id == 1 OR population == 2"

  static let all: [JudgedTarget] = [
    .init("Plain", [], simple),
    .init("Memory", settings: "{\"backend\": \"memory\"} // the default\n", simple + "\n" + medians + "\n" + years),
    .init("Closure", settings: "{\"backend\": \"closure\"}", simple),
    .init("ClosureRefuses", ["backend-closure"], settings: "{\"backend\": \"closure\"}", simple + "\n" + local),
    .init("CoreData", settings: "{\"backend\": \"coredata\", \"imports\": [\"Foundation\"]}", simple),
    .init("CoreDataRefuses", ["backend-coredata"], settings: "{\"backend\": \"coredata\"}", years),
    .init("SwiftData", settings: "{\"backend\": \"swiftdata\", \"deployment\": \"iOS 27\"}", inNATO),
    .init("SwiftDataOld", ["backend-swiftdata"], settings: "{\"backend\": \"swiftdata\", \"deployment\": \"iOS 18\"}", inNATO),
    .init("SwiftDataDefault", ["backend-swiftdata"], settings: "{\"backend\": \"swiftdata\"}", inNATO),
    .init("SwiftDataRefuses", ["backend-swiftdata"], settings: "{\"backend\": \"swiftdata\"}", years),
    .init("SQLite", settings: "{\"backend\": \"sql\"}", older),
    .init("Postgres", settings: "{\"backend\": \"sql\", \"dialect\": \"postgres\"}", simple),
    .init("PostgresRefuses", ["backend-sql"], settings: "{\"backend\": \"sql\", \"dialect\": \"postgres\"}", simple + "\n" + older),
    .init("Data", settings: "{\"backend\": \"ir\"}", simple + "\n" + medians),
    .init("WrongBackEnd", ["invalid-config"], settings: "{\"backend\": \"memori\"}", simple),
    .init("WrongKey", ["invalid-config"], settings: "{\n  \"backEnd\": \"sql\"\n}", older),
    .init("TwoMistakes", ["invalid-config", "invalid-config"], settings: "{\"dialect\": \"oracle\", \"writes\": 1}", simple),
    .init("NoJSON", ["invalid-config"], settings: "{\"backend\": }", simple),
    .init("WrongRelease", ["invalid-config"], settings: "{\"deployment\": \"BeOS 5\"}", simple),
    .init("WrongModule", ["invalid-config"], settings: "{\"imports\": [\"3D\"]}", simple),
    .init("WrongSettingsAndQuery", ["invalid-config", "unknown-property"], settings: "{\"backend\": 1}", "query q = City where nmae == 1"),
    .init("Mapped", settings: "{\"backend\": \"sql\", \"mapping\": \"T.mapping.json\"}", simple, ["T.mapping.json": mapping]),
    .init("MissingMapping", ["invalid-config"], settings: "{\"backend\": \"sql\", \"mapping\": \"T.mapping.json\"}", simple),
    .init(
      "BrokenMapping", ["invalid-config"], settings: "{\"backend\": \"sql\", \"mapping\": \"T.mapping.json\"}", simple,
      ["T.mapping.json": "{\"version\": 1}"]),
    .init(
      "MappingLacksColumn", ["backend-sql", "backend-sql"], settings: "{\"backend\": \"sql\", \"mapping\": \"T.mapping.json\"}", simple,
      ["T.mapping.json": mapping.replacing("\"name\": {\"column\": \"name\"}, ", with: "")]),
    .init(
      "MappingUnused", settings: "{\"backend\": \"memory\", \"mapping\": \"T.mapping.json\"}", simple,
      ["T.mapping.json": "{\"version\": 1}"]),
    .init(
      "MappedWrites", ["invalid-config"], settings: "{\"backend\": \"sql\", \"mapping\": \"T.mapping.json\", \"writes\": true}", simple,
      ["T.mapping.json": mapping]),
    .init("Deletes", ["backend-sql"], settings: "{\"backend\": \"sql\"}", purge),
    .init("Writes", settings: "{\"backend\": \"sql\", \"writes\": true}", purge),
    .init("Denied", ["mixed-connectives"], settings: "{\"rules\": {\"mixed-connectives\": \"deny\"}}", mixed),
    .init("Warned", ["mixed-connectives"], settings: "{\"rules\": {\"lints\": \"warn\"}}", mixed),
    .init("Allowed", settings: "{\"rules\": {\"lints\": \"warn\"}}", "// cdq:allow mixed-connectives\n" + mixed),
    .init("UnknownRule", ["invalid-config"], settings: "{\"rules\": {\"mixed-conectives\": \"warn\"}}", mixed),
    .init("TypeName", ["generated-name-clash"], "query City = City where name == $name"),
    .init("NestedName", ["generated-name-clash"], "query byName = City sort $by in (name, id)\nquery ByName = City where id > 1 sort $by in (name, id)"),
    .init("ReservedName", ["generated-name-clash"], "entity Foundation { id: Int64 @unique }"),
    .init("ParseErrorToo", ["backend-closure", "expected-value"], settings: "{\"backend\": \"closure\"}", "query q = City where name ==\n" + local),
    .init("CheckErrorToo", ["backend-closure", "unknown-property"], settings: "{\"backend\": \"closure\"}", "query q = City where nmae == 1\n" + local),
    .init("SchemaError", ["unknown-type"], settings: "{\"backend\": \"closure\"}", "entity Town { kind: Kinnd }\n" + local),
    .init("Duplicate", ["duplicate-query"], simple + "\n" + simple),
    .init("Folders", settings: "{\"backend\": \"closure\"}", simple, ["Sub/cdq.json": "{\"backend\": \"swiftdata\"}", "Sub/More.cdq": years]),
    .init(
      "Model", settings: "{\"backend\": \"coredata\"}", "", ["M.xcdatamodeld/M.xcdatamodel/contents": model, "Towns.cdq": "query towns = Town sort name\n"]
    ).without("App.cdq"),
    .init(
      "ModelRefuses", ["backend-coredata"], settings: "{\"backend\": \"coredata\"}", "",
      ["M.xcdatamodeld/M.xcdatamodel/contents": model, "Towns.cdq": "query towns = Town where substring(name, 1, 2) == \"b\"\n"]
    ).without("App.cdq"),
    .init(
      "WrongVersion", ["unknown-entity"], settings: "{\"backend\": \"coredata\", \"modelVersion\": \"M 7\"}", "",
      ["M.xcdatamodeld/M.xcdatamodel/contents": model, "Towns.cdq": "query towns = Town sort name\n"]
    ).without("App.cdq"),
    .init("Depending", ["backend-closure"], settings: "{\"backend\": \"closure\"}", "", ["More.cdq": local]).without("App.cdq")
      .depending(on: "Plain"),
  ]

  /// Targets of a package with settings for all of them in its folder.
  static let shared: [JudgedTarget] = [
    .init("Shared", ["backend-sql"], older),
    .init("Own", settings: "{\"backend\": \"memory\"}", older),
  ]
}
