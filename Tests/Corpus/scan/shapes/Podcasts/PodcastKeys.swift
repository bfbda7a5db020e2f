import CoreData

extension Podcast {
  enum Keys {
    static let title: String = "title"
    static var subtitle: String { "subtitle" }
    static let feed = #keyPath(Podcast.feedURL)
    static let newest = #keyPath(Podcast.episodes.publishedAt)
  }

  enum CodingKeys: String, CodingKey {
    case title
    case name
  }
}

extension String {
  static let subscribedOnly = "subscribed == YES"
  static var subscribersOnly: String { return "subscriber == YES" }
}
