package import CDQSemantics
import CDQSyntax

extension WarningCode {
  /// The explanation of the code; tests run its examples.
  package var explanation: Explanation {
    switch self {
    case .boolComparedWithNumber:
      Explanation(
        .warning, "a Bool is compared with 0 or 1",
        "Core Data stores Bools as numbers, and old predicates compare them so. TRUE and FALSE say what is meant.",
        wrong: "isCapital == 1", right: "isCapital == TRUE")
    case .integerDivision:
      Explanation(
        .warning, "a division of integers drops the fraction",
        """
        7 / 2 is 3, as in Swift and C, so (24 - 18) / 87 * 100 is 0. Make one side a Double where the fraction \
        matters, and write trunc(…) where it does not.
        """,
        wrong: "rank / 2 > 3", right: "rank / 2.0 > 3")
    case .quotedPlaceholder:
      Explanation(
        .warning, "a parameter stands in quotes",
        """
        In quotes '$name' and '%@' are texts like any other, which match nothing. NSPredicate's documentation warns of \
        the same.
        """,
        wrong: "name == '$name'", right: "name == $name")
    case .alwaysConstant:
      Explanation(
        .warning, "a condition is always true or always false",
        "The schema says that the property is never nil, so the comparison with NULL decides nothing.",
        wrong: "name != NULL", right: "nickname != NULL")
    case .nullInAggregate:
      Explanation(
        .warning, "NULL in braces is never found",
        "IN compares with the values in the list, and nil is not a value. Test for nil separately.",
        wrong: "nickname IN {'Lutetia', NULL}", right: "nickname == NULL OR nickname IN {'Lutetia'}")
    case .nullOrdering:
      Explanation(
        .warning, "NULL has no order",
        "A comparison with < or > is false when a side is nil, so with NULL it always is.",
        wrong: "population > NULL", right: "population != NULL")
    case .notEqualNil:
      Explanation(
        .lint, "'!=' holds for nil, too",
        """
        nil differs from every value, so 'x != v' finds the rows without an x. SQL databases omit them. Say which of \
        the two you mean.
        """,
        wrong: "nickname != 'Lutetia'", right: "nickname != 'Lutetia' AND nickname != NULL")
    case .reversedBounds:
      Explanation(
        .warning, "the bounds of BETWEEN are in the wrong order",
        "Nothing is both at least the lower and at most the upper bound when the lower one is greater.",
        wrong: "rank BETWEEN {5, 1}", right: "rank BETWEEN {1, 5}")
    case .emptyNeedle:
      Explanation(
        .warning, "nothing begins with, ends with or contains an empty text",
        "As in Foundation, an empty text is part of no text, so the condition is never true.",
        wrong: "name CONTAINS ''", right: "name != ''")
    case .substringMembership:
      Explanation(
        .warning, "IN between two texts tests for a part of a text",
        """
        'x IN name' is true when x is a part of the name. CONTAINS says the same more clearly; a list of texts stands \
        in braces.
        """,
        wrong: "'san' IN name", right: "name CONTAINS 'san'")
    case .likePercent:
      Explanation(
        .warning, "'%' is no wildcard",
        """
        LIKE has the wildcards of a shell, '*' for any text and '?' for one character, not those of SQL. If the \
        pattern really contains a '%', allow the warning with // cdq:allow like-percent.
        """,
        wrong: "name LIKE 'P%'", right: "name LIKE 'P*'")
    case .likeExpression:
      Explanation(
        .warning, "LIKE is given a regular expression",
        "LIKE knows '*' and '?' only, so the other signs stand for themselves. Regular expressions are for MATCHES.",
        wrong: "name LIKE '^[A-Z]+$'", right: "name MATCHES '[A-Z]+'")
    case .likeWithoutWildcard:
      Explanation(
        .lint, "LIKE has no wildcard",
        "Without '*' and '?' LIKE is equality, for which '==' is plainer and can use an index.",
        wrong: "name LIKE 'Paris'", right: "name == 'Paris'")
    case .containsPattern:
      Explanation(
        .lint, "a pattern only looks for a part",
        "A pattern that is open at both ends asks whether a text holds a part, which CONTAINS says without one.",
        wrong: "name LIKE '*ville*'", right: "name CONTAINS 'ville'")
    case .anyNotEqual:
      Explanation(
        .warning, "ANY with '!=' is true when one differs",
        """
        'ANY tags != v' holds as soon as one tag differs from v, so nearly always. To say that no tag equals v, \
        write NONE.
        """,
        wrong: "ANY tags != 'port'", right: "NONE tags == 'port'")
    case .separateAny:
      Explanation(
        .warning, "two ANY conditions are about different elements",
        """
        Each ANY looks at all elements by itself: one may fulfil the first and another the second. A SUBQUERY asks for \
        one that fulfils both, and ANY x BETWEEN {…} for one in a range.
        """,
        wrong: "ANY streets.length > 5 AND ANY streets.name BEGINSWITH 'B'",
        right: "SUBQUERY(streets, $s, $s.length > 5 AND $s.name BEGINSWITH 'B').@count > 0")
    case .allOfNone:
      Explanation(
        .lint, "ALL holds for an empty collection",
        """
        With no elements ALL is true, so objects without any are found, too. If you do not mean that, ask for at \
        least one element.
        """,
        wrong: "ALL streets.length > 5", right: "ALL streets.length > 5 AND streets.@count > 0")
    case .unusedVariable:
      Explanation(
        .warning, "a SUBQUERY does not look at its elements",
        """
        Its condition never names the variable, so it is true for all elements or for none. A property of the element \
        is written '$x.name'; a bare name is that of the object under test.
        """,
        wrong: "SUBQUERY(streets, $s, name == 'Paris').@count > 0",
        right: "SUBQUERY(streets, $s, $s.name == 'Broadway').@count > 0")
    case .outerProperty:
      Explanation(
        .warning, "a bare name in a SUBQUERY is not the element's",
        """
        Without the variable a name is that of the object under test, although the element has a property of that \
        name, too. Write '$x.name' for the element's, SELF.name for the other.
        """,
        wrong: "SUBQUERY(streets, $s, $s.length > 5 AND name == 'Broadway').@count > 0",
        right: "SUBQUERY(streets, $s, $s.length > 5 AND $s.name == 'Broadway').@count > 0")
    case .mixedConnectives:
      Explanation(
        .lint, "AND and OR are mixed without parentheses",
        "AND binds before OR. Not every reader knows that, and other query languages differ.",
        wrong: "rank > 5 OR isCapital AND name == 'Paris'", right: "rank > 5 OR (isCapital AND name == 'Paris')")
    case .unusedParameter:
      Explanation(
        .warning, "a declared parameter is not used",
        "Callers would have to give a value that changes nothing.",
        wrong: .init(.document, "query q($low: Int64, $high: Int64) = City where rank > $low\n"),
        right: .init(.document, "query q($low: Int64) = City where rank > $low\n"))
    case .limitWithoutSort:
      Explanation(
        .warning, "the rows that a limit keeps depend on their insertion",
        "Without a sort rows come in the order of insertion, which seldom is the order wanted.",
        wrong: .init(.query, "City where rank > 5 limit 10"),
        right: .init(.query, "City where rank > 5 sort rank desc limit 10"))
    }
  }
}
