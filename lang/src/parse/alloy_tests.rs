//! Alloy's readings and refusals that are easily overlooked.

use crate::load::ModuleText;
use crate::spec::Spec;

/// The first message about a spec, with its place and its help.
fn mistake(name: &str, text: &str, is_strict: bool) -> Option<String> {
    let modules = &mut |request: &crate::load::OpenRequest<'_>| {
        let text = "---\n---\n```alloy\nmodule m\nsig M {}\n```\n".to_owned();
        Ok((request.module == "m").then(|| ModuleText { name: "m.md".to_owned(), text }))
    };
    let mistakes = Spec::read(name, text, is_strict, modules).err()?;
    Some(mistakes.diagnostics[0].render(&mistakes.sources, false))
}

fn reads(text: &str) {
    assert_eq!(mistake("spec.als", text, false), None, "{text}");
    assert_eq!(mistake("spec.als", text, true), None, "{text}");
}

/// If it failed, a file that Alloy reads would be refused.
#[test]
fn alloys_notation_is_read() {
    reads("open util/relation  module a  sig A {} run {} for 2");
    reads("open util/relation open util/integer module a[T] sig A {} run {} for 2");
    reads("var sig A {} run { A’ != A and A‘ = A and A'’ = A }");
    reads("sig A { f: lone A } run { some a: A | a::f = A::f.f }");
    reads("sig A { f: lone A } pred A.p { some this::f } run { some x: A | x::p }");
    for word in ["and", "or", "&&", "||"] {
        reads(&format!("sig A {{}} run {{ {} }}", ["some A"; 5000].join(&format!(" {word} "))));
    }
    for sign in ["+", "&"] {
        reads(&format!("sig A {{}} run {{ some {} }}", ["A"; 5000].join(&format!(" {sign} "))));
    }
}

/// If it failed, `--strict-alloy` would let through what Alloy refuses.
#[test]
fn strictly_only_what_alloy_reads() {
    for (text, what) in [
        ("sig A {} run {} for 3 but 4 String", "a greatest number of strings"),
        ("sig A {} run { some x: A | x in lone A }", "a multiplicity after `in`"),
        ("sig A {} run { some x: A | x not in one A }", "a multiplicity after `in`"),
        ("sig A {} run\u{a0}{}", "a no-break space"),
        ("sig A {} fact steps {} run {}", "`steps` as a name"),
        ("sig A { steps: set A } run {}", "`steps` as a name"),
        ("sig A {} pred steps { some A } run steps", "`steps` as a name"),
        ("sig A {} run { some steps: A | some A }", "`steps` as a name"),
        ("sig A {} run { let steps = A | some A }", "`steps` as a name"),
    ] {
        assert_eq!(mistake("spec.als", text, false), None, "{text}");
        let said = mistake("spec.als", text, true).unwrap_or_default();
        assert!(said.starts_with(&format!("error[E0026]: {what}")), "{text}\n{said}");
    }
    reads("sig A { f: A -> lone A } run { f in A -> A -> lone A } for 3 but exactly 4 String");
    reads("var sig A {} /* steps\u{a0}*/ run {} for 3 but 4 steps");
}

/// If it failed, a user who meets these would be sent the wrong way.
#[test]
fn the_reasons_are_those_of_the_text() {
    for (text, said) in [
        ("sig A {} module b run {}", "one `module` line, before which only `open` stands"),
        (
            "sig A {} fact { always (some A ; no A) } run {}",
            "no sig and no field is declared by `var`",
        ),
        ("sig A {} run { some A ; no A }", "no sig and no field is declared by `var`"),
        ("sig A {} run { A' = A }", "no sig and no field is declared by `var`"),
        ("sig A {} fact { A' = A } run {}", "no sig and no field is declared by `var`"),
        ("sig A {} assert q { after no A } check q", "no sig and no field is declared by `var`"),
        ("sig A {} run { A = A` }", "it stands for the state before an operation"),
    ] {
        let found = mistake("spec.als", text, false).unwrap_or_default();
        assert!(found.contains(said), "{text}\n{found}");
    }
}

/// If it failed, a literate spec would not be read, or prose would be. Or its mistakes would have other places.
#[test]
fn literate_specs() {
    let text = "---\ntitle: x\n---\n# Sig C {}\n```alloy\nopen m\nsig A { m: M }\n```\nso\n```alloy\nrun {}\n```\n";
    assert_eq!(mistake("spec.md", text, false), None);
    let wrong = text.replace("m: M", "m: N");
    let said = mistake("spec.md", &wrong, false).unwrap_or_default();
    assert!(
        said.contains("there is no name `N`") || said.contains("there is no sig `N`"),
        "{said}"
    );
    assert!(said.contains("spec.md:7:12"), "{said}");
    let said = mistake("spec.md", "```alloy\nsig A {}\n```\n", false).unwrap_or_default();
    assert!(said.contains("the model in this file is empty"), "{said}");
}
