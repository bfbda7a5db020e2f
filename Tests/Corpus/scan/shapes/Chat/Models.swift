import Foundation
import RealmSwift

enum Delivery: Int, PersistableEnum { case pending, sent, read }

final class Conversation: Object, ObjectKeyIdentifiable {
  @Persisted(primaryKey: true) var id: String = UUID().uuidString
  @Persisted var title: String?
  @Persisted var isMuted = false
  @Persisted var lastActivity: Date = Date()
  @Persisted var messages: List<Message>
  @Persisted var members: List<Contact>
  var unreadCount: Int { messages.filter("isRead == false").count } // ok
}

final class Message: Object {
  @Persisted(primaryKey: true) var id: String
  @Persisted(indexed: true) var sentAt: Date
  @Persisted var text: String
  @Persisted var isRead: Bool
  @Persisted var delivery: Delivery = .pending
  @Persisted var author: Contact?
  @Persisted(originProperty: "messages") var conversation: LinkingObjects<Conversation>
}

final class Contact: Object {
  @Persisted var handle = ""
  @Persisted var age: Int?
  @Persisted var labels: MutableSet<String>
}
