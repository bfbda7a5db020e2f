import CDQIR

/// The data that a path of the command line names, of any kind, before a command reads or asks its objects.
protocol NamedData {
  /// The path as the user wrote it, or the URL of a server without its password.
  var name: String { get }

  /// Fails, with the reason, where a `delete` or `update` cannot change the data.
  func requireWritable() throws(Failure)

  /// Reads the objects, or readies the database that holds them.
  func open(_ schema: Schema, _ context: CommandContext) throws(Failure) -> any OpenData

  /// Prints what the data says of itself besides its schema.
  ///
  /// - Returns: The schema as the data has it; nil for that of queries.
  func describe(_ context: CommandContext) throws(Failure) -> Schema?
}

extension NamedData {
  func describe(_ context: CommandContext) throws(Failure) -> Schema? { nil }
}
