module korrel/partition[item]

/*
 * All atoms of a sig in blocks: each lies in one, and no block is empty. A block has no atom of its own.
 *
 *   open korrel/partition[Person] as teams
 *   sig Person { boss: Person }
 *   run { all p: Person | p.boss in teams/block[p] } for 3
 */

one sig Partition { same: item -> item } {
  item <: iden in same
  ~same in same
  same.same in same
}

-- From each atom to all of its block, with itself.
fun mates: item -> item { Partition.same }

-- The block of i.
fun block [i: item]: some item { i.(Partition.same) }

-- Both lie in one block.
pred together [a, b: item] { a -> b in Partition.same }

-- Two blocks are one, or share nothing.
assert correct {
  all i: item | i in i.block
  all a, b: item | together[a, b] implies a.block = b.block else no a.block & b.block
}
