-- JSON Schema's standard, as far as it is the same for every kind of value: schemas are a tree, and some of
-- their keywords apply a subschema to the very value that the schema is applied to.
module schema[Part]

abstract sig Schema {
  accepts: set String,        -- the values that are valid against it
  evaluates: String -> Part,  -- the parts of such a value that it has evaluated, as the standard calls it
  allOf, anyOf, oneOf: set Schema,
  not_, if, then, else_: lone Schema
}
abstract sig Leaf extends Schema {}
sig True, False, One extends Leaf {}  -- true, false, {"const": 1}

fun branch[s: Schema, v: String]: set Schema { v in s.if.accepts => s.then else s.else_ }

pred in_place[s: Schema, v: String] {
  all t: s.allOf + branch[s, v] | v in t.accepts
  some s.anyOf implies some t: s.anyOf | v in t.accepts
  some s.oneOf implies one t: s.oneOf | v in t.accepts
  v not in s.not_.accepts
}
-- A schema that fails has evaluated nothing. So `not` never has.
fun evaluated_in_place[s: Schema, v: String]: set Part { v.((s.(allOf + anyOf + oneOf + if) + branch[s, v]).evaluates) }

pred leaves[values: set String] {
  no Leaf.evaluates and no False.accepts
  all s: True | s.accepts = values
  all s: One | s.accepts = "1"
}

fun in_place: Schema -> Schema { allOf + anyOf + oneOf + not_ + if + then + else_ }
fun of_parts[f: Schema -> Part -> Schema]: Schema -> Schema { { s, t: Schema | t in s.f[Part] } }
pred tree[root: Schema, below: Schema -> Schema] {
  disj[allOf, anyOf, oneOf, not_, if, then, else_, below]
  let under = in_place + below {
    Schema = root.*under and no under.root and no Leaf.under
    all s: Schema - root | one under.s
  }
  all s: (then + else_).Schema | some s.if
}
