public import CDQValues

extension Queries {
  /// The queries by their names.
  public static let byName: [String: GeneratedQuery] = [
    "byID": byID, "named": named, "namedFolded": namedFolded, "atElevation": atElevation, "numbered": numbered,
    "populated": populated, "highest": highest, "lowest": lowest, "prefixed": prefixed, "prefixedFolded": prefixedFolded,
    "prefixedPlain": prefixedPlain, "page": page, "pageByName": pageByName, "inCountry": inCountry, "tagged": tagged,
    "largeCountries": largeCountries, "totals": totals, "continents": continents, "many": many,
  ]
}
