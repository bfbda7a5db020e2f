// page: Sources/Library/CDQKit/CDQKit.docc/GeneratedCode.md
// blocks: 3
// backend: closure

import CDQValues

struct City { var id: Int64; var founded: Int64 }

struct Reader {
}
