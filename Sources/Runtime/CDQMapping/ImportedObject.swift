import CDQIR
import CDQStore

/// A record that was read and has no errors, before it is stored.
struct ImportedObject {
  /// The new targets of a relationship.
  struct References {
    var slot: Int
    var relation: StoreLayout.RelationshipLayout
    /// The path from the record to the targets.
    var path: [JSONStep]
    var targets: [Target]
    /// Whether `targets` are the elements of an array.
    var isList: Bool
  }

  enum Target {
    /// An object in the JSON of the record, which becomes an object too.
    case object(ImportedObject)
    /// The identity of an object that is stored or comes later.
    case key(UniqueKey)
    /// An object that an argument names.
    case named(ObjectKey)
  }

  let plan: ObjectPlan
  /// The value of each attribute, by slot; the default where the record has none.
  var values: [Value]
  /// The slots of the attributes that the record has.
  var given: [Int] = []
  var references: [References] = []
  /// The 0-based number of the record in the response, or in the array around it.
  var index = 0

  init(_ plan: ObjectPlan) {
    self.plan = plan
    values = plan.defaults
    given.reserveCapacity(plan.defaults.count)
  }

  /// The identity of the object; nil when its entity has none or the value is nil.
  var identity: UniqueKey? {
    switch plan.identitySlots.count {
    case 0: nil
    case 1: UniqueKey(values[plan.identitySlots[0]])
    default: UniqueKey(plan.identitySlots.map { values[$0] })
    }
  }
}
