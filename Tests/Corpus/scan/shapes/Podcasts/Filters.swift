import CoreData

/// Predicates that other files give to requests.
enum Filters {
  static func titled(_ text: String) -> NSPredicate {
    NSPredicate(format: "title CONTAINS[cd] %@", text) // ok
  }

  static func mistitled(_ text: String) -> NSPredicate {
    NSPredicate(format: "titel CONTAINS[cd] %@", text) // error unknown-property
  }

  static let played = NSPredicate(format: "isPlayed == YES") // ok
  static var unplayed: NSPredicate { NSPredicate(format: "isPlayedd == NO") } // error unknown-property

  /// Requests of two entities take it.
  static func shared(_ text: String) -> NSPredicate {
    NSPredicate(format: "duration > 5 AND title == %@", text) // ok
  }

  /// Nothing says which of the two is called.
  static func matching(id: String) -> NSPredicate { NSPredicate(format: "guid == %@", id) } // ok
  static func matching(feed: String) -> NSPredicate { NSPredicate(format: "feedURL == %@", feed) } // ok

  static func unused() -> NSPredicate { NSPredicate(format: "anything == 5") } // ok
}

enum PodcastFilter {
  case all
  case subscribed(Bool)
  case stale(Date)
  case named(String)

  var predicate: NSPredicate? {
    switch self {
    case .all: return nil
    case .subscribed(let flag): return NSPredicate(format: "subscribed == %d", flag) // ok
    case .stale(let date):
      if date > Date() { return NSPredicate(format: "lastUpdted == nil") } // error unknown-property
      return NSPredicate(format: "lastUpdated < %@", date as NSDate) // ok
    case .named(let name): return NSPredicate(format: "name ==[cd] %@", name) // error unknown-property
    }
  }
}

extension NSPredicate {
  static func longer(than seconds: Double) -> NSPredicate {
    NSPredicate(format: "durationn > %f", seconds) // error unknown-property
  }

  static func newer(than date: Date) -> NSPredicate {
    let start = date as NSDate
    return NSPredicate(format: "published > %@", start) // ok
  }
}

final class Criteria {
  var text = ""
  func asPredicate() -> NSPredicate {
    let parts = [
      NSPredicate(format: "title CONTAINS %@", text), // ok
      NSPredicate(format: "tilte CONTAINS %@", text), // error unknown-property
    ]
    return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }
}
