// page: Sources/Runtime/CDQLoading/CDQLoading.docc/CDQLoading.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQLoading
import Foundation

struct Reader {
  let countryFile: Data
  let cityFile: Data
}
