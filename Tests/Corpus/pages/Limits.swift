// page: Sources/Library/CDQKit/CDQKit.docc/Limits.md

import CDQKit
import CDQRuntime

struct Reader {
  let text: String
  let schema: Schema
  let store: Store
  let arguments: Arguments
}
