// Generated code imports one module only; with MemberImportVisibility it must see the IR through it.
@_exported public import CDQIR
