import CoreData
import Dispatch
import UIKit

extension NSPredicate {
  static func titled(_ text: String) -> NSPredicate { NSPredicate(format: "title == %@", text) } // ok
  convenience init(name: String) { self.init(format: "name == %@", name) } // ok
}
enum Formats {
  static let sold = "isSold == YES AND price > %f"
  static let crash = "title == %@ AND count == %@"
}
extension Item {
  @nonobjc class func request() -> NSFetchRequest<Item> { NSFetchRequest<Item>(entityName: "Item") }
  static var dear: NSFetchRequest<Item> {
    let request = Item.request()
    request.predicate = NSPredicate(format: "price > 100") // ok
    request.sortDescriptors = [NSSortDescriptor(key: #keyPath(Item.createdAt), ascending: false)] // ok
    return request
  }
  static func newest(in context: NSManagedObjectContext, after date: Date) -> Item? {
    let request = NSFetchRequest<Item>(entityName: String(describing: Item.self))
    request.predicate = NSPredicate(format: "createdAt > %@", date as NSDate) // ok
    request.predicate = NSPredicate(format: "createdOn > %@", date as NSDate) // error unknown-property
    request.sortDescriptors = [.init(key: "createdAt", ascending: false)] // ok
    request.sortDescriptors = [.init(key: "creation", ascending: false)] // error unknown-property
    return try? context.fetch(request).first
  }
}

final class Journal<Element: NSManagedObject> {
  let context: NSManagedObjectContext
  func all(where format: String, _ arguments: Any...) -> [Item] {
    let request = Item.request()
    request.predicate = NSPredicate(format: format, argumentArray: arguments) // ok
    return (try? context.fetch(request)) ?? []
  }
  func format(_ text: String, arguments: CVarArg...) -> NSPredicate {
    NSPredicate(format: text, arguments: getVaList(arguments)) // ok
  }
  func count(_ predicate: NSPredicate?) -> Int {
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Item")
    request.predicate = predicate
    request.resultType = .countResultType
    return 0
  }
  func generic(_ predicate: NSPredicate) -> [Element] {
    let request = NSFetchRequest<Element>(entityName: Element.entityName)
    request.predicate = predicate
    return []
  }
  func calls(text: String, minimum: Int, price: Double, date: Date) {
    _ = all(where: "title == %@", text) // ok
    _ = all(where: "titel == %@", text) // error unknown-property
    _ = all(where: "title == %@ AND count > %@", text) // error argument-count
    _ = all(where: "count > %@", minimum) // ok
    _ = format("title == %@ AND count > %d", arguments: text, minimum) // ok
    _ = format("count > %@", arguments: minimum) // error argument-type
    _ = format("title == %@ AND", arguments: text) // error expected-value
    let made = Item.request()
    made.predicate = format("cuont > 5") // error unknown-property
    _ = count(NSPredicate(format: "title == %@", text)) // ok
    _ = count(NSPredicate(format: "titl == %@", text)) // error unknown-property
    _ = count(.init(format: "tilte == %@", text)) // error unknown-property
    _ = generic(NSPredicate(format: "whatever == %@", text)) // ok
    let request = Item.request()
    request.predicate = .init(format: "title == %@", text) // ok
    request.predicate = .init(format: "count == %@", minimum) // error argument-type
    request.predicate = NSPredicate(format: Formats.sold, price) // ok
    request.predicate = NSPredicate(format: Formats.sold, minimum) // error argument-type
    request.predicate = NSPredicate(format: Formats.crash, text) // error argument-count
    request.predicate = NSPredicate(format: Formats.crash, text, minimum) // error argument-type
    request.predicate = NSPredicate(format: Formats.crash, text, minimum as NSNumber) // ok
    request.predicate = NSPredicate(format: Formats.crash, text, NSNumber(value: minimum)) // ok
    request.predicate = NSPredicate(format: "count == %i", minimum) // ok
    request.predicate = NSPredicate(format: "count == %lu", UInt(minimum)) // ok
    request.predicate = NSPredicate(format: "isSold == %d", true) // ok
    request.predicate = NSPredicate(format: "isSold = %@", NSNumber(booleanLiteral: true)) // ok
    request.predicate = NSPredicate(format: "title BEGINSWITH[c] %@ OR maker.name ENDSWITH[d] %@", text, text) // ok
    request.predicate = NSPredicate(format: "title ==[c] %@", argumentArray: [text]) // ok
    request.predicate = NSPredicate(format: "title ==[c] %@ AND count == %@", argumentArray: [text, minimum]) // ok
    request.predicate = NSPredicate(format: "title ==[c] %@ AND count == %@", argumentArray: [text]) // error argument-count
    request.predicate = NSPredicate(format: "maker.items.@count > 3") // ok
    request.predicate = NSPredicate(format: "maker.items.title == %@", text) // error to-many-without-quantifier
    request.predicate = NSPredicate(format: "ANY maker.items.title == %@", text) // ok
    request.predicate = NSPredicate(format: "ALL tags.label BEGINSWITH 'a'") // error predicate-crashes
    request.predicate = NSPredicate(format: "price BETWEEN {1, 5}") // ok
    request.predicate = NSPredicate(format: "count IN {1, 2, 3}") // ok
    request.predicate = NSPredicate(format: "price + 5 > count * 2") // ok
    request.predicate = NSPredicate(format: "title.length > 5") // ok
    request.predicate = NSPredicate(format: "(title == %@", text) // error unclosed-bracket
    request.predicate = NSPredicate(format: "title = = %@", text) // error expected-value
    request.predicate = NSPredicate(format: "title == %@ AND AND count > 5", text) // error expected-value
    request.predicate = NSPredicate(format: "title == %@ " + "AND cuont > 5", text) // error unknown-property
    request.predicate = NSPredicate(format: """
      title == %@ AND count > 5
      """, text)
    request.predicate = minimum > 5 ? NSPredicate(format: "count > 5") : NSPredicate(format: "cnt > 5") // error unknown-property
    request.predicate = text.isEmpty ? nil : NSPredicate(format: "title CONTAINS[cd] %@", text) // ok
    request.fetchBatchSize = 20
    request.propertiesToFetch = [#keyPath(Item.title), "count"] // ok
    request.sortDescriptors = [
      NSSortDescriptor(key: "maker.name", ascending: true, selector: #selector(NSString.localizedStandardCompare(_:))), // ok
      NSSortDescriptor(key: "maker.nam", ascending: true, selector: #selector(NSString.compare(_:))), // error unknown-property
      NSSortDescriptor(key: "self", ascending: true), // ok
    ]
    let batch = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Tag"))
    let update = NSBatchUpdateRequest(entityName: "Tag")
    update.predicate = NSPredicate(format: "label == %@", text) // ok
    update.predicate = NSPredicate(format: "labl == %@", text) // error unknown-property
    update.propertiesToUpdate = ["label": "x"]
    let pair = (NSPredicate(format: "free == 5"), 5) // ok
    DispatchQueue.main.async { [weak self] in
      let inner = Item.request()
      inner.predicate = NSPredicate(format: "titlee == %@", text) // error unknown-property
      inner.predicate = NSPredicate(format: "title == %@", text) // ok
      _ = self?.count(nil)
    }
  }
}
