// page: Sources/Library/CDQKit/CDQKit.docc/CodeForSQL.md
// schema: Tests/Corpus/pages/Cities.cdq
// blocks: 3
// backend: sql

import CDQConnections

struct Reader {}
