; Parameters and the variables of SUBQUERY belong to their declaration.
(query_declaration) @local.scope
(subquery) @local.scope
(parameter name: (variable) @local.definition.parameter)
(subquery variable: (variable) @local.definition.var)
(variable) @local.reference
(entity name: (identifier) @local.definition.type)
(enumeration name: (identifier) @local.definition.type)
(query_declaration name: (identifier) @local.definition.function)
