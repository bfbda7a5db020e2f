import CoreData

func requests(context: NSManagedObjectContext, criteria: Criteria, filter: PodcastFilter, date: Date) throws {
  let episodes: NSFetchRequest<Episode> = Episode.fetchRequest()
  episodes.predicate = Filters.titled("a")
  episodes.predicate = Filters.mistitled("a")
  episodes.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [Filters.played, Filters.unplayed])
  episodes.predicate = Filters.shared("a")
  episodes.predicate = Filters.matching(id: "a")
  episodes.predicate = .longer(than: 60)
  episodes.predicate = NSPredicate.newer(than: date)
  episodes.predicate = Episode.Query.search("a")
  let podcasts = NSFetchRequest<Podcast>(entityName: "Podcast")
  podcasts.predicate = Filters.shared("b")
  podcasts.predicate = filter.predicate
  podcasts.predicate = criteria.asPredicate()
  podcasts.predicate = NSPredicate(format: "%K == %@", Podcast.Keys.title, "a") // ok
  podcasts.predicate = NSPredicate(format: "%K == %@", Podcast.Keys.subtitle, "a") // error unknown-property
  podcasts.predicate = NSPredicate(format: "%K == %@", Podcast.Keys.feed, "a") // ok
  podcasts.predicate = NSPredicate(format: "%K == %@", Podcast.Keys.newest, date as NSDate) // error unknown-property
  podcasts.predicate = NSPredicate(format: "%K == %@", Podcast.CodingKeys.title.stringValue, "a") // ok
  podcasts.predicate = NSPredicate(format: "%K == %@", Podcast.CodingKeys.name.stringValue, "a") // error unknown-property
  podcasts.predicate = NSPredicate(format: .subscribedOnly) // ok
  podcasts.predicate = NSPredicate(format: .subscribersOnly) // error unknown-property
  _ = try context.fetch(episodes)
  _ = try context.fetch(podcasts)
}
