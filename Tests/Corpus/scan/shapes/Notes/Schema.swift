import Foundation
import SwiftData

enum Priority: Int, Codable { case low, high }

@Model
final class Note {
  @Attribute(.unique) var id: UUID
  var title: String
  var body: String
  var createdAt: Date
  var priority: Priority
  var folder: Folder?
  @Relationship(inverse: \Label.notes) var labels: [Label]
  @Attribute(.ephemeral) var isSelected: Bool = false
  var preview: String { String(body.prefix(80)) }

  init(title: String) {
    id = UUID()
    self.title = title
    body = ""
    createdAt = .now
    priority = .low
    labels = []
  }
}

@Model
final class Folder {
  var name: String
  var parent: Folder?
  @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []
  init(name: String) { self.name = name }
}

@Model
final class Label {
  var text: String
  var notes: [Note] = []
  init(text: String) { self.text = text }
}
