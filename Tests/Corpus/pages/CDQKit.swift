// page: Sources/Library/CDQKit/CDQKit.docc/CDQKit.md

import CDQKit
import CDQRuntime

struct Reader {
  let large: CheckedPredicate
}
