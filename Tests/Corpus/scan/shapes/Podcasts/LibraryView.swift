import SwiftUI
import CoreData

struct LibraryView: View {
  @Environment(\.managedObjectContext) private var context
  @FetchRequest(
    entity: Podcast.entity(),
    sortDescriptors: [NSSortDescriptor(keyPath: \Podcast.sortOrder, ascending: true)], // ok
    predicate: NSPredicate(format: "subscribed == %@", NSNumber(booleanLiteral: true)), // ok
    animation: .default
  ) private var podcasts: FetchedResults<Podcast>
  @FetchRequest private var episodes: FetchedResults<Episode>
  @State private var searchText = ""

  init(podcast: Podcast, onlyNew: Bool) {
    _episodes = FetchRequest<Episode>(
      sortDescriptors: [SortDescriptor(\.published, order: .reverse)], // ok
      predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [
        Episode.Query.unplayed(of: podcast),
        NSPredicate(format: "isPlayd == %d", onlyNew), // error unknown-property
      ]))
  }

  var body: some View {
    List(podcasts) { podcast in Text(podcast.title ?? "") }
      .searchable(text: $searchText)
      .onChange(of: searchText) { value in
        podcasts.nsPredicate = value.isEmpty ? nil : NSPredicate(format: "title CONTAINS[cd] %@", value) // ok
        episodes.nsPredicate = value.isEmpty ? nil : NSPredicate(format: "name CONTAINS[cd] %@", value) // error unknown-property
      }
  }
}
