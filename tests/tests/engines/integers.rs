//! Integers, in all three arithmetics: exact on a range, two's complement with overflow forbidden, and
//! wrapping around.

use korrel_translate::Overflow;

use crate::{agree, agree_in, agree_in_every_arithmetic};

/// Over two numbers.
fn of_numbers(formula: &str) {
    let text = format!("one sig S {{ m, n: Int }} run {{ {formula} }} for {{ints}}");
    agree_in_every_arithmetic(&text);
    for overflow in [Overflow::Forbid, Overflow::Wrap] {
        agree_in(&text.replace("{ints}", "3 Int"), overflow, false);
    }
}

/// Over up to three atoms, a set of them, and a number.
fn of_sets(formula: &str) {
    agree_in_every_arithmetic(&format!(
        "sig A {{ r: lone A }} one sig S {{ n: Int, s: set A }} run {{ {formula} }} for 2 A, {{ints}}"
    ));
}

/// Over a number for each atom, and a set of numbers.
fn of_fields(formula: &str) {
    agree_in_every_arithmetic(&format!(
        "sig A {{ n: Int }} sig N in Int {{}} run {{ {formula} }} for exactly 1 A, {{ints}}"
    ));
}

#[test]
fn comparisons() {
    of_numbers("S.m < S.n");
    of_numbers("S.m <= S.n and S.m != 0");
    of_numbers("S.m > S.n or S.n = 1");
    of_numbers("not S.m >= S.n");
    of_numbers("S.m !< S.n");
}

#[test]
fn sums_and_differences() {
    of_numbers("plus[S.m, S.n] = 1");
    of_numbers("S.m.plus[1] < S.n");
    of_numbers("minus[S.m, S.n] > 0");
    of_numbers("plus[S.m, 1] in S.n");
    of_numbers("not plus[S.m, S.n] > S.m");
}

#[test]
fn products_and_quotients() {
    of_numbers("mul[S.m, S.n] = 1");
    of_numbers("S.n != 0 and div[S.m, S.n] = 1");
    of_numbers("S.n != 0 and rem[S.m, S.n] = 1");
    of_numbers("mul[S.m, 2] > S.n");
    of_numbers("div[S.m, 2] = S.n");
    of_numbers("rem[S.m, 2] = S.n");
}

/// The engines must agree on the value of a division by zero.
#[test]
fn divisions_by_zero() {
    of_numbers("div[S.m, S.n] = S.n");
    of_numbers("rem[S.m, S.n] = S.n");
}

#[test]
fn shifts() {
    of_numbers("S.m << 1 = S.n");
    of_numbers("S.m >> 1 = S.n");
    agree("one sig S { m, n: Int } run { S.m >>> 1 = S.n } for 3 Int");
    agree("one sig S { m, n: Int } run { S.m >>> S.n = 1 } for 2 Int");
}

#[test]
fn cardinalities() {
    of_sets("#S.s = S.n");
    of_sets("#r > #S.s");
    of_sets("#A < 2");
    of_sets("#{ x: A | x in x.r } = #S.s");
    of_sets("plus[#S.s, #r] = S.n");
}

#[test]
fn sums_over_sets() {
    of_sets("(sum x: S.s | #x.r) = S.n");
    of_fields("(sum x: A | x.n) = 1");
    of_fields("(sum i: N | i) = A.n");
    of_fields("int[N] = 1");
    of_fields("sum[N] < A.n");
    of_fields("(sum x: A, i: N | plus[x.n, i]) = 2");
}

/// The rule of overflows depends on how the variable is quantified.
#[test]
fn quantified_integers() {
    of_fields("all i: Int | i > A.n implies i in N");
    of_fields("all i: N | plus[i, 1] > i");
    of_fields("some i: N | plus[i, 1] > i");
    of_fields("no i: N | plus[i, A.n] < i");
    of_fields("all i: N | some j: N | plus[i, j] = A.n");
    of_fields("one i: Int | i in N and mul[i, i] = i");
    of_fields("lone i: N | plus[i, i] <= A.n");
    of_fields("N = { i: Int | plus[i, 1] > A.n }");
    of_fields("not (all i: N | plus[i, 1] > i)");
    of_fields("all i: N | plus[i, 1] > A.n iff i in A.n");
}

#[test]
fn integers_as_atoms() {
    of_fields("N = A.n + 1");
    of_fields("Int[plus[A.n, 1]] in N");
    of_fields("N = Int - A.n");
    of_fields("N.(fun/next) = A.n");
    of_fields("fun/max in N and fun/min !in A.n");
    of_fields("A.n = -1 or A.n in N");
    of_fields("(some N => A.n else 1) = 1");
    of_fields("let i = plus[A.n, 1] | i > 1");
}

#[test]
fn integer_functions() {
    agree_in_every_arithmetic(
        "one sig S { m, n: Int } fun twice[i: Int]: Int { plus[i, i] } run { twice[S.m] = S.n } for {ints}",
    );
    agree_in_every_arithmetic(
        "one sig S { m, n: Int } fun most[i, j: Int]: Int { i > j => i else j }
         run { most[S.m, S.n] = 1 } for {ints}",
    );
}

/// Ordered values are compared without an adder.
#[test]
fn functional_integer_fields() {
    agree(
        "sig A { n: Int, next: lone A } run { all a: A | some a.next implies a.n <= a.next.n } for 2 but 0..1 Int",
    );
    agree(
        "sig A { n: lone Int } run { all disj a, b: A | a.n < b.n or b.n < a.n } for 2 but 0..2 Int",
    );
    agree("sig A { n: set Int } run { all a: A | a.n > 0 } for 2 but -1..1 Int");
    agree(
        "sig A { f: Int -> lone Int } run { all i: Int | A.f[i] <= i } for exactly 1 A, 0..2 Int",
    );
}
