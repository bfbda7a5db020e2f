import CDQStore

/// The format of a snapshot file. All numbers are little-endian.
///
/// ```
/// header     magic, version, reserved, length of the file, number of sections, checksum of the header: 32 bytes
/// section    kind, ordinal, length, checksum of the contents, checksum of this head: 24 bytes; then the contents
///   schema   the schema as JSON
///   table    for each entity: its rows, and the next record number of a root
///     numbers, attribute, toOne, toMany
///            blocks of up to 65,536 rows, column after column, in the order of the schema
/// ```
///
/// The order of the sections follows from the schema, so that an error can name a section that cannot be read. Each row
/// takes at least a byte and each value at least a bit, so that a small file cannot make the reader allocate much
/// memory. Deleted rows are not written.
enum SnapshotFormat {
  /// Like PNG's: a byte that starts no UTF-8 text, line ends that a transfer as text would change, and the end-of-file
  /// character of DOS.
  static let magic: [UInt8] = [0x89, 0x43, 0x44, 0x51, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The only version so far. The header has the same form in all versions.
  static let version: UInt32 = 1
  static let headerLength = 32
  static let sectionHeadLength = 24
  /// The greatest number of rows in a block.
  static let blockRows = 65536
  /// The size after which a block of texts or lists ends, in bytes, so that writing and reading need little memory.
  static let blockBytes = 4 << 20

  enum SectionKind: UInt32 {
    case schema = 1
    case table, numbers, attribute, toOne, toMany
  }

  /// Identifies a section by its place in the file.
  struct Section: Equatable {
    var kind: SectionKind
    var entity = 0
    /// The slot of the attribute or relationship.
    var slot = 0
  }
}
