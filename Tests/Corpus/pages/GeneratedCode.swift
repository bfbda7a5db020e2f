// page: Sources/Library/CDQKit/CDQKit.docc/GeneratedCode.md
// blocks: 2
// schema: Tests/Corpus/pages/Cities.cdq

import CDQRuntime

struct Reader {
  let store: Store
  let city: City
  let rome: City
}
