public import CDQConnections

/// The connection that the functions of this module run on.
public typealias Connection = PostgresConnection
