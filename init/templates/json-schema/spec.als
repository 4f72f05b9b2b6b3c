-- Small JSON Schemas, and which values are valid against them by the standard.

abstract sig Schema { accepts: set String }   -- the oracle: the values that are valid
sig True, False extends Schema {}             -- `true` and `false`
sig Keywords extends Schema {                 -- an object of keywords
  type: lone Type,
  items, contains, not_: lone Schema,
  allOf, anyOf: set Schema
}
enum Type { array, integer }

-- The values to validate, and their parts.
fun parts: String -> String { "[1]"->"1" + "[[]]"->"[]" }
fun of: Type -> String { array->("[]" + "[1]" + "[[]]") + integer->"1" }

-- What is right: a line for each keyword. Add those that you care about.
pred standard[values: set String] {
  values = Type.of
  all s: True | s.accepts = values
  all s: False | no s.accepts
  all s: Keywords | s.accepts = { v: values {
    some s.type implies v in s.type.of
    all part: v.parts, t: s.items | part in t.accepts
    v in array.of and some s.contains implies some part: v.parts | part in s.contains.accepts
    v not in s.not_.accepts
    all t: s.allOf | v in t.accepts
    some s.anyOf implies some t: s.anyOf | v in t.accepts
  } }
}

fun below: Schema -> Schema { items + contains + not_ + allOf + anyOf }

-- The inputs: trees of schemas. `result` is the set of values that the library accepts.
pred validate_pre[root: Keywords, values: set String] {
  standard[values]
  Schema = root.*below and no below.root
  all s: Schema - root | one below.s      -- each has one place
  disj[items, contains, not_, allOf, anyOf]
}
pred validate_post[root: Keywords, values: set String, result: set String] { result = root.accepts }

run validate_pre for 1..3 Schema
