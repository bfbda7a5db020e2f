// page: Sources/CDQKit/CDQKit.docc/GeneratedCode.md
// blocks: 4
// schema: Tests/Corpus/pages/Cities.cdq
// backend: sql

import CDQConnections

struct Reader {
  let pool: ConnectionPool
  let connection: SQLiteConnection
}
