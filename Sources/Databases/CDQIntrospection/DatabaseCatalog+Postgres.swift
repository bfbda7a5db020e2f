import CDQConnections
import CDQDatabase
import CDQIR
import CDQSQL
import Foundation

extension DatabaseCatalog {
  /// Reads the tables and views of a database of PostgreSQL, in all schemas but those of the system.
  init(postgres connection: any DatabaseConnection) throws(DatabaseError) {
    self.init()
    let types = try PostgresTypes(connection)
    enumerations = types.enumerations
    for row in try connection.rows(
      """
      SELECT c.oid, n.nspname, c.relname, c.relkind, obj_description(c.oid, 'pg_class'), pg_table_is_visible(c.oid)
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
        AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
        AND has_table_privilege(c.oid, 'SELECT') AND has_schema_privilege(n.oid, 'USAGE')
        AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')
      ORDER BY NOT pg_table_is_visible(c.oid), n.nspname <> 'public', n.nspname, c.relname
      """)
    {
      guard let id = row[0].textForm, let name = row[2].textForm else { continue }
      var table = CatalogTable(name: TableName(schema: row[1].textForm, name))
      table.documentation = row[4].textForm
      table.isVisible = row[5].textForm == "t"
      try DatabaseCatalog.addColumns(to: &table, id, types, connection)
      try DatabaseCatalog.addKeys(to: &table, id, connection)
      let isTable = ["r", "p"].contains(row[3].textForm)
      if table.primaryKey.isEmpty, let key = table.uniqueKeys.first(where: { names in
        names.allSatisfy { name in table.columns.contains { $0.name == name && !$0.isOptional } }
      }) {
        table.primaryKey = key
        table.uniqueKeys.removeAll { $0 == key }
      }
      if table.primaryKey.isEmpty, isTable, row[3].textForm == "r" { table.rowNumber = "ctid" }
      if !table.columns.isEmpty { tables.append(table) }
    }
  }

  private static func addColumns(
    to table: inout CatalogTable, _ id: String, _ types: PostgresTypes, _ connection: any DatabaseConnection
  ) throws(DatabaseError) {
    for row in try connection.rows(
      """
      SELECT a.attname, a.atttypid, a.attnotnull, pg_get_expr(d.adbin, d.adrelid), col_description(a.attrelid, a.attnum),
        format_type(a.atttypid, a.atttypmod), a.attgenerated
      FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
      """, [.text(id)])
    {
      guard let name = row[0].textForm, let typeID = row[1].textForm else { continue }
      let (type, encoding) = types.type(typeID)
      var value = Value.null
      if row[6].textForm?.isEmpty ?? true, let text = row[3].textForm, let type, type.enumerationName == nil {
        // `'new'::text` is the literal in front of its type.
        value = SQLiteTypes.literal(text.range(of: "::").map { String(text[..<$0.lowerBound]) } ?? text, type)
      }
      table.columns.append(
        CatalogColumn(
          name: name, type: type, encoding: encoding, isOptional: row[2].textForm != "t", defaultValue: value,
          documentation: row[4].textForm, spelledType: row[5].textForm ?? "", family: types.family(typeID),
          ownType: types.ownType(typeID)))
    }
  }

  private static func addKeys(
    to table: inout CatalogTable, _ id: String, _ connection: any DatabaseConnection
  ) throws(DatabaseError) {
    // The columns of an index, in order; an expression has no name, and a partial index is no key. An index of another kind
    // than a B-tree has no order.
    for row in try connection.rows(
      """
      SELECT i.indisprimary, i.indisunique, i.indpred IS NULL AND i.indexprs IS NULL,
        to_json(ARRAY(SELECT a.attname FROM unnest(i.indkey::int[]) WITH ORDINALITY AS k(number, place)
          JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.number
          WHERE k.place <= i.indnkeyatts ORDER BY k.place))
      FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_am AS m ON m.oid = c.relam
      WHERE i.indrelid = $1::oid AND i.indisvalid AND m.amname = 'btree' ORDER BY i.indexrelid
      """, [.text(id)])
    {
      let names = list(row[3])
      guard row[2].textForm == "t", !names.isEmpty else { continue }
      if row[0].textForm == "t" {
        table.primaryKey = names
      } else if row[1].textForm == "t" {
        table.uniqueKeys.append(names)
      } else if !table.indexes.contains(names) {
        // Several of one list differ in their operator classes.
        table.indexes.append(names)
      }
    }
    for row in try connection.rows(
      """
      SELECT n.nspname, t.relname, c.confdeltype,
        to_json(ARRAY(SELECT a.attname FROM unnest(c.conkey) WITH ORDINALITY AS k(number, place)
          JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = k.number ORDER BY k.place)),
        to_json(ARRAY(SELECT a.attname FROM unnest(c.confkey) WITH ORDINALITY AS k(number, place)
          JOIN pg_attribute AS a ON a.attrelid = c.confrelid AND a.attnum = k.number ORDER BY k.place))
      FROM pg_constraint AS c JOIN pg_class AS t ON t.oid = c.confrelid JOIN pg_namespace AS n ON n.oid = t.relnamespace
      WHERE c.conrelid = $1::oid AND c.contype = 'f' AND c.conparentid = 0 ORDER BY c.conname
      """, [.text(id)])
    {
      guard let target = row[1].textForm else { continue }
      let rules: [String: Relationship.DeleteRule] = ["c": .cascade, "n": .nullify, "d": .nullify]
      table.foreignKeys.append(
        CatalogForeignKey(
          columns: list(row[3]), target: TableName(schema: row[0].textForm, target), targetColumns: list(row[4]),
          deleteRule: rules[row[2].textForm ?? ""] ?? .deny))
    }
    let checks = try connection.rows(
      "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = $1::oid AND contype = 'c' ORDER BY conname", [.text(id)])
    table.checks = checks.compactMap { $0[0].textForm }
  }

  static func list(_ datum: SQLDatum) -> [String] {
    (try? JSONDecoder().decode([String].self, from: Data((datum.textForm ?? "[]").utf8))) ?? []
  }
}

/// The types of a database of PostgreSQL.
struct PostgresTypes {
  private struct Entry {
    var name: String
    /// `b` for a base type, `d` for a domain, `e` for an enum.
    var kind: String
    var base: String
    var element: String
    /// The name in SQL, without the schema if the search path reaches it.
    var spelled: TableName
  }

  private var entries: [String: Entry] = [:]
  /// The enums with their values, in the order of their declaration.
  private(set) var enumerations: [(name: String, values: [String], documentation: String?)] = []

  init(_ connection: any DatabaseConnection) throws(DatabaseError) {
    for row in try connection.rows(
      """
      SELECT oid, typname, typtype, typbasetype, CASE WHEN typcategory = 'A' THEN typelem ELSE 0 END,
        to_json(ARRAY(SELECT e.enumlabel FROM pg_enum AS e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder)),
        obj_description(oid, 'pg_type'), pg_type_is_visible(oid), (SELECT n.nspname FROM pg_namespace AS n WHERE n.oid = t.typnamespace)
      FROM pg_type AS t ORDER BY NOT pg_type_is_visible(oid), oid
      """)
    {
      guard let id = row[0].textForm, var name = row[1].textForm, let kind = row[2].textForm else { continue }
      // Enums of several schemas may have the same name.
      if kind == "e", enumerations.contains(where: { $0.name == name }) { name = "\(row[8].textForm ?? "").\(name)" }
      let spelled = TableName(schema: row[7].textForm == "t" ? nil : row[8].textForm, row[1].textForm ?? name)
      entries[id] = Entry(
        name: name, kind: kind, base: row[3].textForm ?? "0", element: row[4].textForm ?? "0", spelled: spelled)
      if kind == "e" { enumerations.append((name, DatabaseCatalog.list(row[5]), row[6].textForm)) }
    }
  }

  private static let plain: [String: (ValueType, ColumnEncoding?)] = [
    "bool": (.bool, nil), "int2": (.int16, nil), "int4": (.int32, nil), "int8": (.int64, nil), "float4": (.float, nil),
    "float8": (.double, nil), "numeric": (.decimal, nil), "text": (.string, nil), "varchar": (.string, nil),
    "uuid": (.uuid, nil), "bytea": (.data, nil), "timestamptz": (.date, nil), "timestamp": (.date, .timestamp),
    "date": (.date, .day),
    // The language has no attributes that are durations; seconds are their number.
    "interval": (.double, .interval),
  ]

  private static let families: [String: ColumnFamily] = [
    "bool": .bool, "int2": .int2, "int4": .int4, "int8": .int8, "float4": .float4, "float8": .float8, "numeric": .numeric,
    "text": .text, "varchar": .text, "bpchar": .char, "uuid": .uuid, "bytea": .bytea, "timestamptz": .timestamptz,
    "timestamp": .timestamp, "date": .date, "interval": .interval,
  ]

  /// The name of the type with an id, if an index of such columns serves only arguments of the type.
  func ownType(_ id: String) -> TableName? {
    var id = id
    while let entry = entries[id], entry.kind == "d" { id = entry.base }
    guard let entry = entries[id] else { return nil }
    let isText = ["text", "varchar"].contains(entries[entry.element]?.name)
    return entry.kind == "e" || isText || ["bpchar", "citext"].contains(entry.name) ? entry.spelled : nil
  }

  /// What columns of the type with an id hold.
  func family(_ id: String) -> ColumnFamily {
    var id = id
    while let entry = entries[id], entry.kind == "d" { id = entry.base }
    guard let entry = entries[id] else { return .other }
    if entry.kind == "e" { return .enumeration }
    return PostgresTypes.families[entry.name] ?? (entry.element == "0" ? .other : .array)
  }

  /// The type of an attribute for a column of the type with an id; types without a counterpart are read as text.
  func type(_ id: String) -> (ValueType?, ColumnEncoding?) {
    var id = id
    // Domains may be of domains; a cycle cannot be declared.
    while let entry = entries[id], entry.kind == "d" { id = entry.base }
    guard let entry = entries[id] else { return (nil, nil) }
    if entry.kind == "e" { return (.enumeration(entry.name), .castToText) }
    if let found = PostgresTypes.plain[entry.name] { return found }
    if entry.element != "0" {
      let (element, encoding) = type(entry.element)
      guard let element, encoding == nil, element != .float, element.enumerationName == nil else { return (.string, .castToText) }
      return (.collection(element: element, isOrdered: true), nil)
    }
    return entry.kind == "b" || entry.kind == "r" || entry.kind == "m" ? (.string, .castToText) : (nil, nil)
  }
}
