; Colours. Later patterns win in editors that take the last match.
(identifier) @variable
(escaped_word) @variable
(type_identifier) @type
(path (identifier) @variable.member)
(sort_path (identifier) @variable.member)

(query_declaration name: (identifier) @function)
(mapping name: (identifier) @function)
(entity name: (identifier) @type.definition)
(enumeration name: (identifier) @type.definition)
(enumeration_case name: (identifier) @constant)
(enum_case name: (identifier) @constant)
(property name: (identifier) @property)
(mapping_member name: (identifier) @property)
(named_value name: (identifier) @variable.member)
(assignment property: (identifier) @variable.member)
(call function: (identifier) @function.call)
(selector) @function.call
(annotation name: (at_word) @attribute)
(compound_annotation name: (double_at_word) @attribute)
(at_word) @function.builtin
(variable) @variable.parameter
(argument) @variable.parameter

["schema" "enum" "entity" "abstract" "query" "mapping"] @keyword
["at" "scope" "using" "inverse" "ordered" "only" "distinct" "as" "asc" "desc" "nulls" "per"] @keyword
(clause_word) @keyword
(cardinality) @keyword
(quantifier) @keyword.operator
(comparison_operator) @operator
["||" "&&" "!" "|" "^" "&" "<<" ">>" "+" "-" "*" "/" "**" "~" "="] @operator
(constant_predicate) @boolean
(boolean) @boolean
(null) @constant.builtin
(self) @variable.builtin
(any_key) @variable.builtin

(number) @number
(string) @string
(line_comment) @comment
(block_comment) @comment
(documentation_comment) @comment.documentation
["(" ")" "{" "}" "[" "]"] @punctuation.bracket
["," "." ":"] @punctuation.delimiter
