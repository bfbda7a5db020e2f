import RealmSwift
import SwiftUI

class Shelf: Object, ObjectKeyIdentifiable {
  @Persisted(primaryKey: true) var _id: ObjectId
  @Persisted var label = ""
  @Persisted var volumes: RealmSwift.List<Volume>
  @Persisted var place: Position?
  @Persisted var value: AnyRealmValue
  @Persisted var price: Decimal128
  @Persisted var notes: Map<String, String>
}
class Volume: Object {
  @Persisted var title: String
  @Persisted var pages: Int
  @Persisted var isLent: Bool
  @Persisted var printed: Date?
  @Persisted(originProperty: "volumes") var shelves: LinkingObjects<Shelf>
  @Persisted var cover: Data?
}
class Position: EmbeddedObject { @Persisted var row = 0; @Persisted var column = 0 }
class OldVolume: Object {
  dynamic var title = ""
  @objc dynamic var pages = 0
  override class func primaryKey() -> String? { "title" }
}
extension Volume { var short: String { String(title.prefix(5)) } }

struct ShelfView: View {
  @ObservedResults(Shelf.self, where: { $0.label == "x" }) var a // ok
  @ObservedResults(Volume.self, filter: NSPredicate(format: "pages > 100")) var b // ok
  @ObservedResults(Volume.self, filter: NSPredicate(format: "pagse > 100")) var c // error unknown-property
  @ObservedResults(Volume.self, sortDescriptor: SortDescriptor(keyPath: "title", ascending: true)) var d // ok
  @ObservedResults(Volume.self, sortDescriptor: SortDescriptor(keyPath: "titel", ascending: true)) var e // error unknown-property
}

final class Library {
  let realm: Realm
  lazy var lent = realm.objects(Volume.self).filter("isLent == true") // ok
  lazy var thick = realm.objects(Volume.self).filter("paegs > 500") // error unknown-property
  var shelves: Results<Shelf>!
  init(realm: Realm) { self.realm = realm }
  func reads(text: String, id: ObjectId, pages: Int, rows: [Int], lazily words: [String]) {
    _ = realm.objects(Shelf.self).filter("_id == %@", id) // ok
    _ = realm.objects(Shelf.self).filter("place.row == 5 AND place.column < 3") // ok
    _ = realm.objects(Shelf.self).filter("place.rwo == 5") // error unknown-property
    _ = realm.objects(Shelf.self).filter("value == %@", text) // ok
    _ = realm.objects(Shelf.self).filter("price > 9.5") // ok
    _ = realm.objects(Shelf.self).filter("volumes.@count > %d AND volumes.@sum.pages > 900", pages) // ok
    _ = realm.objects(Shelf.self).filter("ANY volumes.pages > %@", pages) // ok
    _ = realm.objects(Shelf.self).filter("SUBQUERY(volumes, $v, $v.isLent == true AND $v.pages > 5).@count > 0") // ok
    _ = realm.objects(Shelf.self).filter("SUBQUERY(volumes, $v, $v.isLnet == true).@count > 0") // error unknown-property
    _ = realm.objects(Volume.self).filter("shelves.@count == 0") // ok
    _ = realm.objects(Volume.self).filter("ANY shelves.label == %@", text) // ok
    _ = realm.objects(Volume.self).filter("title IN %@", words) // ok
    _ = realm.objects(Volume.self).filter("pages IN %@", rows) // ok
    _ = realm.objects(Volume.self).filter("title == %@ AND pages > %@", text) // error argument-count
    _ = realm.objects(Volume.self).filter("pages BETWEEN {10, 20}") // ok
    _ = realm.objects(Volume.self).filter("pages BETWEEN %@", [10, 20]) // ok
    _ = realm.objects(Volume.self).filter("printed == nil AND cover == nil") // ok
    _ = realm.objects(Volume.self).filter("title CONTAINS[cd] %@", text).sorted(by: \.pages) // ok
    _ = realm.objects(Volume.self).sorted(by: [SortDescriptor(keyPath: "pages"), "title"]) // ok
    _ = realm.objects(Volume.self).sorted(byKeyPath: "pagse") // error unknown-property
    _ = realm.objects(Volume.self).distinct(by: ["title"])
    let total: Int = realm.objects(Volume.self).sum(ofProperty: "pages") // ok
    let most: Int? = realm.objects(Volume.self).max(ofProperty: "pagse") // error unknown-property
    _ = realm.objects(Volume.self).where { $0.pages > 5 }.filter("titel == 'x'") // error unknown-property
    _ = realm.objects(OldVolume.self).filter("pages > 5") // ok
    _ = realm.objects(OldVolume.self).filter("title == 'a' && pages < 4") // ok
    shelves = realm.objects(Shelf.self).filter("label != ''") // ok
    _ = shelves.filter("label == 'x'") // ok
    _ = words.filter("abc".contains)
    _ = Table("t").filter("id == 5 and x") // ok
    _ = library.filter("some words that are no predicate") // ok
  }
}
