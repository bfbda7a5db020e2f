// A program that imports this module sees queries, arguments and mappings, too.
@_exported public import CDQConnections
@_exported public import CDQIR
@_exported public import CDQMapping
@_exported public import CDQSQL
@_exported public import CDQStore
