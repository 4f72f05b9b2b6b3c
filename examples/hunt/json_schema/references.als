-- References to other places of the same schema, also beside other keywords, and to a schema around them.
open schema[Key]

enum Key { a, b }
fun at: String -> Key -> String {
  "{a:1}"->a->"1" + "{a:2}"->a->"2" + "{b:1}"->b->"1" + "{a:1,b:1}"->Key->"1" + "{a:{a:1}}"->a->"{a:1}" + "{a:{a:2}}"->a->"{a:2}"
}

sig Keywords extends Schema {
  properties: Key -> lone Schema,
  unevaluatedProperties, defs, ref: lone Schema
}
fun evaluated[s: Schema, v: String]: set Key {
  { k: v.at.String | some s.properties[k] } + v.(s.ref.evaluates) + evaluated_in_place[s, v]
}
pred own[s: Schema, v: String] {
  in_place[s, v]
  all k: v.at.String, t: s.properties[k] | v.at[k] in t.accepts
  all k: v.at.String - evaluated[s, v], t: s.unevaluatedProperties | v.at[k] in t.accepts
}

pred valid[root: Schema, values: set String] {
  values = at.String.Key + "{}" + "1" + "2" and leaves[values]
  all s: Keywords, v: String | v.(s.evaluates) =
    (v not in s.accepts => none else some s.unevaluatedProperties => v.at.String else evaluated[s, v])
  let own = of_parts[properties], below = own + unevaluatedProperties + defs {
    tree[root, below] and disj[own, unevaluatedProperties, defs]
    all s: Keywords | some s.(in_place + below + ref)
  }
  all t: Schema | lone properties.t
  some ref and no anyOf + oneOf + if
  no s: Schema | s in s.^(in_place + ref)  -- no schema applies itself to the same value again, or it would never end
}
pred draft2020_pre[root: Keywords, values: set String] {
  valid[root, values]
  all s: Keywords | s.accepts = { v: values | own[s, v] and (some s.ref implies v in s.ref.accepts) }
}
run draft2020_pre for 0..3 Schema expect 1594

-- In draft 7, all that stands beside a reference is ignored. Whether a reference may lead into it is a matter of opinion
-- (https://github.com/hyperjump-io/json-schema/issues/39); here, none does.
pred draft7_pre[root: Keywords, values: set String] {
  valid[root, values] and no unevaluatedProperties
  all s: Keywords | some s.ref => s.accepts = s.ref.accepts else s.accepts = { v: values | own[s, v] }
  let under = in_place + of_parts[properties] + defs | no ref.Schema.^under & Schema.ref
}
run draft7_pre for 0..4 Schema expect 10702
