// page: Sources/Library/CDQKit/CDQKit.docc/CoreDataModels.md
// schema: Tests/Corpus/pages/Cities.cdq
// backend: coredata

import CDQValues
import CoreData

struct Reader {
  let context: NSManagedObjectContext
}
