//! Streams of traces go on, are cut and are put together as others.

use std::fs;

use serde_json::Value as Json;

use crate::program::{file, korrel, korrel_on, path};

const TOKEN: &str = "sig P { next: lone P } var lone sig T in P {}
    fact { always (T' = T.next or T' = T) } run {} for 2 but 3 steps";

/// The arguments for infinite traces, for beginnings, and for those that do not go on.
const KINDS: [&[&str]; 3] = [&[], &["--prefixes"], &["--prefixes", "--maximal"]];

/// The lines of the instances, without their ids.
fn bodies(arguments: &[&str]) -> Vec<String> {
    let run = korrel_on(TOKEN, &[&["find", "-"], arguments].concat());
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    let traces = run.stdout.lines().filter(|line| line.contains("\"kind\":\"instance\""));
    traces.map(|line| line[line.find("\"states\"").expect("a trace")..].to_owned()).collect()
}

/// If it failed, a stream that is taken up would lose traces, or list some again.
#[test]
fn a_list_goes_on_after_each_trace() {
    for kind in KINDS {
        let all = bodies(kind);
        assert!(all.len() > 15, "{} are few", all.len());
        let whole = korrel_on(TOKEN, &[&["find", "-"], kind].concat()).stdout;
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let earlier = folder.path().join("earlier.jsonl");
        for at in 0..all.len() {
            let id = at.to_string();
            assert_eq!(bodies(&[kind, &["--after", &id]].concat()), all[at + 1..], "after {at}");
            if at % 7 == 0 {
                let lines: Vec<&str> = whole.lines().take(at + 2).collect();
                fs::write(&earlier, lines.join("\n") + "\n").expect("it is ours");
                let after = [kind, &["--after", path(&earlier)]].concat();
                assert_eq!(bodies(&after), all[at + 1..], "after the record {at}");
            }
        }
    }
}

/// If it failed, machines or threads that share the work would not find the whole.
#[test]
fn shards_and_threads_find_the_same_traces() {
    for kind in KINDS {
        let all = bodies(kind);
        assert_eq!(bodies(&[kind, &["-j", "2"]].concat()), all);
        let mut parts: Vec<String> = (1..=3)
            .flat_map(|part| bodies(&[kind, &["--shard", &format!("{part}/3")]].concat()))
            .collect();
        let mut sorted = all.clone();
        parts.sort();
        sorted.sort();
        assert_eq!(parts, sorted);
    }
}

/// If it failed, a run that was cut off would have to begin again.
#[test]
fn a_file_of_traces_is_resumed() {
    for kind in KINDS {
        let whole = korrel_on(TOKEN, &[&["find", "-"], kind].concat()).stdout;
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let file = folder.path().join("traces.jsonl");
        let part = folder.path().join("traces.jsonl.part");
        for cut in [whole.len() / 3, whole.len() / 2, whole.len() - 2] {
            fs::write(&part, &whole[..cut]).expect("it is ours");
            let resumed = [&["find", "-", "-o", path(&file), "--resume"], kind].concat();
            let run = korrel_on(TOKEN, &resumed);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert_eq!(fs::read_to_string(&file).expect("it is whole"), whole, "cut at {cut}");
            fs::remove_file(&file).expect("it is ours");
        }
    }
}

/// If it failed, any trace would be a long one where there is a shorter one, or its number of states not be said.
#[test]
fn any_trace_is_a_shortest_one() {
    for (spec, states, shortest) in [
        (TOKEN, 1, 1),
        ("var sig P {} fact { no P } run { eventually some P } for 2 but 6 steps", 2, 2),
        ("var sig P {} fact { no P } run { eventually some P } for 2 but 4..6 steps", 2, 4),
        ("var sig P {} run { no P and after (no P and after some P) } for 1 but 8 steps", 3, 3),
    ] {
        let run = korrel_on(spec, &["find", "-", "-n", "1", "--any"]);
        let found: Vec<Json> = run.records();
        assert_eq!(found[1]["states"].as_array().map(Vec::len), Some(states), "{spec}");
        assert_eq!(found[2]["shortest"], shortest, "{spec}");
    }
}

/// If it failed, a flag that says nothing of a command would be passed over.
#[test]
fn flags_of_traces_and_of_instances_are_kept_apart() {
    let still = "sig A {} run {} for 2";
    for (spec, arguments, said) in [
        (still, &["find", "-", "--changes"][..], "without `--changes`"),
        (still, &["find", "-", "--changes", "--distinct-by", "#A"], "without `--changes`"),
        (still, &["find", "-", "--prefixes"], "without `--prefixes`"),
        (still, &["find", "-", "--steps", "3"], "leave it out"),
        (still, &["find", "-", "--format", "itf"], "itf"),
        (TOKEN, &["find", "-", "--steps", "3 Node, 4"], "help: as in `6`"),
        (TOKEN, &["find", "-", "--steps", "0"], "at least one state"),
        (TOKEN, &["find", "-", "-n", "1", "--format", "alloy-predicate"], "written of one state"),
        (
            TOKEN,
            &["find", "-", "-n", "1", "--prefixes", "--format", "alloy-xml"],
            "infinite traces",
        ),
        (TOKEN, &["translate", "-", "--prefixes", "--emit", "aiger"], "infinite traces"),
    ] {
        let run = korrel_on(spec, arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{arguments:?}: {}", run.stderr);
    }
}

/// The keys of the instances that are found.
fn keys_of(arguments: &[&str]) -> Vec<String> {
    let run = korrel(arguments);
    assert!(matches!(run.code, Some(0 | 1)), "{arguments:?}: {}", run.stderr);
    let key = |found: &Json| found["key"].as_str().expect("a key").to_owned();
    let mut keys: Vec<String> = run.instances().iter().map(key).collect();
    keys.sort();
    keys
}

/// If it failed, a trace that goes on from a beginning would be missing, be found twice, or begin otherwise: the keys of
/// cut traces tell which begin alike.
#[test]
fn traces_begin_as_a_given_one() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (spec, file) = (folder.path().join("token.als"), folder.path().join("cut.jsonl"));
    fs::write(&spec, TOKEN).expect("it is ours");
    let (spec, file) = (path(&spec).to_owned(), path(&file).to_owned());
    let listed = korrel(&["find", &spec, "--prefixes", "--keys"]).instances();
    let cut = |trace: &Json, length: usize| {
        let states = trace["states"].as_array().expect("a trace has states");
        let states = states.get(..length)?;
        Some(serde_json::json!({ "kind": "instance", "states": states }).to_string())
    };
    for length in [1, 2] {
        let cuts: Vec<(String, String)> = listed
            .iter()
            .filter_map(|trace| Some((cut(trace, length)?, trace["key"].as_str()?.to_owned())))
            .collect();
        let lines: Vec<&str> = cuts.iter().map(|(text, _)| text.as_str()).collect();
        fs::write(&file, lines.join("\n")).expect("it is ours");
        let judged = korrel(&["eval", &spec, "univ", "--heap", &file, "--keys"]).records();
        assert_eq!(judged.len(), cuts.len());
        let begins: Vec<&str> = judged.iter().filter_map(|line| line["key"].as_str()).collect();
        let mut asked = 0;
        for at in (0..cuts.len()).filter(|&at| !begins[..at].contains(&begins[at])) {
            fs::write(&file, &cuts[at].0).expect("it is ours");
            let alike = cuts.iter().zip(&begins).filter(|(_, begin)| **begin == begins[at]);
            let mut expected: Vec<String> = alike.map(|((_, key), _)| key.clone()).collect();
            expected.sort();
            let found = keys_of(&["find", &spec, "--prefixes", "--keys", "--prefix", &file]);
            assert_eq!(found, expected, "{}", cuts[at].0);
            asked += 1;
        }
        assert!(asked > 3, "{asked} beginnings");
    }
    let run = korrel(&["find", &spec, "--prefix", &file]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_ne!(run.records()[0]["question"], korrel(&["find", &spec]).records()[0]["question"]);
    fs::write(&file, "{\"objects\":{}}").expect("it is ours");
    let one = korrel(&["find", &spec, "--prefix", &file]);
    assert!(one.code == Some(2) && one.stderr.contains("and no trace"), "{}", one.stderr);
}

/// If it failed, one heap would be judged as if it were a behaviour.
#[test]
fn a_single_heap_is_no_trace() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let heap = folder.path().join("heap.json");
    fs::write(&heap, "{\"objects\":{\"P$0\":{\"$type\":\"P\",\"next\":null}}}")
        .expect("it is ours");
    let spec = "sig P { var next: lone P } pred quiet { always no next } run quiet for 2";
    let run = korrel_on(spec, &["eval", "-", "quiet", "--heap", path(&heap)]);
    // As of any heap that does not fit the spec.
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let said = "missing: what is asked is about traces, and this is one heap";
    assert_eq!(run.records()[0]["errors"][0]["message"], said, "{}", run.stdout);
}

/// If it failed, only the first of several traces that another tool sends together would be judged.
#[test]
fn an_array_of_foreign_traces_is_judged_one_by_one() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let spec = folder.path().join("spec.als");
    fs::write(&spec, TOKEN).expect("it is ours");
    let traces = korrel(&["find", path(&spec), "--format", "itf"]).stdout;
    let lines: Vec<&str> = traces.lines().collect();
    assert!(lines.len() > 1);
    let judged = |text: &str| {
        let file = folder.path().join("traces.json");
        fs::write(&file, text).expect("it is ours");
        korrel(&["eval", path(&spec), "--heap", path(&file)])
    };
    let (each, array) = (judged(&traces), judged(&format!("[{}]", lines.join(","))));
    assert_eq!((array.code, &array.stdout), (Some(0), &each.stdout), "{}", array.stderr);
    assert_eq!(array.records().len(), lines.len());
    // A name that stands twice is a mistake there, too.
    let twice = format!("[{}]", lines[0].replacen('{', "{\"vars\":[],", 1));
    assert_eq!(judged(&twice).code, Some(1));
}

/// The states of a record, as text.
fn states(record: &Json) -> Vec<String> {
    record["states"].as_array().expect("a trace").iter().map(Json::to_string).collect()
}

/// If it failed, a behaviour would be listed that goes on, or one be lost; or a way to list, count or find one would not
/// know which are maximal.
#[test]
fn maximal_beginnings_are_no_beginnings_of_others() {
    let find = |spec: &str, arguments: &[&str]| {
        let run = korrel_on(spec, &[&["find", "-", "--prefixes"], arguments].concat());
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
        run
    };
    for spec in [
        TOKEN,
        "sig P { next: lone P } var one sig T in P {} fact { always T' = T.next } run {} for 2 but 3 steps",
        "var sig A {} run { some A and eventually no A } for 2 but 3 steps",
        "sig P {} var sig H in P {} assert low { always lone H } check low for 2 but 2..3 steps",
    ] {
        // Labelled: else another labelling of a beginning may begin a longer one.
        let labelled = ["--symmetry", "none"];
        let all: Vec<Vec<String>> = find(spec, &labelled).instances().iter().map(states).collect();
        let goes_on = |short: &Vec<String>| {
            all.iter().any(|long| long.len() > short.len() && long[..short.len()] == short[..])
        };
        let expected: Vec<&Vec<String>> = all.iter().filter(|one| !goes_on(one)).collect();
        assert!(!expected.is_empty() && expected.len() < all.len(), "{spec}");
        for engine in ["enumerator", "varisat"] {
            let flags = [&labelled[..], &["--maximal", "--solver", engine]].concat();
            let found = find(spec, &flags).instances();
            assert_eq!(
                found.iter().map(states).collect::<Vec<_>>(),
                expected.iter().map(|one| (*one).clone()).collect::<Vec<_>>(),
                "{spec}"
            );
        }
        let maximal = find(spec, &["--maximal", "--keys"]);
        let found = maximal.instances();
        assert_eq!(maximal.header()["maximal"], true);
        for flags in
            [&["-j", "2"][..], &["--method", "list"], &["--solver", "varisat"], &["--shard", "1/1"]]
        {
            let count = [&["count", "-", "--prefixes", "--maximal"], flags].concat();
            let counted = korrel_on(spec, &count);
            assert_eq!(
                counted.stdout,
                format!("{}\n", found.len()),
                "{flags:?}: {}",
                counted.stderr
            );
        }
        let last = found.len() - 1;
        let by_id = find(spec, &["--maximal", "--keys", "--id", &last.to_string()]);
        assert_eq!(by_id.instances(), found[last..]);
        let key = found[last]["key"].as_str().expect("keys are asked for");
        assert_eq!(find(spec, &["--maximal", "--key", key]).instances(), found[last..]);
        let any = find(spec, &["--maximal", "--any", "-n", "1"]).instances();
        assert_eq!(states(&any[0]), states(&found[0]));
    }
    let refused = korrel_on(TOKEN, &["find", "-", "--maximal"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    let compiled = ["count", "-", "--prefixes", "--maximal", "--method", "compile"];
    assert_eq!(korrel_on(TOKEN, &compiled).code, Some(2));
}

/// If it failed, a state that no other one follows would pass for one that was only not gone on from, or the reverse.
#[test]
fn dead_ends_are_named() {
    let dead = |spec: &str| {
        let run = korrel_on(spec, &["find", "-", "--prefixes"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let found = run.instances();
        let dead: Vec<bool> = found.iter().map(|record| record["dead_end"] == true).collect();
        let number = dead.iter().filter(|is_dead| **is_dead).count() as u64;
        assert_eq!(run.end()["dead_ends"].as_u64().unwrap_or(0), number, "{spec}");
        dead
    };
    let lamp = "one sig Lamp {} var sig Burnt in Lamp {} pred burns { no Burnt and Burnt' = Lamp }";
    let said = |facts: &str| dead(&format!("{lamp} fact {{ {facts} }} run {{}} for 3 steps"));
    // It has burnt when it has burnt.
    assert_eq!(
        said("no Burnt and burns and always (some Burnt implies Burnt' = Burnt)"),
        [false; 3]
    );
    // A second time it cannot burn, and of the first state it is known that it burns.
    assert_eq!(said("no Burnt and always burns"), [true]);
    assert_eq!(
        said(
            "no Burnt and always (no Burnt implies burns) and always (some Burnt implies Burnt' != Burnt')"
        ),
        [false, true]
    );
    // What is still to come true may come true beyond the scope.
    let wait = "no Burnt and always (Burnt' = Burnt or burns) and always (some Burnt implies Burnt' = Burnt)";
    assert_eq!(said(&format!("{wait} and always eventually some Burnt")), [false; 3]);
    // The greatest number of states says nothing of what follows.
    let one = format!("{lamp} fact {{ no Burnt and always burns }} run {{}} for 1 steps");
    assert_eq!(dead(&one), [false]);
    let spec = format!("{lamp} fact {{ no Burnt and always burns }} run {{}} for 3 steps");
    let found = korrel_on(&spec, &["find", "-", "--prefixes"]).stdout;
    let shown = korrel_on(&found, &["show", "-"]);
    assert!(shown.stdout.contains("a dead end: no state can follow"), "{}", shown.stdout);
}

const WITHOUT_END: &str = "var sig On {} fact { no On and always lone On }
    meets: run { eventually some On } for 2 On, 1.. steps
    never: run { eventually #On > 1 } for 2 On, 1.. steps";

/// If it failed, what is asked of a list would be told of the shortest traces alone, as if there were no others.
#[test]
fn lists_need_a_number_of_states() {
    let spec = path(&file("traces", "without_end.als", WITHOUT_END)).to_owned();
    let found = korrel(&["find", &spec, "meets", "--any"]);
    assert_eq!((found.code, found.instances().len()), (Some(0), 1), "{}", found.stderr);
    for asked in [
        &["find", "--prefixes", "--any"][..],
        &["find", "--id", "3"],
        &["find", "-n", "1", "--shard", "1/2"],
        &["find", "--any", "--dry-run"],
        &["show", "--id", "3"],
        &["show", "--prefixes"],
        &["find"],
        &["count"],
        &["sample", "-n", "1"],
    ] {
        let run = korrel(&[&[asked[0], &spec, "meets"], &asked[1..]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{asked:?}");
        assert!(run.stderr.contains("error[E0005]"), "{asked:?}: {}", run.stderr);
        assert!(run.stderr.contains("--steps"), "{asked:?}: {}", run.stderr);
    }
}

/// If it failed, the answer for all infinite traces would be told as one for those of so many states.
#[test]
fn what_is_asked_of_all_infinite_traces_is_told_so() {
    let spec = path(&file("traces", "endless.als", WITHOUT_END)).to_owned();
    let asked = "\"steps\":[1,null]";
    for command in ["meets", "never"] {
        let found = korrel(&["find", &spec, command, "--any"]).stdout;
        assert!(found.starts_with("{\"kind\":\"header\"") && found.contains(asked), "{found}");
        let is_shown = korrel_on(&found, &["show", "-"]).code == Some(0);
        assert_eq!(is_shown, command == "meets");
    }
    for words in [["list", "--format", "json"], ["check", "--format", "json"]] {
        let records = korrel(&[&[words[0], &spec], &words[1..]].concat()).stdout;
        assert_eq!(records.matches(asked).count(), 2, "{records}");
    }
    let listed = korrel(&["list", &spec]).stdout;
    assert_eq!(listed.matches("On 0..2, Int -8..7, any number of states").count(), 2, "{listed}");
    // A flag asks for something else than the command's text.
    let question = |steps: &[&str]| {
        let found = korrel(&[&["find", &spec, "meets", "--any"], steps].concat()).stdout;
        let header: Json =
            serde_json::from_str(found.lines().next().expect("a header")).expect("JSON");
        (header["question"].clone(), header["steps"].clone())
    };
    let asked = [&[][..], &["--steps", "1.."], &["--steps", "2"]].map(question);
    assert_eq!(asked[1].1, asked[0].1);
    assert_ne!(asked[1].0, asked[2].0);
}

/// If it failed, the reason for none of ten states would be told as the one for none at all.
#[test]
fn no_trace_of_any_number_is_not_explained_by_ten() {
    let spec = path(&file("traces", "never.als", WITHOUT_END)).to_owned();
    let run = korrel(&["find", &spec, "never", "--any"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("no trace of any number of states"), "{}", run.stderr);
    assert!(!run.stderr.contains("1..10"), "{}", run.stderr);
}

/// If it failed, nobody would learn what a proof is about, nor that the system does less than was meant.
#[test]
fn what_is_proven_is_said() {
    let spec = "some sig Client {} one sig Lock { var holder: lone Client }
        pred take[c: Client] { no Lock.holder and Lock.holder' = c }
        pred give[c: Client] { c = Lock.holder' and no Lock.holder' }
        fact { no Lock.holder }
        fact { always some c: Client | take[c] or give[c] or Lock.holder' = c }
        a: check { always (some Lock.holder implies after some Lock.holder) } for 2 but 1.. steps
        b: check { always (#holder > 1 implies after no holder) } for exactly 2 Client, 1.. steps";
    let spec = path(&file("traces", "proven.als", spec)).to_owned();
    for method in ["auto", "graph", "induction"] {
        let run = korrel(&["check", &spec, "--method", method]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        for said in ["with at most 2 Client: ", "with exactly 2 Client: "] {
            assert!(run.stdout.contains(said), "{}", run.stdout);
        }
        assert_eq!(run.stdout.matches("a larger scope may differ").count(), 2, "{}", run.stdout);
        // Of the spec once, and of each assertion.
        assert_eq!(run.stderr.matches("[W0027]: no behaviour takes `give`").count(), 1);
        assert_eq!(run.stderr.matches("[W0028]").count(), 1, "{}", run.stderr);
        assert!(!run.stderr.contains("[W0029]"), "{}", run.stderr);
        let found = korrel(&["find", &spec, "b", "--any", "--method", method]);
        assert_eq!(found.code, Some(1), "{}", found.stderr);
        for said in ["[W0027]", "[W0028]", "with exactly 2 Client: "] {
            assert!(found.stderr.contains(said), "{}", found.stderr);
        }
    }
    let json = korrel(&["check", &spec, "a", "--format", "json", "-q"]).stdout;
    assert!(json.contains("\"scope\":[\"at most 2 Client\"]"), "{json}");
}

/// If it failed, a behaviour that gets stuck would pass for one of which something is proven.
#[test]
fn dead_ends_are_said() {
    let spec = "sig Job {} var sig Done in Job {}
        pred finish[j: Job] { j not in Done and Done' = Done + j }
        pred idle { Done' = Done and lone Done }
        fact { no Done and always (idle or some j: Job | finish[j]) }
        a: check { always Done in Done' } for 3 but 1.. steps
        b: check { always (some Done implies after some Done) } for 3 but 1.. steps";
    let spec = path(&file("traces", "stuck.als", spec)).to_owned();
    let run = korrel(&["check", &spec]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    // All of two jobs and all of three. Without jobs nothing is to be done.
    let said = "[W0029]: 2 of 10 states are dead ends";
    assert_eq!(run.stderr.matches(said).count(), 1, "{}", run.stderr);
    assert_eq!(run.stderr.matches("[W00").count(), 1, "{}", run.stderr);
}
