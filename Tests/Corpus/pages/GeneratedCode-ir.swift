// page: Sources/Library/CDQKit/CDQKit.docc/GeneratedCode.md
// blocks: 4, 5
// schema: Tests/Corpus/pages/Cities.cdq
// backend: ir

import CDQRuntime
import Foundation

struct City: Sendable {
  static let access = RecordAccess<City>("City") { $0.attribute("name", \.name) }
  var name: String
}

struct Reader {
  let store: Store
  let cities: [City]
  let file: URL
}
