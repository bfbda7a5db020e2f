// These re-exports make the types of the modules below visible to importers, also with `MemberImportVisibility`.
@_exported public import CDQIR
@_exported public import CDQJSON
@_exported public import CDQValues
@_exported public import CDQStore
