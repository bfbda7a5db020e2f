/// A construct in a predicate on which it depends whether Core Data can turn the predicate into SQL.
///
/// The raw value names the construct in `AppleStoreReport.table` and in messages.
package enum AppleStoreShape: String, Hashable, Sendable, CaseIterable {
  // Values
  case capturedFlag = "a captured Bool as a condition"
  case capturedList = "a captured list"
  case capturedRange = "a captured range"
  case enumeration = "a captured enum"
  case computedMember = "a computed member"
  case transient = "a transient attribute"
  case storedValues = "an attribute that holds several values"
  case forcedUnwrap = "an unwrapping by '!'"
  case cast = "a cast"

  // Comparisons
  case equality = "an equality"
  case order = "a comparison by order"
  case textSearch = "a search in a text"
  case localizedSearch = "a localized search in a text"
  case storedPattern = "a search for a stored text"
  case attributeNil = "an attribute compared with nil"
  case boundsCalculated = "a calculated bound of BETWEEN"

  // Optional values
  case coalescedMembership = "a coalesced value on the left of IN"
  case coalescedSearch = "a search in a coalesced text"
  case coalescedOrder = "a coalesced value in a comparison by order"
  case coalescedEquality = "a coalesced value in an equality"
  case conditional = "a condition on an unwrapped value"
  case conditionalInSubquery = "an unwrapped value inside of a SUBQUERY"

  // Relationships
  case identity = "the identifier of an object"
  case oneHop = "one optional step"
  case severalHops = "several optional steps"
  case unwrappedHop = "an unwrapped relationship"
  case attributeNilOverHop = "an attribute of a related object compared with nil"
  case relationshipNil = "a relationship compared with nil"
  case toManyNil = "a relationship to many compared with nil"
  case optionalToMany = "an optional relationship to many"
  case toManyKey = "a path through a relationship to many"
  case severalToMany = "a path through several relationships to many"
  case toManyCount = "a count of a relationship"
  case toManyOverHop = "a relationship to many of a related object"
  case subquery = "a SUBQUERY"
  case nestedSubquery = "a SUBQUERY in a SUBQUERY"
  case outerObject = "a SUBQUERY that compares with the object outside of it"
  case anyQuantifier = "ANY"
  case severalAny = "several ANY"
  case allQuantifier = "ALL"
  case noneQuantifier = "NONE"
  case aggregate = "an aggregate of a relationship"

  // Calculations
  case arithmetic = "arithmetic"
  case remainder = "a remainder"
  case operatorUnknown = "a power, a shift or an exclusive or"
  case function = "a function"
  case commonFunction = "uppercase, lowercase or abs"
  case decimals = "arithmetic of Decimals"
  case divisionByZero = "a division of fractions by 0"
  case averageOfNil = "an average of values that may be nil"

  // Options of texts
  case matches = "MATCHES"
  case likeEscape = "an escape in LIKE"
  case orderOptions = "a comparison by order with options"
  case localeOption = "the option [l]"
  case foldedWidth = "the options [c] and [d]"
}
