module util/boolean

/*
 * Truth values as atoms, so that fields can hold them.
 *
 *   open util/boolean
 *   sig Door { locked: Bool }
 *   pred safe { all d: Door | isTrue[d.locked] }
 *
 * `True` is a value, not a formula: write isTrue[b], or b = True.
 */

abstract sig Bool {}
one sig True, False extends Bool {}

-- b is True.
pred isTrue [b: Bool] { b in True }

-- b is False.
pred isFalse [b: Bool] { b in False }

-- The other value.
fun Not [b: Bool]: Bool { Bool - b }

-- True when both are.
fun And [b1, b2: Bool]: Bool { b1 + b2 in True implies True else False }

-- True when at least one is.
fun Or [b1, b2: Bool]: Bool { True in b1 + b2 implies True else False }

-- True when exactly one is.
fun Xor [b1, b2: Bool]: Bool { Bool in b1 + b2 implies True else False }

-- False when both are True.
fun Nand [b1, b2: Bool]: Bool { False in b1 + b2 implies True else False }

-- True when neither is.
fun Nor [b1, b2: Bool]: Bool { b1 + b2 in False implies True else False }
