; Later patterns go before earlier ones.

(identifier) @variable

((identifier) @type
  (#match? @type "^[A-Z]"))

(comment) @comment
(string) @string
[(number) (negative_number)] @number
(constant) @constant.builtin
(meta_name) @variable.special

; Names by where they are declared.

(module_declaration name: (_) @module)
(module_parameter name: (identifier) @type)
(open_declaration module: (_) @module)
(open_declaration alias: (identifier) @module)
(sig_declaration name: (identifier) @type)
(enum_declaration name: (identifier) @type)
(enum_declaration value: (identifier) @constant)
(extends_clause (_) @type)
(subset_clause (_) @type)
(equality_clause (_) @type)
(sig_scope sig: (_) @type)
(field_declaration name: (identifier) @property)
(declaration name: (identifier) @variable.parameter)
(let_binding name: (identifier) @variable.parameter)
(macro_parameters (identifier) @variable.parameter)
(predicate_declaration receiver: (_) @type)
(function_declaration receiver: (_) @type)
(predicate_declaration name: (identifier) @function)
(function_declaration name: (identifier) @function)
(macro_declaration name: (identifier) @function.macro)
(fact_declaration name: (_) @label)
(assert_declaration name: (_) @label)
(command label: (_) @label)
(command target: [(identifier) (qualified_name)] @function)
(box_join target: [(identifier) (qualified_name)] @function.call)

; Words.

[
  "abstract" "as" "assert" "but" "check" "disj" "enum" "exactly" "expect" "extends" "fact" "for" "fun" "let"
  "module" "open" "pred" "private" "run" "sig" "var"
] @keyword

[
  "lone" "no" "one" "seq" "set" "some" "sum" "int"
  (multiplicity)
  (quantifier)
] @keyword.modifier

[
  "after" "always" "and" "before" "else" "eventually" "historically" "iff" "implies" "in" "not" "once" "or"
  "releases" "since" "triggered" "until" "fun/add" "fun/sub" "fun/mul" "fun/div" "fun/rem"
  (negation)
] @keyword.operator

; Signs.

[
  "!" "#" "&" "&&" "'" "*" "+" "++" "-" "->" "." ".." ":>" "<" "<:" "<<" "<=" "<=>" "=" "=<" "=>" ">" ">="
  ">>" ">>>" "@" "^" "`" "||" "~"
] @operator

["{" "}" "[" "]" "(" ")"] @punctuation.bracket
["," ":" ";" "|"] @punctuation.delimiter
