// page: Sources/CDQKit/CDQKit.docc/MappingJSON.md

import CDQRuntime
import Foundation

struct Reader {
  let store: Store
  let data: Data
}
