// page: README.md
// blocks: 7
// schema: Tests/Corpus/pages/Cities.cdq
// backend: sql

import CDQConnections

struct Reader {}
