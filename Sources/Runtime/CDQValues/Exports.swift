// Clients of this module see the types of CDQIR too, also with `MemberImportVisibility`.
@_exported public import CDQIR
