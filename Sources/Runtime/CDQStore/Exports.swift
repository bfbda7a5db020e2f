// Who imports this module sees the types of those below it, with `MemberImportVisibility` too.
@_exported public import CDQIR
@_exported public import CDQValues
