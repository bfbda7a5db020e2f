// page: Sources/Runtime/CDQStore/CDQStore.docc/CDQStore.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQStore

struct Reader {}
