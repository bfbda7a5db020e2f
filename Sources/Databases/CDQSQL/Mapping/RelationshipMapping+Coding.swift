// The JSON of a relationship has one member, whose name is the kind: `{"foreignKey": {"columns": ["country_id"]}}`.

extension RelationshipMapping {
  private enum Kind: String, CodingKey {
    case foreignKey, inverse, joinTable
  }

  /// Reads an object with one member, whose name is the kind of place.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    if let key = try container.decodeIfPresent(ForeignKey.self, forKey: .foreignKey) {
      self = .foreignKey(key)
    } else if let key = try container.decodeIfPresent(ForeignKey.self, forKey: .inverse) {
      self = .inverse(key)
    } else {
      self = .joinTable(try container.decode(JoinTable.self, forKey: .joinTable))
    }
  }

  /// Writes an object with one member, whose name is the kind of place.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    switch self {
    case .foreignKey(let key): try container.encode(key, forKey: .foreignKey)
    case .inverse(let key): try container.encode(key, forKey: .inverse)
    case .joinTable(let table): try container.encode(table, forKey: .joinTable)
    }
  }
}
