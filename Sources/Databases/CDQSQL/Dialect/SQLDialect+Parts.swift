/// The parts of a dialect's table that are several entries about one thing.
extension SQLDialect {
  /// The elements of a collection attribute as a table with the column `value`.
  package struct Elements: Sendable {
    /// The table of the list `#1` under the name `#2`.
    package var table: String
    /// The words in front of the table where other tables stand before it.
    package var join: String
    /// The column with the positions of the elements.
    package var ordinal: String

    package init(_ table: String, join: String, ordinal: String) {
      (self.table, self.join, self.ordinal) = (table, join, ordinal)
    }
  }

  /// Tests of the text `#1` by bytes or scalars, for a dialect that does not know Characters.
  package struct TextTests: Sendable {
    /// Whether it begins with `#2`.
    package var begins: String
    /// Whether it ends with `#2`, which is a parameter.
    package var ends: String
    /// Whether it contains `#2`.
    package var contains: String
    /// Whether it matches the pattern `#2` with `%`, and `\\` in front of a character that stands for itself.
    package var like: String
    /// Whether a part of it matches the regular expression `#2`.
    package var matches: String
    /// The end of the text in a regular expression.
    package var end = "$"
    /// Whether it begins with the needle `#2`, by a test that an index serves, and the needle ends at a border: by the regular
    /// expression of the test `#3`, unless what follows is no mark or joiner. PostgreSQL takes milliseconds to compile one that
    /// names all marks. nil where `#3` alone costs no more.
    package var prefix: String?
    /// Whether regular expressions can look at what is before and after a match.
    package var hasLookaround: Bool
    /// The spelling of a scalar in a regular expression, by its number in hexadecimal digits of this width.
    package var scalar: (prefix: String, width: Int, suffix: String)

    package init(
      begins: String, ends: String, contains: String, like: String, matches: String, prefix: String? = nil,
      hasLookaround: Bool, scalar: (prefix: String, width: Int, suffix: String)
    ) {
      (self.begins, self.ends, self.contains, self.like) = (begins, ends, contains, like)
      (self.matches, self.prefix, self.hasLookaround, self.scalar) = (matches, prefix, hasLookaround, scalar)
    }
  }

  /// What the tables of our own layout need.
  package struct LayoutForms: Sendable {
    /// Where foreign keys are declared.
    package enum ForeignKeys: Hashable, Sendable {
      case nowhere, inTable, afterTables
    }

    /// The type of the insertion number, and its definition in the table whose key it is.
    package var number: String
    package var numberKey: String
    /// Whether `numberKey` declares the primary key.
    package var numberKeyIsPrimary: Bool
    package var foreignKeys: ForeignKeys
    /// The type of a list of values of the type `#1`, which has no collation.
    package var list: String
    /// The expression that reads the list `#1`.
    package var listOutput: String
    /// The statement that begins a transaction which changes data. No transaction may see half of another one's.
    package var begin: String
    /// The statement that begins a transaction which only reads, and sees the data of one instant.
    package var beginReading: String

    package init(
      number: String, numberKey: String, numberKeyIsPrimary: Bool, foreignKeys: ForeignKeys, list: String,
      listOutput: String, begin: String, beginReading: String = "BEGIN"
    ) {
      (self.number, self.numberKey, self.numberKeyIsPrimary) = (number, numberKey, numberKeyIsPrimary)
      (self.foreignKeys, self.list, self.listOutput, self.begin) = (foreignKeys, list, listOutput, begin)
      self.beginReading = beginReading
    }
  }

  /// Whether the database may take a value for NaN.
  func mayBeNaN(_ family: Family) -> Bool { hasNaN && (family == .real || family == .decimal && !hasFixedDecimals) }

  /// The type of a Decimal that is bound as these digits.
  func decimalCast(_ digits: String) -> String {
    let scale = digits.firstIndex(of: ".").map { digits[$0...].dropFirst().count } ?? 0
    return "::DECIMAL(\(max(1, digits.count { $0.isNumber })), \(scale))"
  }

  /// Whether a column of dates holds microseconds, so that a constant between two of them must be rounded.
  package var hasMicroseconds: Bool { dateEncoding != .secondsSince2001 }
}
