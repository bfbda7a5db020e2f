import RealmSwift
import SwiftData
import SwiftUI

@Model final class Plant {
  var title: String
  var height: Double
  var watered: Date?
  @Relationship(deleteRule: .cascade) var leaves: [Leaf] = []
  init(title: String, height: Double) {}
}

@Model final class Leaf {
  var color: String
  var plant: Plant?
  init(color: String) {}
}

class Herd: Object, ObjectKeyIdentifiable {
  @Persisted(primaryKey: true) var _id: ObjectId
  @Persisted var label = ""
  @Persisted var size: Int = 0
  @Persisted var animals: RealmSwift.List<Animal>
  @Persisted var tags: MutableSet<String>
}

class Animal: EmbeddedObject {
  @Persisted var kind: String?
  @Persisted var legs = 4
  @Persisted(originProperty: "animals") var herds: LinkingObjects<Herd>
}

struct PlantList: View {
  @Query(filter: #Predicate<Plant> { $0.height > 3 }, sort: \Plant.title) var tall: [Plant]  // ok
  @Query(sort: [SortDescriptor(\Plant.watered, order: .reverse)]) var recent: [Plant]  // ok
  @ObservedResults(Herd.self, filter: NSPredicate(format: "size > 3")) var large  // ok
  @ObservedResults(Herd.self, filter: NSPredicate(format: "siez > 3")) var larger  // error unknown-property
  @ObservedResults(Herd.self, sortDescriptor: SortDescriptor(keyPath: "lable")) var sorted  // error unknown-property
  @FetchRequest(
    sortDescriptors: [SortDescriptor(\.name)],  // ok
    predicate: NSPredicate(format: "weight > 100")  // ok
  ) var heavy: FetchedResults<Patient>
  @SectionedFetchRequest<Int64, Patient>(
    sectionIdentifier: \.number,
    sortDescriptors: [SortDescriptor(\.name)],  // ok
    predicate: NSPredicate(format: "wight > 100")  // error unknown-property
  ) var sections
  @FetchRequest(
    entity: Visit.entity(),
    sortDescriptors: [NSSortDescriptor(key: "dya", ascending: true)])  // error unknown-property
  var visits: FetchedResults<Visit>

  func search(_ realm: Realm, text: String, context: ModelContext) throws {
    _ = realm.objects(Herd.self).filter("label CONTAINS[c] %@", text)  // ok
    _ = realm.objects(Herd.self).filter("lable CONTAINS[c] %@", text)  // error unknown-property
    _ = realm.objects(Herd.self).filter("ANY animals.kind == %@", text)  // ok
    _ = realm.objects(Herd.self).filter("ANY animals.kindd == %@", text)  // error unknown-property
    _ = realm.objects(Herd.self).where { $0.size > 3 }.sorted(byKeyPath: "size")  // ok
    _ = realm.objects(Herd.self).where { $0.size > 3 }.sorted(byKeyPath: "sizes")  // error unknown-property
    _ = realm.objects(Herd.self).filter("size == %@", 5)  // ok
    _ = realm.objects(Herd.self).filter("%@ IN tags", text)  // ok
    let titles = #Expression<Plant, Int> { plant in plant.leaves.filter { $0.color == "red" }.count }
    let descriptor = FetchDescriptor<Plant>(
      predicate: #Predicate { titles.evaluate($0) > 2 },  // ok
      sortBy: [SortDescriptor(\.title), SortDescriptor(\.height)])  // ok
    _ = try context.fetch(descriptor)
    _ = try context.fetchCount(FetchDescriptor<Leaf>(predicate: #Predicate { $0.plant?.title == text }))  // ok
    _ = try context.fetch(FetchDescriptor<Plant>(predicate: #Predicate { $0.leaves.isEmpty == false }))  // ok
    try context.delete(model: Plant.self, where: #Predicate { $0.height < 1 })  // ok
    let observer = try ResultsObserver<Plant>(
      predicate: #Predicate { $0.height > 9 },  // ok
      sortBy: [SortDescriptor(\Plant.title)])  // ok
    _ = observer
  }
}

/// Values of `#Expression`, and what observes results.
final class PlantWatch {
  func watch(context: ModelContext, text: String) throws {
    let tallest = #Expression<[Leaf], Int> { leaves in leaves.count }
    let isTall = #Expression<Plant, Bool> { $0.height > 3 }  // ok
    let isOrphan = #Expression<Leaf, Bool> { $0.plant == nil }  // error predicate-crashes
    _ = try ResultsObserver<Plant>(predicate: #Predicate { tallest.evaluate($0.leaves) > 2 })  // ok
    _ = try ResultsObserver<Leaf>(predicate: #Predicate { $0.plant == nil })  // error predicate-crashes
    _ = try ResultsObserver(predicate: #Predicate<Leaf> { $0.plant == nil })  // error predicate-crashes
    _ = try ResultsObserver<Leaf>(sortBy: [SortDescriptor(\.color), SortDescriptor(\Leaf.color)])  // ok
    _ = FetchDescriptor<Leaf>(predicate: #Predicate { $0.plant == nil })  // error predicate-crashes
  }
}
