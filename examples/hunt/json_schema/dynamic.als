-- `$dynamicRef`: what it refers to depends on the resources that led to it. A resource is a schema with an `$id`, and all
-- below it up to the next one.

enum Flag { yes }
sig Schema {
  id, dynamicAnchor, dynamicRef: lone Flag,  -- an `$id` of its own, "$dynamicAnchor": "n", "$dynamicRef": "#n"
  const: lone Int, not_, ref: lone Schema, defs: set Schema,
  valid_in: Schema -> String  -- the values that are valid, if this is the outermost resource so far that has an anchor
}
fun values: set String { "1" + "2" }
fun under: Schema -> Schema { not_ + defs }
fun resource[s: Schema]: Schema { { r: s.*~under & id.Flag | no s.*~under & r.^under & id.Flag } }
fun anchored[r: Schema]: set Schema { { s: dynamicAnchor.Flag | resource[s] = r } }

-- The root stands for itself, and for "none" as long as no resource with an anchor has been entered.
fun entered[outermost, s, root: Schema]: Schema {
  outermost = root and no anchored[root] and some anchored[resource[s]] => resource[s] else outermost
}
pred valid[s, outermost, root: Schema, v: String] {
  s.const = 1 implies v = "1"
  s.const = 2 implies v = "2"
  all t: s.ref | v in t.valid_in[entered[outermost, t, root]]
  all t: s.not_ | v not in t.valid_in[entered[outermost, t, root]]
  some s.dynamicRef implies v in anchored[outermost].valid_in[outermost]
}
pred dynamic_pre[root: Schema, accepted: set String] {
  accepted = root.valid_in[root]
  Schema = root.*under and no under.root and some root.id
  all s: Schema - root | one under.s
  disj[not_, defs] and id in (root + Schema.defs) -> Flag
  all s: Schema {
    s.const in 1 + 2
    some s.const + s.dynamicRef + s.not_ + s.ref
    some s.const implies no s.dynamicRef + s.not_ + s.ref
    some s.dynamicRef implies no s.not_ + s.ref
    some s.not_ implies no s.ref
    resource[s.ref] in resource[s] or s.ref in id.Flag  -- within the resource by its place, else to another by its `$id`
    some s.dynamicRef implies some anchored[resource[s]]
    all outermost: Schema | s.valid_in[outermost] = { v: values | outermost in id.Flag and valid[s, outermost, root, v] }
  }
  all r: id.Flag {
    lone anchored[r]
    no s: Schema | s in s.^(not_ + ref + dynamicRef.Flag -> anchored[r])  -- else it would never end
  }
  some dynamicRef and #id.Flag > 1
}
run dynamic_pre for 0..4 Schema, 0..3 Int expect 8184
