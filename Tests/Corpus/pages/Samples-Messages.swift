// page: Samples/Messages/README.md
// schema: Samples/Messages/Sources/Board
// module: Board

import CDQRuntime
import Foundation

struct Reader {
  let store: Store
}
