// page: README.md
// blocks: 4, 5, 6
// schema: Tests/Corpus/pages/Cities.cdq

import CDQKit
import CDQRuntime
import CDQSyntax
import Foundation

struct Reader {
  struct Request { var filter: String }
  struct Person: Sendable { var name: String; var age: Int }

  let people: Schema
  let store: Store
  let request: Request
  let isOpen: CheckedPredicate
}
