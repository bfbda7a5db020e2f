import CDQSchema
package import CDQSemantics
import CDQSyntax

extension CheckCode {
  /// The explanation of the code; tests run its examples.
  package var explanation: Explanation {
    switch self {
    case .unknownType: SchemaCode.unknownType.explanation
    case .malformedLiteral: SchemaCode.malformedLiteral.explanation
    case .formatArgument: SyntaxCode.formatArgument.explanation
    case .missingEntity:
      Explanation(
        .error, "a predicate has no entity",
        """
        A predicate does not name its entity. Give the entity separately, or write a query that begins with it.
        """,
        wrong: .init(.command, "eval 'population > 5' --data data"),
        right: .init(.command, "eval 'City where population > 5' --data data"))
    case .unknownEntity:
      Explanation(
        .error, "there is no such entity",
        "The schema declares no entity of that name. Names of entities are case-sensitive.",
        wrong: .init(.query, "Town where rank > 5"), right: .init(.query, "City where rank > 5"))
    case .unknownProperty:
      Explanation(
        .error, "the entity has no such property",
        """
        Every step of a key path is looked up in the schema, inherited properties included. A near name is suggested; \
        'cdq schema show' lists them all.
        """,
        wrong: "nmae == 'Paris'", right: "name == 'Paris'")
    case .memberOfValue:
      Explanation(
        .error, "a value has no properties",
        "Only a relationship leads on to properties of another entity; an attribute is the end of a path.",
        wrong: "name.first == 'P'", right: "name BEGINSWITH 'P'")
    case .unknownEnumCase:
      Explanation(
        .error, "the enum has no such case",
        """
        A case is written '.low', or as its raw value. Neither is checked when the value comes from a parameter, whose \
        Swift type is the enum.
        """,
        wrong: "country.income == .medium", right: "country.income == .low")
    case .enumCaseWithoutType:
      Explanation(
        .error, "nothing says which enum a case belongs to",
        "'.low' takes its enum from the other side of the comparison, which is of another type here.",
        wrong: "name == .low", right: "country.income == .low")
    case .unknownFunction:
      Explanation(
        .error, "there is no such function",
        """
        The functions are those of NSPredicate, in both spellings, and cdq's literals and durations. A query cannot \
        call code of the program.
        """,
        wrong: "sqroot(area) > 5", right: "sqrt(area) > 5")
    case .unknownCollectionOperator:
      Explanation(
        .error, "there is no such collection operator",
        "What follows a collection is @count, @sum, @avg, @min, @max, @unionOfObjects or @distinctUnionOfObjects.",
        wrong: "streets.@total.length > 5", right: "streets.@sum.length > 5")
    case .unquotedText:
      Explanation(
        .error, "a bare word is no property and looks like a text",
        "A word without quotes is the name of a property. Texts stand in quotes.",
        wrong: "name == Paris", right: "name == 'Paris'")
    case .typeMismatch:
      Explanation(
        .error, "values of these types cannot be compared",
        """
        Values of these types are never equal and have no common order, so the comparison could not be true. Numbers \
        of all kinds compare with each other; dates, UUIDs and URLs have literals of their own.
        """,
        wrong: "population > '1000'", right: "population > 1000")
    case .notOrdered:
      Explanation(
        .error, "a type has no order",
        """
        Numbers, texts, dates and durations can be compared with < and >; a Bool, a UUID or an enum only for equality.
        """,
        wrong: "isCapital < TRUE", right: "isCapital == FALSE")
    case .needsText:
      Explanation(
        .error, "an operator is for texts",
        """
        \(ComparisonOperator.textWords.joined(separator: ", ")) look into texts, and '+' joins a text with texts only. \
        Compare numbers as numbers, or make a text of one with CAST.
        """,
        wrong: "population BEGINSWITH '1'", right: "CAST(population, 'String') BEGINSWITH '1'")
    case .optionsNotAllowed:
      Explanation(
        .error, "options have no meaning here",
        """
        Options such as [c] say how texts are compared. Other types are compared in one way only, and so are the \
        bounds of BETWEEN.
        """,
        wrong: "population ==[c] 5", right: "name ==[c] 'paris'")
    case .needsNumber:
      Explanation(
        .error, "arithmetic is for numbers",
        "'-', '*', '/' and '**' take numbers. '+' adds numbers or joins texts; CAST makes a text of a number.",
        wrong: "name * 2 == 'ParisParis'", right: "rank * 2 == 10")
    case .needsInteger:
      Explanation(
        .error, "an operator is for integers",
        "Bitwise operators work on Int16, Int32 and Int64.",
        wrong: "area & 1 == 1", right: "rank & 1 == 1")
    case .needsCollection:
      Explanation(
        .error, "several values are needed, and this is one",
        "IN needs a list, a to-many relationship or a collection on its right, SUBQUERY and indexes on their left.",
        wrong: "rank IN 5", right: "rank IN {5, 6}")
    case .membershipMismatch:
      Explanation(
        .error, "a collection cannot hold such a value",
        "The elements are of a type that never equals the value's, so IN could not be true.",
        wrong: "rank IN {'a', 'b'}", right: "name IN {'a', 'b'}")
    case .mixedAggregate:
      Explanation(
        .error, "the values in braces are of several types",
        "A list has elements of one type; numbers of all kinds may be mixed.",
        wrong: "rank IN {1, 'two'}", right: "rank IN {1, 2}")
    case .notAPredicate:
      Explanation(
        .error, "a value stands alone that is neither true nor false",
        """
        A Bool that cannot be nil may stand alone. Anything else is compared, a Bool that may be nil with TRUE or \
        FALSE.
        """,
        wrong: "rank", right: "isCapital")
    case .opaqueValue:
      Explanation(
        .error, "nothing is known about a Transformable",
        "Its value is an object of the program, which a query cannot look into. It can only be compared with NULL.",
        wrong: "photo == 5", right: "photo != NULL")
    case .collectionEquality:
      Explanation(
        .error, "two collections cannot be equal",
        """
        There is no one answer to when two collections are equal. Compare elements with ANY and ALL, or numbers with \
        @count.
        """,
        wrong: "tags == streets.name", right: "tags.@count == streets.@count")
    case .toManyWithoutQuantifier:
      Explanation(
        .error, "a path leads to many values",
        """
        After a to-many relationship there are several values, and the comparison does not say how many must fulfil \
        it. NSPredicate stops the program here. Write ANY, ALL or NONE before it, or compare a number such as @count.
        """,
        wrong: "streets.length > 5", right: "ANY streets.length > 5")
    case .quantifierWithoutCollection:
      Explanation(
        .error, "a quantifier ranges over one value",
        """
        ANY, ALL and NONE range over a to-many relationship or a collection. On a single value NSPredicate stops the \
        program in memory.
        """,
        wrong: "ANY name == 'Paris'", right: "name == 'Paris'")
    case .toManyOnRight:
      Explanation(
        .error, "many values stand on the right of a comparison",
        "A quantifier looks at the left side. Exchange the sides.",
        wrong: "name == streets.name", right: "ANY streets.name == name")
    case .toManyComparedWithNull:
      Explanation(
        .error, "a to-many relationship is never NULL",
        "Without any objects it is empty, not nil. Compare its number.",
        wrong: "streets == NULL", right: "streets.@count == 0")
    case .indexOfUnordered:
      Explanation(
        .error, "an unordered relationship has no first element",
        "Only the elements of ordered relationships and of collections of values have numbers.",
        wrong: "country.cities[0].name == 'Paris'", right: "streets[0].name == 'Broadway'")
    case .needsDate:
      Explanation(
        .error, "a calendar function is for dates",
        "year, month, day, weekday, hour, minute and second take a date and return a part of it.",
        wrong: "year(population) == 2020", right: "year(founded) == 2020")
    case .unknownTimeZone:
      Explanation(
        .error, "there is no such time zone",
        """
        The second argument of a calendar function is the name of a time zone in the IANA database, such as \
        "Europe/Oslo": a text in quotes, or a parameter. Without it the date is read in UTC.
        """,
        wrong: "hour(founded, 'Oslo') < 12", right: "hour(founded, 'Europe/Oslo') < 12")
    case .argumentCount:
      Explanation(
        .error, "a function takes another number of arguments",
        """
        Each function has a number of arguments, and so have @sum and the other collection operators; strict mode \
        takes as many values as its text has places.
        """,
        wrong: "sqrt(area, 2) > 5", right: "sqrt(area) > 5")
    case .impossibleCast:
      Explanation(
        .error, "CAST has no such conversion",
        "CAST converts between numbers, texts, dates and UUIDs; its second argument is the name of a type in quotes.",
        wrong: "CAST(rank, 'Number') > 5", right: "CAST(rank, 'Double') > 5")
    case .invalidRegularExpression:
      Explanation(
        .error, "a regular expression does not compile",
        """
        MATCHES takes ICU's regular expressions and tests the whole text. A pattern in the text is compiled when it is \
        checked; one in a parameter when the query runs.
        """,
        wrong: "name MATCHES '*ville'", right: "name MATCHES '.*ville'")
    case .regexTooLong:
      Explanation(
        .error, "a regular expression is longer than the limit",
        """
        The length of patterns is limited, in texts, parameters and data, since compiling one takes time and memory of \
        many times its length.
        """,
        wrong: .init(.command, "eval 'City where name MATCHES \"P.*s\"' --data data --limit regex=3"),
        right: "name BEGINSWITH 'P' AND name ENDSWITH 's'")
    case .listTooLong:
      Explanation(
        .error, "a list has more elements than the limit",
        """
        The size of lists is limited, in texts and in parameters. Ask in several queries, or raise the limit where the \
        list is trusted.
        """,
        wrong: .init(.command, "eval 'City where rank IN $ranks' --data data --param ranks:=[1,2,3] --limit list=2"),
        right: .init(.command, "eval 'City where rank IN $ranks' --data data --param ranks:=[1,2,3]"))
    case .betweenBounds:
      Explanation(
        .error, "BETWEEN takes two bounds",
        "The right side is a list of the lower and the upper bound; both belong to the range.",
        wrong: "rank BETWEEN {1, 2, 3}", right: "rank BETWEEN {1, 3}")
    case .ternaryBranches:
      Explanation(
        .error, "the two values of a TERNARY are of different types",
        "Whichever value is taken, the rest of the condition needs one type.",
        wrong: "TERNARY(isCapital, 1, 'one') == 1", right: "TERNARY(isCapital, 1, 0) == 1")
    case .unknownParameterType:
      Explanation(
        .error, "nothing says which type a parameter has",
        """
        A parameter takes its type from what it is compared with. Where that is another parameter, declare it in the \
        query's parameter list.
        """,
        wrong: "$a == $b", right: "name == $a")
    case .parameterConflict:
      Explanation(
        .error, "a parameter is used with two types",
        "All uses of one name are one parameter, with one type. Use two names.",
        wrong: "name == $x AND rank == $x", right: "name == $name AND rank == $rank")
    case .optionalParameter:
      Explanation(
        .error, "a parameter has a '?' in one place only",
        "A call may omit '$x?', and then the comparisons with it are skipped. That must hold for all of its uses.",
        wrong: "name == $x? OR nickname == $x", right: "name == $x? OR nickname == $x?")
    case .duplicateParameter:
      Explanation(
        .error, "a parameter is declared twice",
        "The names in a parameter list are the labels of a function's arguments, so they differ.",
        wrong: .init(.document, "query q($n: Int64, $n: Int64) = City where rank > $n\n"),
        right: .init(.document, "query q($n: Int64) = City where rank > $n\n"))
    case .undeclaredParameter:
      Explanation(
        .error, "a parameter is not in the list",
        "A query with a parameter list declares all of its parameters; without a list they are inferred from use.",
        wrong: .init(.document, "query q($low: Int64) = City where rank > $low AND rank < $high\n"),
        right: .init(.document, "query q($low: Int64, $high: Int64) = City where rank > $low AND rank < $high\n"))
    case .dynamicPath:
      Explanation(
        .error, "a key path depends on a value",
        "The steps of a path are known when the query is checked. For a choice of sort keys write sort $order in (…).",
        wrong: "country.$key == 'x'", right: "country.name == $name")
    case .variableShadows:
      Explanation(
        .error, "two SUBQUERYs inside each other share a variable's name",
        "Inside the inner one the outer element could not be named. Choose another name.",
        wrong: "SUBQUERY(streets, $s, SUBQUERY(tags, $s, $s == 'x').@count > 0).@count > 0",
        right: "SUBQUERY(streets, $s, $s.length > 5 AND SUBQUERY(tags, $t, $t == $s.name).@count > 0).@count > 0")
    case .sortToMany:
      Explanation(
        .error, "a sort key leads to many values",
        "Rows are sorted by one value each.",
        wrong: .init(.query, "City sort streets.name"), right: .init(.query, "City sort country.name"))
    case .sortKey:
      Explanation(
        .error, "a sort key has no order or is not stored",
        "Rows are sorted by numbers, texts, dates and Bools that are stored. A transient property is not.",
        wrong: .init(.query, "City sort photo"), right: .init(.query, "City sort founded"))
    case .limitValue:
      Explanation(
        .error, "'limit' and 'offset' need an integer",
        "The parameter of a limit or offset is an integer, so it cannot be compared with a text elsewhere.",
        wrong: .init(.document, "query q($n: String) = City where name == $n sort name limit $n\n"),
        right: .init(.document, "query q($n: Int64) = City sort name limit $n\n"))
    case .limitPerKey: .limitPerKey
    case .misplacedShape: .misplacedShape
    case .aggregateOutsideGroup:
      Explanation(
        .error, "an aggregate over rows stands outside a grouped query",
        """
        count(), sum(x) and the other aggregates range over the rows of a group, so they belong in select, having \
        and sort. In 'where' write @count and @sum after a collection.
        """,
        wrong: .init(.query, "City where count() > 1"),
        right: .init(.query, "City group by rank having count() > 1 select rank, count() as cities"))
    case .notAGroupingKey:
      Explanation(
        .error, "a group has several values of this",
        "What a grouped query selects or sorts by is a grouping key or an aggregate, since a group has many rows.",
        wrong: .init(.query, "City group by rank select name"),
        right: .init(.query, "City group by rank select rank, max(population) as largest"))
    case .groupWithoutSelect:
      Explanation(
        .error, "a grouped query selects nothing",
        "A group is not an object, so 'select' must list the values of each group.",
        wrong: .init(.query, "City group by rank"),
        right: .init(.query, "City group by rank select rank, count() as cities"))
    case .havingWithoutGroup:
      Explanation(
        .error, "'having' without 'group by'",
        "'having' chooses groups; single rows are chosen by 'where'.",
        wrong: .init(.query, "City having rank > 1 select name"),
        right: .init(.query, "City where rank > 1 select name"))
    case .selectWithCardinality:
      Explanation(
        .error, "count, exists and delete select nothing",
        "Their result is a number or a Bool.",
        wrong: .init(.query, "count City select name"), right: .init(.query, "count City where name != ''"))
    case .updateClauses: .updateClauses
    case .notAssignable:
      Explanation(
        .error, "an update cannot set this property, or not to this value",
        """
        'set' takes attributes and to-one relationships of the objects themselves. An attribute takes values of its type, \
        and numbers that become it without a loss; CAST converts others. A relationship takes a parameter or nil.
        """,
        wrong: .init(.query, "update City set name = rank"),
        right: .init(.query, "update City set name = CAST(rank, 'String')"))
    case .unnamedItem:
      Explanation(
        .error, "a computed column or key needs a name",
        """
        A path is named after its last step, and an aggregate of a path after both, such as sumTotal for sum(total). \
        Anything else takes a name with 'as'.
        """,
        wrong: .init(.query, "City select rank + 1"), right: .init(.query, "City select rank + 1 as next"))
    case .ambiguousName:
      Explanation(
        .error, "a name means a property and something else",
        """
        'having' and 'select' of a grouped query can name the keys and columns that have a name after 'as'. A name that is \
        also a property of the entity could mean either, so it is given another name.
        """,
        wrong: .init(.query, "City group by rank + 1 as name select name, count()"),
        right: .init(.query, "City group by rank + 1 as next select next, count()"))
    case .duplicateItem:
      Explanation(
        .error, "two columns have one name",
        "Columns become properties of a generated struct, so their names differ.",
        wrong: .init(.query, "City select name, country.name"),
        right: .init(.query, "City select name, country.name as country"))
    case .selectedCollection:
      Explanation(
        .error, "a column would hold many values",
        "A column holds one value of each row. Select a number such as @count, or whole objects.",
        wrong: .init(.query, "City select streets.name"),
        right: .init(.query, "City select name, streets.@count as streets"))
    case .duplicateQuery:
      Explanation(
        .error, "two queries have one name",
        "The queries of all files of a target share one namespace, since each becomes a function.",
        wrong: .init(.document, "query all = City\nquery all = Country\n"),
        right: .init(.document, "query cities = City\nquery countries = Country\n"))
    case .abstractOnly:
      Explanation(
        .error, "'only' excludes all objects of an abstract entity",
        "An abstract entity has no objects of its own, and 'only' leaves out those of its sub-entities.",
        wrong: .init(
          .document,
          """
          abstract entity Work { title: String }
          entity Book: Work { pages: Int32 }
          query q = Work only

          """),
        right: .init(
          .document,
          """
          abstract entity Work { title: String }
          entity Book: Work { pages: Int32 }
          query q = Work

          """))
    case .bitwiseNeedsParentheses:
      Explanation(
        .error, "bitwise operators are mixed without parentheses",
        "Languages disagree on which comes first, and NSPredicate's order differs from C's. Parentheses show it.",
        wrong: "rank | 1 & 2 == 3", right: "rank | (1 & 2) == 3")
    case .notAllowed:
      Explanation(
        .error, "a text of an untrusted user may not use this",
        """
        The program that reads the text lists the key paths, operators, functions and clauses that it may use in an \
        'Allowance'. What exists but is not listed is refused, and the message does not reveal what else exists.
        """,
        wrong: .init(
          .swift,
          """
          let allowance = try Allowance(["City": ["name"]], in: schema)
          try CheckedPredicate(parsing: "name MATCHES '(a+)+'", for: "City", allowing: allowance)
          """),
        right: .init(
          .swift,
          """
          let allowance = try Allowance(["City": ["name"]], in: schema)
          try CheckedPredicate(parsing: "name LIKE 'a*'", for: "City", allowing: allowance)
          """))
    case .duplicateMapping: .duplicateMapping
    case .unknownMapping: .unknownMapping
    case .mappingSource: .mappingSource
    case .mappingCondition: .mappingCondition
    case .mappingEntity: .mappingEntity
    case .malformedDateFormat: .malformedDateFormat
    case .unsupported:
      Explanation(
        .error, "something of NSPredicate is refused by design",
        """
        FUNCTION, FETCH, selectors and type identifiers call code, or have no meaning that could be checked. The \
        message names an alternative.
        """,
        wrong: "FUNCTION(name, 'uppercaseString') == 'X'", right: "uppercase(name) == 'X'")
    }
  }
}
