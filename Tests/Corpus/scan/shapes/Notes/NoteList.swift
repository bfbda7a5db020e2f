import SwiftData
import SwiftUI

struct NoteList: View {
  @Environment(\.modelContext) private var context
  @Query(sort: \Note.createdAt, order: .reverse) private var notes: [Note] // ok
  @Query(sort: \Note.preview) private var previews: [Note] // error predicate-crashes
  @Query(filter: #Predicate<Note> { note in note.isSelected }) private var selected: [Note] // error predicate-crashes
  @Query private var folders: [Folder] // ok
  let folder: Folder?

  init(folder: Folder?, term: String, day: Date) {
    self.folder = folder
    let id = folder?.persistentModelID
    _notes = Query(filter: #Predicate<Note> { $0.folder?.persistentModelID == id && $0.createdAt > day }, sort: \.title) // ok
    _selected = Query(filter: #Predicate<Note> { $0.preview.contains(term) }) // error predicate-crashes
    _folders = Query(filter: #Predicate { folder in folder.parent == nil }) // error predicate-crashes
  }

  func counts(term: String, ids: [UUID], high: Priority) throws -> Int {
    let titled = FetchDescriptor<Note>(
      predicate: #Predicate { $0.title.localizedStandardContains(term) || $0.body.localizedStandardContains(term) }, // ok
      sortBy: [SortDescriptor(\.createdAt, order: .reverse)]) // ok
    let listed = FetchDescriptor<Note>(predicate: #Predicate { ids.contains($0.id) }) // ok
    let labelled = FetchDescriptor<Note>(predicate: #Predicate { note in note.labels.contains { $0.text == term } }) // ok
    let important = FetchDescriptor<Note>(predicate: #Predicate { $0.priority == high }) // error predicate-crashes
    return try context.fetchCount(titled) + context.fetchCount(listed) + context.fetchCount(labelled)
      + context.fetchCount(important)
  }
}
