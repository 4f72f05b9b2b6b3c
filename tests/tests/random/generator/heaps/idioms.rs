//! Idioms of specs about heaps, with holes.
//!
//! `$R` is the root, `$A` all steps, `$S` some of them, `$f` and `$g` single ones, `$i` a small number,
//! `$o` a comparison, `$w` a word that counts, `$F` a formula in which `n` may occur, `$X` a set.

/// All nodes are reached.
pub const REACH: [&str; 20] = [
    "N = $R.*($A)",
    "N = $R.*($A)",
    "N in $R.*($A)",
    "N in $R + $R.^($A)",
    "all n: N | n in $R.*($A)",
    "all n: N | n in $R + $R.^($A)",
    "no N - $R.*($A)",
    "no n: N | n !in $R.*($A)",
    "all n: N | some r: $R | n in r.*($A)",
    "all n: N | some $R & n.*(~($A))",
    "all n: N | some r: N | r in $R and n in r.*($A)",
    "N = nodes[$R]",
    "all n: N | reached[$R, n]",
    "N = { n: N | n in $R.*($A) }",
    "#N = #($R.*($A))",
    "let all_nodes = $R.*($A) | N in all_nodes and (all n: all_nodes | $F)",
    "let go = $A | N = $R.*go",
    "all n: N | (n in $R iff no n.~($A)) and acyclic[n]",
    "N = $R.*($S)",
    "some $R => N = $R.*($A) else no N",
];

/// Cycles, and sharing.
pub const SHAPE: [&str; 25] = [
    "all n: N | n !in n.^($A)",
    "all n: N | n !in n.^($S)",
    "no iden & ^($S)",
    "no n: N | n in n.^($A)",
    "all n: $R.*($A) | n !in n.($A).*($A)",
    "all n: N | acyclic[n]",
    "no n: N | not acyclic[n]",
    "not (some n: N | n in below[n])",
    "all n: N | lone n.~($A)",
    "all n: N | lone ($S).n",
    "all disj n, m: N | no n.($A) & m.($A)",
    "all n: N | lone n.~$f and lone n.~$g",
    "all n: N | no n.$f & n.$g",
    "no $R & N.($A)",
    "all n: N - $R | one n.~($A)",
    "all n: N | n in n.^$f",
    "all n: N | n in $R iff no n.~($A)",
    "all n: N | lone m: N | n in m.($A)",
    "all n, m: N | n in m.^($S) => m !in n.^($S)",
    "all n: N | all m: n.($A) | n !in m.*($A)",
    "no $R.~($A)",
    "all n: N | some n.$f => n !in n.$f.*($A) else no n.$g",
    "$f.$g in $g.$f",
    "all n: N | leaf[n] or lone n.~($A)",
    "(all n: N | leaf[n] => n !in n.($S)) and (some n: N | leaf[n] iff some n.~$f)",
];

pub const PARENT: [&str; 8] = [
    "~parent = $A",
    "parent = ~($S)",
    "no $R.parent and (all n, m: N | n in m.($A) <=> m = n.parent)",
    "all n, m: $R.*($A) | n in m.($A) iff m = n.parent",
    "all n: N | n.parent = n.~($A)",
    "all n: N | n.($A).parent in n",
    "no $R.parent",
    "all n: N | some n.parent iff n in N.($A)",
];

pub const KEYS: [&str; 20] = [
    "all n: N | all m: n.$f.*($A) | m.key < n.key",
    "all n: N, m: n.$f.*($A) | m.key $o n.key",
    "all n: N | (all m: n.$f.*($A) | m.key $o n.key) and (all m: n.$g.*($A) | n.key $o m.key)",
    "all n: N | some n.$f => n.key $o n.$f.key",
    "all disj n, m: N | n.key != m.key",
    "all n: N | n.key = #(n.^($A))",
    "(sum n: N | n.key) $o #N",
    "(sum n: N | n.key) = $i",
    "some n: N | all m: N | n.key $o m.key",
    "all n: N | n.key $o $i iff some n.$f",
    "all n: N | n.key = (some n.$f => plus[n.$f.key, 1] else $i)",
    "all n: N | some m: N - n | n.key $o m.key or m in n.^($A)",
    "all n: N | n.key > 0 => $F else n.key = $i",
    "N.key = $R.key",
    "all n: N | (sum m: n.*($A) | m.key) $o plus[n.key, $i]",
    "$R.key $o #($R.^($A))",
    "all k: N.key | fits[k]",
    "(all k: N.key | fits[k]) or (some k: N.key | fits[k] iff k > $i)",
    "no k: N.key | not fits[k]",
    "(some k: Int | k !in N.key and fits[k]) and (all k: Int | fits[k] or k in N.key)",
];

pub const COLORS: [&str; 8] = [
    "all n: N | n.color = Red and some n.($A) => n.($A).color = Black",
    "all n: N | n.color = Red iff some n.$f",
    "all n: N | some n.$f => n.$f.color != n.color else n.color = Black",
    "all n, m: N | no n.($A) and no m.($A) => #{ q: N | n in q.*($A) and q.color = Black } = #{ q: N | m in q.*($A) and q.color = Black }",
    "#color.Red $o #color.Black",
    "$R.color in Black",
    "all n: N | n.color = Red => (all m: n.^($S) | m.color = Black)",
    "let red = color.Red | all n: red | no n.($A) & red or $F",
];

pub const VALUES: [&str; 5] = [
    "M = N.value",
    "all m: M | some n: N | m in n.value",
    "all m: M | m in N.value and lone value.m",
    "M in $R.*($A).value",
    "all n: N | some n.$f iff some n.value",
];

pub const COUNTS: [&str; 17] = [
    "#N $o $i",
    "all n: N | #(n.$f.*($A)) $o #(n.$g.*($A))",
    "all n: N | no n.$f => #{ m: N | n in m.^($A) } $o $i",
    "all n, m: N | no n.($A) and no m.($A) => #(n.*(~($A))) = #(m.*(~($A)))",
    "(#N > $i) iff (some $R.$f)",
    "all n: N | (#(n.^($S)) $o $i) => $F else no n.$g",
    "#($A) $o plus[#N, $i]",
    "(sum n: N | #(n.^($S))) $o $i",
    "all n: N | let m = n.$f | $w m.$g or #m $o $i",
    "some n: N | #(n.^($A)) = #(N - n)",
    "let big = { n: N | #(n.*($A)) $o $i } | $w big",
    "all n: N | some n.$f => (#n.$g $o $i) else some n.$g or $F",
    "all n: N | small[n] or some n.$f",
    "(some n: N | small[n] or leaf[n]) and (all n: N | small[n] iff some n.$f)",
    "(all n: N | small[n] or n in $X) and (all n: N | (small[n] => leaf[n] else some n.$f))",
    "(all i: Int | fits[i] or i > #N) and (some i: Int | fits[i] and i = #N)",
    "all i: Int | i = #($R.*($A)) => fits[i]",
];

pub const OTHERS: [&str; 10] = [
    "all n: N | $F or some n.$f",
    "some n: N | $F",
    "all n: $R.*($S) | some n.$f => $F",
    "all n: N | some m: N | n in m.*($S) and (all q: m.($A) | q = n or $w q.$f)",
    "$w $X",
    "no N or some $R",
    "some $R",
    "all n: N | n in $X or $w n.($S)",
    "no n: N | all m: n.($A) | some q: m.*($S) | q in n.$f",
    "$X in $X",
];
