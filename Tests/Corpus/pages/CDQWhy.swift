// page: Sources/Library/CDQWhy/CDQWhy.docc/CDQWhy.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQKit
import CDQRuntime
import CDQWhy

struct Reader {
  let store: Store
}
