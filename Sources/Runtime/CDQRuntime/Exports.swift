// Exports the whole runtime under one name. Each module above CDQIR is also a product, for programs that need less; see
// the README.
@_exported public import CDQIR
@_exported public import CDQValues
@_exported public import CDQStore
@_exported public import CDQLoading
@_exported public import CDQMapping
@_exported public import CDQPersistence
