import CDQValues
import CoreData

struct Limits {
  var minutes: Int16 = 5
  var weight: CGFloat = 80
  var note: String?
}

/// Predicates with arguments of many forms, each on one line. The line is compiled with the call that replaces it.
final class Ward {
  let limits = Limits()
  var day: Date { Date() }

  func patients(
    name: String, old: NSString, flag: Bool, count: Int, small: Int32, weight: Double, born: Date, since: NSDate, id: UUID,
    page: URL, names: [String], numbers: [Int], set: Set<String>, doctor: Doctor, maybe: String?
  ) {
    let request = NSFetchRequest<Patient>(entityName: "Patient")
    request.predicate = NSPredicate(format: "name == %@", name)
    request.predicate = NSPredicate(format: "name == %@ AND number > 1", name as NSString)
    request.predicate = NSPredicate(format: "name == %@ AND number > 2", old)
    request.predicate = NSPredicate(format: "name CONTAINS %@", "*\(name)*")
    request.predicate = NSPredicate(format: "name BEGINSWITH %@", name.lowercased())
    request.predicate = NSPredicate(format: "name ENDSWITH %@", maybe ?? "")
    request.predicate = NSPredicate(format: "name LIKE %@", (name as CVarArg))
    request.predicate = NSPredicate(format: "isInsured == %@", NSNumber(value: flag))
    request.predicate = NSPredicate(format: "isInsured == %d", flag)
    request.predicate = NSPredicate(format: "isInsured != %@", flag as NSNumber)
    request.predicate = NSPredicate(format: "number == %ld", count)
    request.predicate = NSPredicate(format: "number < %d", small)
    request.predicate = NSPredicate(format: "number > %d", count + 1)
    request.predicate = NSPredicate(format: "number >= %@", NSNumber(value: count))
    request.predicate = NSPredicate(format: "number <= %d", -5)
    request.predicate = NSPredicate(format: "weight > %f", weight)
    request.predicate = NSPredicate(format: "weight < %f", limits.weight)
    request.predicate = NSPredicate(format: "weight != %f", 80.5)
    request.predicate = NSPredicate(format: "born > %@", born as NSDate)
    request.predicate = NSPredicate(format: "born < %@", born as CVarArg)
    request.predicate = NSPredicate(format: "born >= %@", since)
    request.predicate = NSPredicate(format: "born <= %@", day as NSDate)
    request.predicate = NSPredicate(format: "born != %@", Date() as NSDate)
    request.predicate = NSPredicate(format: "uuid == %@", id as CVarArg)
    request.predicate = NSPredicate(format: "page == %@", page as NSURL)
    request.predicate = NSPredicate(format: "name IN %@", names)
    request.predicate = NSPredicate(format: "name IN %@ AND weight > 1", set)
    request.predicate = NSPredicate(format: "name IN %@ AND weight > 2", ["a", "b"])
    request.predicate = NSPredicate(format: "number IN %@", numbers)
    request.predicate = NSPredicate(format: "doctor == %@", doctor)
    request.predicate = NSPredicate(format: "%K == %@ AND %K > %d", "doctor.surname", name, "number", count)
    request.predicate = NSPredicate(format: "SUBQUERY(visits, $v, $v.minutes > %d).@count > 0", limits.minutes)
    request.predicate = NSPredicate(format: "name == %@ OR name == %@", name, limits.note!)
    request.predicate = NSPredicate(format: "name != %@", elsewhere(name))
  }
}
