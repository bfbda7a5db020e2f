// page: Sources/Library/CDQReasoning/CDQReasoning.docc/CDQReasoning.md
// schema: Tests/Corpus/pages/Cities.cdq

import CDQKit
import CDQReasoning
import CDQRuntime

struct Reader {}
