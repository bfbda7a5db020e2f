// page: Samples/Library/README.md
// schema: Samples/Library/Sources/Shelves
// module: Shelves

import CDQRuntime
import Foundation

struct Reader {
  let store: Store
  let paris: Book
  let emma: Book
  let day: Date
}
