-- Schemas for arrays.
open schema[Place]

enum Place { p0, p1 }
fun at: String -> Place -> String {
  "[1]"->p0->"1" + "[2]"->p0->"2" + "[1,1]"->Place->"1" + "[2,2]"->Place->"2"
    + "[1,2]"->(p0->"1" + p1->"2") + "[2,1]"->(p0->"2" + p1->"1")
}
fun arrays: set String { at.String.Place + "[]" }

sig Keywords extends Schema {
  prefixItems: Place -> lone Schema,
  items, contains, unevaluatedItems: lone Schema,
  minContains: lone Int
}
fun of_part[s: Schema, p: Place]: set Schema { some s.prefixItems[p] => s.prefixItems[p] else s.items }
fun contained[s: Schema, v: String]: set Place { { p: v.at.String | v.at[p] in s.contains.accepts } }
fun evaluated[s: Schema, v: String]: set Place {
  { p: v.at.String | some of_part[s, p] } + contained[s, v] + evaluated_in_place[s, v]
}

pred valid[root: Schema, values: set String] {
  values = arrays + "1" + "2" and leaves[values]
  all s: Keywords {
    s.accepts = { v: values {
      in_place[s, v]
      all p: v.at.String, t: of_part[s, p] | v.at[p] in t.accepts
      v in arrays and some s.contains implies #contained[s, v] >= (some s.minContains => s.minContains else 1)
      all p: v.at.String - evaluated[s, v], t: s.unevaluatedItems | v.at[p] in t.accepts
    } }
    all v: String | v.(s.evaluates) =
      (v not in s.accepts => none else some s.unevaluatedItems => v.at.String else evaluated[s, v])
  }
  let prefix = of_parts[prefixItems], below = prefix + items + contains + unevaluatedItems {
    tree[root, below] and disj[prefix, items, contains, unevaluatedItems]
    all s: Keywords | some s.(in_place + below)
  }
  all t: Schema | lone prefixItems.t
  all s: Keywords {
    some s.prefixItems[p1] implies some s.prefixItems[p0]
    some s.minContains implies some s.contains
  }
}
pred draft2020_pre[root: Keywords, values: set String] { valid[root, values] }
run draft2020_pre for 0..3 Schema, 0..2 Int expect 1053
pred draft7_pre[root: Keywords, values: set String] { valid[root, values] and no unevaluatedItems and no minContains }
run draft7_pre for 0..3 Schema, 0..2 Int expect 513
