// All of the runtime under one name. What a program needs of it is a product of its own, too: see the README.
@_exported public import CDQIR
@_exported public import CDQValues
@_exported public import CDQStore
@_exported public import CDQLoading
@_exported public import CDQMapping
@_exported public import CDQPersistence
