// page: Sources/Library/CDQKit/CDQKit.docc/CodeForSQL.md
// blocks: 4
// schema: Tests/Corpus/pages/Cities.cdq
// backend: sql
// writes: true

import CDQDatabase

struct Reader {}
