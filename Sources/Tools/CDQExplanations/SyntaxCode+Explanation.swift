package import CDQSyntax

extension SyntaxCode {
  /// The explanation of the code; tests run its examples.
  package var explanation: Explanation {
    switch self {
    case .unusedAllow:
      Explanation(
        .warning, "a comment allows what is not found",
        """
        A comment 'cdq:allow' that allows nothing hides the next real finding. Remove it, or move it to where the \
        warning is.
        """,
        wrong: .init(.document, "query all = City // cdq:allow like-percent\n"),
        right: .init(.document, "query some = City where name LIKE '5%' // cdq:allow like-percent\n"))
    case .unknownAllow:
      Explanation(
        .warning, "a comment allows what cannot be allowed",
        """
        A comment 'cdq:allow' names codes of warnings, notes or lints; 'cdq explain --list' shows them. Errors cannot \
        be allowed, since nothing could be made of the text.
        """,
        wrong: .init(.document, "query some = City where name LIKE '5%' // cdq:allow like-percent, like-percentage\n"),
        right: .init(.document, "query some = City where name LIKE '5%' // cdq:allow like-percent\n"))
    case .textTooLong:
      Explanation(
        .error, "the text is longer than the limit",
        """
        A text has a largest size, so that one that comes from outside cannot fill the memory. Split the file, or \
        raise the limit where the text is trusted.
        """,
        wrong: .init(.predicate, "name == 'Paris'", limits: TextLimits(length: 10)), right: "name == 'Paris'")
    case .tooManyTokens:
      Explanation(
        .error, "the text has more words and signs than the limit",
        "The number of tokens is limited for the same reason as the length. Pass long lists as parameters: IN $ids.",
        wrong: .init(.predicate, "rank IN {1, 2, 3, 4}", limits: TextLimits(tokens: 6)), right: "rank IN $ids")
    case .invalidUTF8:
      Explanation(
        .error, "the text is not UTF-8",
        "Texts are read as UTF-8. The marked bytes are something else, such as Latin-1; save the file as UTF-8.",
        wrong: .init(.predicate, "name == 'Orl\u{FFFD}ans'", bytes: Array("name == 'Orl".utf8) + [0xE9] + Array("ans'".utf8)),
        right: "name == 'Orléans'")
    case .unexpectedCharacter:
      Explanation(
        .error, "a character is not of the language",
        """
        No word or sign of the language begins with the character. Word processors put look-alikes in place of \
        quotes, dashes and spaces; a fix-it puts the plain ones back.
        """,
        wrong: "name == “Paris”", right: "name == \"Paris\"")
    case .unterminatedString:
      Explanation(
        .error, "a string has no closing quote",
        """
        A string ends on the line it begins on, with the quote it began with. A quote inside is written with a \
        backslash, or the string takes the other kind of quote.
        """,
        wrong: "name == 'Paris", right: "name == \"L'Aquila\"")
    case .unterminatedComment:
      Explanation(
        .error, "a comment is never closed",
        "A comment that begins with '/*' ends with '*/'. Comments nest, so each one inside needs its own end.",
        wrong: "rank > 5 /* the large ones", right: "rank > 5 /* the large ones */")
    case .commentInStrictMode:
      Explanation(
        .error, "Apple's language has no comments",
        """
        Strict mode reads exactly what NSPredicate(format:) reads, and that has no comments. Remove it, or leave \
        strict mode.
        """,
        wrong: .init(.strict, "rank > 5 /* large */"), right: .init(.strict, "rank > 5"))
    case .unknownEscape:
      Explanation(
        .error, "a backslash stands before a character that needs none",
        """
        Most such backslashes come from regular expressions, where the text must hold a backslash: it is written \
        twice. In strict mode this is a warning, since NSPredicate drops the backslash silently.
        """,
        wrong: #"name MATCHES '\d+'"#, right: #"name MATCHES '\\d+'"#)
    case .malformedEscape:
      Explanation(
        .error, "an escape has too few digits or no character",
        "The numeric escapes are \\xHH, \\uHHHH, \\u{…} and \\ooo, and they must give a Unicode character.",
        wrong: #"name == '\u12'"#, right: #"name == '\u0041'"#)
    case .malformedNumber:
      Explanation(
        .error, "a number cannot be read",
        """
        Numbers are digits with an optional fraction and exponent, or 0x, 0o or 0b and digits. Digits are not \
        separated by '_'.
        """,
        wrong: "rank > 1_000", right: "rank > 1000")
    case .unexpectedToken:
      Explanation(
        .error, "a word or sign is in the wrong place",
        """
        The text before it is complete, and this cannot continue it. Often a connective, a comma or an operator is \
        missing before it.
        """,
        wrong: "rank > 5 name == 'Paris'", right: "rank > 5 AND name == 'Paris'")
    case .expectedValue:
      Explanation(
        .error, "an operator lacks an operand",
        "An operator needs a value on either side: a property, a literal or a parameter.",
        wrong: "rank >", right: "rank > 5")
    case .expectedPredicate:
      Explanation(
        .error, "a condition is missing",
        "The text is empty where a condition must stand. The condition that holds for every object is TRUEPREDICATE.",
        wrong: "", right: "TRUEPREDICATE")
    case .expectedName:
      Explanation(
        .error, "a name is missing",
        """
        A name of a property, an entity or a query must stand here. One that is a reserved word is written with '#' \
        before it.
        """,
        wrong: "country. == NULL", right: "country.name == 'France'")
    case .unclosedBracket:
      Explanation(
        .error, "a bracket is never closed",
        "The marked bracket has no partner. Brackets of all kinds end inside the condition they begin in.",
        wrong: "(rank > 5 AND name == 'Paris'", right: "(rank > 5) AND name == 'Paris'")
    case .unmatchedBracket:
      Explanation(
        .error, "a bracket closes nothing",
        "There is no open bracket of this kind before it, or another one must be closed first.",
        wrong: "rank > 5) AND name == 'Paris'", right: "(rank > 5) AND name == 'Paris'")
    case .nestingLimit:
      Explanation(
        .error, "the text is nested too deeply",
        """
        Brackets, NOTs and functions inside each other are limited, so that no text can overflow the stack. Programs \
        that make texts can join conditions in one long AND or OR, which does not count as nesting.
        """,
        wrong: .init(.predicate, "((((rank > 5))))", limits: TextLimits(nesting: 3)), right: "rank > 5")
    case .tooManyNodes:
      Explanation(
        .error, "a query has more values and comparisons than the limit",
        """
        The size of a query is limited, so that checking one that comes from outside ends soon. Pass long lists as \
        parameters, as in IN $ids, which costs a fraction of a chain of comparisons.
        """,
        wrong: .init(.predicate, "rank == 1 OR rank == 2 OR rank == 3", limits: TextLimits(nodes: 8)),
        right: "rank IN $ranks")
    case .wordCase:
      Explanation(
        .error, "a word is written in another case",
        "The words that cdq adds to NSPredicate's are lower case, so that properties may be called Order or Count.",
        wrong: .init(.query, "City WHERE rank > 5"), right: .init(.query, "City where rank > 5"))
    case .valueNotPredicate:
      Explanation(
        .error, "a value stands where a condition must",
        """
        A condition is a comparison, or a Bool property that cannot be nil. A number, a text or a SUBQUERY by itself \
        is neither true nor false.
        """,
        wrong: "SUBQUERY(streets, $s, $s.length > 5)", right: "SUBQUERY(streets, $s, $s.length > 5).@count > 0")
    case .predicateAsValue:
      Explanation(
        .error, "a condition stands where a value must",
        """
        Comparisons have no value that could be compared again or passed to a function. Join conditions with AND, OR \
        and NOT, or choose between values with TERNARY.
        """,
        wrong: "(rank > 5) == TRUE", right: "rank > 5")
    case .comparisonChain:
      Explanation(
        .error, "comparisons do not chain",
        "'a < b < c' would compare the truth of 'a < b' with c. Compare twice, or use BETWEEN.",
        wrong: "1 < rank < 5", right: "rank BETWEEN {2, 4}")
    case .needsParentheses:
      Explanation(
        .error, "two readings are possible",
        """
        NSPredicate reads 'a ** b ** c' from the left, mathematics from the right; and the sign of '-a ** b' could \
        belong to either. Parentheses show what is meant. A key of 'limit 1 per …' that is no path stands in parentheses, \
        too.
        """,
        wrong: "area ** 2 ** 3 > 5", right: "area ** (2 ** 3) > 5")
    case .unknownOperator:
      Explanation(
        .error, "there is no such operator",
        """
        The operators are \(ComparisonOperator.supported.map(\.rawValue).joined(separator: " ")). Near misses and the \
        words of other languages are recognized, with a fix-it.
        """,
        wrong: "name CONTAIN 'P'", right: "name CONTAINS 'P'")
    case .foreignSyntax:
      Explanation(
        .error, "this is the syntax of another language",
        "SQL and Swift habits such as NOT IN, IS NULL or 'x BETWEEN a AND b' have other forms here.",
        wrong: "name NOT IN {'Paris', 'Rome'}", right: "NOT (name IN {'Paris', 'Rome'})")
    case .unknownOption:
      Explanation(
        .error, "there is no such option",
        """
        The options after an operator are c (ignore case), d (ignore diacritics), n (as normalized) and l (by \
        locale), in any order.
        """,
        wrong: "name ==[i] 'paris'", right: "name ==[c] 'paris'")
    case .assignment:
      Explanation(
        .error, "a query changes nothing",
        "NSPredicate's ':=' assigns a variable while it evaluates. A query only asks; give values as parameters.",
        wrong: "name := 'Paris'", right: "name == 'Paris'")
    case .misplacedQuantifier:
      Explanation(
        .error, "ANY, ALL or NONE stands in the wrong place",
        """
        A quantifier stands directly before the left side of one comparison. For several conditions on one element \
        write a SUBQUERY.
        """,
        wrong: "ANY (streets.length > 5)", right: "ANY streets.length > 5")
    case .reservedWord:
      Explanation(
        .error, "a reserved word is used as a name",
        "NSPredicate's words are reserved where a value can begin. '#' before a word makes it a name.",
        wrong: .init(.document, "entity Post { like: Int64 }\nquery liked = Post where like > 5\n"),
        right: .init(.document, "entity Post { like: Int64 }\nquery liked = Post where #like > 5\n"))
    case .listNeedsBraces:
      Explanation(
        .error, "a list is written in braces",
        "Parentheses group, brackets hold options and indexes; a list of values stands in braces.",
        wrong: "rank IN (1, 2)", right: "rank IN {1, 2}")
    case .wildcardOutsidePattern:
      Explanation(
        .error, "a wildcard stands outside the quotes",
        """
        A pattern is one text. Put the wildcard into the text or the parameter's value, or use BEGINSWITH, ENDSWITH or \
        CONTAINS with the bare text.
        """,
        wrong: "name LIKE $prefix*", right: "name BEGINSWITH $prefix")
    case .adjacentStrings:
      Explanation(
        .error, "two strings stand next to each other",
        "Adjacent strings are not concatenated, and a doubled quote is not an escape as in SQL.",
        wrong: "name == 'L''Aquila'", right: #"name == 'L\'Aquila'"#)
    case .missingDollar:
      Explanation(
        .error, "the variable of a SUBQUERY lacks its '$'",
        "Variables and parameters are written with '$', so that they are not mistaken for properties.",
        wrong: "SUBQUERY(streets, s, s.length > 5).@count > 0",
        right: "SUBQUERY(streets, $s, $s.length > 5).@count > 0")
    case .formatArgument:
      Explanation(
        .error, "format arguments are for strict mode",
        """
        '%@' and the other conversions take their values by position and lose their type. A parameter has a name and \
        a checked type.
        """,
        wrong: "name == %@", right: "name == $name")
    case .notInStrictMode:
      Explanation(
        .error, "Apple's language does not have this",
        """
        Strict mode reads exactly what NSPredicate(format:) reads. cdq's literals, durations, enum cases and optional \
        parameters are beyond it.
        """,
        wrong: .init(.strict, "name == $name?"), right: .init(.strict, "name == $name"))
    case .unknownClause:
      Explanation(
        .error, "there is no such clause",
        """
        The clauses of a query are where, group by, having, select, sort, limit and offset. The words of SQL are \
        recognized, with a fix-it.
        """,
        wrong: .init(.query, "City order by name"), right: .init(.query, "City sort name"))
    case .clauseOrder:
      Explanation(
        .error, "the clauses are in the wrong order",
        "Clauses come in one order: where, group by, having, select, sort, limit, offset. A fix-it moves them.",
        wrong: .init(.query, "City sort name where rank > 5"), right: .init(.query, "City where rank > 5 sort name"))
    case .shapeClause: .shapeClause
    case .duplicateClause:
      Explanation(
        .error, "a clause is written twice",
        "Each clause occurs once. Join two conditions with AND, and two sort keys with a comma.",
        wrong: .init(.query, "City where rank > 5 where rank < 9"),
        right: .init(.query, "City where rank > 5 AND rank < 9"))
    case .notAKey:
      Explanation(
        .error, "this cannot be a sort key",
        """
        A sort key is a key path, a call, or a name after 'as' in 'select' or 'group by'. To sort by another value, select \
        it with a name.
        """,
        wrong: .init(.query, "City sort 5"), right: .init(.query, "City sort rank"))
    case .rowCount:
      Explanation(
        .error, "'limit' and 'offset' take a whole number or a parameter",
        "They are not computed from the rows, so no property or operator can stand there.",
        wrong: .init(.query, "City sort name limit 2.5"), right: .init(.query, "City sort name limit $count"))
    case .unknownDeclaration:
      Explanation(
        .error, "a file has something that is not a declaration",
        "At the top level of a file stand schema, enum, entity and query. A query in a file has a name.",
        wrong: .init(.document, "querry all = City\n"), right: .init(.document, "query all = City\n"))
    case .notALiteral:
      Explanation(
        .error, "a value in the schema must be written out",
        "Defaults and the arguments of annotations are literals or enum cases; they are not computed.",
        wrong: .init(.document, "entity Town { rank: Int64 = other }\n"),
        right: .init(.document, "entity Town { rank: Int64 = 1 }\n"))
    }
  }
}
