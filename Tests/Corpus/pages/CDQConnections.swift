// page: Sources/Databases/CDQConnections/CDQConnections.docc/CDQConnections.md
// schema: Tests/Corpus/pages/Cities.cdq
// backend: sql

struct Reader {}
