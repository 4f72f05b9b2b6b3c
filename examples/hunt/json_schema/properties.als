-- Schemas for objects.
open schema[Key]

enum Key { a, b }
fun at: String -> Key -> String {
  "{a:1}"->a->"1" + "{a:2}"->a->"2" + "{b:1}"->b->"1" + "{a:1,b:1}"->Key->"1" + "{a:2,b:1}"->(a->"2" + b->"1")
}
fun objects: set String { at.String.Key + "{}" }

sig Required extends Leaf { required: one Key }
sig Keywords extends Schema {
  properties, patternProperties, dependentSchemas: Key -> lone Schema,  -- the pattern `a` is found in the key `a` alone
  additionalProperties, unevaluatedProperties: lone Schema
}
fun of_part[s: Schema, k: Key]: set Schema {
  let own = s.properties[k] + s.patternProperties[k] | some own => own else s.additionalProperties
}
fun depending[s: Schema, v: String]: set Schema { s.dependentSchemas[v.at.String] }
fun evaluated[s: Schema, v: String]: set Key {
  { k: v.at.String | some of_part[s, k] } + v.(depending[s, v].evaluates) + evaluated_in_place[s, v]
}

pred valid[root: Schema, values: set String] {
  values = objects + "1" + "2" and leaves[values]
  all s: Required | s.accepts = { v: values | v in objects implies s.required in v.at.String }
  all s: Keywords {
    s.accepts = { v: values {
      in_place[s, v]
      all t: depending[s, v] | v in t.accepts
      all k: v.at.String, t: of_part[s, k] | v.at[k] in t.accepts
      all k: v.at.String - evaluated[s, v], t: s.unevaluatedProperties | v.at[k] in t.accepts
    } }
    all v: String | v.(s.evaluates) =
      (v not in s.accepts => none else some s.unevaluatedProperties => v.at.String else evaluated[s, v])
  }
  let own = of_parts[properties], pattern = of_parts[patternProperties], depending = of_parts[dependentSchemas],
      below = own + pattern + depending + additionalProperties + unevaluatedProperties {
    tree[root, below] and all s: Keywords | some s.(in_place + below)
    disj[own, pattern, depending, additionalProperties, unevaluatedProperties]
  }
  all t: Schema | lone (properties + patternProperties + dependentSchemas).t
}
pred draft2020_pre[root: Keywords, values: set String] { valid[root, values] }
run draft2020_pre for 0..3 Schema expect 2955
pred draft7_pre[root: Keywords, values: set String] { valid[root, values] and no unevaluatedProperties }
run draft7_pre for 0..3 Schema expect 2525

-- The usual way to close an object whose properties are told in several places.
pred closed_pre[root: Keywords, values: set String] {
  valid[root, values] and unevaluatedProperties in root->False and some unevaluatedProperties
  no additionalProperties and no patternProperties
}
run closed_pre for 0..4 Schema expect 1446
