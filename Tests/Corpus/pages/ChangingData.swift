// page: Sources/Library/CDQKit/CDQKit.docc/ChangingData.md

import CDQRuntime

struct Reader {
  let store: Store
}
