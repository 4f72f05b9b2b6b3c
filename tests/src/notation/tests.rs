//! The meaning of a name with several declarations, in each construct of the language. The answers
//! are Alloy's; if one differed, the same spec would mean something else there.

use super::resolved;
use crate::Spec;

/// Two sigs with fields of the same names, and one that only `A` has.
const SIGS: &str = "sig A { f: A, k: A } sig B { f: B, h: A } ";

/// The text of a fact once resolved, or `None` if a name in it is ambiguous.
fn fact(sigs: &str, fact: &str) -> Option<String> {
    let text = format!("{sigs} fact {{ {fact} }} run {{}}");
    match Spec::of_text(&text) {
        Ok(spec) => resolved(&spec.model).into_iter().find(|(name, _)| name == "fact").map(|f| f.1),
        Err(mistake) if mistake.contains("E0013") => None,
        Err(mistake) => panic!("{mistake}"),
    }
}

fn facts(sigs: &str, expected: &[(&str, &str)]) {
    for (written, meaning) in expected {
        assert_eq!(fact(sigs, written).as_deref(), Some(*meaning), "{sigs} {written}");
    }
}

#[track_caller]
fn ambiguous(sigs: &str, written: &[&str]) {
    for written in written {
        assert_eq!(fact(sigs, written), None, "{sigs} {written}");
    }
}

/// If this failed, a closure would look at steps that are on no path between what matters.
#[test]
fn closures_keep_the_steps_on_a_path() {
    let sigs = "sig Id { next: Id } sig D { next: Node } sig Node {}";
    facts(sigs, &[("all i: Id | Id in i.*next", "(all i | Id in i . * (Id <: next))")]);
    facts(
        SIGS,
        &[
            ("all a: A | a.*f = A", "(all a | a . * (A <: f) = A)"),
            ("all a: A | a.*f & A = A", "(all a | a . * (A <: f) & A = A)"),
            ("all a: A | a in (*f)[a]", "(all a | a in a . * (A <: f))"),
            ("some A <: *f & A->A", "some A <: * (A <: f) & A -> A"),
            ("all a: A | some a.*f.k", "(all a | some a . * (A <: f) . (A <: k))"),
            ("all a: A | a.^f = A", "(all a | a . ^ (A <: f) = A)"),
        ],
    );
    ambiguous(sigs, &["all i: Id | some i.*next"]);
    let both = "sig A { next: A } sig B { next: B }";
    ambiguous(both, &["all i: A | #i.*next = 2"]);
    ambiguous(SIGS, &["all a: A | a.*f in A", "all b: B | b in b.*f.~*f"]);
    // From `A` over `B` back to `A`: both are steps on that path, the one of `C` is not.
    ambiguous("sig A { f: B } sig B { f: A } sig C { f: C }", &["all a: A | a in a.^f"]);
}

/// If this failed, what cannot matter would be refused, or would be read at will.
#[test]
fn what_is_empty_anyway_is_none() {
    let sigs = "sig Val {} sig F { dt: Val } sig V { dt: Val } pred p[v: Val, t: Val] { v = t }";
    facts(sigs, &[("all v: Val | p[v, v.dt]", "(all v | p[v, none])")]);
    let other = "sig Val {} sig F { dt: Val } sig V { dt: Val->Val }";
    ambiguous(other, &["all v: Val | no v.dt"]);
    let bound = "one sig B { g: set A2 } sig A1 {} sig A2 { g: lone A1 }";
    facts(bound, &[("let v = none | g[v] != v - A1", "(let v= none | none != v - A1)")]);
}

/// If this failed, a join of which nothing matters would be refused.
#[test]
fn joins_fall_back_to_the_arity() {
    let sigs = "sig A { g: B } one sig B { g: A1 -> A } one sig A1 extends A {}";
    facts(sigs, &[("g.A != A <: B", "(A <: g) . A != A <: B")]);
}

/// If this failed, a name after `let`, `else` or in an argument would be settled by itself.
#[test]
fn context_reaches_every_name() {
    facts(
        SIGS,
        &[
            ("all a: A | a in (let z = B | f).a", "(all a | a in (let z= B | (A <: f)) . a)"),
            (
                "all a: A | a.(some A => f else f) = a",
                "(all a | a . (some A => (A <: f) else (A <: f)) = a)",
            ),
        ],
    );
    ambiguous(SIGS, &["disj[A->A, f]"]);
    let arities = "sig A { B: set A, next: A } sig B {}";
    facts(arities, &[("disj[A, B]", "no A & B")]);
    facts(arities, &[("pred/totalOrder[A, A, next]", "TOTALORDER[A, A, (A <: next)]")]);
    let with_pred = format!("{SIGS} pred p[r: A -> A] {{ some r }}");
    facts(&with_pred, &[("p[f]", "p[(A <: f)]")]);
}

/// If this failed, one construct would pass down more or less than what can matter.
#[test]
fn each_construct_passes_down_what_matters() {
    facts(
        SIGS,
        &[
            ("A->A in f", "A -> A in (A <: f)"),
            ("f = A->A", "(A <: f) = A -> A"),
            ("some f & (A->A)", "some (A <: f) & A -> A"),
            ("no (A->A) - f", "no A -> A - (A <: f)"),
            ("some A<:f", "some (A <: f)"),
            ("some f:>A", "some (A <: f) :> A"),
            ("all a: A | some a.~f", "(all a | some a . ~ (A <: f))"),
            ("all x: A.f | x in A", "(all x | x in A)"),
            ("f + f = A->A", "(A <: f) + (A <: f) = A -> A"),
            ("A->A = f ++ f", "A -> A = (A <: f) ++ (A <: f)"),
            ("some {x: A, y: x.f | y in A}", "some {x,y | y in A}"),
        ],
    );
    ambiguous(
        SIGS,
        &[
            "some f",
            "#f = 2",
            "no f - (A->A)",
            "f in A->A",
            "(A+B).f in A",
            "f ++ (A->A) in A->A",
            "all x: univ.f | x in A",
        ],
    );
    let results = "sig A {} sig B { h: B } sig C { k: C } \
                   sig A1 extends A { g: B } sig A2 extends A { g: C }";
    facts(
        results,
        &[
            ("all a: A | some a.g.h", "(all a | some a . (A1 <: g) . (B <: h))"),
            ("all a: A | some a.g & B", "(all a | some a . (A1 <: g) & B)"),
        ],
    );
}

/// If this failed, names within a sig would be taken for those of another one, or the reverse.
#[test]
fn what_is_near_costs_less() {
    let own = |fact: &str| {
        let spec = Spec::of_text(&format!("{fact} run {{}}")).expect("a spec");
        resolved(&spec.model).into_iter().find(|(name, _)| name.ends_with("fact")).map(|f| f.1)
    };
    let cases = [
        ("sig A { f: A } { some f } sig B { f: B }", "some this . (A <: f)"),
        ("sig A { f: set A } sig B { g: B } { some f }", "some (A <: f)"),
        ("sig A { f: A } { some @f } sig B { f: B }", "some (A <: f)"),
        ("sig A { f: A } { p } pred p[a: A] { a.f = a }", "p[this]"),
        ("sig A {} sig B in A { g: A } sig C in B {} { some g }", "some this . (B <: g)"),
        ("sig A { f: A } sig B {} sig C in A + B {} { some f }", "some this . (A <: f)"),
        ("sig A { f: A } sig C in A {} { f in A } sig B { f: B }", "this . (A <: f) in A"),
    ];
    for (written, meaning) in cases {
        assert_eq!(own(written).as_deref(), Some(meaning), "{written}");
    }
    // The field of another sig is as far as a function of `this`.
    let far = "sig A { f: A } { some g } fun g[x: A]: set A { x } sig B { g: B } run {}";
    assert!(Spec::of_text(far).is_err_and(|mistake| mistake.contains("E0013")));
}

/// If this failed, a candidate would be dropped before its arguments have told which it is.
#[test]
fn candidates_are_settled_on_trial() {
    let functions = "fun h[x: univ]: set A { A } fun h[x: univ]: set B { B }";
    facts(&format!("{SIGS} {functions}"), &[("h[A.f] = A", "h[A . (A <: f)] = A")]);
}

/// If this failed, a join would be read with what a macro as a whole can stand for, or a private
/// macro would hide.
#[test]
fn macros_are_settled_where_they_stand() {
    let sigs = format!("{SIGS} let m[x] = x.f let whole = f");
    facts(
        &sigs,
        &[
            ("some m[A] some m[B]", "some A . (A <: f), some B . (B <: f)"),
            ("all a: A | a.whole = a", "(all a | a . (A <: f) = a)"),
        ],
    );
}

/// If this failed, a chain of n joins with k candidates each would be read in k^n ways.
#[test]
fn long_chains_are_settled_at_once() {
    let chain = ".f".repeat(300);
    let ring = "sig A { f: B } sig B { f: C } sig C { f: A }";
    assert!(fact(ring, &format!("some A{chain}")).is_some());
    ambiguous("sig A { f: A+B } sig B { f: A+B }", &[&format!("A = (A+B){chain}")]);
    let tree = |depth: usize| (0..depth).fold("A".to_owned(), |e, _| format!("f[{e}+g[{e}]]"));
    let two = "sig A { f: A+B, g: A } sig B { f: A+B, g: B }";
    ambiguous(two, &[&format!("some {}", tree(8))]);
}
