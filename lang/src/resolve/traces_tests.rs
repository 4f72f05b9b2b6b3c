//! Specs of traces: which are taken and which are refused, as Alloy 6 does (tests/conformance/temporal).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::code::Code;
use crate::load::no_files;
use crate::model::FormulaKind;
use crate::print::print;
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

fn read(text: &str) -> Spec {
    let read = Spec::read("spec.als", text, false, &mut no_files);
    read.unwrap_or_else(|mistakes| panic!("{text}\n{}", mistakes.diagnostics[0].message))
}

/// The code of the first mistake in a spec or the scope of its first command, or of the first warning.
fn first_code(text: &str) -> Option<&'static str> {
    let diagnostic = match Spec::read("spec.als", text, false, &mut no_files) {
        Err(mistakes) => mistakes.diagnostics.first().cloned(),
        Ok(spec) => {
            let mistake = spec.model.commands[0].scope.mistake.as_deref().cloned();
            mistake.or(spec.warnings.first().cloned())
        }
    };
    diagnostic.and_then(|diagnostic| diagnostic.code).map(Code::name)
}

fn assert_codes(cases: &[(&str, Option<&str>)]) {
    for (text, expected) in cases {
        assert_eq!(first_code(text), *expected, "{text}");
    }
}

/// The facts of a spec, as they are printed.
fn facts(text: &str) -> Vec<String> {
    let text = print(&read(text).model);
    let lines = text.lines().collect::<Vec<_>>();
    let follows = lines.windows(2).filter(|pair| pair[0].starts_with("fact"));
    follows.map(|pair| pair[1].trim().to_owned()).collect()
}

/// If this failed, a declaration would be about the first state only, or a fact about all of them.
#[test]
fn declarations_speak_of_every_state_and_facts_of_the_first() {
    let spec = "abstract var sig A { var f: set B, g: lone B } { some f  no B }
        var one sig C extends A {}
        sig B { h: lone B } { no h }
        var sig D in B {}
        sig E extends B {} { some E }
        fun some_of: set B { D }
        sig F { k: set B } { k in some_of }
        sig G { l: set univ } { no l }
        fact { some C  always some f'  no C ; some C }";
    let expected = [
        "(always (A in C))",
        "(always (C in A))",
        "(always (all x: one C | ((always ((x in A) => (x in C))) and (historically ((x in A) => (x in C))))))",
        "(always (one C))",
        "(always (D in B))",
        "(E in B)",
        "(always (f in (A <: f)))",
        "(always (all self: one A | ((self . f) in B)))",
        "(always (g in (A <: g)))",
        "(always (all self: one A | ((lone (self . g)) and ((self . g) in B))))",
        "(h in (B <: h))",
        "(all self: one B | ((lone (self . h)) and ((self . h) in B)))",
        "(k in (F <: k))",
        "(all self: one F | ((self . k) in B))",
        "(l in (G <: l))",
        "(always (all self: one G | ((self . l) in univ)))",
        "(always (all self: one A | (some (self . f))))",
        "(always (all self: one A | (no B)))",
        "(all self: one B | (no (self . h)))",
        "(all self: one E | (some E))",
        "(always (all self: one F | ((self . k) in (this/some_of[]))))",
        "(all self: one G | (no (self . l)))",
        "(some C)",
        "(always (some f'))",
        "(no C)",
    ];
    let found = facts(spec);
    for (at, expected) in expected.iter().enumerate() {
        assert_eq!(found.get(at).map(String::as_str), Some(*expected), "{found:#?}");
    }
    assert_eq!(found.len(), expected.len());
}

/// If this failed, a spec without time would be searched, or printed, as one of traces.
#[test]
fn a_spec_without_time_has_no_temporal_fact() {
    let spec = "abstract sig A { f: set univ } { some f } one sig B extends A {} sig C in B {}
        pred p_post { f' = f } run {} run { always some A } pred q { always no A } run q";
    let model = read(spec).model;
    assert!(model.facts.iter().all(|fact| !model.relates_states(&fact.formula)));
    let temporal: Vec<bool> = model.commands.iter().map(|c| model.is_temporal(c)).collect();
    assert_eq!(temporal, [false, true, true]);
    let of_var = read("sig A { var f: set A } run {}").model;
    assert!(of_var.is_temporal(&of_var.commands[0]));
    assert!(model.commands.iter().all(|command| command.scope.steps.is_none()));
}

/// If this failed, a search would try other numbers of states than those that are written.
#[test]
fn steps_are_ranges_of_states() {
    let steps = |scope: &str| {
        let spec = read(&format!("sig steps {{ var f: set steps }} run {{}} for {scope}"));
        let scope = &spec.model.commands[0].scope;
        assert!(scope.mistake.is_none(), "{:?}", scope.mistake);
        scope.steps.map(|steps| (steps.min, steps.max))
    };
    assert_eq!(steps("3"), None);
    assert_eq!(steps("3 but 6 steps"), Some((1, 6)));
    assert_eq!(steps("1..6 steps, 2 this/steps"), Some((1, 6)));
    assert_eq!(steps("3 but 3..6 steps"), Some((3, 6)));
    assert_eq!(steps("3 but exactly 6 steps"), Some((6, 6)));
}

/// If this failed, a mistake about time would be read as something else, or refused where Alloy takes it.
#[test]
fn mistakes_about_time() {
    assert_codes(&[
        // Steps.
        ("var sig A {} run {} for 3 but 1.. steps", None),
        ("var sig A {} run {} for 3 but 2.. steps", Some("E0016")),
        ("var sig A {} run {} for 3 but 0.. steps", Some("E0016")),
        ("var sig A {} run {} for 3 but exactly 1.. steps", Some("E0016")),
        ("sig A {} run {} for 3 but 1.. steps", Some("E0005")),
        ("var sig A {} run {} for 3 but 0 steps", Some("E0016")),
        ("var sig A {} run {} for 3 but 0..3 steps", Some("E0016")),
        ("var sig A {} run {} for 3 but 5..3 steps", Some("E0016")),
        ("var sig A {} run {} for 3 but exactly 3..5 steps", Some("E0016")),
        ("var sig A {} run {} for 3 but 1..5:2 steps", Some("E0016")),
        ("var sig A {} run {} for 3 but 3 steps, 4 steps", Some("E0016")),
        ("sig A {} run {} for 3 but 3 steps", Some("E0005")),
        ("sig A {} run { always some A } for 3 but 3 steps", None),
        // Scopes of what changes.
        ("var sig A {} run {} for exactly 2 A", Some("E0016")),
        ("var sig A {} run {} for 1..2 A", Some("E0016")),
        ("var sig A {} run {} for 0..2 A", None),
        ("var sig A {} var sig B extends A {} run {} for 2 A, 1 B", Some("E0014")),
        ("var sig A {} var sig B in A {} run {} for 2 A, 1 B", Some("E0014")),
        ("open util/ordering[A] var sig A {} run {}", Some("E0010")),
        ("open util/ordering[A] sig A {} var sig B in A {} run {}", None),
        // `var` where nothing changes.
        ("var enum E { F } run {}", Some("E0059")),
        ("sig A {} var sig B = A {} run {}", Some("E0059")),
        ("sig A {} run { some var x: A | x in A }", Some("E0059")),
        ("sig A {} pred p[var x: A] {} run p", Some("E0059")),
        // A parameter stands for its argument in each state.
        ("var sig J {} pred q[j: J'] { j in J } run { some j: J | q[j] }", Some("E0005")),
        ("var sig J {} pred q[j: J'] { j in J } run q", Some("E0005")),
        ("var sig J {} pred q[j: set J - J''] {} run {}", Some("E0005")),
        ("var sig J {} fun g[j: J']: set J { j } check { some j: J | some g[j] }", Some("E0005")),
        ("var sig J {} pred q[j: { x: J | always x in J }] {} run {}", Some("E0005")),
        ("sig J {} pred q_post[j: J'] {} run {}", Some("E0005")),
        ("var sig J {} pred q[j: J] { j in J' } run q", None),
        ("var sig J {} sig K { g: set J' } run { some j: J' | some j }", None),
        // Marks.
        ("var sig A {} pred p { some A } run { p' }", Some("E0009")),
        ("var sig A {} run { (some A)' }", Some("E0009")),
        ("var sig A {} run { some A`}", Some("E0005")),
        ("var sig A {} pred p { A = A` } run { p }", Some("E0005")),
        ("var sig A {} pred p { A = A` } run {}", None),
        ("var sig A {} pred p { some A'' } run { after p }", None),
        ("var sig A {} pred p_post { some A'' } run {}", Some("E0052")),
        ("var sig A {} pred p { some A' } pred p_post { after p } run {}", Some("E0052")),
        ("var sig A {} pred p { some A' } pred q_post { p } run { after p }", None),
        ("var sig A {} pred p_post { always some A } run {}", Some("E0005")),
        ("sig A {} run { some A' }", Some("E0005")),
        ("sig A {} run { always some A' }", None),
        ("sig A {} run { some A ; some A }", Some("E0005")),
        ("sig A {} run { always some A ; some A }", Some("E0005")),
        ("var sig A {} run { some A ; some A }", None),
        ("var sig A {} run { some A ; }", Some("E0001")),
        ("var sig A {} run { some A and always all x: A | x in A }", Some("E0001")),
    ]);
}

/// If this failed, a fact without its `always` would pass in silence, or a first state would be doubted.
#[test]
fn facts_that_have_lost_their_always() {
    const SIGS: &str =
        "sig N { var f: lone N, g: set N } one sig M { var h: Int } pred p { f' = f }
        pred init { some f } run {} ";
    let told = Some("W0015");
    for (fact, expected) in [
        ("fact { no n: N | n in n.^f }", told),
        ("fact acyclic { all n: N | n not in n.f }", told),
        ("fact { some f }", told),
        ("fact { no f & g }", told),
        ("fact { f in g }", told),
        ("fact { M.h < 3 }", told),
        ("fact { f' = f }", told),
        ("fact { p }", told),
        ("fact init { p }", told),
        ("fact { always some f  p }", told),
        ("fact { all n: N | n.f' = n.f }", told),
        // A first state is what is described.
        ("fact init { some f }", None),
        ("fact Initially { some f }", None),
        ("fact { init }", None),
        ("fact { no f }", None),
        ("fact { f = g }", None),
        ("fact { M.h = 0  some f }", None),
        ("fact { all n: N | n.f = n }", None),
        // Time is mentioned.
        ("fact { some f  always p }", None),
        ("fact { always f' = f }", None),
        ("fact { some f ; no f }", None),
        ("fact { some f  after p }", None),
        ("fact { eventually no f }", None),
        // Nothing changes.
        ("fact { no n: N | n in n.^g }", None),
    ] {
        assert_eq!(first_code(&format!("{SIGS}{fact}")), expected, "{fact}");
    }
}

/// If this failed, a sig or a field that is stuck would surprise its author.
#[test]
fn what_never_changes_is_told() {
    assert_codes(&[
        ("sig A {} var sig B extends A {} run {}", Some("W0013")),
        ("var sig A {} sig B extends A {} var sig C extends B {} run {}", Some("W0014")),
        ("var sig A {} sig B in A {} run {}", Some("W0014")),
        ("var sig A { f: lone A } run {}", Some("W0014")),
        ("var sig A { var f: lone A } var sig B extends A {} var sig C in A + B {} run {}", None),
        ("sig A {} var sig B in A {} run {}", None),
    ]);
    let model = read("sig A {} var sig B extends A {} run {}").model;
    assert!(model.sigs.iter().all(|(_, sig)| !sig.is_variable));
    assert!(model.is_temporal(&model.commands[0]), "as in Alloy, the `var` counts");
    let model = read("sig A {} var sig B extends A {} { not before {} } run {}").model;
    let appended = &model.facts.last().expect("it has one").formula;
    assert!(matches!(appended.kind, FormulaKind::Temporal(..)), "its fact is about every state");
}

/// If this failed, the printed text of a model would mean something else when it is read.
#[test]
fn what_is_printed_means_the_same() {
    let spec = "var sig A { var f: set A } var sig B extends A {} sig C { var g: lone C }
        fact { always (all x: A | x.f' in x.*(f') and x in x.(*f)') }
        run { some A until before once historically no g } for 3 but 2..4 steps, 2 A
        check { no f triggered (no g releases (eventually some g since after no f)) } for 2";
    let once = print(&read(spec).model);
    let twice = print(&read(&once).model);
    // The facts of declarations are written out each time, and names are numbered.
    let lines = |text: &str| -> BTreeSet<String> {
        let lines = text.lines().map(|line| line.replace("run_0_2", "run_0"));
        lines.collect()
    };
    assert!(lines(&once).is_subset(&lines(&twice)), "{once}\n{twice}");
    assert!(twice.contains("2..4 steps"), "{twice}");
}

/// If this failed, a command would be searched for single states, or over other numbers of states than in
/// Alloy.
#[test]
fn commands_are_temporal_as_in_alloy() {
    let answers = std::fs::read_to_string(folder().join("answers.jsonl")).expect("it is there");
    let mut looked_at = 0;
    for answer in answers.lines() {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("it is JSON");
        let file = answer["file"].as_str().expect("a row has a file");
        let Ok(text) = std::fs::read_to_string(folder().join(file)) else { continue };
        let Some([least, greatest]) = answer["steps"].as_array().map(Vec::as_slice) else {
            continue;
        };
        let model = read(&text).model;
        let command = &model.commands[answer["index"].as_u64().expect("a number") as usize];
        let steps = command.scope.steps.map_or((1, 10), |steps| (steps.min, steps.max));
        assert!(model.is_temporal(command), "{file}: {}", command.label);
        let least = least.as_u64().expect("a number") as u32;
        let greatest = greatest.as_u64().expect("a number") as u32;
        assert_eq!(steps, (least, greatest), "{file}: {}", command.label);
        looked_at += 1;
    }
    assert!(looked_at > 130, "{looked_at}");
}

/// If this failed, an author who puts `var` elsewhere, or knows the words of another logic, would get no advice.
#[test]
fn words_of_time_that_are_misplaced() {
    for (spec, help) in [
        ("sig var A {} run {}", "`var sig A`"),
        ("sig A { f: var lone A } run {}", "`var f: lone A`"),
        ("sig A { lone var f: A } run {}", "`var f: lone A`"),
        ("var sig A {} run { globally some A }", "`always F`"),
        ("var sig A {} run {} for 3 but 5 step", "`steps`"),
        ("var sig A {} run {} for 3 but steps 5", "`for 3 but 5 steps`"),
    ] {
        let found = match Spec::read("spec.als", spec, false, &mut no_files) {
            Err(mistakes) => mistakes.diagnostics[0].help.concat(),
            Ok(spec) => {
                spec.model.commands[0].scope.mistake.clone().expect("a mistake").help.concat()
            }
        };
        assert!(found.contains(help), "{spec}: {found}");
    }
}
