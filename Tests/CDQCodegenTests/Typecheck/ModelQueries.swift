import CDQIR

/// The text of queries that use each property of a schema once or twice.
struct ModelQueries {
  private(set) var text = ""
  private var count = 0

  init(_ schema: Schema) {
    for entity in schema.entities {
      add("#\(entity.name)")
      for property in schema.allProperties(of: entity.name) {
        switch property {
        case .attribute(let attribute): add(attribute, of: entity)
        case .relationship(let relationship): add(relationship, of: entity)
        }
      }
    }
  }

  private mutating func add(_ query: String) {
    text += "query q\(count) = \(query)\n"
    count += 1
  }

  private mutating func add(_ attribute: Attribute, of entity: Entity) {
    let (object, name) = ("#\(entity.name)", "#\(attribute.name)")
    if attribute.isTransient || attribute.type == .opaque { return }
    switch attribute.type {
    case .string:
      add("\(object) where \(name) == $value AND \(name) CONTAINS $part sort \(name)")
      add("count \(object) where \(name) BEGINSWITH $part?")
      add("\(object) select \(name) as value")
    case .bool:
      add("first \(object) where \(name) == TRUE")
    case .int16, .int32, .int64, .float, .double, .decimal:
      add("\(object) where \(name) > $low AND \(name) <= $high sort \(name) desc limit $limit")
      add("exists \(object) where \(name) IN $values")
    case .date:
      add("\(object) where \(name) >= $start AND \(name) < $end sort \(name) desc")
    case .uuid, .url, .data:
      add("\(object) where \(name) == $value")
    case .duration, .enumeration, .object, .opaque, .collection, .null:
      break
    }
    if attribute.isOptional { add("\(object) where \(name) == NULL") }
  }

  private mutating func add(_ relationship: Relationship, of entity: Entity) {
    let (object, name) = ("#\(entity.name)", "#\(relationship.name)")
    if relationship.isTransient { return }
    if relationship.isToMany {
      add("\(object) where \(name).@count > $n")
    } else if relationship.isOptional {
      add("\(object) where \(name) == NULL")
    }
  }
}
