[
  (predicate_declaration)
  (function_declaration)
  (macro_declaration)
  (quantified_expression)
  (let_expression)
  (comprehension)
] @local.scope

(declaration name: (identifier) @local.definition)
(let_binding name: (identifier) @local.definition)
(macro_parameters (identifier) @local.definition)

(identifier) @local.reference
