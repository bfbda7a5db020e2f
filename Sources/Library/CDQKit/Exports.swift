@_exported public import CDQIR
@_exported public import CDQRuntime
@_exported public import CDQSyntax
