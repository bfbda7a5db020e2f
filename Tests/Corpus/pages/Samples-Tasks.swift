// page: Samples/Tasks/README.md
// schema: Samples/Tasks/Sources/Board
// module: Board

import CDQRuntime
import Foundation

struct Reader {
  let store: Store
  let data: Data
  let transforms: [String: @Sendable (JSONValue) throws -> Value]
}
