import CDQIR
import CDQStore

/// A record that was read and found good, before the store knows of it.
struct ImportedObject {
  /// What a relationship is to lead to.
  struct References {
    var slot: Int
    var relation: StoreLayout.RelationshipLayout
    /// The way from the record to them.
    var path: [JSONStep]
    var targets: [Target]
    /// Whether `targets` are the elements of an array.
    var isList: Bool
  }

  enum Target {
    /// A record within the record.
    case object(ImportedObject)
    /// An identity.
    case key(UniqueKey)
    /// An object the caller names.
    case named(ObjectKey)
  }

  let plan: ObjectPlan
  /// By slot; defaults where nothing was given.
  var values: [Value]
  /// Slots of the attributes that were given.
  var given: [Int] = []
  var references: [References] = []
  /// 0-based number in the response, or in the array around it.
  var index = 0

  init(_ plan: ObjectPlan) {
    self.plan = plan
    values = plan.defaults
    given.reserveCapacity(plan.defaults.count)
  }

  /// What identifies it; nil when nothing does, or the value is nil.
  var identity: UniqueKey? {
    switch plan.identitySlots.count {
    case 0: nil
    case 1: UniqueKey(values[plan.identitySlots[0]])
    default: UniqueKey(plan.identitySlots.map { values[$0] })
    }
  }
}
