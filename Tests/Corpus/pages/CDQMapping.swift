// page: Sources/Runtime/CDQMapping/CDQMapping.docc/CDQMapping.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQMapping
import CDQStore
import Foundation

struct Reader {
  let store: Store
  let data: Data
}
