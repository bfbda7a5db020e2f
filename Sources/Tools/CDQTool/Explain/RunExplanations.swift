import CDQExplanations
import CDQRuntime
import CDQSyntax

/// Explanations of the errors in data, in the values of parameters and while a query runs.
///
/// Each switch covers all codes of its type, so that the compiler reports a new code without an explanation. It gives
/// nil for a code that an earlier stage has and explains.
enum RunExplanations {
  static let all: [(DiagnosticCode, Explanation)] =
    ToolCode.allCases.map { (DiagnosticCode($0.rawValue), $0.explanation) }
    + ExecutionError.Code.allCases.compactMap { code in explain(code).map { (DiagnosticCode(code.rawValue), $0) } }
    + StoreError.Code.allCases.compactMap { code in explain(code).map { (DiagnosticCode(code.rawValue), $0) } }
    + LoadIssue.Code.allCases.compactMap { code in explain(code).map { (DiagnosticCode(code.rawValue), $0) } }
    + snapshots + databases + scans

  private static func explain(_ code: ExecutionError.Code) -> Explanation? {
    switch code {
    case .unknownProperty, .listTooLong, .regexTooLong: nil
    case .malformedQuery:
      Explanation(
        .error, "a compiled query breaks its own rules",
        """
        Compiled queries come from the compiler; one that was made or changed by other means is refused when it is \
        prepared.
        """,
        wrong: .init(.swift, "PreparedQuery(QueryIR(…), access: cities)"),
        right: .init(.swift, "CheckedQuery(parsing: text, in: schema).prepare(for: cities)"))
    case .malformedCursor:
      Explanation(
        .error, "a text is no cursor of the page that is asked for",
        """
        A cursor is the 'next' of a page, and belongs to pages of the same order. A damaged text, and the cursor of \
        another order, are errors, so that a reader does not get the first page again. A server answers with status 400.
        """,
        wrong: .init(.swift, "City.page(in: store, sort: byName, after: PageCursor(\"x\", .readable), limit: 20)"),
        right: .init(.swift, "City.page(in: store, sort: byName, after: page.next, limit: 20)"))
    case .unsupportedVersion:
      Explanation(
        .error, "a compiled query was written by a newer cdq",
        "The form of compiled queries has a version. Update the runtime, or compile the query again.",
        wrong: .init(.swift, "JSONDecoder().decode(QueryIR.self, from: newer)"),
        right: .init(.swift, "JSONDecoder().decode(QueryIR.self, from: own)"))
    case .wrongEntity:
      Explanation(
        .error, "a query is run over records of another entity",
        "It can run over its own entity's records and those of sub-entities.",
        wrong: .init(.swift, "cityQuery.prepare(for: countries)"),
        right: .init(.swift, "cityQuery.prepare(for: cities)"))
    case .wrongProperty:
      Explanation(
        .error, "records have a property of another kind",
        """
        The access that a program declares says what each property is; a query that reads an attribute cannot read a \
        relationship of that name.
        """,
        wrong: .init(.swift, "access.relationship(\"name\", …)"), right: .init(.swift, "access.attribute(\"name\", …)"))
    case .missingIdentity:
      Explanation(
        .error, "objects are compared that have no identity",
        "To compare objects, cdq must know when two are the same; declare an identity in their access.",
        wrong: .init(.swift, "RecordAccess<City>(\"City\")"),
        right: .init(.swift, "RecordAccess<City>(\"City\", identity: \\.id)"))
    case .needsStore:
      Explanation(
        .error, "the query reads objects that only a store can find",
        """
        An object that is an argument is known by its identity only, and 'Order.@count' reads all objects of an entity. A \
        store can look them up; among records of a program's own types they cannot be found.
        """,
        wrong: .init(.swift, "query.prepare(for: cities)"), right: .init(.swift, "query.run(in: store)"))
    case .incomparable:
      Explanation(
        .error, "values of types without a common order are compared",
        "The compiler refuses such comparisons; a query made by other means is refused when it is prepared.",
        wrong: .init(.swift, "PreparedQuery(QueryIR(…), access: cities)"), right: "rank > 5")
    case .missingArgument:
      Explanation(
        .error, "a parameter has no value",
        "Every parameter needs one, unless it is written with '?'.",
        wrong: .init(.command, "eval 'City where population > $n' --data data"),
        right: .init(.command, "eval 'City where population > $n' --data data --param n=5"))
    case .unknownArgument:
      Explanation(
        .error, "a value is given for a parameter that does not exist",
        "The query has no parameter of that name, so the value would have no effect.",
        wrong: .init(.command, "eval 'City where population > $n' --data data --param n=5 --param m=6"),
        right: .init(.command, "eval 'City where population > $n' --data data --param n=5"))
    case .nullArgument:
      Explanation(
        .error, "a parameter cannot be nil",
        "What it is compared with is never nil. Write '$x?' for a parameter that may be absent.",
        wrong: .init(.swift, "query.run(in: store, [\"name\": .null])"),
        right: .init(.swift, "query.run(in: store, [\"name\": .string(\"Paris\")])"))
    case .wrongArgument:
      Explanation(
        .error, "a value has another type than its parameter",
        "Parameters have the types that the query gives them; 'cdq dump --stage typed' shows them.",
        wrong: .init(.swift, "query.run(in: store, [\"rank\": .string(\"5\")])"),
        right: .init(.swift, "query.run(in: store, [\"rank\": .int(5)])"))
    case .negativeCount:
      Explanation(
        .error, "a limit or offset is negative",
        "There is no negative number of rows.",
        wrong: .init(.command, "eval 'City sort name limit $n' --data data --param n=-1"),
        right: .init(.command, "eval 'City sort name limit $n' --data data --param n=1"))
    case .unknownSortChoice:
      Explanation(
        .error, "a dynamic sort has no such key",
        "Its value is the name of one of the keys in the query.",
        wrong: .init(.command, "eval 'City sort $order in (name, rank)' --data data --param order=area"),
        right: .init(.command, "eval 'City sort $order in (name, rank)' --data data --param order=rank"))
    case .unknownTimeZone:
      Explanation(
        .error, "there is no such time zone",
        "The value of a parameter is used as the name of a time zone, and the system has none of that name.",
        wrong: .init(.command, "eval 'City where hour(founded, $z) < 12' --data data --param z=Oslo"),
        right: .init(.command, "eval 'City where hour(founded, $z) < 12' --data data --param z=Europe/Oslo"))
    case .invalidPattern:
      Explanation(
        .error, "a pattern does not compile",
        "The value of a parameter is used as a regular expression, and ICU does not accept it.",
        wrong: .init(.command, "eval 'City where name MATCHES $p' --data data --param 'p=('"),
        right: .init(.command, "eval 'City where name MATCHES $p' --data data --param 'p=P.*'"))
    case .wrongResult:
      Explanation(
        .error, "a query gives another kind of result",
        "'select' gives rows, other queries objects, numbers or a Bool; ask for what the query gives.",
        wrong: .init(.swift, "countQuery.records(in: cities)"), right: .init(.swift, "countQuery.count(in: cities)"))
    case .regexLimit:
      Explanation(
        .error, "a regular expression takes too long",
        """
        Some patterns take exponential time on some texts. The engine stops them, since it cannot know the answer. \
        Write the pattern without nested repetitions.
        """,
        wrong: .init(.swift, "name MATCHES '(a+)+b'"), right: "name MATCHES 'a+b'")
    case .textLimit:
      Explanation(
        .error, "a query makes a text that is too long",
        """
        '+' and 'replacing' make texts of up to 4,194,304 bytes of UTF-8; calls within each other would otherwise fill the \
        memory. Replace in texts that the program has.
        """,
        wrong: .init(.swift, "replacing(name, 'a', $longText) CONTAINS 'b'"), right: "replacing(name, 'a', 'b') CONTAINS 'b'")
    case .stepLimit:
      Explanation(
        .error, "a query takes more steps than allowed",
        """
        The steps of a query string are limited: to a billion, unless the program sets 'limits.steps'. 'cdq eval --batch' \
        and 'cdq repl' have the same limit, and '--limit steps=none' removes it.
        """,
        wrong: .init(.command, "eval 'count City where rank > 5' --data data --limit steps=1"),
        right: .init(.command, "eval 'count City where rank > 5' --data data"))
    case .deadlineExceeded:
      Explanation(
        .error, "a query takes longer than allowed",
        """
        The time of a query string is limited: to 30 seconds, unless the program sets 'limits.time'. 'cdq eval --batch' \
        and 'cdq repl' have the same limit, and '--limit deadline=none' removes it.
        """,
        wrong: .init(.command, "eval 'count City where rank > 5' --data data --limit deadline=0ms"),
        right: .init(.command, "eval 'count City where rank > 5' --data data --limit deadline=1m"))
    case .schemaMismatch:
      Explanation(
        .error, "generated code is used with a store of another schema",
        "Code and store are made from one schema. Generate the code again.",
        wrong: .init(.swift, "Queries.cities(in: Store(schema: old))"),
        right: .init(.swift, "Queries.cities(in: Store(schema: .app))"))
    case .notFound:
      Explanation(
        .error, "'one' found nothing",
        "A query with 'one' expects exactly one object. 'first' gives nil where there is none.",
        wrong: .init(.command, "eval 'one City where name == \"Atlantis\"' --data data"),
        right: .init(.command, "eval 'first City where name == \"Atlantis\"' --data data"))
    case .notUnique:
      Explanation(
        .error, "'one' found several",
        """
        A query with 'one' expects exactly one object. 'first' takes the first in order. In data, two objects with one \
        @unique value are refused.
        """,
        wrong: .init(.command, "eval 'one City' --data data"), right: .init(.command, "eval 'first City' --data data"))
    }
  }

  private static func explain(_ code: StoreError.Code) -> Explanation? {
    switch code {
    case .unknownEntity, .unknownProperty, .wrongType, .notFound, .notUnique, .wrongEntity, .abstractEntity,
      .missingValue, .refusedValue:
      nil
    case .noIdentity:
      Explanation(
        .error, "an object cannot be found by identity",
        "Insert-or-update needs an entity with a @unique attribute, and its value.",
        wrong: .init(.swift, "store.upsert(\"Street\", [\"name\": \"Broadway\"])"),
        right: .init(.swift, "store.upsert(\"City\", [\"id\": 1])"))
    case .deleteDenied:
      Explanation(
        .error, "a delete rule forbids a deletion",
        """
        The rule 'deny' forbids to delete an object that is related to others; then nothing at all is deleted.
        """,
        wrong: .init(.command, "eval 'delete Town' --data towns --schema Deny.cdq"),
        right: .init(.command, "eval 'delete Part' --data towns --schema Deny.cdq"))
    case .unknownConstraint:
      Explanation(
        .error, "the attributes are not declared unique together",
        "An existing object is found by an attribute with @unique, or by the attributes of one @@unique.",
        wrong: .init(.swift, "store.insert(\"City\", values, onConflict: .update, of: [\"rank\"])"),
        right: .init(.swift, "store.insert(\"City\", values, onConflict: .update, of: [\"id\"])"))
    case .notToMany:
      Explanation(
        .error, "a property does not lead to many objects",
        "Objects are added to, moved in and removed from relationships to many. A relationship to one is set.",
        wrong: .init(.swift, "transaction.add([paris], to: \"capital\", of: france)"),
        right: .init(.swift, "transaction.update(france, [\"capital\": .object(paris)])"))
    case .nestedTransaction:
      Explanation(
        .error, "a store is changed from within a change of it",
        "One change at a time is made; the inner one would wait for the outer one forever. Use the transaction.",
        wrong: .init(.swift, "store.transaction { _ in try store.delete(paris) }"),
        right: .init(.swift, "store.transaction { try $0.delete([paris]) }"))
    case .foreignSavepoint:
      Explanation(
        .error, "a savepoint is of another transaction", "A transaction can only be rolled back to its own savepoints.",
        wrong: .init(.swift, "store.transaction { try $0.rollBack(to: markOfYesterday) }"),
        right: .init(.swift, "store.transaction { let mark = $0.savepoint(); …; try $0.rollBack(to: mark) }"))
    }
  }

  private static func explain(_ code: LoadIssue.Code) -> Explanation? {
    switch code {
    // Schemas and queries have these codes, too, with the same meaning.
    case .invalidUTF8, .unknownEntity, .unknownKey, .duplicateKey, .typeMismatch, .unknownCase: nil
    case .invalidJSON:
      Explanation(
        .error, "data is not JSON", "The place is that of the first character that cannot be read.",
        wrong: .init(.data, "=== City.json\n[{\"id\": 1,}]\n"),
        right: .init(.data, "=== City.json\n[{\"id\": 1, \"name\": \"Paris\", \"rank\": 1, \"isCapital\": true}]\n"))
    case .invalidCSV:
      Explanation(
        .error, "data is not CSV", "Quotes are doubled inside quotes, and every row has as many cells as the first.",
        wrong: .init(.data, "=== Street.csv\nname,length\n\"Broadway,5\n"),
        right: .init(.data, "=== Street.csv\nname,length\n\"Broadway\",5\n"))
    case .nestingTooDeep:
      Explanation(
        .error, "JSON is nested too deeply", "The depth is limited, so that no file can overflow the stack.",
        wrong: .init(.swift, "[[[[[[[[… hundreds of brackets"),
        right: .init(.data, "=== Street.json\n[{\"name\": \"Broadway\", \"length\": 5}]\n"))
    case .unexpectedShape:
      Explanation(
        .error, "data has another shape than records",
        "A file of one entity is an array of objects; a file of all is an object of such arrays.",
        wrong: .init(.data, "=== Street.json\n{\"name\": \"Broadway\"}\n"),
        right: .init(.data, "=== Street.json\n[{\"name\": \"Broadway\", \"length\": 5}]\n"))
    case .abstractEntity:
      Explanation(
        .error, "the data have objects of an abstract entity",
        "Only its sub-entities have objects; put the records into their files.",
        wrong: .init(.command, "eval 'Book' --data works --schema Works.cdq"),
        right: .init(.command, "eval 'Book' --data books --schema Works.cdq"))
    case .transientKey:
      Explanation(
        .warning, "the data have a value for a transient property",
        "A transient property is made by the program; the value is not read.",
        wrong: .init(.command, "eval 'Page' --data pages --schema Works.cdq"),
        right: .init(.command, "eval 'Book' --data books --schema Works.cdq"))
    case .missingValue:
      Explanation(
        .error, "a value is missing",
        "The property is not optional and has no default, so every record needs a value.",
        wrong: .init(.data, "=== Street.json\n[{\"name\": \"Broadway\"}]\n"),
        right: .init(.data, "=== Street.json\n[{\"name\": \"Broadway\", \"length\": 5}]\n"))
    case .outOfRange:
      Explanation(
        .error, "a number does not fit its type", "The number is outside the range of the property's type.",
        wrong: .init(
          .data,
          """
          === City.json
          [{"id": 1, "name": "Paris", "rank": 70000, "isCapital": true}]

          """),
        right: .init(.data, "=== City.json\n[{\"id\": 1, \"name\": \"Paris\", \"rank\": 1, \"isCapital\": true}]\n"))
    case .refusedValue:
      Explanation(
        .error, "a value is not allowed by its attribute",
        """
        A value that @range, @length or @matches of an attribute, or the bounds of a Core Data model, do not allow \
        is refused, whether it is loaded, decoded, inserted or updated. nil is allowed where the attribute is \
        optional.
        """,
        wrong: .init(.command, "eval Seat --data seats --schema Seats.cdq"),
        right: .init(.command, "eval Seat --data rows --schema Seats.cdq"))
    case .invalidValue:
      Explanation(
        .error, "a text cannot be read as its type",
        "Dates are ISO 8601, data base64, UUIDs and URLs have their standard forms.",
        wrong: .init(
          .data,
          """
          === City.json
          [{"id": 1, "name": "Paris", "rank": 1, "isCapital": true, "founded": "yesterday"}]

          """),
        right: .init(
          .data,
          """
          === City.json
          [{"id": 1, "name": "Paris", "rank": 1, "isCapital": true, "founded": "2001-02-28"}]

          """))
    case .duplicateValue:
      Explanation(
        .error, "two records have one @unique value", "A reference could lead to either of them.",
        wrong: .init(
          .data,
          """
          === Country.json
          [{"id": "FR", "name": "France"}, {"id": "FR", "name": "Frankreich"}]

          """),
        right: .init(.data, "=== Country.json\n[{\"id\": \"FR\", \"name\": \"France\"}]\n"))
    case .unresolvedReference:
      Explanation(
        .error, "a reference leads to nothing",
        "A reference is the @unique value of an object, and the data have no such object.",
        wrong: .init(
          .data,
          """
          === City.json
          [{"id": 1, "name": "Paris", "rank": 1, "isCapital": true, "country": "XX"}]

          """),
        right: .init(
          .data,
          """
          === City.json
          [{"id": 1, "name": "Paris", "rank": 1, "isCapital": true, "country": "FR"}]

          """))
    case .ambiguousReference:
      Explanation(
        .error, "a reference fits several objects",
        "Objects of several sub-entities have this identity. Give them different ones.",
        wrong: .init(.swift, "{\"place\": 1}, where both a Town 1 and a Village 1 are places"),
        right: .init(.data, "=== Country.json\n[{\"id\": \"FR\", \"name\": \"France\", \"cities\": [1]}]\n"))
    case .repeatedReference:
      Explanation(
        .warning, "an object is listed twice in one relationship", "An object can be in a relationship only once.",
        wrong: .init(.data, "=== Country.json\n[{\"id\": \"FR\", \"name\": \"France\", \"cities\": [1, 1]}]\n"),
        right: .init(.data, "=== Country.json\n[{\"id\": \"FR\", \"name\": \"France\", \"cities\": [1]}]\n"))
    case .conflictingInverse:
      Explanation(
        .error, "the two sides of a relationship contradict each other",
        "A value on one side sets the other side, so both must agree where the data have both.",
        wrong: .init(
          .data,
          """
          === Country.json
          [{"id": "FR", "name": "France", "cities": [1]}, {"id": "DE", "name": "Germany", "cities": [1]}]

          """),
        right: .init(
          .data,
          """
          === Country.json
          [{"id": "FR", "name": "France", "cities": [1]}, {"id": "DE", "name": "Germany"}]

          """))
    case .tooManyErrors:
      Explanation(
        .error, "there are more errors than are listed", "Fix the first ones; the rest often has the same cause.",
        wrong: .init(.swift, "a file with more than a hundred broken records"),
        right: .init(.data, "=== Street.json\n[{\"name\": \"Broadway\", \"length\": 5}]\n"))
    }
  }
}

/// Codes of errors that only the command line reports.
enum ToolCode: String, CaseIterable {
  case invalidLine = "invalid-line"
  case `internal` = "internal"

  var explanation: Explanation {
    switch self {
    case .invalidLine:
      Explanation(
        .error, "a line of a batch is no request",
        "Each line is a JSON object with either 'query' or 'predicate', and what that needs.",
        wrong: .init(.command, "eval --batch wrong.ndjson --data data"),
        right: .init(.command, "eval --batch right.ndjson --data data"))
    case .internal:
      Explanation(
        .error, "cdq has a bug", "A text was refused without a reason. Report it with the text.",
        wrong: .init(.swift, "none is known"), right: "rank > 5")
    }
  }
}
