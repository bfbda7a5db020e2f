import CoreData
import Combine

final class LibraryStore: NSObject, ObservableObject, NSFetchedResultsControllerDelegate {
  private let container: NSPersistentContainer
  private var filter: String?
  @Published var minimumPlays = 0

  lazy var controller: NSFetchedResultsController<Podcast> = {
    let request: NSFetchRequest<Podcast> = Podcast.fetchRequest()
    request.predicate = NSPredicate(format: "subscribed == %@", NSNumber(value: true)) // ok
    request.sortDescriptors = [NSSortDescriptor(key: #keyPath(Podcast.sortOrder), ascending: true)] // ok
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: container.viewContext, sectionNameKeyPath: nil, cacheName: nil)
    controller.delegate = self
    return controller
  }()

  init(container: NSPersistentContainer) {
    self.container = container
  }

  func refresh(subscribedOnly: Bool, term: String?, ids: Set<String>, podcast: Podcast?) {
    var predicates: [NSPredicate] = []
    if subscribedOnly {
      predicates.append(NSPredicate(format: "subscribed = %d", true)) // ok
      predicates.append(NSPredicate(format: "subscribed = %@", subscribedOnly)) // error argument-type
    }
    if let term, !term.isEmpty {
      predicates.append(NSPredicate(format: "title CONTAINS[cd] %@", term)) // ok
    }
    if let filter = filter {
      predicates.append(NSPredicate(format: "title ==[c] %@", filter)) // ok
    }
    controller.fetchRequest.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
    try? controller.performFetch()

    let episodes = NSFetchRequest<Episode>(entityName: "Episode")
    episodes.predicate = NSPredicate(format: "playCount >= %@", minimumPlays) // error argument-type
    episodes.predicate = NSPredicate(format: "playCount >= %i", minimumPlays) // ok
    episodes.predicate = NSPredicate(format: "guid IN %@", ids) // ok
    episodes.predicate = NSPredicate(format: "guid IN %@ AND isPlayed = %@", ids as CVarArg) // error argument-count
    episodes.predicate = NSPredicate(format: "podcast = %@", podcast!) // ok
    episodes.predicate = NSPredicate(format: "podcast.feedURL = %@", "https://example.org/feed") // ok
    episodes.predicate = NSPredicate(format: "SUBQUERY(chapters, $chapter, $chapter.start > 60).@count > 0") // ok
    episodes.predicate = NSPredicate(format: "SUBQUERY(chapters, $chapter, $chapter.begin > 60).@count > 0") // error unknown-property
    episodes.predicate = NSPredicate(format: "chapters.@count == 0 AND podcast.subscribed == TRUE") // ok
    episodes.predicate = NSPredicate(format: "stateRaw IN %@", [EpisodeState.new.rawValue, EpisodeState.started.rawValue]) // ok
    episodes.predicate = NSPredicate(format: "stateRaw == %@", EpisodeState.new) // error argument-type
    episodes.predicate = NSPredicate(format: "(title == nil) OR (title == \"\")") // ok
    episodes.predicate = NSPredicate(format: "(title == nil OR (title == \"\")") // error unclosed-bracket
    episodes.propertiesToFetch = ["guid", // ok
      "tittle"] // error unknown-property
    episodes.relationshipKeyPathsForPrefetching = ["podcast", // ok
      "chapter"] // error unknown-property
  }

  func cleanUp(_ context: NSManagedObjectContext) throws {
    let old: NSFetchRequest<NSFetchRequestResult> = NSFetchRequest(entityName: "Episode")
    old.predicate = NSPredicate(format: "isPlayed == YES AND publised < %@", Date.distantPast as NSDate) // error unknown-property
    try context.execute(NSBatchDeleteRequest(fetchRequest: old))
    let update = NSBatchUpdateRequest(entityName: "Episode")
    update.predicate = NSPredicate(format: "playCount == 0 AND duration <= %f", 60.0) // ok
    update.propertiesToUpdate = ["isPlayed": true]
    _ = try context.execute(update)
  }
}
