// page: Samples/Calculator/README.md
// schema: Samples/Calculator/Sources/Tape
// module: Tape
// sources: Samples/Calculator/Sources/Tape

import CDQRuntime
import Foundation

struct Reader {
  let url: URL
}
