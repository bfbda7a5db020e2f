import CoreData

enum ItemKeys {
  static let title = "title"
  static let wrong = "titel"
  static let byTitle = "title == %@"
  static let broken = "title == %@ AND"
}
enum Field: String { case title, count, wrong = "cuont" }
enum Order: Int { case title, count }
let globalFormat = "count > %d"
let globalWrong = "cuont > %d"

class CDMaker: NSManagedObject {
  @NSManaged var name: String?
  @NSManaged var motto: String?
}
@objc(Item) class Item: NSManagedObject {
  @NSManaged var count: Int32
  @NSManaged var title: String?
  var shortTitle: String { title ?? "" }
}
