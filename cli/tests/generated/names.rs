//! Names that a language has taken, or that no other one has: the code is good all the same, and says
//! which names it spells otherwise.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::run::{folder, korrel, text_of, write, written};
use crate::tongues::{ALL, Tongue, in_every_language};
use crate::trip::assert_same;

const NAMES: &str = "cli/tests/generated/specs/names.als";

/// Words that no spec can have for a name.
const RESERVED: &str = "abstract after always all and assert as before but check disj else enum eventually exactly \
    expect extends fact for fun historically iden iff implies int in let lone module none not no once one open or \
    pred private releases run seq set sig since some sum this triggered univ until var Int String bool string";

/// All words of a file, and those of its language.
fn words(tongue: &Tongue) -> Vec<String> {
    let list = "examples/merge_sort/list.als";
    let code = written(&["gen", "-q", tongue.name, list, "--driver"])
        + &written(&["gen", "-q", tongue.name, "cli/tests/generated/specs/unions.als"]);
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let all = code.split(|c| !is_letter(c)).chain(tongue.words.split_whitespace());
    let reserved: BTreeSet<&str> = RESERVED.split_whitespace().collect();
    let can_be_name = |word: &&str| {
        word.starts_with(|c: char| !c.is_ascii_digit()) && *word != "_" && !reserved.contains(*word)
    };
    let words: BTreeSet<&str> = all.filter(can_be_name).collect();
    words.into_iter().map(str::to_owned).collect()
}

/// Each word as a class and as a field of every shape; as a subset and a field of those in it; as a value
/// of an enum and a root.
fn specs(words: &[String]) -> Vec<(String, String)> {
    let shapes = ["lone Zz", "set Zz", "Zz", "Int", "seq Zz", "Zz -> lone Zz", "Zz -> Zz"];
    let holders = words.chunks(20).enumerate().map(|(at, words)| {
        let fields = |shapes: &[&str]| {
            let field = |(word, shape): (&String, &&str)| format!("{word}: {shape}");
            let fields: Vec<String> = words.iter().zip(shapes.iter().cycle()).map(field).collect();
            fields.join(", ")
        };
        let all = words.join(", ");
        // A ternary relation over so many atoms would be too large.
        let (few, every) = (fields(&shapes[..4]), fields(&shapes));
        let classes = format!("one sig {all} {{}}\none sig Holder{at} {{ {few} }}\n");
        let sets = format!(
            "one sig Zz{at} {{}}\none sig {all} in Zz{at} {{}}\none sig In{at} in Zz{at} {{ {every} }}\n"
        );
        let values = format!(
            "one sig V{at} {{ {} }}\n",
            words.iter().map(|word| format!("v_{word}: lone Ee")).collect::<Vec<_>>().join(", ")
        );
        (classes, sets, values)
    });
    let (mut classes, mut sets, mut values) = (String::new(), Vec::new(), String::new());
    for (of_classes, of_sets, of_values) in holders {
        classes += &of_classes;
        sets.push(of_sets);
        values += &of_values;
    }
    let end = "sig Zz {}\nrun {} for exactly 1 Zz, 1 seq, 0..1 Int\n";
    let all = words.join(", ");
    values += &format!(
        "enum Ee {{ {all} }}\nsig Zz {{}}\npred some_pre[{all}: Zz] {{}}\nrun some_pre for 1\n"
    );
    // rustc takes minutes for a function that reads hundreds of sets.
    let sets = sets.chunks(4).enumerate();
    let sets = sets.map(|(at, few)| (format!("sets{at}"), few.concat() + end));
    let all = [("classes".to_owned(), classes + end), ("values".to_owned(), values)];
    all.into_iter().chain(sets).collect()
}

fn try_names(tongue: &Tongue) {
    let folder = folder(&format!("words-{}", tongue.name));
    let main = tongue.plain_echo();
    let mut specs: Vec<(String, PathBuf)> = vec![("names".to_owned(), NAMES.into())];
    for (name, text) in self::specs(&words(tongue)) {
        let path = folder.join(format!("{name}.als"));
        write(&path, &text);
        specs.push((name, path));
    }
    let program = |(name, spec): &(String, PathBuf)| {
        let code = written(&["gen", "-q", tongue.name, text_of(spec)]);
        (name.clone(), code, Some(main.as_str()))
    };
    let programs: Vec<(String, String, Option<&str>)> = specs.iter().map(program).collect();
    for (built, (name, spec)) in tongue.build("names", &programs).iter().zip(&specs) {
        let stream = written(&["find", "-q", text_of(spec), "-n", "20"]);
        assert_same(&built.0, &stream, &format!("{tongue:?} {name}"));
    }
}

fn try_operations(tongue: &Tongue) {
    let folder = folder(&format!("operations-spec-{}", tongue.name));
    let operations: Vec<String> = words(tongue)
        .iter()
        .filter(|word| *word != "sort")
        .map(|word| format!("pred {word}_pre[zz: Zz] {{}}\n"))
        .collect();
    let spec = folder.join("operations.als");
    write(
        &spec,
        &format!("sig Zz {{}}\nsig sort {{}}\npred sort_pre[zz: Zz] {{}}\n{}", operations.concat()),
    );
    let code = written(&["gen", "-q", tongue.name, text_of(&spec), "--driver"]);
    let built = tongue.build("operations", &[("all".to_owned(), code, None)]);
    let program: Vec<&str> = built[0].0.iter().map(String::as_str).collect();
    let output = korrel(&[&["test", text_of(&spec), "--scope", "1", "--"], &program[..]].concat());
    let report = String::from_utf8_lossy(&output.stdout);
    let answered = report.lines().filter(|line| line.ends_with(": 2 inputs, 0 pass, 2 skipped"));
    assert_eq!(answered.count(), operations.len() + 1, "{report}{output:?}");
}

fn try_words(tongue: &Tongue) {
    try_names(tongue);
    try_operations(tongue);
}

in_every_language! {
    /// If it failed, a spec's word would make code that cannot be used, or lose a field.
    try_words
}

/// If it failed, a reader of the spec would not find its fields again.
#[test]
fn names_that_are_spelled_otherwise_are_told_and_no_others() {
    for tongue in ALL {
        let told = tongue.spelled;
        let output = korrel(&["gen", tongue.name, NAMES]);
        let (code, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let note = format!("note: names of the spec are spelled otherwise: {told}");
        assert!(stderr.starts_with(&note), "{tongue:?}: {stderr}");
        for name in ["字", "Ünïcode", "naïve", "var_"] {
            let is_it = |c: char| !(c.is_alphanumeric() || c == '_');
            assert!(code.split(is_it).any(|word| word == name), "{tongue:?} {name}: {code}");
        }
        for spelled in told.trim_end().split(", ") {
            assert!(code.contains(&format!("  {spelled}\n")), "{tongue:?} {spelled}: {code}");
        }
    }
    let output = korrel(&["gen", "python", "-q", NAMES]);
    assert!(output.status.success() && output.stderr.is_empty());
    let output = korrel(&["gen", "python", "cli/tests/generated/specs/cycles.als"]);
    assert!(output.stderr.is_empty(), "{output:?}");
}
