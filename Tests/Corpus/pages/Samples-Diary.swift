// page: Samples/Diary/README.md
// schema: Samples/Diary/Sources/Journal
// module: Journal

import CDQRuntime
import Foundation

struct Reader {
  let file: URL
  let day: Date
}
