// page: Sources/Library/CDQKit/CDQKit.docc/FromNSPredicate.md

import CDQKit
import CDQRuntime
import Foundation

struct Reader {
  let prefix: String
  let schema: Schema
  let adults: CheckedPredicate
  let people: [Person]
  let model: URL
}

struct Person: Sendable { var name: String; var age: Int? }
