import CDQSyntax

/// What words of English mean in a text about data.
enum EnglishWords {
  static let numbers = [
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "twenty": "20", "fifty": "50", "hundred": "100", "dozen": "12",
  ]
  static let factors = ["thousand": "000", "million": "000000", "millions": "000000", "billion": "000000000"]

  /// Words at the start of a text in English, which are no property in a text with errors.
  static let starts = words(
    """
    how what which who whose where when show list give find get all the total average number largest biggest smallest sort
    order top display print sum tell search count i we please can do does return select fetch me most
    """)

  /// Words without a meaning of their own.
  static let fillers = words(
    """
    show list give find get display print tell me us all the a an of what which who is are there do does did we i you have has
    had exist exists please every any each that those these them they it its search in database total for and want need see
    can could would like to our your my their were was be been return fetch retrieve display some records rows entries items ones
    data information everything people person inhabitants dollars euros usd eur dollar euro s address earning earns earn cost
    costs costing worth spending spent
    spend weighing measuring where whose with having currently only just still yet already ever now live lives living located based
    """)

  /// Adjectives that name no kind of objects, and no certain range of a number.
  static let vague = words(
    """
    random other new different unique distinct cheap expensive big small large good bad old young long short heavy light
    popular rich poor important interesting nice
    """)

  /// Words before a value, and where no number follows.
  static let connectives = words(
    "with and sorted ordered by without but or since before after over under above below more not except excluding nor who whose that which")

  static let greatest = words(
    """
    largest biggest highest greatest top longest newest latest most heaviest tallest richest best recent last northernmost
    easternmost busiest
    """)
  static let least = words(
    "smallest lowest shortest oldest earliest least fewest cheapest lightest poorest worst first southernmost westernmost")
  /// Those of them that ask for a date.
  static let ages = words("newest latest oldest earliest recent last")
  /// Those of them that mean the order of a list unless a date decides.
  static let ordinals = words("first last")
  /// Those that ask for a certain property.
  static let propertiesOfRanks: [String: [String]] = [
    "cheapest": ["price", "cost", "fee"], "longest": ["length", "duration"], "richest": ["gdp", "salary", "wealth"], "poorest": ["gdp", "salary", "wealth"],
    "heaviest": ["weight", "mass"], "lightest": ["weight", "mass"], "tallest": ["height"],
    "best": ["rating", "score", "grade", "stars", "points"], "worst": ["rating", "score", "grade", "stars", "points"],
    "northernmost": ["latitude", "lat"], "southernmost": ["latitude", "lat"],
    "easternmost": ["longitude", "lon"], "westernmost": ["longitude", "lon"],
  ]
  /// Those of them that ask for nothing else.
  static let ranksOfOneProperty = words("northernmost southernmost easternmost westernmost heaviest lightest tallest busiest best worst richest poorest")
  /// The properties that a word beside a number asks for: `costing less than 10`, `5 million people`.
  static let measures: [String: [String]] = {
    let money = ["price", "cost", "total", "amount", "fee", "value", "salary", "budget", "spent"]
    let length = ["length", "duration", "minutes", "milliseconds", "seconds", "hours", "pages"]
    var result: [String: [String]] = [
      "earning": ["salary", "income", "wage", "pay"], "earns": ["salary", "income", "wage", "pay"],
      "earn": ["salary", "income", "wage", "pay"], "weighing": ["weight", "mass"], "heavier": ["weight", "mass"],
      "lighter": ["weight", "mass"], "taller": ["height"], "longer": length, "shorter": length + ["height"],
    ]
    for word in ["costing", "costs", "cost", "cheaper", "worth", "priced", "euros", "euro", "dollars", "dollar", "usd", "eur"] {
      result[word] = money
    }
    for word in ["people", "inhabitants", "residents", "citizens"] { result[word] = ["population", "inhabitants", "residents"] }
    return result
  }()

  /// The properties that an adjective after "most" and "least" asks for.
  static let propertiesOfAdjectives: [String: [String]] = [
    "expensive": ["price", "cost", "total", "amount", "fee"], "populous": ["population"], "populated": ["population"],
    "popular": ["popularity", "rating", "votes", "likes", "plays"], "valuable": ["value", "price", "total"],
    "experienced": ["experience", "years"], "rated": ["rating", "score", "stars"], "paid": ["salary", "wage", "pay"],
  ]
  static let aggregates = [
    "total": "sum", "sum": "sum", "average": "average", "avg": "average", "mean": "average", "maximum": "max",
    "max": "max", "highest": "max", "minimum": "min", "min": "min", "lowest": "min", "median": "median",
  ]
  static let absent = words("without no missing lacking lacks")
  static let present = words("with having has have")

  /// Phrases for comparisons, longest first.
  static let comparisons: [(words: [String], sign: String)] = [
    (["is", "more", "than"], ">"), (["is", "less", "than"], "<"), (["greater", "than"], ">"), (["more", "than"], ">"),
    (["larger", "than"], ">"), (["bigger", "than"], ">"), (["higher", "than"], ">"), (["longer", "than"], ">"),
    (["at", "least"], ">="), (["at", "most"], "<="), (["less", "than"], "<"), (["fewer", "than"], "<"),
    (["up", "to"], "<="),
    (["smaller", "than"], "<"), (["lower", "than"], "<"), (["shorter", "than"], "<"), (["cheaper", "than"], "<"),
    (["heavier", "than"], ">"), (["taller", "than"], ">"), (["lighter", "than"], "<"),
    (["over"], ">"), (["above"], ">"), (["exceeding"], ">"), (["under"], "<"), (["below"], "<"), (["of"], "=="),
    (["equals"], "=="), (["exactly"], "=="), (["is"], "=="), (["are"], "=="),
  ]

  /// The properties that are probably meant by a preposition, most probable first.
  static let prepositions: [String: [String]] = [
    "from": ["country", "city", "town", "state", "place", "origin", "nationality", "address", "location"],
    "in": placesAndFields, "outside": placesAndFields, "at": ["place", "location", "venue", "room"],
    "of": [
      "country", "continent", "state", "region", "artist", "author", "category", "genre", "album",
    ] + people,
    "by": ["artist", "author", "composer", "creator", "writer", "director"] + people,
    "for": people + ["product", "category"],
    "named": ["name", "title"], "called": ["name", "title"], "titled": ["title", "name"],
  ]

  private static let people = [
    "owner", "user", "customer", "client", "member", "reader", "patient", "student", "employee", "person",
  ]

  private static let placesAndFields = [
    "country", "city", "town", "village", "district", "state", "continent", "region", "place", "location", "category",
    "department", "specialty", "field", "sector", "industry", "genre",
  ]

  /// The first words of the names of continents, which are of no country, city or other place.
  static let continents = words("africa america antarctica asia europe oceania north south central")
  static let propertiesOfContinents = ["continent", "region", "subregion"]

  /// Words for places, which may be those of an object that the entity leads to.
  static let places = words("country city town village district state region place location address")

  /// Parts of the names of texts that are of one object only.
  static let textsOfOneObject = words(
    "name title email mail phone notes note description comment text body url link code id isbn sku street image photo first last")

  /// What has happened to an object at a date.
  static let events = words(
    """
    placed created released hired born made sold bought published opened founded joined registered ordered signed up updated
    shipped paid started ended added built written established
    """)

  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// Phrases for operators of texts.
  static let matches: [(words: [String], sign: String)] = [
    (["starts", "with"], "BEGINSWITH"), (["starting", "with"], "BEGINSWITH"), (["start", "with"], "BEGINSWITH"),
    (["begins", "with"], "BEGINSWITH"), (["beginning", "with"], "BEGINSWITH"), (["begin", "with"], "BEGINSWITH"),
    (["ends", "with"], "ENDSWITH"), (["ending", "with"], "ENDSWITH"), (["end", "with"], "ENDSWITH"),
    (["ends", "in"], "ENDSWITH"), (["ending", "in"], "ENDSWITH"), (["end", "in"], "ENDSWITH"),
    (["containing"], "CONTAINS"), (["contains"], "CONTAINS"), (["contain"], "CONTAINS"), (["including"], "CONTAINS"),
    (["includes"], "CONTAINS"), (["matching"], "CONTAINS"), (["like"], "CONTAINS"),
  ]

  /// The properties that an adjective before an entity probably belongs to.
  static let kinds = ["status", "state", "type", "kind", "category", "color", "colour", "genre"]

  /// The days of a unit of time.
  static let days = [
    "day": 1.0, "week": 7, "month": 30, "year": 365.25, "days": 1, "weeks": 7, "months": 30, "years": 365.25,
  ]

  /// Whether a word has a meaning in some place of a text.
  static func isWord(_ word: String) -> Bool {
    fillers.contains(word) || connectives.contains(word) || greatest.contains(word) || least.contains(word)
      || events.contains(word) || prepositions[word] != nil || aggregates[word] != nil || absent.contains(word)
      || matches.contains { $0.words[0] == word } || comparisons.contains { $0.words[0] == word } || Int(word) != nil
      || ["between", "per", "each", "sorted", "not", "never", "out", "last", "past", "this", "today", "yesterday"]
        .contains(word)
  }

  /// The milliseconds of units of time, by which a number is converted to the unit of a property.
  static let milliseconds: [String: Int] = [
    "millisecond": 1, "second": 1000, "minute": 60_000, "hour": 3_600_000, "day": 86_400_000,
  ]

  /// The duration of a number of units as the language writes it.
  static func duration(_ number: String, _ unit: String) -> String? {
    guard let count = Int(number), (0...100_000).contains(count) else { return nil }
    if ["hour", "hours", "minute", "minutes"].contains(unit) {
      return "\(unit.hasSuffix("s") ? unit : unit + "s")(\(count))"
    }
    return days[unit].map { "days(\(Int((Double(count) * $0).rounded())))" }
  }

  static func words(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }
}
