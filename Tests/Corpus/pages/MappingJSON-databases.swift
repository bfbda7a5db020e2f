// page: Sources/Library/CDQKit/CDQKit.docc/MappingJSON.md
// blocks: 4
// schema: Tests/Corpus/pages/MappingJSON.cdq
// backend: sql
// writes: true

import CDQDatabase
import Foundation

struct Reader {
  let store: DatabaseStore
  let data: Data
  let transforms: [String: MappingTransform]
}
