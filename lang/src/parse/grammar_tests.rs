//! Every rule of the grammar, at every place where the grammar puts it, is mapped.
//!
//! The places are read from grammar.pest itself: a rule that is added there, or put after another
//! one, is missed here until there is a text that holds it, and that text reaches the builder.

use std::collections::BTreeSet;

use pest::Parser;
use pest::iterators::Pairs;
use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser::{self, consume_rules};

use super::{
    Grammar, Rule, parse, parse_expression, parse_expressions, parse_pattern, parse_scope,
};
use crate::source::Sources;

/// A rule, and one that stands right in it.
type RulePlace = (String, String);

const MODULES: &[&str] = &[
    "module a/b[exactly X, Y] open util/ordering[X] as o private open p open q[] open r[Int, univ]
     private enum E { F, G } enum H {} var enum I {}
     abstract lone one some private var sig A, B extends X {} sig C in A + Int {} sig D = A + B {}
     sig I { ,, f, g: lone A,, var private disj h: disj set A, i = A - B, } { some f }
     fact { } fact n { } fact \"text\" { } assert { } assert m { } assert \"text\" { }
     private pred A.p[, a, b: A,, private disj c: disj one B, var v: A ] { } pred q(a: A) { } pred r { }
     private fun Int.f [a: A]: set A { a } fun g: A -> B { a } fun h(): A { a }
     private let l = A let k[x, y] { x } let j(x) = x let m[] = A let n() { }",
    "run p run p for 3 run p for 3 but exactly 2 A, 1..3 B expect 2 check l p expect = 1
     run p for 1.. steps, 1..6:2 steps label: check { } for 2 A run l { } for 4 seq, 2 String => run q => check r",
    "fact { a => b else c a <=> b a || b a && b a until b a releases b a since b a triggered b a ; b
     a -> b a lone -> one b a some -> set b a ! in b a not = b a = b a . b a & b a ++ b a + b a - b
     a <: b a :> b a << b a >> b a >>> b a fun/add b a fun/sub b a fun/mul b a fun/div b a fun/rem b
     a.int a.sum ! a no a some a lone a one a set a seq a # a sum a int a ~ a ^ a * a
     always a eventually a after a before a historically a once a
     a' a` a[b]' a[] a[b, c] (a) { a } 12 \"text\" univ @a
     a =< b a <= b a >= b a < b a > b a` A$f none iden Int seq/Int String this int[a] sum[a] disj[a, b]
     pred/totalOrder[a, b, c] fun/min fun/max fun/next no x: A | x lone x: A | x one x: A | x sum x: A | x
     all x, y: A, disj z: disj B | x some x: A { x } some private x: A | x some var x: A | x
     let x = a, y = b | x let x = a { x } all x: A | a.int + b[c]' ; d
     { x: A, y: B | x } { x: A } { x: A { x } } }
     sig S { f: A lone -> B, g: no A, h: A[B] . C, i: some A', j: set A.int }",
];
const SCOPES: &[&str] = &["for 3 but exactly 2 A", "3", "1..2 A, 3 B"];
const PATTERNS: &[&str] = &["for n but exactly 2 A, 1..n B", "n A"];
const LISTS: &[&str] = &["", "a, b"];

/// If this fails, a construct is passed over, or taken for another one.
#[test]
fn each_place_of_each_rule_is_mapped() {
    let mut seen = BTreeSet::new();
    for text in MODULES {
        let pairs = Grammar::parse(Rule::file, text).unwrap_or_else(|error| panic!("{error}"));
        add_places(pairs, &mut seen);
        let mut sources = Sources::default();
        let file = sources.add("", *text);
        // An arm that is missing panics.
        parse(&sources, file).unwrap_or_else(|mistake| panic!("{}", mistake[0].message));
    }
    let texts = |texts: &'static [&str], rule| texts.iter().map(move |text| (*text, rule));
    let alone = texts(SCOPES, Rule::lone_scope)
        .chain(texts(PATTERNS, Rule::lone_pattern))
        .chain(texts(&["a"], Rule::lone_expr))
        .chain(texts(LISTS, Rule::lone_exprs));
    for (text, rule) in alone {
        add_places(Grammar::parse(rule, text).unwrap_or_else(|e| panic!("{e}")), &mut seen);
        let mut sources = Sources::default();
        let file = sources.add("", text);
        let built = match rule {
            Rule::lone_scope => parse_scope(&sources, file).map(drop),
            Rule::lone_pattern => parse_pattern(&sources, file, 1).map(drop),
            Rule::lone_expr => parse_expression(&sources, file).map(drop),
            _ => parse_expressions(&sources, file).map(drop),
        };
        built.unwrap_or_else(|mistake| panic!("{}", mistake.message));
    }
    let missing: Vec<RulePlace> = places().difference(&seen).cloned().collect();
    assert!(missing.is_empty(), "no text has these: {missing:?}");
}

fn add_places(pairs: Pairs<'_, Rule>, places: &mut BTreeSet<RulePlace>) {
    for pair in pairs {
        let outer = format!("{:?}", pair.as_rule());
        for inner in pair.clone().into_inner() {
            places.insert((outer.clone(), format!("{:?}", inner.as_rule())));
        }
        add_places(pair.into_inner(), places);
    }
}

/// The places by grammar.pest: for each rule, the rules that can stand right in it.
fn places() -> BTreeSet<RulePlace> {
    let pairs =
        parser::parse(parser::Rule::grammar_rules, korrel_grammar::TEXT).expect("it is a grammar");
    let rules = consume_rules(pairs).expect("it is a grammar");
    let of = |name: &str| rules.iter().find(|rule| rule.name == name);
    let mut places = BTreeSet::new();
    for rule in rules.iter().filter(|rule| rule.ty == RuleType::Normal) {
        let mut inner = vec![&rule.expr];
        while let Some(expr) = inner.pop() {
            match expr {
                Expr::Ident(name) => match of(name) {
                    Some(silent) if silent.ty == RuleType::Silent => inner.push(&silent.expr),
                    // Other built-in ones yield nothing.
                    None if name != "EOI" => {}
                    _ => {
                        places.insert((rule.name.clone(), name.clone()));
                    }
                },
                Expr::Seq(left, right) | Expr::Choice(left, right) => {
                    inner.extend([&**left, right])
                }
                Expr::Opt(expr) | Expr::Rep(expr) | Expr::RepOnce(expr) => inner.push(expr),
                Expr::PosPred(_) | Expr::NegPred(_) | Expr::Str(_) | Expr::Range(..) => {}
                other => panic!("grammar.pest does not use {other:?} yet"),
            }
        }
    }
    places
}
