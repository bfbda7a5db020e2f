// page: Samples/CarBrands/README.md
// schema: Samples/CarBrands/Sources/Garage
// module: Garage

import CDQRuntime
import Foundation

struct Reader {
  let data: Data
}
