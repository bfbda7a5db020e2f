import CoreData

/// Calls of the helpers, which another file declares.
final class PatientList {
  let fetcher: Fetcher
  var number: Int = 0

  func helpers(name: String, weight: Double) {
    _ = Filters.matching("name == %@", name)  // ok
    _ = Filters.matching("name == %@ AND weight > %f", name)  // error argument-count
    _ = Filters.matching("number == %@", number)  // error argument-type
    _ = Filters.matching("(name == %@", name)  // error unclosed-bracket
    _ = fetcher.patients("name == %@", name)  // ok
    _ = fetcher.patients("nmae == %@", name)  // error unknown-property
    _ = fetcher.patients("weight > %f", weight)  // ok
    _ = fetcher.patients("weight > %f")  // error argument-count
    _ = Patient.all(where: "number == %@", number)  // ok
    _ = Patient.all(where: "name == %@ OR name == %@", name)  // error argument-count
    _ = fetcher.patients(where: NSPredicate(format: "naem == %@", name), sortedBy: "name")  // error unknown-property
    _ = fetcher.patients(where: NSPredicate(format: "name == %@", name), sortedBy: "name")  // ok
    _ = NSPredicate(key: "anything", equals: number)
    _ = NSPredicate.prefix("name", name)
  }

  func assigned(name: String) throws -> [Patient] {
    let request: NSFetchRequest<Patient> = Patient.fetchRequest()
    request.predicate = Filters.named(name)
    request.sortDescriptors = [
      NSSortDescriptor(key: "nam", ascending: true),  // error unknown-property
      NSSortDescriptor(keyPath: \Patient.born, ascending: false),  // ok
      NSSortDescriptor(key: #keyPath(Patient.weight), ascending: false),  // ok
    ]
    return try request.execute()
  }

  func columns() -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Patient")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["name", "wieght"]  // error unknown-property
    request.propertiesToGroupBy = ["name", "docter"]  // error unknown-property
    request.relationshipKeyPathsForPrefetching = ["doctor", "visists"]  // error unknown-property
    request.havingPredicate = NSPredicate(format: "weight > %f", 5.0)  // ok
    return request
  }

  func controller(context: NSManagedObjectContext) -> NSFetchedResultsController<Visit> {
    let request = Visit.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "patient.name", ascending: true)]  // ok
    return NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context,
      sectionNameKeyPath: "initial",  // ok
      cacheName: nil)
  }

  func grouped(since day: Date, ids: [UUID], page: URL) -> NSPredicate {
    var parts: [NSPredicate] = []
    parts.append(NSPredicate(format: "day >= %@", day as NSDate))  // ok
    parts.append(NSPredicate(format: "day >= %@", day as CVarArg))  // ok
    parts.append(.init(format: "minutes IN %@", [10, 20]))  // ok
    parts.append(NSPredicate(format: "uuid IN %@", ids))  // ok
    parts.append(NSPredicate(format: "page == %@", page as CVarArg))  // ok
    parts.append(NSPredicate(format: "ANY visits.day >= %@", day as NSDate))  // ok
    parts += [NSPredicate(format: "reason MATCHES %@", "[a-z")]  // error invalid-regular-expression
    return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
  }

  func count(of doctor: Doctor?) throws -> Int {
    let request = Patient.fetchRequest()
    request.predicate = doctor.map { NSPredicate(format: "doctor == %@", $0) } ?? NSPredicate(value: true)  // ok
    request.predicate = NSPredicate(format: "SUBQUERY(visits, $v, $v.minutes > %d).@count > 0", number)  // ok
    request.predicate = NSPredicate(format: "SUBQUERY(visits, $v, $v.mintues > %d).@count > 0", number)  // error unknown-property
    request.predicate = NSPredicate(format: "visits.@count == %@", number as NSNumber)  // ok
    request.predicate = NSPredicate(format: "visits.minutes > %d", 5)  // error to-many-without-quantifier
    request.predicate = NSPredicate(format: "self IN %@", [] as [NSManagedObjectID])  // ok
    request.predicate = NSPredicate(format: "isInsured = %@", true)  // error argument-type
    request.predicate = NSPredicate(format: "isInsured = %@", NSNumber(value: true))  // ok
    request.predicate = NSPredicate(format: "isInsured = %d", true)  // ok
    request.predicate = NSPredicate(format: "number = %i", Int32(number))  // ok
    request.predicate = NSPredicate(format: "number = %lld", Int64(number))  // ok
    request.predicate = NSPredicate(format: "number = \(number)")  // ok
    request.predicate = NSPredicate(format: "%K == %@", #keyPath(Patient.doctor.surname), "Weiss")  // ok
    request.predicate = NSPredicate(format: "%K == %@", "doctor.surnmae", "Weiss")  // error unknown-property
    return try request.execute().count
  }
}
