//! Operations by name.

use korrel_lang::model::Command;

use crate::operations::{Operation, left_out, operation, operations};

use super::spec;

/// If this failed, an operation would be missed, or a predicate that is none be run.
#[test]
fn operations_by_name() {
    let names = |text: &str| -> Vec<String> {
        let found = operations(&spec(text), None);
        let found = found.unwrap_or_else(|mistakes| panic!("{:?}", mistakes.diagnostics));
        found.iter().map(shown).collect()
    };
    fn shown(operation: &Operation) -> String {
        let says = |is_there: bool, what: &'static str| if is_there { what } else { "" };
        [
            operation.name.as_str(),
            says(operation.is_scoped, " scoped"),
            says(operation.post.is_some(), " post"),
            says(operation.throws.is_some(), " throws"),
        ]
        .concat()
    }
    let cases: [(&str, &[&str]); 6] = [
        ("sig A {} pred p[a: A] {} pred q {} run p for 3 run q", &["p scoped", "q"]),
        ("sig A {} pred p_pre[a: A] {} pred q {} run q for 3", &["p"]),
        ("sig A {} pred p {} pred p_post { A' = A } run p for 2", &["p scoped post"]),
        (
            "sig A {} pred A.p_pre {} pred A.p_post { A' = A } pred A.p_throws { some A }",
            &["p post throws"],
        ),
        ("sig A {} pred p_pre {} pred q_pre {} run q_pre for 1", &["p", "q scoped"]),
        ("sig A {} pred is_post { some A } pred q {} run q", &["q"]),
    ];
    for (text, expected) in cases {
        assert_eq!(names(text), expected, "{text}");
    }
}

/// If this failed, a command would be thought to be tried that is not, or one that is there for its number would be
/// complained of.
#[test]
fn other_commands_of_an_operation() {
    let left = |commands: &str| -> Vec<String> {
        let spec = spec(&format!("sig A {{}} pred p_pre[a: A] {{}} pred q {{}} {commands}"));
        let operation =
            operation(&spec, "p", None).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
        let scope =
            |one: &Command| spec.sources.text(one.scope.span.expect("it has one")).to_owned();
        left_out(&spec, &operation).map(scope).collect()
    };
    let cases: [(&str, &[&str]); 5] = [
        ("run p_pre for 1 run q for 2", &[]),
        ("run p_pre for 1 run p_pre for 2 expect 4", &["for 2"]),
        ("few: run p_pre for 1", &["for 1"]),
        ("few: run p_pre for 1 run p_pre for 2 more: run p_pre for 3", &["for 1", "for 3"]),
        ("run p_pre for 1 more: run p_pre for 3 expect 3", &[]),
    ];
    for (commands, expected) in cases {
        assert_eq!(left(commands), expected, "{commands}");
    }
}

/// If this failed, predicates that do not fit would be asked all the same.
#[test]
fn what_does_not_fit_together() {
    let sigs = "sig A { f: lone A } sig B {}";
    let said = |text: &str, name: &str, invariant: Option<&str>| -> String {
        let spec = spec(&format!("{sigs} {text}"));
        match operation(&spec, name, invariant) {
            Ok(_) => String::new(),
            Err(mistakes) => mistakes.diagnostics[0].render(&mistakes.sources, false),
        }
    };
    let cases = [
        ("pred p_pre[a: A] {} pred p_post[a: A] { some a }", "p", None, "E0051"),
        ("pred p_pre[a: A] {} pred p_post[a: A, result: A] { some a }", "p", None, "E0051"),
        ("pred p_pre[a: A] {} pred p_post[a: A, result: A] { result = a }", "p", None, ""),
        ("pred q { f' = f } pred p_pre {} pred p_post { q }", "p", None, ""),
        ("pred p_pre[a: A] {} pred p_post[b: A] { b' = b }", "p", None, "no parameter `b`"),
        ("pred p_pre[a: A] {} pred p_post[a: A -> A] { a' = a }", "p", None, "E0053"),
        ("pred p_pre[a: A] {} pred p_throws[a: A] { f' = f }", "p", None, "E0005"),
        ("pred p_pre[a: A] {} pred p_throws[result: A] { some f }", "p", None, "E0053"),
        ("pred remove_pre {}", "remov", None, "did you mean `remove`?"),
        ("pred A.p_pre {} pred B.p_pre {}", "p", None, "two predicates are called `p_pre`"),
        ("pred p_pre[a: A] {} pred ok[x: A] { no x.f }", "p", Some("ok"), ""),
        ("pred p_pre[s: set A] {} pred ok[x: A] { no x.f }", "p", Some("ok"), ""),
        ("pred p_pre[b: B] {} pred ok[x: A] { no x.f }", "p", Some("ok"), "no root of the input"),
        ("pred p_pre[a: A] {} pred ok[x, y: A] { x = y }", "p", Some("ok"), "is not an invariant"),
        ("pred p_pre[a: A] {}", "p", Some("ok"), "there is no predicate `ok`"),
    ];
    for (text, name, invariant, expected) in cases {
        let said = said(text, name, invariant);
        assert!(
            said.contains(expected) && said.is_empty() == expected.is_empty(),
            "{text}\n{said}"
        );
    }
}
