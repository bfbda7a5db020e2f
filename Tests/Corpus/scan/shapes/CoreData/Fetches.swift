import CoreData
import SwiftUI

struct ItemList: View {
  @FetchRequest(sortDescriptors: [SortDescriptor(\Item.title)],
    predicate: NSPredicate(format: "titel != nil")) var a: FetchedResults<Item> // error unknown-property
  @FetchRequest(sortDescriptors: [SortDescriptor(\.title)],
    predicate: NSPredicate(format: "title != nil")) var b: FetchedResults<Item> // ok
  @FetchRequest(entity: Item.entity(),
    sortDescriptors: [NSSortDescriptor(key: "titel", ascending: true)]) var c: FetchedResults<Item> // error unknown-property
  @FetchRequest(entity: Item.entity(),
    sortDescriptors: [NSSortDescriptor(key: "title", ascending: true)]) var d: FetchedResults<Item> // ok
  @SectionedFetchRequest<String?, Item>(sectionIdentifier: \.title, sortDescriptors: [SortDescriptor(\.title)],
    predicate: NSPredicate(format: "isSlod == NO")) var e // error unknown-property
  @SectionedFetchRequest(sectionIdentifier: \Item.title,
    sortDescriptors: [SortDescriptor(\Item.title)]) var f: SectionedFetchResults<String?, Item> // ok
  @FetchRequest(sortDescriptors: [SortDescriptor(\Tag.label)]) var g: FetchedResults<Tag> // ok
  init(text: String) {
    _a = FetchRequest<Item>(sortDescriptors: [],
      predicate: NSPredicate(format: "titel CONTAINS[cd] %@", text)) // error unknown-property
    _b = FetchRequest(sortDescriptors: [], predicate: NSPredicate(format: "title CONTAINS[cd] %@", text)) // ok
  }
}

final class Store {
  func requests(text: String, maker: CDMaker, date: Date, minimum: Int, ids: [UUID]) {
    let r: NSFetchRequest<Item> = Item.fetchRequest()
    r.predicate = NSPredicate(format: "titel == %@", text) // error unknown-property
    r.predicate = NSPredicate(format: "title == %@", text) // ok
    r.predicate = NSPredicate(format: "maker == %@", maker) // ok
    r.predicate = NSPredicate(format: "maker.nmae == %@", text) // error unknown-property
    r.predicate = NSPredicate(format: "maker.name == %@", text) // ok
    r.predicate = NSPredicate(format: "maker.motto == %@", text) // ok
    r.predicate = NSPredicate(format: "tags.label == %@", text) // error to-many-without-quantifier
    r.predicate = NSPredicate(format: "ANY tags.label == %@", text) // ok
    r.predicate = NSPredicate(format: "ANY tags.label IN %@", [text]) // ok
    r.predicate = NSPredicate(format: "NONE tags.label == %@", text) // ok
    r.predicate = NSPredicate(format: "tags.@count > 0") // ok
    r.predicate = NSPredicate(format: "tags.@count > %d", minimum) // ok
    r.predicate = NSPredicate(format: "tags.@count > %@", minimum) // error argument-type
    r.predicate = NSPredicate(format: "SUBQUERY(tags, $t, $t.label == %@).@count > 0", text) // ok
    r.predicate = NSPredicate(format: "SUBQUERY(tags, $t, $t.lable == %@).@count > 0", text) // error unknown-property
    r.predicate = NSPredicate(format: "count > %d AND price < %f", minimum, 9.5) // ok
    r.predicate = NSPredicate(format: "count > 'many'") // error type-mismatch
    r.predicate = NSPredicate(format: "count > %@", "many") // error type-mismatch
    r.predicate = NSPredicate(format: "title == nil") // ok
    r.predicate = NSPredicate(format: "title = NULL OR title = ''") // ok
    r.predicate = NSPredicate(format: "isSold == YES") // ok
    r.predicate = NSPredicate(format: "isSold == true AND NOT (isSold == 0)") // ok
    r.predicate = NSPredicate(format: "createdAt >= %@ && createdAt < %@", date as NSDate, date as CVarArg) // ok
    r.predicate = NSPredicate(format: "identifier == %@", UUID() as CVarArg) // ok
    r.predicate = NSPredicate(format: "identifier IN %@", ids) // ok
    r.predicate = NSPredicate(format: "SELF IN %@", [maker]) // ok
    r.predicate = NSPredicate(format: "self == %@", maker.objectID) // ok
    r.predicate = NSPredicate(format: "objectID IN %@", ids) // ok
    r.predicate = NSPredicate(format: "pages > 5") // ok
    r.predicate = NSPredicate(format: "%K == %@", "titel", text) // error unknown-property
    r.predicate = NSPredicate(format: "%K == %@", "title", text) // ok
    r.predicate = NSPredicate(format: "%K == %@", "maker.nmae", text) // error unknown-property
    r.predicate = NSPredicate(format: "%K CONTAINS %@ AND count > 5", "titel", text) // error unknown-property
    r.predicate = NSPredicate(format: "%K == %@", #keyPath(Item.title), text) // ok
    r.predicate = NSPredicate(format: "%K == %@", #keyPath(Item.maker.name), text) // ok
    r.predicate = NSPredicate(format: "\(#keyPath(Item.title)) == %@", text) // ok
    r.predicate = NSPredicate(format: "%K == %@", ItemKeys.title, text) // ok
    r.predicate = NSPredicate(format: "%K == %@", ItemKeys.wrong, text) // error unknown-property
    r.predicate = NSPredicate(format: ItemKeys.byTitle, text) // ok
    r.predicate = NSPredicate(format: ItemKeys.broken, text) // error expected-value
    r.predicate = NSPredicate(format: globalFormat, minimum) // ok
    r.predicate = NSPredicate(format: globalWrong, minimum) // error unknown-property
    r.predicate = NSPredicate(format: "%K == %@", Field.title.rawValue, text) // ok
    r.predicate = NSPredicate(format: "%K == %d", Field.wrong.rawValue, minimum) // error unknown-property
    r.predicate = NSPredicate(format: "\(Field.title.rawValue) == %@", text) // ok
    r.predicate = NSPredicate(format: "count == \(Order.count.rawValue)") // ok
    r.predicate = NSPredicate(format: "count == \(minimum)") // ok
    r.predicate = NSPredicate(format: "title == '\(text)'") // error predicate-injection
    r.predicate = NSPredicate(format: "title CONTAINS[cd] \"\(text)\"") // error predicate-injection
    r.predicate = NSPredicate(format: "title == '" + text + "'") // error predicate-injection
    r.predicate = NSPredicate(format: "identifier == '\(UUID().uuidString)'") // ok
    r.predicate = NSPredicate(value: true) // ok
    r.predicate = NSPredicate(format: "TRUEPREDICATE") // ok
    r.predicate = NSPredicate(format: "1 == 1") // ok
    r.predicate = NSPredicate(format: "title LIKE[c] '*x*'") // ok
    r.predicate = NSPredicate(format: "title MATCHES '[a-z+'") // error invalid-regular-expression
    r.sortDescriptors = [NSSortDescriptor(key: "titel", ascending: true)] // error unknown-property
    r.sortDescriptors = [NSSortDescriptor(key: "maker.name", ascending: true)] // ok
    r.sortDescriptors = [NSSortDescriptor(key: "tags.label", ascending: true)] // error predicate-crashes
    r.sortDescriptors = [NSSortDescriptor(key: "section", ascending: true)] // error predicate-crashes
    r.sortDescriptors = [NSSortDescriptor(keyPath: \Item.title, ascending: true)] // ok
    r.sortDescriptors = [NSSortDescriptor(key: #keyPath(Item.title), ascending: true, selector: nil)] // ok
    r.propertiesToFetch = ["title", "titel"] // error unknown-property
    r.propertiesToFetch = ["title", "count"] // ok
    r.propertiesToGroupBy = ["titel"] // error unknown-property
    r.relationshipKeyPathsForPrefetching = ["maker", "tags"] // ok
    r.relationshipKeyPathsForPrefetching = ["makers"] // error unknown-property
  }

  func compounds(text: String) {
    let r = NSFetchRequest<Item>(entityName: "Item")
    let a = NSPredicate(format: "titel == %@", text) // error unknown-property
    let b = NSPredicate(format: "title == %@", text) // ok
    r.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])
    let s = NSFetchRequest<NSManagedObject>(entityName: "Maker")
    s.predicate = NSCompoundPredicate(type: .or, subpredicates: [
      NSPredicate(format: "nmae == %@", text), // error unknown-property
      NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "naem == nil")), // error unknown-property
      NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(format: "name != nil")]), // ok
    ])
    let t = NSFetchRequest<Tag>(entityName: "Tag")
    var list = [NSPredicate(format: "lable == %@", text)] // error unknown-property
    list.append(NSPredicate(format: "lablel == %@", text)) // error unknown-property
    list += [NSPredicate(format: "laabel == %@", text)] // error unknown-property
    list.insert(NSPredicate(format: "label == %@", text), at: 0) // ok
    t.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: list)
  }

  func items(matching predicate: NSPredicate) -> [Item] {
    let r = Item.fetchRequest()
    r.predicate = predicate
    return (try? context.fetch(r)) ?? []
  }
  func passed(text: String) {
    _ = items(matching: NSPredicate(format: "titel == %@", text)) // error unknown-property
    _ = items(matching: NSPredicate(format: "title == %@", text)) // ok
    let p = NSPredicate(format: "titel != %@", text) // error unknown-property
    _ = items(matching: p)
  }
  static func cheap(_ price: Double) -> NSPredicate {
    NSPredicate(format: "prcie < %f", price) // error unknown-property
  }
  static func open() -> NSPredicate {
    return NSPredicate(format: "isSold == NO") // ok
  }
  private var sold: NSPredicate { NSPredicate(format: "isSodl == YES") } // error unknown-property
  func uses() {
    let r = Item.fetchRequest()
    r.predicate = Store.cheap(5)
    let s = Item.fetchRequest()
    s.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [Store.open(), sold])
  }
  func memory(items: [Item], text: String) {
    _ = (items as NSArray).filtered(using: NSPredicate(format: "shortTitle == %@", text)) // ok
    _ = items.filter { NSPredicate(format: "shortTitle == %@", text).evaluate(with: $0) } // ok
    _ = (items as NSArray).sortedArray(using: [NSSortDescriptor(key: "shortTitle", ascending: true)]) // ok
    let set = NSSet(array: items).filtered(using: NSPredicate(format: "anything.goes == %@", text)) // ok
    _ = (items as NSArray).value(forKeyPath: "@distinctUnionOfObjects.shortTitle") // ok
  }
  func helper(_ format: String, _ arguments: CVarArg...) -> NSPredicate {
    withVaList(arguments) { NSPredicate(format: format, arguments: $0) } // ok
  }
  func controllers(r: NSFetchRequest<Item>) {
    _ = NSFetchedResultsController(fetchRequest: r, managedObjectContext: context,
      sectionNameKeyPath: "shortTitle", cacheName: nil) // ok
    _ = NSFetchedResultsController(fetchRequest: r, managedObjectContext: context,
      sectionNameKeyPath: #keyPath(Item.title), cacheName: nil) // ok
  }
  func keyPaths(zims: NSFetchRequest<Item>) {
    zims.sortDescriptors = [NSSortDescriptor(keyPath: \ZimFile.size, ascending: true)] // ok
    zims.sortDescriptors = [NSSortDescriptor(keyPath: \Book.pages, ascending: true)] // ok
  }
}
