import RealmSwift

enum Phase: String, PersistableEnum { case idle, running }
class SessionAsset: Object {
  @Persisted(primaryKey: true) var id = 0
  @Persisted var path = ""
  @Persisted(originProperty: "assets") var sessions: LinkingObjects<Session>
}
class Session: Object {
  @objc dynamic var name = ""
  @objc dynamic var size: Int64 = 0
  @objc dynamic var date: Date? = nil
  @objc dynamic var lead: Speaker?
  let assets = List<SessionAsset>()
  let words = MutableSet<String>()
  let extra = Map<String, String>()
  let rating = RealmProperty<Int?>()
  let votes = RealmOptional<Int>()
  let talks = LinkingObjects(fromType: Speaker.self, property: "sessions")
  let cache = NSCache<NSString, NSData>()
  var title: String { name }
  override static func ignoredProperties() -> [String] { ["temporary"] }
}
class Speaker: Object {
  @Persisted var name: String
  @Persisted var phase: Phase = .idle
  @Persisted var sessions: List<Session>
  @Persisted var tags: MutableSet<String>
  @Persisted(indexed: true) var age = 0
}
class Pet: Object { @objc dynamic var kind = "", color = "" }
class Base: Object { @Persisted var id = 0 }
class Derived: Base { @Persisted var name = "" }
class Foreign: LibraryObject { @Persisted var name = "" }

func sessions(realm: Realm, text: String, count: Int, flag: Bool, phase: Phase) {
  _ = realm.objects(Session.self).filter("assets.@count > 0") // ok
  _ = realm.objects(Session.self).filter("ANY assets.path == %@", text) // ok
  _ = realm.objects(Session.self).filter("ANY assets.pth == %@", text) // error unknown-property
  _ = realm.objects(Session.self).filter("ANY talks.name == %@", text) // ok
  _ = realm.objects(Session.self).filter("talks.@count == 0") // ok
  _ = realm.objects(Session.self).filter("ANY words == %@", text) // ok
  _ = realm.objects(Session.self).filter("extra.@count > 0") // ok
  _ = realm.objects(Session.self).filter("rating > 3") // ok
  _ = realm.objects(Session.self).filter("votes == nil") // ok
  _ = realm.objects(Session.self).filter("name == %@ AND size > %@", text, 5) // ok
  _ = realm.objects(Session.self).filter("size > %@", count) // ok
  _ = realm.objects(Session.self).filter("size > %d", count) // ok
  _ = realm.objects(Session.self).filter("nmae == %@", text) // error unknown-property
  _ = realm.objects(Session.self).filter("lead.name == %@", text) // ok
  _ = realm.objects(Session.self).filter("lead.nmae == %@", text) // error unknown-property
  _ = realm.objects(Session.self).filter("date > %@ OR date == nil", Date()) // ok
  _ = realm.objects(Speaker.self).filter("phase == %@", phase) // ok
  _ = realm.objects(Speaker.self).filter("phase == %@", phase.rawValue) // ok
  _ = realm.objects(Speaker.self).filter("age > 5 AND ANY tags == 'x'") // ok
  _ = realm.objects(Speaker.self).filter("agee > 5") // error unknown-property
  _ = realm.objects(Speaker.self).filter("age > 5)") // error unmatched-bracket
  _ = realm.objects(Speaker.self).filter("name == '\(text)'") // error predicate-injection
  _ = realm.objects(Speaker.self).filter("name == %@") // error argument-count
  _ = realm.objects(Speaker.self).filter("%K == %@", "name", text) // ok
  _ = realm.objects(Speaker.self).filter(NSPredicate(format: "agee > 5")) // error unknown-property
  _ = realm.objects(Speaker.self).filter(NSPredicate(format: "age > 5")) // ok
  _ = realm.objects(Speaker.self).filter(NSPredicate(format: "age > %@", count)) // error argument-type
  _ = realm.objects(Pet.self).filter("color == %@", text) // ok
  _ = realm.objects(Derived.self).filter("id == 5 AND name == %@", text) // ok
  _ = realm.objects(Derived.self).filter("idd == 5") // error unknown-property
  _ = realm.objects(Foreign.self).filter("anything == 5") // ok
  _ = realm.objects(Session.self).sorted(byKeyPath: "name") // ok
  _ = realm.objects(Session.self).sorted(byKeyPath: "lead.name", ascending: false) // ok
  _ = realm.objects(Session.self).filter("age > 5 AND").sorted(byKeyPath: "date") // error expected-value
  let speakers = realm.objects(Speaker.self)
  _ = speakers.filter("name BEGINSWITH[c] %@", text) // ok
  _ = speakers.filter("naem BEGINSWITH[c] %@", text) // error unknown-property
  _ = speakers.index(matching: "age == %@", 5) // ok
  _ = speakers.filter { $0.age > 5 }.filter("name != nil") // ok
}
