// Generated files import this module alone.
@_exported public import CDQIR
@_exported public import CDQSQL
@_exported public import CDQValues
