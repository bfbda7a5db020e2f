// page: Sources/Runtime/CDQPersistence/CDQPersistence.docc/CDQPersistence.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQPersistence
import CDQStore
import Foundation

struct Reader {
  let store: Store
  let url: URL
}
