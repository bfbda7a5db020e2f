import SwiftData
import SwiftUI

@Model
final class Entry {
  var title: String
  var note: String?
  var day: Date
  var place: Place?

  init(title: String, day: Date) {
    self.title = title
    self.day = day
  }
}

@Model
final class Place {
  var name = ""
  @Relationship(inverse: \Entry.place) var entries: [Entry] = []

  init() {}
}

struct DiaryView: View {
  @Query(filter: #Predicate<Entry> { $0.place == nil }, sort: \Entry.day) private var homeless: [Entry]

  var body: some View {
    List(homeless) { Text($0.title) }
  }

  static func search(_ text: String) -> FetchDescriptor<Entry> {
    FetchDescriptor(
      predicate: #Predicate<Entry> { entry in
        (entry.note ?? "").contains(text)
      },
      sortBy: [SortDescriptor(\.day)])
  }

  static func titled(_ text: String) -> FetchDescriptor<Entry> {
    FetchDescriptor(predicate: #Predicate<Entry> { $0.title.localizedStandardContains(text) && $0.place?.name == text })
  }
}
