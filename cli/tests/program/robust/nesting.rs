//! Text that is nested so deeply that a recursion over it would overflow the stack.

use super::{assert_refused, prompt_on};

const DEEP: usize = 20_000;

/// If one failed, the program would be killed by the system (a stack overflow is no panic).
#[test]
fn what_is_nested_too_deeply_is_refused() {
    let around = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let numbered = |before: &str, after: &str| -> String {
        (0..DEEP).map(|n| format!("{before}{n}{after}")).collect()
    };
    for (what, body) in [
        ("parentheses", around("(", "some A", ")")),
        ("blocks", around("{", "some A", "}")),
        ("!", around("!", "some A", "")),
        ("not", around("not ", "some A", "")),
        ("all", numbered("all x", ": A | ") + "some A"),
        ("let", numbered("let x", " = A | ") + "some A"),
        ("implies", around("some A => ", "some A", "")),
        ("else", around("some A => some A else ", "some A", "")),
        ("iff", around("some A <=> ", "some A", "")),
        ("arrows", around("some A -> ", "A", "")),
        ("joins", format!("some A{}", ".r".repeat(DEEP))),
        ("calls", around("some f[", "A", "]")),
        ("boxes", around("some A[", "A", "]")),
        ("transposes", around("some ~", "r", "")),
        ("comprehensions", around("some {x: ", "A", " | some A}")),
        ("sums", format!("1 = {}1", "sum x: A | ".repeat(DEEP))),
    ] {
        let body = body.replace("some A -> some", "some A ->");
        let spec = format!("sig A {{ r: set A }} fun f[a: A]: A {{ a }} run {{ {body} }}");
        let run = prompt_on(spec.as_bytes(), &["count", "-"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{what}: {}", run.stderr);
        assert!(run.stderr.starts_with("error[E0"), "{what}: {}", run.stderr);
    }
    // A long chain is no nesting: 2 + 10 + 104 digraphs of up to three nodes have one.
    for chain in [
        format!("{}some A", "some A && ".repeat(DEEP)),
        format!("{}some A", "some A or ".repeat(DEEP)),
        format!("some {}A", "A + ".repeat(DEEP)),
    ] {
        let spec = format!("sig A {{ r: set A }} run {{ {chain} }}");
        let run = prompt_on(spec.as_bytes(), &["count", "-"]);
        let beginning: String = chain.chars().take(20).collect();
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (Some(0), "116\n"),
            "{beginning}: {}",
            run.stderr
        );
    }
    let arrows = format!("sig A {{ r: {}A }} run {{}}", "A -> ".repeat(DEEP));
    assert_refused(&prompt_on(arrows.as_bytes(), &["count", "-"]), "E0002", "arrows of a field");
    let macros: String = (0..DEEP).map(|n| format!("let m{n} = m{}\n", n + 1)).collect();
    let macros = format!("{macros} let m{DEEP} = univ sig A {{}} run {{ some m0 }}");
    assert_refused(&prompt_on(macros.as_bytes(), &["count", "-"]), "E0012", "macros");
}

/// Predicates that call one another are as deep as one likes, and as wide: what is called with the
/// same arguments is translated once.
#[test]
fn calls_may_be_deep_and_wide() {
    let chain: String = (0..5_000).map(|n| format!("pred p{n} {{ p{} }}\n", n + 1)).collect();
    let doubling: String =
        (0..60).map(|n| format!("pred q{n} {{ q{0} and q{0} }}\n", n + 1)).collect();
    for (goal, rest) in [("p0", chain + "pred p5000 {}"), ("q0", doubling + "pred q60 {}")] {
        let spec = format!("sig A {{}} {rest} run {goal} for 2");
        let run = prompt_on(spec.as_bytes(), &["count", "-"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), "3\n"), "{goal}: {}", run.stderr);
    }
}
