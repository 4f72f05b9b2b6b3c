//! Specs of traces: which are taken and which are refused, as Alloy 6 does (tests/conformance/temporal).

use std::collections::BTreeMap;
use std::path::Path;

use crate::load::no_files;
use crate::spec::Spec;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance/temporal")
}

/// The numbers of the commands that are refused by resolving, or `None` if the whole spec is.
fn refused(text: &str, is_strict: bool) -> Option<Vec<usize>> {
    let spec = Spec::read("spec.als", text, is_strict, &mut no_files).ok()?;
    let commands = spec.model.commands.iter().enumerate();
    Some(commands.filter(|(_, c)| c.scope.mistake.is_some()).map(|(at, _)| at).collect())
}

/// If this failed, a spec of traces would be refused that Alloy takes, or the other way round.
#[test]
fn alloy_and_korrel_take_the_same_specs() {
    let answers = std::fs::read_to_string(folder().join("answers.jsonl")).expect("it is there");
    let mut wrong: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for answer in answers.lines() {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("it is JSON");
        let file = answer["file"].as_str().expect("a row has a file").to_owned();
        let at = answer["index"].as_u64().expect("a row has an index") as usize;
        let of_file = wrong.entry(file).or_default();
        if answer.get("error").is_some() {
            of_file.push(at);
        }
    }
    let mut looked_at = 0;
    for (file, mut wrong) in wrong {
        let Ok(text) = std::fs::read_to_string(folder().join(&file)) else { continue };
        looked_at += 1;
        // A search finds out that it cannot be Skolemised.
        if file == "r34.als" {
            wrong.clear();
        }
        let found = refused(&text, true).unwrap_or(vec![0]);
        assert_eq!(found, wrong, "{file}:\n{text}");
        // A prime right after a `]` is Korrel's.
        if !["h00.als", "h02.als"].contains(&file.as_str()) {
            assert_eq!(refused(&text, false).unwrap_or(vec![0]), wrong, "{file}:\n{text}");
        }
    }
    assert!(looked_at > 60, "{looked_at}");
}
