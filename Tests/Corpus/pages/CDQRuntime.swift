// page: Sources/Runtime/CDQRuntime/CDQRuntime.docc/CDQRuntime.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQRuntime
import Foundation

struct Reader {
  let file: URL
  let saved: URL
}
