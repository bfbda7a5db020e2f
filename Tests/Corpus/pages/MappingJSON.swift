// page: Sources/Library/CDQKit/CDQKit.docc/MappingJSON.md
// blocks: 1, 2, 3

import CDQRuntime
import Foundation

struct Reader {
  let store: Store
  let data: Data
}
