import Foundation

enum Status: String { case open, closed = "done" }
enum Level: Int { case low, high }
enum Plain { case one, two }
struct Filter { var minimum: Int; var text: String; var ratio: Double; var isOpen = true; let limit = 10; var note: String? }
class Account { var balance = 0.0; var owner: Owner?; var tags: [String] = []; static let maximum = 50; lazy var total = 5 }
class Owner: Account { var name = ""; var birthday: Date?; var age: Int16 = 0; func years() -> Int { 5 } }
typealias Count = Int
enum Limits { static let adult = 18; static let word = "x"; static var flag: Bool { true } }

func parameters(minimum: Int, flag: Bool, ratio: Double, text: String, date: Date, id: UUID, list: [Int],
  note: String?, number: NSNumber, small: Int16, count: Count, level: Level, status: Status, plain: Plain,
  filter: Filter, rest: Int...) {
  use(NSPredicate(format: "age == %@", minimum)) // error argument-type
  use(NSPredicate(format: "age == %@", minimum as CVarArg)) // error argument-type
  use(NSPredicate(format: "age == %@", small)) // error argument-type
  use(NSPredicate(format: "age == %@", count)) // error argument-type
  use(NSPredicate(format: "isActive == %@", flag)) // error argument-type
  use(NSPredicate(format: "isActive == %@", !flag)) // error argument-type
  use(NSPredicate(format: "isActive == %@", minimum == 5)) // error argument-type
  use(NSPredicate(format: "ratio == %@", ratio)) // error argument-type
  use(NSPredicate(format: "ratio == %@", ratio * 2)) // error argument-type
  use(NSPredicate(format: "age == %@", minimum + 1)) // error argument-type
  use(NSPredicate(format: "age == %d", text)) // error argument-type
  use(NSPredicate(format: "age == %ld", text as NSString)) // error argument-type
  use(NSPredicate(format: "age == %d", date as NSDate)) // error argument-type
  use(NSPredicate(format: "age == %d", number)) // error argument-type
  use(NSPredicate(format: "age == %d", id as CVarArg)) // error argument-type
  use(NSPredicate(format: "age == %d", list)) // error argument-type
  use(NSPredicate(format: "age == %d", ratio)) // error argument-type
  use(NSPredicate(format: "age == %f", minimum)) // error argument-type
  use(NSPredicate(format: "name == %s", text)) // error argument-type
  use(NSPredicate(format: "name == %s", minimum)) // error argument-type
  use(NSPredicate(format: "%K == %@", minimum, text)) // error argument-type
  use(NSPredicate(format: "%K == %@", flag, text)) // error argument-type
  use(NSPredicate(format: "%K == %@", number, text)) // error argument-type
  use(NSPredicate(format: "level == %@", level.rawValue)) // error argument-type
  use(NSPredicate(format: "level == %@", level as! CVarArg)) // error argument-type
  use(NSPredicate(format: "status == %@", status as! CVarArg)) // error argument-type
  use(NSPredicate(format: "status == %d", status.rawValue)) // error argument-type
  use(NSPredicate(format: "plain == %@", plain as! CVarArg)) // error argument-type
  use(NSPredicate(format: "level == %@", Level.high.rawValue)) // error argument-type
  use(NSPredicate(format: "status == %@", argumentArray: [status])) // error argument-type
  use(NSPredicate(format: "filter == %@", argumentArray: [filter])) // error argument-type
  use(NSPredicate(format: "status == %@", argumentArray: [Status.open])) // error argument-type
  use(NSPredicate(format: "age == %@", filter.minimum)) // error argument-type
  use(NSPredicate(format: "age == %@", filter.limit)) // error argument-type
  use(NSPredicate(format: "age == %d", filter.text)) // error argument-type
  use(NSPredicate(format: "open == %@", filter.isOpen)) // error argument-type
  use(NSPredicate(format: "ratio > %d", filter.ratio)) // error argument-type
  use(NSPredicate(format: "ratio > %@", filter.ratio)) // error argument-type
  use(NSPredicate(format: "name == %@", note as! CVarArg)) // error argument-type
  use(NSPredicate(format: "n == %@", list.count)) // error argument-type
  use(NSPredicate(format: "n == %@", text.count)) // error argument-type
  use(NSPredicate(format: "n == %@", text.isEmpty)) // error argument-type
  use(NSPredicate(format: "n == %@", date.timeIntervalSince1970)) // error argument-type
  use(NSPredicate(format: "n == %@", number.intValue)) // error argument-type
  use(NSPredicate(format: "n == %@", list[0])) // error argument-type
  use(NSPredicate(format: "n == %@", Int(text)!)) // error argument-type
  use(NSPredicate(format: "n == %@", Int(text) ?? 0)) // error argument-type
  use(NSPredicate(format: "n == %@", Limits.adult)) // error argument-type
  use(NSPredicate(format: "n == %@", Limits.flag)) // error argument-type
  use(NSPredicate(format: "n == %d", Limits.word)) // error argument-type
  use(NSPredicate(format: "n == %@", Account.maximum)) // error argument-type
  use(NSPredicate(format: "n == %@", level == .low ? 1 : 2)) // error argument-type
  use(NSPredicate(format: "n == %d", text.lowercased())) // error argument-type
  use(NSPredicate(format: "age == %d", minimum)) // ok
  use(NSPredicate(format: "age == %d", small)) // ok
  use(NSPredicate(format: "age == %ld", count)) // ok
  use(NSPredicate(format: "isActive == %d", flag)) // ok
  use(NSPredicate(format: "isActive == %@", NSNumber(value: flag))) // ok
  use(NSPredicate(format: "isActive == %@", flag as NSNumber)) // ok
  use(NSPredicate(format: "ratio > %f", ratio)) // ok
  use(NSPredicate(format: "name == %@", text)) // ok
  use(NSPredicate(format: "name == %@", text as CVarArg)) // ok
  use(NSPredicate(format: "date > %@", date as CVarArg)) // ok
  use(NSPredicate(format: "date > %@ AND date < %@", date as NSDate, date.addingTimeInterval(5) as NSDate)) // ok
  use(NSPredicate(format: "id == %@", id as CVarArg)) // ok
  use(NSPredicate(format: "id == %@", id.uuidString)) // ok
  use(NSPredicate(format: "n IN %@", list)) // ok
  use(NSPredicate(format: "name == %@", note ?? "")) // ok
  use(NSPredicate(format: "name == %@", note!)) // ok
  use(NSPredicate(format: "level == %d", level.rawValue)) // ok
  use(NSPredicate(format: "level == %@", NSNumber(value: level.rawValue))) // ok
  use(NSPredicate(format: "status == %@", status.rawValue)) // ok
  use(NSPredicate(format: "status == %@", Status.closed.rawValue)) // ok
  use(NSPredicate(format: "age > %d", filter.minimum)) // ok
  use(NSPredicate(format: "name == %@", filter.text)) // ok
  use(NSPredicate(format: "age == %@", number)) // ok
  use(NSPredicate(format: "%K == %@", text, number)) // ok
  use(NSPredicate(format: "n == %@", argumentArray: [minimum])) // ok
  use(NSPredicate(format: "n == %@", argumentArray: [flag])) // ok
  use(NSPredicate(format: "n IN %@", rest)) // ok
  use(NSPredicate(format: "n == %@", String(minimum))) // ok
  use(NSPredicate(format: "n == %@", "\(minimum)")) // ok
  use(NSPredicate(format: "n == %@", minimum.description)) // ok
  use(NSPredicate(format: "n == %@", list.first.map(String.init) ?? "")) // ok
  use(NSPredicate(format: "n == %@", flag ? "a" : "b")) // ok
  use(NSPredicate(format: "status IN %@", [status].map(\.rawValue))) // ok
}

func members(account: Account, owner: Owner) {
  use(NSPredicate(format: "n == %@", account.balance)) // error argument-type
  use(NSPredicate(format: "n == %@", owner.balance)) // error argument-type
  use(NSPredicate(format: "n == %@", owner.age)) // error argument-type
  use(NSPredicate(format: "n == %d", owner.name)) // error argument-type
  use(NSPredicate(format: "n == %@", account.total)) // error argument-type
  use(NSPredicate(format: "n == %@", account.tags.count)) // error argument-type
  use(NSPredicate(format: "n == %@", owner.years())) // error argument-type
  use(NSPredicate(format: "n == %@", threshold())) // error argument-type
  use(NSPredicate(format: "n == %@", account.owner!.age)) // error argument-type
  use(NSPredicate(format: "n == %@", owner.name)) // ok
  use(NSPredicate(format: "n IN %@", account.tags)) // ok
  use(NSPredicate(format: "n == %d", owner.age)) // ok
  use(NSPredicate(format: "n == %d", owner.years())) // ok
  use(NSPredicate(format: "n == %d", threshold())) // ok
  use(NSPredicate(format: "n == %@", word())) // ok
}

func threshold() -> Int { 5 }
func word() -> String { "x" }

func locals(input: String?, value: String, items: [String: Any]) {
  let five = 5
  let half: Double = 0.5
  let name = "x"
  var flag = false
  flag.toggle()
  let number = NSNumber(value: 5)
  let copy = five
  use(NSPredicate(format: "n == %@", five)) // error argument-type
  use(NSPredicate(format: "n == %@", half)) // error argument-type
  use(NSPredicate(format: "n == %d", name)) // error argument-type
  use(NSPredicate(format: "n == %@", flag)) // error argument-type
  use(NSPredicate(format: "n == %@", copy)) // error argument-type
  use(NSPredicate(format: "n == %d", number)) // error argument-type
  use(NSPredicate(format: "n == %d", five)) // ok
  use(NSPredicate(format: "n == %@", name)) // ok
  use(NSPredicate(format: "n == %@", number)) // ok
  if let input { use(NSPredicate(format: "n == %@", input)) } // ok
  if let input = input { use(NSPredicate(format: "n == %@", input)) } // ok
  if let value = Int(value) { use(NSPredicate(format: "n == %d", value)) } // ok
  if let value = Int(value) { use(NSPredicate(format: "n == %@", value)) } // error argument-type
  use(NSPredicate(format: "n == %@", value)) // ok
  use(NSPredicate(format: "n == %d", value)) // error argument-type
  for value in [1, 2] { use(NSPredicate(format: "n == %d", value)) } // ok
  [1, 2].forEach { value in use(NSPredicate(format: "n == %d", value)) } // ok
  items.forEach { (key, value) in use(NSPredicate(format: "%K == %@", key, value as! CVarArg)) } // ok
  switch thing { case .a(let value): use(NSPredicate(format: "n == %d", value)); default: break } // ok
  guard let input = input else { return }
  use(NSPredicate(format: "n == %@", input)) // ok
  let optional: String? = input
  guard let optional else { return }
  use(NSPredicate(format: "n == %@", optional)) // ok
}

struct Page { var size = 5 }
struct Search<Page> {
  var filter: Page
  var minimum: Int!
  var text: String!
  private let size: Int
  var kind: Level
  var predicate: NSPredicate { NSPredicate(format: "n == %@", size) } // error argument-type
  var other: NSPredicate { NSPredicate(format: "n == %d", size) } // ok
  func make() -> NSPredicate { NSPredicate(format: "n == %@", self.size) } // error argument-type
  func kinds() -> NSPredicate { NSPredicate(format: "n == %@", kind.rawValue) } // error argument-type
  func generic() -> NSPredicate { NSPredicate(format: "n == %@", filter as! CVarArg) } // ok
  func implicit() -> NSPredicate { NSPredicate(format: "n == %@", text) } // ok
}

extension Owner {
  func peers() -> NSPredicate { NSPredicate(format: "age == %@ AND name != %@", age, name) } // error argument-type
  func namesakes() -> NSPredicate { NSPredicate(format: "name == %@", name) } // ok
  static func named(_ name: String) -> NSPredicate { NSPredicate(format: "name == %@", name) } // ok
  static func aged(_ age: Int) -> NSPredicate { NSPredicate(format: "age == %@", age) } // error argument-type
}
