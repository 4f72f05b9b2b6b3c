use super::*;
use crate::rows::Group;

/// Why the first command of a spec may differ.
fn reason_of(name: &str, text: &str) -> Option<&'static str> {
    let path = std::env::temp_dir().join(format!("korrel-choice-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("the folder for such files can be written");
    let question = Question {
        group: Group::RandomForbid,
        path: path.clone(),
        file: name.to_owned(),
        index: 0,
        command: "int".to_owned(),
        overflow: "forbid",
        recursion: None,
        sat: Some(true),
        classes: None,
        seconds: None,
        traces: None,
    };
    let reason = reason(&question);
    std::fs::remove_file(path).expect("it has just been written");
    reason
}

/// If this fails, any difference passes for one by choice, or none does.
#[test]
fn only_what_alloy_takes_otherwise_may_differ() {
    let of = |body: &str, scope: &str| {
        let text = format!("sig A {{ v: Int }} run {{ {body} }} for exactly 2 A, {scope} Int");
        reason_of("a.als", &text)
    };
    assert_eq!(of("some a: A | plus[a.v, 1] > 0 implies no A", "2"), Some("an implication"));
    assert_eq!(of("some A iff #A > 1", "2"), Some("an equivalence"));
    assert_eq!(of("A.v > 0", "2"), Some("the sum of a set"));
    assert_eq!(of("#A > 1", "2"), None, "a comparison that fails does so in Alloy, too");
    assert_eq!(of("some A implies #A > 1", "4"), None, "nothing overflows");
    assert_eq!(of("some A implies A.v > 0", "0..1"), None, "arithmetic is exact");
    let of_macro = |m: &str| {
        reason_of("b.als", &format!("let m[x] = {m} sig A {{}} sig T {{ d: m[A] }} run {{}}"))
    };
    assert_eq!(of_macro("x one -> A"), Some("a multiplicity in a macro"));
    assert_eq!(of_macro("x -> A"), None, "it has none");
}
