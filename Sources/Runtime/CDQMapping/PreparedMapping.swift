public import CDQIR
import CDQStore
import CDQLoading

/// A mapping that is prepared for the stores of a schema: checked once, then applied any number of times, on any
/// thread.
public struct PreparedMapping: Sendable {
  /// The IR that the mapping was prepared from.
  public let ir: MappingIR
  let layout: StoreLayout
  let rules: [PreparedRule]

  /// Checks a mapping against a schema and plans its conditions.
  ///
  /// - Throws: `ExecutionError` when the schema lacks something that the mapping uses, or the mapping is of a newer
  ///   version or has no rules.
  public init(_ ir: MappingIR, schema: Schema) throws(ExecutionError) {
    guard ir.version <= MappingIR.currentVersion else { throw .unsupportedVersion(ir.version) }
    guard !ir.rules.isEmpty else { throw .malformedQuery("the mapping has no rules") }
    self.ir = ir
    let layout = StoreLayout(schema: schema)
    self.layout = layout
    var rules: [PreparedRule] = []
    for rule in ir.rules { rules.append(try PreparedRule(rule, layout, among: ir.rules)) }
    self.rules = rules
  }
}

/// One rule with its conditions planned.
struct PreparedRule: Sendable {
  /// A relationship whose targets a query finds.
  struct Lookup: Sendable {
    var property: String
    var query: PreparedStoreQuery
  }

  let ir: MappingRuleIR
  /// The index of the entity in the layout.
  let entity: Int
  let filter: RecordFilter?
  let scope: PreparedStoreQuery?
  let lookups: [Lookup]

  init(_ ir: MappingRuleIR, _ layout: StoreLayout, among rules: [MappingRuleIR]) throws(ExecutionError) {
    guard let entity = layout.index(of: ir.entity) else {
      throw .malformedQuery("there is no entity '\(ir.entity)'")
    }
    self.ir = ir
    self.entity = entity
    var kinds = [entity]
    for each in ir.choice?.cases ?? [] {
      guard let kind = layout.index(of: each.entity), layout.isKind(kind, of: entity) else {
        throw .malformedQuery("'\(each.entity)' is no '\(ir.entity)'")
      }
      kinds.append(kind)
    }
    var lookups: [Lookup] = []
    for field in ir.fields {
      let isKnown = kinds.contains {
        layout.entities[$0].attributeSlots[field.property] != nil
          || layout.entities[$0].relationshipSlots[field.property] != nil
      }
      guard isKnown else { throw .unknownProperty(entity: ir.entity, name: field.property) }
      switch field.source {
      case .json, .index, .parameter: break
      case .nested(_, let name):
        guard rules.contains(where: { $0.name == name }) else {
          throw .malformedQuery("there is no mapping '\(name)'")
        }
      case .objects(let query):
        lookups.append(Lookup(property: field.property, query: try PreparedStoreQuery(query, layout)))
      }
    }
    self.lookups = lookups
    filter = if let filter = ir.filter { try RecordFilter(filter, layout) } else { nil }
    scope = if let scope = ir.scope { try PreparedStoreQuery(scope, layout) } else { nil }
  }
}

/// The arguments of one application of a mapping.
struct MappingContext: Sendable {
  var arguments = Arguments()
  /// The number of the first record in the whole response.
  var offset = 0
  var transforms: [String: MappingTransform] = [:]
}
