#if canImport(Darwin)
  import CoreData
  import Foundation

  /// An SQLite store of Core Data with the objects of `World`.
  struct ManagedStore {
    private let context: NSManagedObjectContext

    init(_ world: World) throws {
      let model = ManagedStore.model()
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let file = FileManager.default.temporaryDirectory.appending(path: "cdq-device-\(UUID().uuidString).sqlite")
      _ = try coordinator.addPersistentStore(type: .sqlite, at: file)
      context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      let context = context
      try context.performAndWait {
        func make(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
          let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
          for (name, value) in values { object.setValue(value, forKey: name) }
          return object
        }
        let continents = World.continents.enumerated().map { index, title in
          make("Continent", ["code": "C\(index)"].merging(title.map { ["title": $0] } ?? [:]) { first, _ in first })
        }
        let nations = World.nations.enumerated().map { index, name in
          let nation = make("Nation", ["code": "N\(index)", "name": name])
          if index % 3 != 2 { nation.setValue(Double(index) * 40, forKey: "area") }
          if let continent = World.continent(of: index) { nation.setValue(continents[continent], forKey: "continent") }
          return nation
        }
        for town in world.towns {
          let object = make("Town", town.values.filter { $0.key != "tags" }.mapValues(ManagedStore.stored))
          if let nation = town.nation { object.setValue(nations[nation], forKey: "nation") }
        }
        try context.save()
        // Only saved objects are fetched by SQL alone.
        context.reset()
      }
    }

    func ids(of format: String) throws -> [Int64] {
      let context = context
      return try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Town")
        request.predicate = NSPredicate(format: format)
        return try context.fetch(request).compactMap { $0.value(forKey: "id") as? Int64 }
      }
    }

    private static func stored(_ value: Any) -> Any {
      if let number = value as? Decimal { NSDecimalNumber(decimal: number) } else { value }
    }

    private static func model() -> NSManagedObjectModel {
      func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name, type in
          let attribute = NSAttributeDescription()
          attribute.name = name
          attribute.attributeType = type
          attribute.isOptional = true
          attribute.isTransient = name == "draft"
          return attribute
        }
        return entity
      }
      let continent = entity("Continent", [("code", .stringAttributeType), ("title", .stringAttributeType)])
      let nation = entity(
        "Nation", [("code", .stringAttributeType), ("name", .stringAttributeType), ("area", .doubleAttributeType)])
      let town = entity(
        "Town",
        [
          ("id", .integer64AttributeType), ("name", .stringAttributeType), ("nick", .stringAttributeType),
          ("people", .integer64AttributeType), ("houses", .integer32AttributeType), ("rank", .integer16AttributeType),
          ("score", .floatAttributeType), ("height", .doubleAttributeType), ("rate", .decimalAttributeType),
          ("isPort", .booleanAttributeType), ("isOld", .booleanAttributeType), ("size", .stringAttributeType),
          ("opened", .dateAttributeType), ("key", .UUIDAttributeType), ("site", .URIAttributeType),
          ("seal", .binaryDataAttributeType), ("draft", .stringAttributeType),
        ])
      func relate(_ one: NSEntityDescription, _ name: String, _ many: NSEntityDescription, _ inverse: String) {
        let (toOne, toMany) = (NSRelationshipDescription(), NSRelationshipDescription())
        (toOne.name, toOne.destinationEntity, toOne.maxCount, toOne.inverseRelationship) = (name, many, 1, toMany)
        (toMany.name, toMany.destinationEntity, toMany.maxCount, toMany.inverseRelationship) = (inverse, one, 0, toOne)
        for relationship in [toOne, toMany] {
          relationship.isOptional = true
          relationship.deleteRule = .nullifyDeleteRule
        }
        one.properties.append(toOne)
        many.properties.append(toMany)
      }
      relate(nation, "continent", continent, "nations")
      relate(town, "nation", nation, "towns")
      let model = NSManagedObjectModel()
      model.entities = [continent, nation, town]
      return model
    }
  }
#endif
