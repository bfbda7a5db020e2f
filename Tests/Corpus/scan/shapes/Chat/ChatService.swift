import RealmSwift

final class ChatService {
  private let realm: Realm
  private var token: NotificationToken?

  init(configuration: Realm.Configuration) throws {
    realm = try Realm(configuration: configuration)
  }

  func conversations(matching term: String, includeMuted: Bool) -> Results<Conversation> {
    var results = realm.objects(Conversation.self).sorted(byKeyPath: "lastActivity", ascending: false) // ok
    if !term.isEmpty {
      results = results.filter("title CONTAINS[cd] %@ OR ANY members.handle CONTAINS[cd] %@", term, term) // ok
      results = results.filter("title CONTAINS[cd] %@ OR ANY member.handle CONTAINS[cd] %@", term, term) // error unknown-property
      results = results.filter("title CONTAINS[cd] %@ OR title BEGINSWITH %@", term) // error argument-count
    }
    if !includeMuted { results = results.filter("isMuted == false") } // ok
    return results
  }

  func unread(in conversation: Conversation, before date: Date, author: Contact) -> Results<Message> {
    conversation.messages
      .filter("isRead == NO AND sentAt < %@", date) // ok
      .filter("author == %@", author) // ok
      .filter(NSPredicate(format: "delivery == %d", Delivery.sent.rawValue)) // ok
      .filter("delivry == %@", Delivery.sent) // error unknown-property
      .sorted(byKeyPath: "sentAt") // ok
  }

  func messages(minimumAge: Int, handles: [String], since: Date) -> Int {
    let all = realm.objects(Message.self)
    let adults = all.filter(NSPredicate(format: "author.age >= %@", minimumAge)) // error argument-type
    let known = all.where { $0.author.handle.in(handles) }.filter("author.hanlde IN %@", handles) // error unknown-property
    let recent = all.filter(NSPredicate(format: "sentAt > %@ AND author.handle IN %@", since as NSDate, handles)) // ok
    token = all.filter("ANY conversation.isMuted == false AND text MATCHES '.*[0-9]+.*'").observe { _ in } // ok
    let broken = all.filter(NSPredicate(format: "text MATCHES %@", "(unclosed")) // error invalid-regular-expression
    let orderless = all.sorted(by: [SortDescriptor(keyPath: "sentat"), // error unknown-property
      SortDescriptor(keyPath: "author.handle")]) // ok
    return adults.count + known.count + recent.count + broken.count + orderless.count
  }

  func show() {
    let open = realm.objects(Conversation.self)
    if let first = realm.objects(Contact.self).first { print(first.handle) }
    open.filter("isMuted == false").forEach { print($0) } // ok
    if let first = realm.objects(Contact.self).first { print(first.handle) }
    open.filter("isMutedd == false").forEach { print($0) } // error unknown-property
  }

  func delete(_ ids: [String]) throws {
    try realm.write {
      realm.delete(realm.objects(Message.self).filter("id IN %@", ids)) // ok
      realm.delete(realm.objects(Message.self).filter("id IN %@ AND isRead = %@", ids, true)) // ok
      realm.delete(realm.objects(Contact.self).filter("age == nil OR age < %d", 18)) // ok
      realm.delete(realm.objects(Contact.self).filter("'vip' IN labels")) // ok
      realm.delete(realm.objects(Contact.self).filter("handle == '\(ids[0])'")) // error predicate-injection
    }
  }
}
