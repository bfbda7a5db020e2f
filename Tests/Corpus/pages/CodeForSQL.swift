// page: Sources/Library/CDQKit/CDQKit.docc/CodeForSQL.md
// schema: Tests/Corpus/pages/Cities.cdq
// blocks: 1
// backend: sql

import CDQConnections

struct Reader {
  let pool: ConnectionPool
  let connection: SQLiteConnection
}
