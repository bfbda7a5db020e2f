[
  (entity_body)
  (enumeration)
  (mapping)
  (mapping_table)
  (aggregate)
  (parenthesized_predicate)
  (parameters)
] @indent.begin

["}" ")"] @indent.branch @indent.end
(query_declaration) @indent.begin
[(line_comment) (block_comment)] @indent.auto
