import CDQIR
import CDQSchema

/// A small schema with every kind of property.
enum Sample {
  static let schema = CheckedSchema(
    schema: Schema(
      entities: [
        Entity(
          name: "City",
          properties: [
            attribute("id", .int64), attribute("name", .string), attribute("nickname", .string, optional: true),
            attribute("population", .int64, optional: true), attribute("rank", .int16),
            attribute("area", .double, optional: true), attribute("budget", .decimal, optional: true),
            attribute("isCapital", .bool), attribute("isPort", .bool, optional: true),
            attribute("founded", .date, optional: true), attribute("code", .uuid), attribute("site", .url, optional: true),
            attribute("flag", .data, optional: true), attribute("income", .enumeration("Income"), optional: true),
            attribute("secret", .opaque, optional: true),
            attribute("tags", .collection(element: .string, isOrdered: true)),
            .relationship(Relationship(name: "country", destination: "Country", inverse: "cities")),
            .relationship(
              Relationship(name: "streets", destination: "Street", isToMany: true, isOrdered: true)),
          ], uniquenessConstraints: [["id"]]),
        Entity(name: "Metropolis", parent: "City", properties: [attribute("lines", .int32)]),
        Entity(
          name: "Country",
          properties: [
            attribute("id", .string), attribute("name", .string), attribute("continent", .string),
            .relationship(Relationship(name: "cities", destination: "City", isToMany: true, inverse: "country")),
          ], uniquenessConstraints: [["id"]]),
        Entity(
          name: "Street", properties: [attribute("name", .string), attribute("length", .double), attribute("order", .int64)]),
        Entity(name: "Place", isAbstract: true),
      ],
      enumerations: [
        Enumeration(
          name: "Income", rawType: .string,
          cases: [
            .init(name: "low", rawValue: .string("5. Low")), .init(name: "high", rawValue: .string("1. High")),
          ])
      ]))

  private static func attribute(_ name: String, _ type: ValueType, optional: Bool = false) -> Property {
    .attribute(Attribute(name: name, type: type, isOptional: optional))
  }
}
