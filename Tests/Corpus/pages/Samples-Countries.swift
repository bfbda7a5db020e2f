// page: Samples/Countries/README.md
// schema: Samples/Countries/Sources/Atlas
// module: Atlas

import CDQRuntime
import Foundation

/// In place of the one that loads the resources of the bundle.
enum AtlasData {
  static func store() throws -> Store { Store(schema: .atlas) }
}

struct Reader {}
