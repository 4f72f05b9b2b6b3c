-- Intentional names: services that are looked up by what they offer.
--
-- The Intentional Naming System (Adjie-Winoto et al. 1999), TestEra's second case study (Khurshid
-- and Marinov 2004, section 6.2). A name is a tree of alternate values and attributes: under a
-- value, here the root's, attributes; under an attribute, values. A database merges the names of
-- its services, each of which hangs on the leaves of its own. A query has one value for an
-- attribute, perhaps the wildcard. Values and attributes occur once in a tree.
--
-- `conforms` is the paper's correction of the system: the query is a subtree of the service's name.
--
--   korrel find specs/intentional_names.als
--   korrel find specs/intentional_names.als some_found
--
-- Counts, one of each isomorphism class, by brute force: every choice of trees and services tested
-- by a program of its own, modulo renaming of attributes, values and services. The paper's 16
-- inputs of Lookup-Name rest on a model that is not printed there. `expect N` counts instances, an
-- extension of Korrel's.

abstract sig Value {}
one sig Root, Wildcard extends Value {}
sig Plain extends Value {}
sig Attribute {}
sig Service {}

abstract sig Tree { attributes: Value -> Attribute, values: Attribute -> Value }
one sig Database extends Tree { services: Plain -> Service }
sig Query extends Tree {}

fun Tree.edges: Value -> Value { (this.attributes).(this.values) }
fun Tree.reached: set Value { Root.*(this.edges) }
fun Tree.used: set Attribute { Value.(this.attributes) }

pred Tree.isTree[] {
  this.attributes in (this.reached - Wildcard) lone -> Attribute
  this.values in this.used -> (Value - Root)
  all a: this.used | some a.(this.values)
  all v: Plain | lone (this.values).v
}

-- Each service is on a leaf, each leaf has a service, and a service has one value for an attribute.
pred names[] {
  Database.isTree
  no Wildcard & Database.reached
  Database.services.Service = Database.reached & Plain - Database.attributes.Attribute
  all s: Service {
    some Database.services.s
    all a: Attribute | lone a.(Database.values) & name[s]
  }
}

-- The values of a service's name, the root's included.
fun name[s: Service]: set Value {
  (Database.services.s).*~(Database.edges)
}

pred repOk[] {
  names
  all q: Query | q.isTree and all a: q.used | one a.(q.values)
  Attribute in Value.(Tree.attributes)
  Plain in Attribute.(Tree.values)
}

pred conforms[s: Service, q: Query] {
  q.attributes in Database.attributes
  all a: q.used | let offered = a.(Database.values) & name[s] {
    some offered
    a.(q.values) in offered + Wildcard
  }
}

-- The inputs of Lookup-Name, and those of them to which something conforms.
pred lookup_pre[q: Query] { repOk }
pred found[q: Query] {
  repOk
  some q.attributes and some s: Service | conforms[s, q]
}

run lookup_pre for exactly 1 Query, exactly 1 Attribute, exactly 1 Plain, exactly 1 Service expect 3
two_values: run lookup_pre
  for exactly 1 Query, exactly 1 Attribute, exactly 2 Plain, exactly 2 Service expect 4
two_levels: run lookup_pre
  for exactly 1 Query, exactly 2 Attribute, exactly 2 Plain, exactly 1 Service expect 46
two_services: run lookup_pre
  for exactly 1 Query, exactly 2 Attribute, exactly 2 Plain, exactly 2 Service expect 91
some_found: run found
  for exactly 1 Query, exactly 2 Attribute, exactly 2 Plain, exactly 2 Service expect 19
-- A query that says less finds no less.
check less_finds_more {
  repOk implies all p, q: Query, s: Service |
    p.attributes in q.attributes and p.values in q.values and conforms[s, q] implies conforms[s, p]
} for 2 Query, 2 Attribute, 4 Value, 2 Service
-- The published claim: an attribute that is left out is one with the wildcard. It is not.
check omission_is_wildcard {
  repOk implies all p, q: Query, s: Service |
    p.values in q.values and q.values - p.values in Attribute -> Wildcard and
    p.attributes in q.attributes and conforms[s, p] implies conforms[s, q]
} for 2 Query, 2 Attribute, 4 Value, 2 Service expect 1
