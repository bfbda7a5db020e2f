import CDQCodegen
import CDQIR
import CDQSchema

/// The schema that fits data without one: an entity for each kind of record, with identities, references and their
/// inverses.
struct SchemaInference {
  /// A property with its key in the data.
  private struct Member {
    var key: String?
    var property: Property
  }

  private let samples: [EntitySample]
  /// For each sample the key that identifies its records: the one that is usual, else one that others refer to.
  private var identities: [String?]
  private var members: [[Member]] = []

  private init(_ samples: [EntitySample]) {
    self.samples = samples
    identities = samples.map { sample in
      let candidates = sample.keys.compactMap { key in IdentityKeys.rank(of: key, entity: sample.name).map { ($0, key) } }
      let best = candidates.filter { sample.isUnique($0.1) }.min { $0.0 < $1.0 }
      return best?.1
    }
  }

  /// The schema of samples.
  static func schema(of samples: [EntitySample]) -> Schema {
    var inference = SchemaInference(samples)
    inference.inferMembers()
    inference.addInverses()
    return Schema(entities: samples.indices.map(inference.entity))
  }

  private func entity(_ index: Int) -> Entity {
    let sample = samples[index]
    let unique = members[index].filter { $0.key != nil && $0.key == identities[index] }.map { [$0.property.name] }
    return Entity(name: sample.name, properties: members[index].map(\.property), uniquenessConstraints: unique)
  }

  private mutating func inferMembers() {
    for (index, sample) in samples.enumerated() {
      var taken: Set<String> = []
      // A key that is an identifier keeps its name, so it is taken first.
      let plain = Set(sample.keys.filter { DataNames.property($0) == $0 })
      taken.formUnion(plain)
      var found: [Member] = []
      for key in sample.keys where !key.isEmpty {
        let name = plain.contains(key) ? key : NameRules.free(DataNames.property(key), &taken)
        found.append(Member(key: key, property: property(name, key, of: index, &taken)))
      }
      members.append(found)
    }
  }

  private mutating func property(_ name: String, _ key: String, of index: Int, _ taken: inout Set<String>) -> Property {
    let sample = samples[index]
    if let (target, isToMany) = reference(key, of: index) {
      var relationship = Relationship(
        name: name, destination: samples[target].name, isToMany: isToMany,
        isOptional: isToMany || !sample.isRequired(key))
      let wanted = SwiftNames.lowerFirst(DataNames.singular(samples[target].name))
      // `countryId` holds a reference, but the relationship leads to a country.
      if !isToMany, name != wanted, name.lowercased().hasPrefix(wanted.lowercased()), taken.insert(wanted).inserted {
        relationship.name = wanted
      }
      relationship.jsonKey = relationship.name == key ? nil : key
      return .relationship(relationship)
    }
    let type = sample[key].type
    return .attribute(
      Attribute(
        name: name, type: type, isOptional: type == .opaque || !sample.isRequired(key),
        jsonKey: name == key ? nil : key))
  }

  /// The sample that the values of a key refer to: the key is named after it, and each value is the identity of one of
  /// its records.
  private mutating func reference(_ key: String, of index: Int) -> (target: Int, isToMany: Bool)? {
    let element = samples[index][key].element
    let sample = element ?? samples[index][key]
    guard let values = sample.identities, !values.isEmpty, identities[index] != key else { return nil }
    let subject = DataNames.subject(key)
    guard let target = samples.indices.first(where: { DataNames.subject(samples[$0].name) == subject }) else { return nil }
    let keys =
      identities[target].map { [$0] } ?? samples[target].keys.filter { mayIdentify($0, target, from: index) }
    let identity = keys.first { key in
      samples[target].isUnique(key) && samples[target][key].type == sample.type
        && samples[target][key].identities.map { $0.isSuperset(of: values) } ?? false
    }
    guard let identity else { return nil }
    identities[target] = identity
    return (target, element != nil)
  }

  /// Whether a key may identify the records of a sample: it is no relationship.
  private func mayIdentify(_ key: String, _ target: Int, from index: Int) -> Bool {
    guard !key.isEmpty, target != index else { return false }
    guard target < members.count else { return true }
    return members[target].contains { member in
      if case .attribute = member.property { member.key == key } else { false }
    }
  }

  // MARK: Inverses

  private mutating func addInverses() {
    for index in samples.indices {
      for position in members[index].indices {
        guard case .relationship(let relationship) = members[index][position].property, relationship.inverse == nil,
          let target = samples.firstIndex(where: { $0.name == relationship.destination })
        else { continue }
        let inverse = loneOpposite(of: relationship, from: index, to: target) ?? added(to: target, from: index, relationship)
        setInverse(inverse, of: relationship.name, in: index)
        setInverse(relationship.name, of: inverse, in: target)
      }
    }
  }

  /// The relationship of the data that leads back, if each side has only one.
  private func loneOpposite(of relationship: Relationship, from index: Int, to target: Int) -> String? {
    guard index != target else { return nil }
    let forward = relationships(of: index, to: target)
    let backward = relationships(of: target, to: index)
    return forward.count == 1 && backward.count == 1 && backward[0].inverse == nil ? backward[0].name : nil
  }

  private func relationships(of index: Int, to target: Int) -> [Relationship] {
    members[index].compactMap { member in
      guard case .relationship(let relationship) = member.property, relationship.destination == samples[target].name
      else { return nil }
      return relationship
    }
  }

  /// Adds the inverse of a relationship, which the data does not hold, and returns its name: `cities`.
  private mutating func added(to target: Int, from index: Int, _ relationship: Relationship) -> String {
    let source = DataNames.singular(samples[index].name)
    let plural = EnglishNoun.plural(SwiftNames.lowerFirst(source))
    var taken = Set(members[target].map(\.property.name))
    let isOnly = relationships(of: index, to: target).count == 1
    let qualified = plural + "By" + SwiftNames.upperFirst(relationship.name)
    let name = NameRules.free(isOnly && !taken.contains(plural) ? plural : qualified, &taken)
    members[target].append(
      Member(
        key: nil,
        property: .relationship(Relationship(name: name, destination: samples[index].name, isToMany: true))))
    return name
  }

  private mutating func setInverse(_ inverse: String, of name: String, in index: Int) {
    for position in members[index].indices {
      guard case .relationship(var relationship) = members[index][position].property, relationship.name == name else {
        continue
      }
      relationship.inverse = inverse
      members[index][position].property = .relationship(relationship)
    }
  }
}
