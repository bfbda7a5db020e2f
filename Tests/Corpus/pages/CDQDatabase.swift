// page: Sources/Databases/CDQDatabase/CDQDatabase.docc/CDQDatabase.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQDatabase
import CDQKit
import CDQRuntime
import Foundation

struct Reader {
  let mappingFile: URL
  let text: String
  let url: String
  let database: Database
  let rows: [[String: Value]]
  let closed: CheckedQuery
  let tooMany: Bool
}
