// page: Sources/Library/CDQKit/CDQKit.docc/ChangingData.md

import CDQRuntime

struct Reader {
  let store: Store
  let france: ObjectKey
  let spain: ObjectKey
  let cities: [[String: Value]]
  let values: [String: Value]
  let song: ObjectKey
  let list: ObjectKey
  let found: [ObjectKey]
  func show(_ cities: [City]) {}
}
