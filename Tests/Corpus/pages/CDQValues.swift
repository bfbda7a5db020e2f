// page: Sources/Runtime/CDQValues/CDQValues.docc/CDQValues.md

import CDQValues

struct Reader {
  func find() throws {}
}
