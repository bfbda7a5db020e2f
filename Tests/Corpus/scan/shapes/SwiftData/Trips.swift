import SwiftData
import SwiftUI

enum Mood: String, Codable { case good, bad }
@Model final class Trip {
  var name: String = ""
  var note: String?
  var mood: Mood = Mood.good
  var start = Date()
  var days = 3
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
  var owner: Owner?
  @Transient var seen = false
  var title: String { name }
}
@Model final class Stop { var place = ""; var trip: Trip? }
@Model final class Owner { var name = ""; var home: Stop? }

struct Trips: View {
  @Query(sort: \Trip.start) var a: [Trip] // ok
  @Query(filter: #Predicate<Trip> { $0.days > 5 }, sort: \Trip.name) var b: [Trip] // ok
  @Query(filter: #Predicate<Trip> { $0.owner == nil }) var c: [Trip] // error predicate-crashes
  @Query(sort: [SortDescriptor(\Trip.name), SortDescriptor(\Trip.start, order: .reverse)]) var d: [Trip] // ok
  @Query(sort: \Trip.title) var e: [Trip] // error predicate-crashes
  @Query var f: [Trip] // ok
}

func fetches(text: String, mood: Mood, span: ClosedRange<Date>, names: [String], id: PersistentIdentifier) {
  _ = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == text }) // ok
  _ = #Predicate<Trip> { $0.name == text && $0.days > 3 } // ok
  _ = #Predicate<Trip> { $0.mood == mood } // error predicate-crashes
  _ = #Predicate<Trip> { $0.title == text } // error predicate-crashes
  _ = #Predicate<Trip> { $0.seen } // error predicate-crashes
  _ = #Predicate<Trip> { ($0.note ?? "").contains(text) } // error predicate-crashes
  _ = #Predicate<Trip> { $0.note?.contains(text) ?? false } // ok
  _ = #Predicate<Trip> { $0.note == nil } // ok
  _ = #Predicate<Trip> { $0.owner?.home?.place == text } // error predicate-crashes
  _ = #Predicate<Trip> { $0.owner?.name == text } // ok
  _ = #Predicate<Trip> { $0.stops.contains { $0.place == text } } // ok
  _ = #Predicate<Trip> { $0.stops.isEmpty } // ok
  _ = #Predicate<Trip> { names.contains($0.name) } // ok
  _ = #Predicate<Trip> { $0.persistentModelID == id } // ok
  _ = #Predicate<Trip> { $0.name.localizedStandardContains(text) } // ok
  _ = #Predicate<Trip> { $0.name.starts(with: text) } // ok
  _ = #Predicate<Trip> { $0.note! == text } // error predicate-crashes
  _ = #Predicate<Stop> { $0.trip?.name == text } // ok
  _ = #Predicate<Unread> { $0.owner == nil } // ok
  _ = #Expression<Trip, Int> { $0.days + 1 } // ok
  _ = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]) // ok
}
