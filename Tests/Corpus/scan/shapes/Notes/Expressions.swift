import Foundation
import SwiftData

func expressions(context: ModelContext, term: String) throws {
  let labels = #Expression<Note, Int> { $0.labels.count } // ok
  let named = #Expression<Note, Int> { note in note.labels.filter { $0.text == term }.count } // ok
  let title = #Expression<Note, String> { $0.title } // ok
  let preview = #Expression<Note, String> { $0.preview } // error predicate-crashes
  let selected = #Expression<Note, Int> { $0.isSelected ? 1 : 0 } // error predicate-crashes
  let folder = #Expression<Note, String> { $0.folder!.name } // error predicate-crashes
  let length = #Expression<Note, Int> { $0.title.count + $0.body.count } // ok
  let size = #Expression<[Label], Int> { $0.count } // ok
  _ = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { labels.evaluate($0) > 2 })) // ok
  _ = (named, title, preview, selected, folder, length, size)
}
