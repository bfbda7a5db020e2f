import CoreData
import Foundation

enum EpisodeState: Int16 {
  case new, started, archived
}

enum EpisodeKey {
  static let guid = "guid"
  static let published = "publishedAt"
  static let podcastTitle = "podcast.title"
}

extension Episode {
  enum Query {
    static func unplayed(of podcast: Podcast) -> NSPredicate {
      NSPredicate(format: "podcast == %@ AND isPlayed == NO", podcast) // ok
    }

    static func longerThan(_ seconds: TimeInterval) -> NSPredicate {
      return NSPredicate(format: "duration > %@", seconds) // error argument-type
    }

    static func search(_ term: String) -> NSPredicate {
      NSCompoundPredicate(orPredicateWithSubpredicates: [
        NSPredicate(format: "title CONTAINS[cd] %@", term), // ok
        NSPredicate(format: "podcast.titel CONTAINS[cd] %@", term), // error unknown-property
      ])
    }

    static var recentlyPublished: NSPredicate {
      let week = Calendar.current.date(byAdding: .day, value: -7, to: Date())!
      return NSPredicate(format: "published >= %@", week as NSDate) // ok
    }
  }

  @nonobjc class func request(state: EpisodeState, limit: Int) -> NSFetchRequest<Episode> {
    let request = NSFetchRequest<Episode>(entityName: "Episode")
    request.predicate = NSPredicate(format: "%K == %d", #keyPath(Episode.stateRaw), state.rawValue) // ok
    request.fetchLimit = limit
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Episode.published, ascending: false), // ok
      NSSortDescriptor(key: "podcast.sortOrder", ascending: true), // ok
      NSSortDescriptor(key: "podcast.order", ascending: true), // error unknown-property
    ]
    return request
  }

  static func find(guid: String, in context: NSManagedObjectContext) throws -> Episode? {
    let request = Episode.fetchRequest() as NSFetchRequest<Episode>
    request.predicate = NSPredicate(format: "%K == %@", EpisodeKey.guid, guid) // ok
    request.returnsObjectsAsFaults = false
    return try context.fetch(request).first
  }

  static func newest(in context: NSManagedObjectContext, since date: Date) throws -> [Episode] {
    let request: NSFetchRequest<Episode> = fetchRequest()
    request.predicate = NSPredicate(format: "%K > %@", EpisodeKey.published, date as NSDate) // error unknown-property
    return try context.fetch(request)
  }
}
