[
  (entity)
  (enumeration)
  (mapping)
  (query_declaration)
  (block_comment)
] @fold
