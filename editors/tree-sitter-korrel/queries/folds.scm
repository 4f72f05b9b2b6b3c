[
  (block)
  (comprehension)
  (field_list)
  (enum_declaration)
  (comment)
] @fold
