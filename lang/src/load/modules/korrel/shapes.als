module korrel/shapes

/*
 * Shapes that data have, said of relations between atoms of any sig.
 *
 *   open korrel/shapes
 *   sig Node { left, right: lone Node }
 *   fact { tree[left + right, Node] and balanced[left, right] }
 *
 * s is the set that a shape is of: nothing leads out of it, or into it from elsewhere.
 */

-- No element of s leads back to itself.
pred dag [r: univ -> univ, s: set univ] {
  r in s -> s
  no x: s | x in x.^r
}

-- A dag in which each element of s has one parent or none.
pred forest [children: univ -> univ, s: set univ] {
  dag[children, s]
  all x: s | lone children.x
}

-- A forest with one root. There is no empty tree.
pred tree [children: univ -> univ, s: set univ] {
  forest[children, s]
  one x: s | no children.x
}

-- One chain through all of s; none, if s is empty.
pred list [next: univ -> univ, s: set univ] {
  forest[next, s]
  all x: s | lone x.next
  lone x: s | no next.x
}

-- One circle through all of s.
pred ring [next: univ -> univ, s: set univ] {
  next in s -> s
  all x: s | one x.next and s in x.^next
}

-- No key is less than one before it. What has no key is not compared.
pred sorted [next: univ -> univ, key: univ -> Int] {
  all x: next.univ, y: x.next | all k: x.key, l: y.key | k <= l
}

-- Each element of s has one value, and no two have the same.
pred injective [f: univ -> univ, s: set univ] {
  all x: s | one x.f
  all disj x, y: s | no x.f & y.f
}

-- Injective over s, and each element of t is a value.
pred bijective [f: univ -> univ, s, t: set univ] {
  injective[f, s]
  s.f = t
}

-- Each element of s lies in one block, and no block is empty.
pred partition [parts: univ -> univ, blocks, s: set univ] {
  parts in blocks -> s
  all b: blocks | some b.parts
  all x: s | one parts.x
}

-- Each element of s lies in some block, and no block is empty.
pred covers [parts: univ -> univ, blocks, s: set univ] {
  parts in blocks -> s
  all b: blocks | some b.parts
  s in blocks.parts
}

-- A partial order of s in which each two elements have a greatest one below both and a least one above both.
pred lattice [leq: univ -> univ, s: set univ] {
  leq in s -> s
  s <: iden in leq
  leq & ~leq in iden
  leq.leq in leq
  all x, y: s {
    let below = leq.x & leq.y | some m: below | below in leq.m
    let above = x.leq & y.leq | some j: above | above in j.leq
  }
}

-- What lies on the left of a node is at most one level deeper than what lies on its right, and the other way round.
pred balanced [left, right: univ -> univ] {
  all x: (left + right).univ {
    noDeeper[left + right, x.left, x.right]
    noDeeper[left + right, x.right, x.left]
  }
}

-- The levels below a are no more than those of b and below it.
private pred noDeeper [children: univ -> univ, a, b: set univ] {
  all y: a.^children | some z: b.*children |
    #(a.^children & *children.y) <= #(b.*children & *children.z)
}

-- g leads back where f leads.
pred inverse [f, g: univ -> univ] { g = ~f }
