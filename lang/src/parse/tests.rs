//! Tests that operators bind as they should, and that the grammar takes what people write.
//! Expressions are shown fully bracketed.

use super::{parse, parse_expressions, parse_pattern};
use crate::ast::{
    BinaryOp, Constant, Expr, ExprKind, Mark, Paragraph, SigScopeClause, SizeRange, UnaryOp,
};
use crate::source::Sources;

/// The syntax tree of a text, or the message of its mistake.
fn parsed(text: &str) -> Result<crate::ast::Module, String> {
    let mut sources = Sources::default();
    let file = sources.add("test.als", text);
    parse(&sources, file).map_err(|mistakes| mistakes[0].render(&sources, false))
}

/// The one formula of `fact { … }`, bracketed.
fn bracketed(formula: &str) -> String {
    let module = parsed(&format!("fact {{ {formula} }}")).expect("it parses");
    let Paragraph::Fact(fact) = &module.paragraphs[0] else { panic!("a fact") };
    let ExprKind::Block(parts) = &fact.body.kind else { panic!("a block") };
    parts.iter().map(show).collect::<Vec<_>>().join(" ; ")
}

fn show(expr: &Expr) -> String {
    let list = |exprs: &[Expr]| exprs.iter().map(show).collect::<Vec<_>>().join(",");
    match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::At(name) => format!("@{name}"),
        ExprKind::Number(number) => number.to_string(),
        ExprKind::String(text) => format!("{text:?}"),
        ExprKind::Constant(Constant::This) => "this".to_string(),
        ExprKind::Constant(constant) => format!("{constant:?}"),
        ExprKind::Unary(UnaryOp::Pair(op), e) => format!("({op:?} {})", show(e)),
        ExprKind::Unary(op, e) => format!("({op:?} {})", show(e)),
        ExprKind::Binary(BinaryOp::Relation(op), a, b) => {
            format!("({} {op:?} {})", show(a), show(b))
        }
        ExprKind::Binary(BinaryOp::Integer(op), a, b) => {
            format!("({} {op:?} {})", show(a), show(b))
        }
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", show(a), show(b)),
        ExprKind::Arrow(arrow) => {
            let (l, r) = (arrow.left_multiplicity, arrow.right_multiplicity);
            let word = |m: Option<_>| m.map_or(String::new(), |m| format!("{m:?}"));
            format!("({} {}->{} {})", show(&arrow.left), word(l), word(r), show(&arrow.right))
        }
        ExprKind::Compare { comparator, is_negated, left, right } => {
            let not = if *is_negated { "!" } else { "" };
            format!("({} {not}{comparator:?} {})", show(left), show(right))
        }
        ExprKind::Conditional(c, a, b) => format!("({} ? {} : {})", show(c), show(a), show(b)),
        ExprKind::Box(target, arguments) => format!("{}[{}]", show(target), list(arguments)),
        ExprKind::Quantified(q, declarations, body) => {
            let names: Vec<_> =
                declarations.iter().flat_map(|d| &d.names).map(|n| n.text.as_str()).collect();
            format!("({q:?} {} | {})", names.join(","), show(body))
        }
        ExprKind::Comprehension(declarations, body) => {
            let body = body.as_ref().map_or(String::new(), |body| show(body));
            format!("{{{} | {body}}}", declarations.len())
        }
        ExprKind::Let(bindings, body) => format!("(let {} | {})", bindings.len(), show(body)),
        ExprKind::Block(parts) => format!("{{{}}}", list(parts)),
        ExprKind::Marked(Mark::Prime, e) => format!("{}'", show(e)),
        ExprKind::Marked(Mark::Backtick, e) => format!("{}`", show(e)),
    }
}

#[test]
fn operators_bind_as_in_alloy() {
    // A wrong table of precedences would bracket one of these differently.
    for (text, expected) in [
        ("a or b and c", "(a Or (b And c))"),
        ("a || b <=> c", "(a Or (b Iff c))"),
        ("a <=> b => c", "(a Iff (b Implies c))"),
        ("a => b || c", "((a Implies b) Or c)"),
        ("a => b => c", "(a Implies (b Implies c))"),
        ("a => b else c => d else e", "(a ? b : (c ? d : e))"),
        ("a => b => c else d", "(a Implies (b ? c : d))"),
        ("a and b => c and d", "((a And b) Implies (c And d))"),
        ("not a = b", "(Not (a Equal b))"),
        ("!a and b", "((Not a) And b)"),
        ("a !in b", "(a !In b)"),
        ("a not = b", "(a !Equal b)"),
        ("a !< b", "(a !Less b)"),
        ("some a + b", "(Some (a Union b))"),
        ("a = b + c", "(a Equal (b Union c))"),
        ("a << 1 + 2", "(a ShiftLeft (1 Union 2))"),
        ("a >>> 1 = b", "((a UnsignedShiftRight 1) Equal b)"),
        ("a + b - c", "((a Union b) Difference c)"),
        ("#a + b", "((Cardinality a) Union b)"),
        ("#a ++ b", "(Cardinality (a Override b))"),
        ("a ++ b & c", "(a Override (b Intersection c))"),
        ("a & b -> c", "(a Intersection (b -> c))"),
        ("a -> b -> c", "(a -> (b -> c))"),
        ("a lone -> some b", "(a Lone->Some b)"),
        ("a -> b <: c", "(a -> (b DomainRestriction c))"),
        ("a <: b :> c", "(a DomainRestriction (b RangeRestriction c))"),
        ("a :> b.c", "(a RangeRestriction (b Join c))"),
        ("a.b[c]", "(a Join b)[c]"),
        ("a[b].c", "(a[b] Join c)"),
        ("a.~b", "(a Join (Transpose b))"),
        ("^a.b", "((Closure a) Join b)"),
        ("a.*b'", "(a Join (ReflexiveClosure b)')"),
        ("a.b'", "(a Join b')"),
        ("a + b'", "(a Union b')"),
        ("a.b[c]'", "(a Join b)[c]'"),
        ("a''", "a''"),
        ("a ; b ; c", "(a Sequence (b Sequence c))"),
        ("a => b ; c", "((a Implies b) Sequence c)"),
        ("a until b since c", "((a Until b) Since c)"),
        ("a and b until c", "(a And (b Until c))"),
        ("not a until b", "((Not a) Until b)"),
        ("always a => b", "((Always a) Implies b)"),
        ("always eventually a triggered b", "((Always (Eventually a)) Triggered b)"),
        ("after a = b'", "(After (a Equal b'))"),
        ("a.b`.c", "((a Join b`) Join c)"),
        ("-1 - 2", "(-1 Difference 2)"),
        ("a -1", "(a Difference 1)"),
        ("x fun/add y fun/mul z", "(x Plus (y Times z))"),
    ] {
        assert_eq!(bracketed(text), expected, "{text}");
    }
}

#[test]
fn binders_reach_as_far_as_they_can() {
    for (text, expected) in [
        ("a and all x: A | x in b or c", "(a And (All x | ((x In b) Or c)))"),
        ("a => some x: A | b", "(a Implies (Some x | b))"),
        ("some x | no y", ""),
        ("no disj x, y: A, z: B { c }", "(No x,y,z | {c})"),
        ("let x = a, y = b | x in y", "(let 2 | (x In y))"),
        ("#{x: A | some x}", "(Cardinality {1 | (Some x)})"),
        ("(sum x: A | x.v) > 3", "((Sum x | (x Join v)) Greater 3)"),
        ("not some x: A | p", "(Not (Some x | p))"),
        ("all x: A | p ; q", "((All x | p) Sequence q)"),
        ("a => always all x: A | p", "(a Implies (Always (All x | p)))"),
        ("a and (always all x: A | p)", "(a And (Always (All x | p)))"),
        ("a and always all x: A | p", ""),
        ("a or not eventually let x = b | p", ""),
        ("let x = a | all y: A | p or q ; r", "((let 1 | (All y | (p Or q))) Sequence r)"),
    ] {
        if expected.is_empty() {
            assert!(parsed(&format!("fact {{ {text} }}")).is_err(), "{text}");
        } else {
            assert_eq!(bracketed(text), expected, "{text}");
        }
    }
}

#[test]
fn formulas_stand_side_by_side_in_a_block() {
    // An operator must not be taken from the formula that follows.
    assert_eq!(
        bracketed("some a\n no b\n !c\n #d = e"),
        "(Some a) ; (No b) ; (Not c) ; ((Cardinality d) Equal e)"
    );
    assert_eq!(bracketed("a in b some c: D | e"), "(a In b) ; (Some c | e)");
    assert_eq!(bracketed("a ; b\n c ; d"), "(a Sequence b) ; (c Sequence d)");
}

#[test]
fn a_multiplicity_behind_a_colon_is_no_quantifier() {
    let text = "sig A { f: lone B, g: B, h: some B -> lone A, disj i, j: set A } sig B {}";
    let module = parsed(text).expect("it parses");
    let Paragraph::Sig(sig) = &module.paragraphs[0] else { panic!("a sig") };
    let names: Vec<usize> = sig.fields.iter().map(|field| field.names.len()).collect();
    assert_eq!(names, [1, 1, 1, 2]);
}

#[test]
fn every_paragraph_parses() {
    for text in [
        "module a/b[exactly X, Y]",
        "open util/ordering[A] as ord private open x/y",
        "enum Color { Red, Green }",
        "abstract sig A, B extends C { , f: A, , g: B, } { some f }",
        "one sig A in B + C {} sig D = A + B { f = A }",
        "fact \"a name\" { } fact f { } assert a { }",
        "pred p { } pred A.q[x, y: A, disj z: set A] { } private pred r() { }",
        "fun f: A { none } fun A.g[x: A]: set A -> lone A { none -> none }",
        "let m[x, y] = x + y let n { some univ }",
        "run p for 3 but exactly 2 A, 1..3 B, 4 Int, 5 seq expect 1",
        "l: check a for exactly 2 A, -3..3 Int expect = 7 run q",
        "run l { some A } for 1..4 check { no A }",
        "-- comment\n// another\n/* and\n one */ sig A{}",
        "sig Überschrift { größe\": Int } pred p[x\": A] { x\" = x\" }",
        "run { 0x_ff + 0b10 + 1_000 = 3 }",
    ] {
        if let Err(message) = parsed(text) {
            panic!("{text}\n{message}");
        }
    }
}

#[test]
fn the_place_of_a_mistake_is_named() {
    for (text, place, expected) in [
        ("sig A {\nrun {}", "1:7", "a `}` is missing before `run`"),
        ("sig A { f: }", "1:12", "unexpected `}`"),
        ("pred p { (some A }", "1:10", "a `)` is missing before `}`"),
        ("fact { a == b }", "1:11", "equality is written `=`"),
        ("run p for", "1:10", "ends too early"),
        ("sig A {} /* never closed", "1:10", "comment `/*` is never closed"),
        ("fact { a else b }", "1:10", "`else` without `=>`"),
        ("run {} for 99999999999 A", "1:12", "too large"),
    ] {
        let message = parsed(text).expect_err(text);
        assert!(message.contains(place) && message.contains(expected), "{text}\n{message}");
    }
}

#[test]
fn nesting_is_limited_and_never_overflows() {
    let nested = |n: usize| format!("fact {{ {}some A{} }}", "(".repeat(n), ")".repeat(n));
    assert!(parsed(&nested(400)).is_ok());
    for text in [
        nested(100_000),
        format!("fact {{ {} some A }}", "!".repeat(100_000)),
        format!("fact {{ some A{} }}", " - A".repeat(100_000)),
        format!("fact {{ {} some A }}", "all x: A | ".repeat(100_000)),
        format!("fact {{ some A{} }}", "'".repeat(10_000)),
        format!("fact {{ some A{} }}", "[A]".repeat(10_000)),
        format!("fact {{ some A{} }}", " => some A else some A".repeat(10_000)),
    ] {
        assert!(parsed(&text).expect_err("too deep").contains("E0002"));
    }
}

/// If this fails, a tree is higher than any row of it is long, and dropping it overflows the stack.
#[test]
fn rows_within_rows_add_up() {
    let row = |n: usize| format!("({}A{})", "(".repeat(n), " + A)".repeat(n));
    let tower = |floors: usize, length: usize| {
        (0..floors).fold("A".to_string(), |below, _| format!("({below}){}", ".f".repeat(length)))
    };
    for (expression, is_fine) in [
        (row(400), true),
        (tower(1, 1_900), true),
        (tower(10, 180), true),
        (tower(10, 1_900), false),
        (tower(40, 1_000), false),
        (format!("A[{}].f{}", tower(1, 1_900), ".f".repeat(200)), false),
        (format!("{{x: {} | some x}}{}", tower(1, 1_900), ".f".repeat(200)), false),
    ] {
        let found = parsed(&format!("fact {{ some {expression} }}"));
        let is_too_deep = found.is_err_and(|message| message.contains("E0002"));
        assert_eq!(is_too_deep, !is_fine, "{:.80}", expression);
    }
    // Many rows side by side are no tower.
    let wide = format!("fact {{ {} }}", "some A.f.f in A.f + A and ".repeat(1_500) + "some A");
    assert!(parsed(&wide).is_ok());
}

/// If this fails, what stands in strings and comments is taken for nesting, or the time that a text
/// with many comments takes grows with the square of its length.
#[test]
fn strings_and_comments_may_hold_anything() {
    let brackets = "(".repeat(1_000);
    assert!(parsed(&format!("fact \"{brackets}\" {{}} // {brackets}\n/* {brackets} */")).is_ok());
    let hidden = format!("fact \"//\" {{ {brackets}");
    assert!(parsed(&hidden).expect_err("nested").contains("E0002"));
    let comments = "/* x */ ".repeat(100_000);
    assert!(parsed(&format!("fact {{ some univ {comments} }} {comments} sig A {{}}")).is_ok());
}

/// If this fails, the underlined part of a message takes in a comment, or stops within one.
#[test]
fn a_place_ends_before_the_comment_behind_it() {
    let text = "fact { some x\" /* http://a */ -- b\n }";
    let module = parsed(text).expect("it parses");
    let Paragraph::Fact(fact) = &module.paragraphs[0] else { panic!("a fact") };
    let ExprKind::Block(parts) = &fact.body.kind else { panic!("a block") };
    assert_eq!(&text[parts[0].span.start as usize..parts[0].span.end as usize], "some x\"");
    assert_eq!(fact.span.end as usize, text.len());
}

/// If this fails, a text from a system whose lines end with a carriage return loses all that
/// follows its first comment, without a word.
#[test]
fn a_carriage_return_ends_a_comment() {
    let module = parsed("-- a list\rsig A {} // its run\r\nrun {}").expect("it parses");
    assert_eq!(module.paragraphs.len(), 2);
}

/// The lines of a text that its messages are about.
fn wrong_lines(text: &str) -> Vec<usize> {
    let mut sources = Sources::default();
    let file = sources.add("test.als", text);
    let mistakes = parse(&sources, file).expect_err(text);
    let place = |d: &crate::diagnostic::Diagnostic| d.place.as_ref().expect("it has a place").0;
    mistakes.iter().map(|mistake| sources.line_and_column(place(mistake)).0).collect()
}

/// If this fails, a user mends one mistake to be shown the next, or is shown false ones.
#[test]
fn each_wrong_paragraph_is_reported_once() {
    for (text, lines) in [
        ("sig A {\n f A\n}\npred p { a == b }\nrun {} for", vec![2, 4, 5]),
        ("sig A {}\nfact { a b: }\nsig B {}\npred p { + }\n  fun f: A { , }", vec![2, 4, 5]),
        ("sig A {\nsig B {}\npred p {}", vec![1]),
        ("class A {\n  fun f: B { c }\n  pred g { d }\n}\nrun {", vec![1, 5]),
        ("fact { ) }\n/*\nsig A {\n*/ -- sig\n\"\nsig B {", vec![1, 6]),
        ("fact { 99999999999 = 1 }\nfact { + }\nfact { 99999999999 = 1 }", vec![1, 2, 3]),
        ("fact { a else b }\nfact { c else d }", vec![1, 2]),
        ("fact {{ a }\nfact { + }\n  fact { some }", vec![1, 2, 3]),
        ("sig sig A {}\nsig A { sig }", vec![1, 2]),
        ("fact { + }\nvar sig A { + }\nvar one sig B { + }", vec![1, 2, 3]),
    ] {
        assert_eq!(wrong_lines(text), lines, "{text}");
    }
    assert_eq!(wrong_lines(&"pred p { + }\n".repeat(100)).len(), 10, "there is an end to it");
}

/// The expressions of a list, each as it is written, or the message of its mistake.
fn listed(text: &str) -> Result<Vec<String>, String> {
    let mut sources = Sources::default();
    let file = sources.add("list", text);
    let exprs = parse_expressions(&sources, file).map_err(|mistake| mistake.message.to_string())?;
    Ok(exprs.iter().map(|expr| sources.text(expr.span).to_owned()).collect())
}

/// If this fails, a formula of a list is cut in two, or two of them are taken for one.
#[test]
fn a_comma_within_an_expression_separates_nothing() {
    for (list, parts) in [
        ("p, q[a, b],{ x, y: A | r },", vec!["p", "q[a, b]", "{ x, y: A | r }"]),
        ("a = \"x,y\", \"(\" in b", vec!["a = \"x,y\"", "\"(\" in b"]),
        ("all x, y: A | x = y, p", vec!["all x, y: A | x = y", "p"]),
        ("some x: A, y: B { p }, q", vec!["some x: A, y: B { p }", "q"]),
        ("let x = a, y = b | x in y, p", vec!["let x = a, y = b | x in y", "p"]),
        ("some A, some a, b: A | p", vec!["some A", "some a, b: A | p"]),
        ("(p) -- a, b\n, N$0.f /* , */ ,, #A", vec!["(p)", "N$0.f", "#A"]),
        ("a = \"N$0\"", vec!["a = \"N$0\""]),
        (" , ", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(
            listed(list).as_deref(),
            Ok(&parts.iter().map(|&part| part.to_owned()).collect::<Vec<_>>()[..]),
            "{list}"
        );
    }
    assert_eq!(listed("p q"), Err("unexpected `q`".to_owned()));
    assert_eq!(listed("p, some"), Err("the list of expressions ends too early".to_owned()));
}

/// A scope for n = 7, or the message of its mistake.
fn pattern(text: &str) -> Result<String, String> {
    let mut sources = Sources::default();
    let file = sources.add("pattern", text);
    let scope = parse_pattern(&sources, file, 7).map_err(|mistake| mistake.message.to_string())?;
    let sizes = |sizes: &SizeRange| match sizes.max {
        Some(max) => format!("{}..{max}", sizes.min),
        None => sizes.min.to_string(),
    };
    let sig = |part: &SigScopeClause| format!("{} {}", sizes(&part.sizes), part.sig.text);
    let all = scope.default.iter().map(sizes).chain(scope.sigs.iter().map(sig));
    Ok(all.collect::<Vec<_>>().join(", "))
}

/// If this fails, a sig that is called n is taken for a number, or a number that is written n for a sig.
#[test]
fn n_is_a_number_where_a_number_stands() {
    for (text, scope) in [
        ("exactly n Node, 1..n Int", "7 Node, 1..7 Int"),
        ("2 but exactly n A, 1 n", "2, 7 A, 1 n"),
        ("for n but n n, n..9 n/A", "7, 7 n, 7..9 n/A"),
        ("n", "7"),
        ("n/*n*/n1, -n..n Int", "7 n1, -7..7 Int"),
    ] {
        assert_eq!(pattern(text).as_deref(), Ok(scope), "{text}");
    }
    for (text, message) in [
        ("4 but 2 n1, 2 n", "nothing grows"),
        ("n1 A", "unexpected `n1`"),
        ("n A 1 n", "unexpected `1`"),
        ("", "the scope for each n ends too early"),
    ] {
        assert_eq!(pattern(text), Err(message.to_owned()), "{text}");
    }
    assert!(parsed("sig A {} run {} for n").is_err(), "a command has one scope");
}
