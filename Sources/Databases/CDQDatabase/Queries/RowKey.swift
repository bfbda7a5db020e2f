import CDQSQL

/// The key of a row in the database: the table's root entity and the values of the key columns.
struct RowKey: Hashable {
  let root: String
  let values: [SQLDatum]
}
