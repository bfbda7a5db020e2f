extension AppleStoreReport {
  /// The list: framework, construct, outcome, releases by their number as iOS, and source.
  ///
  /// "the article" is a widely read one on optional values in SwiftData's predicates; "an app" stands for comments and
  /// notes in the public sources of apps. Nothing here was run by us.
  static let table = """
    SwiftData | a captured Bool as a condition | runs | 17- | Apple's sample of filtering and sorting persistent data
    SwiftData | a captured list | runs | 17- | an app's table: [UUID] and [String] against an attribute
    SwiftData | a captured range | wrong rows | 17-26.1 | swiftlang/swift-foundation#1640, fixed in 2025-12
    SwiftData | a captured enum | dies | 17- | several apps: constant values of the type are not supported
    SwiftData | a computed member | dies | 17- | an app's note on its fix: the key path points to a value type
    SwiftData | a transient attribute | dies | 17- | Apple's guide: no store has it
    SwiftData | an attribute that holds several values | unknown | 17-18 | an app's table has later systems only
    SwiftData | an attribute that holds several values | dies | 26.5- | an app's table: the search crashes
    SwiftData | an unwrapping by '!' | dies | 17- | the article; an app: it throws that ForcedUnwrap is not supported
    SwiftData | a cast | dies | 17- | Foundation's conversion to NSPredicate has none
    SwiftData | an equality | runs | 17- | the article, also with an optional value on the left
    SwiftData | a comparison by order | runs | 17- | an app's lint test, 2026-09
    SwiftData | a search in a text | runs | 17- | the article
    SwiftData | a localized search in a text | runs | 17- | a published log of SwiftData's SQL
    SwiftData | a search for a stored text | unknown | 17- | nobody has reported it to run
    SwiftData | an attribute compared with nil | runs | 17- | a published log of SwiftData's SQL
    SwiftData | a coalesced value on the left of IN | dies | 17- | an app's lint test, 2026-09: bad LHS; another app
    SwiftData | a search in a coalesced text | dies | 17- | a comment in an app; Core Data's text about such a left side
    SwiftData | a coalesced value in a comparison by order | runs | 17- | an app's lint test, 2026-09
    SwiftData | a coalesced value in an equality | unknown | 17- | nobody has reported it to run
    SwiftData | a condition on an unwrapped value | runs | 17- | the article; getsentry/sentry-cocoa#3553
    SwiftData | an unwrapped value inside of a SUBQUERY | unknown | 17- | nobody has reported it to run
    SwiftData | the identifier of an object | runs | 17- | in use in public apps
    SwiftData | one optional step | runs | 17- | the article
    SwiftData | several optional steps | wrong rows | 17 | the article
    SwiftData | several optional steps | dies | 26.5-26 | NoahKamara/CompoundPredicate#1; an app's table
    SwiftData | several optional steps | runs | 27- | an app's table
    SwiftData | an unwrapped relationship | runs | 17-18 | the article
    SwiftData | an unwrapped relationship | unknown | 26- | compared with nil it dies, meshtastic/Meshtastic-Apple#1900
    SwiftData | an attribute of a related object compared with nil | runs | 17- | the article: one step; nil
    SwiftData | a relationship compared with nil | runs | 17-18 | meshtastic/Meshtastic-Apple#1900: it did
    SwiftData | a relationship compared with nil | dies | 26 | meshtastic/Meshtastic-Apple#1900: 21 crashes
    SwiftData | a relationship to many compared with nil | dies | 17- | the article: to-many key not allowed here
    SwiftData | an optional relationship to many | dies | 17- | the article: to-many key not allowed here
    SwiftData | a path through a relationship to many | dies | 17- | Core Data's error: to-many key not allowed here
    SwiftData | a path through several relationships to many | dies | 17- | Core Data's guide allows one
    SwiftData | a count of a relationship | runs | 17- | a published log of Core Data's SQL
    SwiftData | a relationship to many of a related object | unknown | 17- | nobody has reported it to run
    SwiftData | a SUBQUERY | runs | 17- | a published log of Core Data's SQL
    SwiftData | a SUBQUERY in a SUBQUERY | runs | 17- | in use with NSPredicate
    SwiftData | a SUBQUERY that compares with the object outside of it | unknown | 17- | nobody has reported it to run
    SwiftData | arithmetic | unknown | 17- | nobody has reported it to run
    SwiftData | a function | dies | 17- | Foundation's conversion to NSPredicate has no function of a stored value
    Core Data | a captured Bool as a condition | runs | 17- | templates of public models
    Core Data | a captured list | runs | 17- | formats of public apps
    Core Data | an equality | runs | 17- | Core Data's guide
    Core Data | a comparison by order | runs | 17- | a published log of Core Data's SQL
    Core Data | a search in a text | runs | 17- | a published log of Core Data's SQL
    Core Data | a search for a stored text | unknown | 17- | nobody has reported it to run
    Core Data | an attribute compared with nil | runs | 17- | Core Data's guide
    Core Data | an attribute of a related object compared with nil | runs | 17- | formats of public apps
    Core Data | a relationship compared with nil | runs | 17- | formats of public apps
    Core Data | a calculated bound of BETWEEN | dies | 17- | radar 18116899: an error of SQL's syntax
    Core Data | a coalesced value on the left of IN | dies | 17- | an app's lint test, 2026-09: bad LHS
    Core Data | a search in a coalesced text | dies | 17- | Core Data's text about such a left side
    Core Data | a coalesced value in a comparison by order | runs | 17- | an app's lint test, 2026-09
    Core Data | a coalesced value in an equality | unknown | 17- | nobody has reported it to run
    Core Data | a transient attribute | dies | 17- | Core Data's guide
    Core Data | an attribute that holds several values | dies | 17- | Core Data keeps it as one value
    Core Data | a cast | dies | 17- | Core Data's guide has none for its SQLite store
    Core Data | one optional step | runs | 17- | Core Data's guide
    Core Data | several optional steps | runs | 17- | Core Data's guide limits relationships to many only
    Core Data | a path through a relationship to many | dies | 17- | Core Data's error: to-many key not allowed here
    Core Data | a path through several relationships to many | dies | 17- | Core Data's guide allows one
    Core Data | a relationship to many compared with nil | dies | 17- | a report of 2015 on ANY with nil
    Core Data | a count of a relationship | runs | 17- | a published log of Core Data's SQL
    Core Data | a relationship to many of a related object | runs | 17- | Core Data's guide allows one step to many
    Core Data | a SUBQUERY | runs | 17- | a published log of Core Data's SQL
    Core Data | a SUBQUERY in a SUBQUERY | runs | 17- | in use with NSPredicate
    Core Data | a SUBQUERY that compares with the object outside of it | unknown | 17- | nobody has reported it to run
    Core Data | ANY | runs | 17- | Core Data's guide
    Core Data | several ANY | dies | 17- | Core Data's guide allows one
    Core Data | ALL | dies | 17- | a report of 2015: unsupported
    Core Data | NONE | wrong rows | 17- | AlecrimCoreData#68; a published log of its SQL, which joins rows
    Core Data | an aggregate of a relationship | runs | 17- | Core Data's guide
    Core Data | arithmetic | runs | 17- | formats of public apps
    Core Data | a remainder | differs | 17- | SQLite has none of fractions
    Core Data | a power, a shift or an exclusive or | unknown | 17- | nobody has reported it to run
    Core Data | uppercase, lowercase or abs | runs | 17- | Core Data's guide
    Core Data | a function | unknown | 17- | Core Data's guide names a part of them only
    Core Data | arithmetic of Decimals | differs | 17- | stored Decimals are binary fractions
    Core Data | a division of fractions by 0 | differs | 17- | SQLite gives NULL
    Core Data | an average of values that may be nil | differs | 17- | Apple's guide to key-value coding
    Core Data | MATCHES | unknown | 17- | the guide excludes it; current systems are said to run it
    Core Data | an escape in LIKE | unknown | 17- | Apple does not document it
    Core Data | a comparison by order with options | unknown | 17- | nobody has reported it to run
    Core Data | the option [l] | differs | 17- | it follows the locale of the process
    Core Data | the options [c] and [d] | differs | 17- | another NSPredicate ignores the width of letters, too
    """
}
