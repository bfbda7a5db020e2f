// page: Sources/Library/CDQKit/CDQKit.docc/Saving.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQRuntime
import Foundation

struct Reader {
  let store: Store
  let url: URL
}
