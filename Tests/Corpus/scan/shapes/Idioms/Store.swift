import CoreData

/// Helpers that other files of the module call.
enum Filters {
  static func matching(_ format: String, _ arguments: CVarArg...) -> NSPredicate {
    withVaList(arguments) { NSPredicate(format: format, arguments: $0) }
  }

  static func named(_ name: String) -> NSPredicate {
    NSPredicate(format: "name == %@", name)  // ok
  }

  static let insured = NSPredicate(format: "isInsured == YES")  // ok
}

extension NSManagedObject {
  static func all(where format: String, _ arguments: Any...) -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: String(describing: self))
    request.predicate = NSPredicate(format: format, argumentArray: arguments)  // ok
    return (try? context.fetch(request)) ?? []
  }
}

extension NSPredicate {
  convenience init(key: String, equals value: Any) {
    self.init(format: "%K == %@", argumentArray: [key, value])  // ok
  }

  static func prefix(_ key: String, _ text: String) -> NSPredicate {
    NSPredicate(format: "%K BEGINSWITH[cd] %@", key, text)  // ok
  }
}

final class Fetcher {
  let context: NSManagedObjectContext

  func patients(_ format: String, _ arguments: CVarArg...) -> [Patient] {
    let request = Patient.fetchRequest()
    request.predicate = withVaList(arguments) { NSPredicate(format: format, arguments: $0) }  // ok
    return (try? context.fetch(request)) ?? []
  }

  func patients(where predicate: NSPredicate, sortedBy key: String) -> [Patient] {
    let request = NSFetchRequest<Patient>(entityName: "Patient")
    request.predicate = predicate
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return (try? context.fetch(request)) ?? []
  }
}
