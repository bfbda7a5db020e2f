/// A name that people know from SQL, Swift or spreadsheets, and what the language has in its place.
package struct ForeignName: Hashable, Sendable {
  /// The name of the language with the same meaning, for which a fix-it can exchange it; nil if there is none.
  package var counterpart: String?
  /// What to write, if there is no counterpart.
  package var help: String

  private static func same(_ counterpart: String) -> ForeignName { ForeignName(counterpart: counterpart, help: "") }
  private static func write(_ help: String) -> ForeignName { ForeignName(counterpart: nil, help: help) }

  /// The entry for a called name, in any case; nil for other names.
  package static func function(_ name: String) -> ForeignName? { functions[name.lowercased()] }

  /// The entry for a member of a collection, such as `count` in `friends.count`. A counterpart follows the dot.
  package static func memberOfCollection(_ name: String) -> ForeignName? { membersOfCollection[name] }

  /// The entry for a member of a text, such as `count` in `name.count`. A counterpart follows the dot.
  package static func memberOfText(_ name: String) -> ForeignName? { membersOfText[name] }

  private static let functions: [String: ForeignName] = {
    var table: [String: ForeignName] = [:]
    func add(_ names: String, _ entry: ForeignName) {
      for name in names.split(separator: " ") { table[String(name)] = entry }
    }
    add("len size strlen char_length character_length", same("length"))
    add("upper ucase toupper uppercased", same("uppercase"))
    add("lower lcase tolower lowercased", same("lowercase"))
    add("trim strip trimmingcharacters", same("trimmed"))
    add("ltrim rtrim", write("trimmed(text) removes white space at both ends"))
    add("substr mid", write("substring(text, from, length) counts from 0"))
    add("mean", same("average"))
    add("stdev std stddev_pop", same("stddev"))
    add("ceil", same("ceiling"))
    add("round", write("floor(x + 0.5) rounds"))
    add("power pow", write("a power is written a ** b"))
    add("mod", write("the remainder is modulus:by:(a, b)"))
    add("concat concatenate concat_ws textjoin join", write("texts are joined with '+': first + \" \" + last"))
    add("left", same("prefix"))
    add("right", same("suffix"))
    add("replace replaceall str_replace substitute replacingoccurrences", same("replacing"))
    add(
      "split split_part substring_index",
      write("before(text, separator) and after(text, separator) are the text at the sides of a separator"))
    add("coalesce ifnull nvl", write("TERNARY(x != nil, x, y) is x, or y where x is nil"))
    add("isnull", write("x == nil"))
    add("nullif", write("TERNARY(x == y, nil, x)"))
    add("if iif ifelse case", write("TERNARY(condition, a, b)"))
    add("today getdate current_date current_timestamp sysdate curdate", write("now() is this moment, now() - days(1) a day ago"))
    add("datediff timestampdiff", write("the difference of two dates is a duration: closed - opened > days(7)"))
    add("dateadd date_add date_sub adddate", write("a date takes + or - a duration: opened + days(7)"))
    add("datepart date_part extract", write("year(date), month(date), day(date), hour(date) and such are the parts of a date"))
    add("dayofmonth", same("day"))
    add("dayofweek", same("weekday"))
    add("quarter week weekofyear dayofyear", write("there is none; compare dates, month(date), or startOfWeek(date)"))
    add(
      "startofhour startofminute startofsecond startofquarter",
      write("periods begin at startOfDay(date), startOfWeek(date), startOfMonth(date) and startOfYear(date)"))
    add(
      "lag lead row_number rank dense_rank percent_rank cume_dist ntile first_value last_value nth_value",
      write("there are no window functions: the first objects of each key are those of 'sort … limit 3 per country.name'"))
    add("exists", write("a collection has objects if friends.@count > 0"))
    add("contains includes instr charindex indexof position locate", write("text CONTAINS part"))
    add("startswith starts_with hasprefix", write("text BEGINSWITH start"))
    add("endswith ends_with hassuffix", write("text ENDSWITH end"))
    add("regexp regexp_like matches rlike", write("text MATCHES pattern"))
    add("like", write("text LIKE pattern, with * and ?"))
    add("int integer toint to_int parseint", write("CAST(value, \"Int64\")"))
    add("float double tofloat todouble number", write("CAST(value, \"Double\")"))
    add("str string tostring to_char to_string text", write("CAST(value, \"String\")"))
    add("to_date todate strtotime", write("CAST(text, \"Date\"), or a literal: date(\"2026-01-31\")"))
    add("isempty", write("text == \"\", or collection.@count == 0"))
    add("log10 lg", write("log(x) is the logarithm to the base 10, ln(x) the natural one"))
    return table
  }()

  private static let membersOfCollection: [String: ForeignName] = [
    "count": same("@count"), "size": same("@count"), "isEmpty": same("@count == 0"),
    "first": write("the first object of an ordered relationship is friends[FIRST]"),
    "last": write("the last object of an ordered relationship is friends[LAST]"),
  ]

  private static let membersOfText: [String: ForeignName] = [
    "count": same("length"), "size": same("length"), "len": same("length"), "isEmpty": same("length == 0"),
    "lowercased": write("lowercase(text), or compare with [c]"), "uppercased": write("uppercase(text), or compare with [c]"),
    "lowercase": write("lowercase(text), or compare with [c]"), "uppercase": write("uppercase(text), or compare with [c]"),
    "trimmed": write("trimmed(text)"),
  ]
}
