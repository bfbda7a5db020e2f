import Foundation

func literals(unknown: Something) {
  use(NSPredicate(format: "age == %@", 5)) // error argument-type
  use(NSPredicate(format: "age == %@", -5)) // error argument-type
  use(NSPredicate(format: "age == %@", 5.5)) // error argument-type
  use(NSPredicate(format: "age > %@", 1_000)) // error argument-type
  use(NSPredicate(format: "isActive == %@", true)) // error argument-type
  use(NSPredicate(format: "isActive == %@", false)) // error argument-type
  use(NSPredicate(format: "isActive = %@ AND name = %@", true, "x")) // error argument-type
  use(NSPredicate(format: "name = %@ AND age >= %@", "x", 18)) // error argument-type
  use(NSPredicate(format: "age == %@", 5 as CVarArg)) // error argument-type
  use(NSPredicate(format: "age == %@", (5))) // error argument-type
  use(NSPredicate(format: "age == %@", 5 + 1)) // error argument-type
  use(NSPredicate(format: "age == %d", "five")) // error argument-type
  use(NSPredicate(format: "age == %ld", "5")) // error argument-type
  use(NSPredicate(format: "age == %i", "5" as NSString)) // error argument-type
  use(NSPredicate(format: "age == %d", NSNumber(value: 5))) // error argument-type
  use(NSPredicate(format: "date > %d", Date() as NSDate)) // error argument-type
  use(NSPredicate(format: "date > %f", Date() as CVarArg)) // error argument-type
  use(NSPredicate(format: "price < %d", 9.99)) // error argument-type
  use(NSPredicate(format: "price < %f", 9)) // error argument-type
  use(NSPredicate(format: "name == %s", "x")) // error argument-type
  use(NSPredicate(format: "%K == %@", 5, "x")) // error argument-type
  use(NSPredicate(format: "%K == %@", true, "x")) // error argument-type
  use(NSPredicate(format: "%K == %@", \Town.name, "x")) // error argument-type
  use(NSPredicate(format: "%K == %d", Date() as NSDate, 5)) // error argument-type
  use(NSPredicate(format: "id IN %d", [1, 2])) // error argument-type
  use(NSPredicate(format: "age == %@", argumentArray: [5])) // ok
  use(NSPredicate(format: "isActive == %@ AND age > %@", argumentArray: [true, 5])) // ok
  use(NSPredicate(format: "%K == %@", argumentArray: ["age", 5])) // ok
  use(NSPredicate(format: "%K == %@", argumentArray: [5, "age"])) // error argument-type
  use(NSPredicate(format: "age == %@", NSNumber(value: 5))) // ok
  use(NSPredicate(format: "age == %@", 5 as NSNumber)) // ok
  use(NSPredicate(format: "isActive == %@", NSNumber(value: true))) // ok
  use(NSPredicate(format: "isActive == %@", true as NSNumber)) // ok
  use(NSPredicate(format: "isActive == %@", NSNumber(booleanLiteral: true))) // ok
  use(NSPredicate(format: "isActive == %@", NSNull())) // ok
  use(NSPredicate(format: "age == %d", 5)) // ok
  use(NSPredicate(format: "age == %ld AND isActive == %d", 5, true)) // ok
  use(NSPredicate(format: "price < %f", 9.99)) // ok
  use(NSPredicate(format: "name == %@", "x")) // ok
  use(NSPredicate(format: "name == %@", "x" as CVarArg)) // ok
  use(NSPredicate(format: "name == %@", "x" + "y")) // ok
  use(NSPredicate(format: "name == %@", "\(5)")) // ok
  use(NSPredicate(format: "name == %@", String(5))) // ok
  use(NSPredicate(format: "date > %@", Date() as NSDate)) // ok
  use(NSPredicate(format: "date > %@", Date() as CVarArg)) // ok
  use(NSPredicate(format: "id == %@", UUID() as CVarArg)) // ok
  use(NSPredicate(format: "tag IN %@", ["a", "b"])) // ok
  use(NSPredicate(format: "rank IN %@", [1, 2, 3])) // ok
  use(NSPredicate(format: "rank BETWEEN %@", [1, 5])) // ok
  use(NSPredicate(format: "rank BETWEEN {%d, %d}", 1, 5)) // ok
  use(NSPredicate(format: "rank BETWEEN {%d, %@}", 1, 5)) // error argument-type
  use(NSPredicate(format: "name == %@", unknown)) // ok
  use(NSPredicate(format: "name == %@", unknown.value)) // ok
  use(NSPredicate(format: "name == %d", unknown.value)) // ok
  use(NSPredicate(format: "%K == %@", unknown.key, unknown.value)) // ok
  use(NSPredicate(format: "name == %@ AND age == %d", "x")) // error argument-count
  use(NSPredicate(format: "name == %@", "x", "y")) // warning argument-count
  use(NSPredicate(format: "age > 5 AND name == 'x'")) // ok
  use(NSPredicate(format: "age > 5 AND (name == 'x'")) // error unclosed-bracket
  use(NSPredicate(format: "SELF MATCHES %@", "[a-z+")) // error invalid-regular-expression
  use(NSPredicate(format: "SELF MATCHES '[a-z+'")) // error invalid-regular-expression
  use(NSPredicate(format: "SELF MATCHES %@", "(abc")) // error invalid-regular-expression
  use(NSPredicate(format: "SELF MATCHES %@", "[0-9]{5}")) // ok
  use(NSPredicate(format: "SELF MATCHES[c] %@", "^[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}$")) // ok
  use(NSPredicate(format: "SELF MATCHES %@", "^(?=.*[A-Z])(?=.*[0-9]).{8,}$")) // ok
}
