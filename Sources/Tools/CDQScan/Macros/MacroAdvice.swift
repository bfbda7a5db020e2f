import CDQCodegen

/// The forms that work in place of those that fail in SwiftData.
enum MacroAdvice {
  /// What to write instead of a construct; nil when there is no such form.
  static func help(_ shape: AppleStoreShape) -> String? {
    switch shape {
    case .relationshipNil:
      "compare a required attribute of the related object: '$0.country?.id == nil', or store a flag"
    case .severalHops:
      "unwrap the first step: 'if let a = $0.a { return a.b?.x == v } else { return false }'"
    case .storedValues:
      "make the values a relationship, or store them as one text and search that"
    case .enumeration: "store the raw value, and compare it with a captured constant: 'let raw = kind.rawValue'"
    case .coalescedMembership: "unwrap it: 'if let x = $0.x { return list.contains(x) } else { return false }'"
    case .coalescedSearch: "write '$0.name?.contains(text) ?? false'"
    case .forcedUnwrap: "unwrap by 'if let', or compare the optional value itself"
    case .computedMember: "compare a stored property; compute the other side before the predicate"
    case .capturedRange: "compare with the two bounds: '$0.date >= low && $0.date < high'"
    case .optionalToMany, .toManyNil: "declare the relationship as an array that is not optional"
    case .toManyKey, .severalToMany: "use 'contains(where:)' on the relationship"
    case .transient: "store the property, or filter the objects after the fetch"
    case .cast: "compare an attribute that says the kind of the object"
    default: nil
    }
  }
}
