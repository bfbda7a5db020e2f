// Clients of this module see the types of the modules below it too, also with `MemberImportVisibility`.
@_exported public import CDQIR
@_exported public import CDQValues
@_exported public import CDQStore
