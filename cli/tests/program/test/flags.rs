//! Each test shows that its flag acts.

use std::time::{Duration, Instant};

use super::{LISTS, driver, folder, report, spec, test, test_on};
use crate::program::{file, korrel, path};

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn scope_replaces_the_commands() {
    let run = report(&["--scope", "exactly 1 List, exactly 2 Node, 0..2 Int"], "sort");
    assert_eq!(run.end()["inputs"], 9);
}

/// Only what is new at n is sent: 1 + 2 + 4 + … lists of n of the numbers 0 and 1, each once.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn grow_sends_what_is_new() {
    let grow =
        ["--grow", "exactly 1 List, n Node, 0..1 Int", "--stop-after", "1", "--format", "json"];
    let run = test(&grow, "reversed");
    let end = run.end();
    assert_eq!((run.code, end["status"].as_str()), (Some(1), Some("limit")));
    assert_eq!(end["by_size"], serde_json::json!({"1": [1, 0], "2": [2, 0], "3": [1, 1]}));
    for wrong in ["exactly n Nodes", "exactly 1 List, 3 Node"] {
        let wrong = test(&["--grow", wrong], "sort");
        assert_eq!((wrong.code, wrong.stdout.as_str()), (Some(2), ""));
    }
}

/// Nobody says how large, so it grows until the budget is spent; that is not complete.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn without_a_scope_it_grows_within_the_budget() {
    let lists = "sig List { header: lone Node } sig Node { elem: Int, next: lone Node }
        pred List.sort_pre { Node = this.header.*next and all n: Node | n not in n.^next and List = this }";
    let lists = spec("grows.als", lists);
    let run = test_on(&lists, &["--budget", "2s"], "sort");
    assert_eq!(run.code, Some(3));
    assert!(run.stdout.contains("\nCOMPLETE to n = "), "{}", run.stdout);
    let run = test_on(&lists, &["--budget", "2s", "--allow-incomplete"], "sort");
    assert_eq!(run.code, Some(0));
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn overflow_is_as_in_find() {
    let text = "sig N { k: Int } pred p[n: N] { N = n and plus[n.k, 1] < 0 } run p for 1 but 2 Int";
    let wraps = spec("overflow.als", text);
    let run = test_on(&wraps, &["--format", "json", "-q"], "silent");
    assert_eq!(run.end()["inputs"], 1);
    let flags = ["--format", "json", "-q", "--overflow", "wrap"];
    assert_eq!(test_on(&wraps, &flags, "silent").end()["inputs"], 2);
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn the_language_is_as_in_find() {
    let run = test(&["--strict-alloy"], "silent");
    assert_eq!(run.code, Some(2), "ranges are Korrel's own");
    let module = file("test-module", "lib.als", "module lib sig A {}");
    let opens = spec("opens.als", "open lib pred p[a: A] {} run p for exactly 1 A");
    assert_eq!(test_on(&opens, &[], "silent").code, Some(2));
    let folder = path(module.parent().unwrap());
    assert_eq!(test_on(&opens, &["-I", folder], "silent").code, Some(0));
}

/// The failures without the marks of those that were tried again: each run tries one of a group.
fn unmarked(run: &crate::program::Run) -> Vec<serde_json::Value> {
    let mut failures = run.failures();
    for failure in &mut failures {
        failure.as_object_mut().expect("a record").remove("confirmed");
    }
    failures
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn after_goes_on() {
    let run = report(&["--after", "6"], "reversed");
    let all = report(&[], "reversed");
    let rest: Vec<_> =
        unmarked(&all).into_iter().filter(|failure| failure["id"].as_u64() > Some(6)).collect();
    assert_eq!((unmarked(&run), &run.end()["inputs"]), (rest, &20.into()));
    // After the last one nothing is left, which is no mistake; an id that no input has is one.
    let none = report(&["--after", "26"], "reversed");
    assert_eq!((none.code, &none.end()["inputs"]), (Some(0), &0.into()));
    let beyond = test(&["--after", "27"], "reversed");
    assert_eq!(beyond.code, Some(2));
    assert!(beyond.stderr.contains("the last one has the id 26"), "{}", beyond.stderr);
}

/// A run that was stopped, or killed at any byte, goes on after what its report tells.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn after_a_report_goes_on() {
    let stopped = report(&["--stop-after", "3"], "reversed");
    let all = report(&[], "reversed");
    let goes_on = |text: &str, flags: &[&str]| {
        let earlier = file("test-after", "earlier.jsonl", text);
        report(&[&["--after", path(&earlier)], flags].concat(), "reversed")
    };
    let rest = goes_on(&stopped.stdout, &[]);
    assert_eq!([unmarked(&stopped), unmarked(&rest)].concat(), unmarked(&all));
    let tried = |run: &crate::program::Run| run.end()["inputs"].as_u64().expect("a number");
    assert_eq!(tried(&stopped) + tried(&rest), 27);
    let second = stopped.failures()[1]["id"].as_u64().expect("a number");
    let (cut, _) = stopped.stdout.rsplit_once("{\"kind\":\"failure\"").expect("a third failure");
    let rest = goes_on(&format!("{cut}{{\"kind\":\"fail"), &[]);
    assert_eq!(tried(&rest), 26 - second);
    let other = goes_on(&stopped.stdout, &["--scope", "exactly 1 List, exactly 2 Node, 0..1 Int"]);
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("its scope is"), "{}", other.stderr);
    let stream = korrel(&["find", LISTS]).stdout;
    assert_eq!(goes_on(&stream, &[]).code, Some(2), "a stream says nothing of what was tried");
}

/// `--record`, then `--replay` of the folder and of a key, then `--known`.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn failures_outlive_a_run() {
    let folder = folder("recorded");
    let folder = path(&folder);
    let run = report(&["--record", folder], "reversed");
    let names: Vec<String> = run
        .failures()
        .iter()
        .map(|failure| format!("mergeSort.{}.json", failure["key"].as_str().unwrap()))
        .collect();
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(files, sorted);
    let again = report(&["--replay", folder], "reversed");
    assert_eq!((again.code, &again.end()["failed"]), (Some(1), &24.into()));
    assert_eq!(report(&["--replay", folder], "sort").code, Some(0));

    let key = run.failures()[0]["key"].as_str().unwrap().to_owned();
    let one = report(&["--replay", &key], "reversed");
    assert_eq!((one.failures().len(), &one.failures()[0]["key"]), (1, &key.clone().into()));
    let other = report(&["--replay", &format!("{key}:3")], "label");
    assert_eq!(other.failures()[0]["key"], format!("{key}:3"), "another labelling");
    for wrong in ["0123456789abcdef", &format!("{key}:6"), "no/such/folder"] {
        assert_eq!(test(&["--replay", wrong], "sort").code, Some(2), "{wrong}");
    }

    let nowhere = file("test-known", "no-folder", "");
    let nowhere = test(&["--record", path(&nowhere)], "reversed");
    assert_eq!((nowhere.code, nowhere.stdout.as_str()), (Some(2), ""));
    assert!(nowhere.stderr.contains("is not a folder"), "{}", nowhere.stderr);

    let known = file("test-known", "known.jsonl", &run.stdout);
    let run = report(&["--known", path(&known)], "reversed");
    assert_eq!((run.code, &run.end()["known"]), (Some(0), &24.into()));
    let mended = test(&["--known", path(&known)], "sort");
    assert_eq!(mended.stdout.matches("known, and passes now: ").count(), 24);
    let wrong = file("test-known", "wrong", "three words here\n");
    assert_eq!(test(&["--known", path(&wrong)], "sort").code, Some(2));
}

/// Two of the six labellings of a list of three nodes begin with `Node$0`.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn relabel_sends_other_labellings() {
    let plain = report(&[], "label");
    assert_eq!(plain.code, Some(0));
    let all = report(&["--relabel", "all"], "label");
    assert_eq!((all.code, all.failures().len()), (Some(1), 27));
    // The input is sent as listed, and in five other labellings.
    assert_eq!(all.failures()[0]["labellings"], serde_json::json!([4, 6]));
    let some = report(&["--relabel", "2", "--seed", "1"], "label");
    assert_eq!(some.stdout, report(&["--relabel", "2", "--seed", "1"], "label").stdout);
    let other = report(&["--relabel", "2", "--seed", "2"], "label");
    let keys = |run: &crate::program::Run| -> Vec<_> {
        run.failures().iter().map(|failure| failure["key"].clone()).collect()
    };
    assert_ne!(keys(&some), keys(&other), "another seed draws other labellings");
    assert_eq!(test(&["--relabel", "some"], "label").code, Some(2));
    // An order is drawn with each numbering, so a smaller input may still fail in another one.
    let few = ["--scope", "exactly 1 List, 3 Node, 0..1 Int"];
    let told = " inputs of 0..1 Node pass in the labellings that were tried\n";
    let text = test(&[&few[..], &["--relabel", "all"]].concat(), "names").stdout;
    assert!(text.contains(told), "{text}");
}

/// A result that depends on names is a failure; but not for a program that may break ties freely.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn answers_to_labellings_must_agree() {
    let run = report(&["--relabel", "all"], "names");
    assert_eq!(run.causes(), ["labellings differ: the result"]);
    let free = report(&["--relabel", "all", "--relabel-judge"], "names");
    assert_eq!(free.code, Some(0));
    assert_eq!(test(&["--relabel-judge"], "names").code, Some(2), "of no labellings");
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn repeat_tells_what_comes_and_goes() {
    let run = report(&["--repeat", "4"], "second");
    assert_eq!(run.failures()[0]["rate"], serde_json::json!([2, 4]));
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn requests_carry_keys() {
    let run = report(&["--stop-after", "1"], "key");
    assert_eq!(run.causes(), ["no key"]);
    let run = report(&["--keys", "--stop-after", "1"], "key");
    let details = &run.failures()[0]["causes"][0];
    let key = run.failures()[0]["key"].as_str().unwrap().to_owned();
    assert!(details.to_string().contains(&key), "{details}");
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn stop_after_so_many() {
    let run = report(&["--stop-after", "3"], "reversed");
    assert_eq!((run.code, run.failures().len()), (Some(1), 3));
    assert_eq!(run.end()["status"], "limit");
}

/// However many drivers there are, the report is the same.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn drivers_side_by_side() {
    let one = test(&[], "reversed");
    assert_eq!(test(&["-j", "3"], "reversed").stdout, one.stdout);
    // 27 inputs of 0.2 s by six drivers.
    let begun = Instant::now();
    assert_eq!(test(&["-j", "9"], "slow").code, Some(0));
    assert!(begun.elapsed() < Duration::from_millis(27 * 200), "{:?}", begun.elapsed());
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn select_covers_all_with_few() {
    let run = test(&["--select"], "covers");
    // One list has all three numbers.
    assert!(run.stdout.starts_with("SELECTED: 1 input covers all 3 things"), "{}", run.stdout);
    let json = report(&["--select"], "covers");
    let selected: Vec<_> =
        json.records().into_iter().filter(|record| record["kind"] == "selected").collect();
    assert_eq!((selected.len(), &selected[0]["gain"]), (1, &3.into()));
    let partial = test(&["--select"], "new");
    assert_eq!(partial.code, Some(2));
    assert!(partial.stderr.contains("cov_new"), "{}", partial.stderr);
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn certificate_says_what_was_proven() {
    let path_of = folder("certificate.json");
    let _ = std::fs::remove_file(&path_of);
    let run = test(&["--certificate", path(&path_of)], "sort");
    assert_eq!(run.code, Some(0));
    let text = std::fs::read_to_string(&path_of).expect("it is there");
    let record: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(
        (&record["status"], &record["operations"][0]["passed"]),
        (&"complete".into(), &27.into())
    );
    assert!(!folder("certificate.json.part").exists());
    let nowhere = test(&["--certificate", "/no/such/folder/c"], "sort");
    assert_eq!(nowhere.code, Some(2));
}

/// If it failed, a certificate could be shown for another version, or other settings, than those that were tested.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn certificate_says_what_it_is_about() {
    let path_of = folder("about.json");
    let written = |about: &[&str]| -> (serde_json::Value, String) {
        let _ = std::fs::remove_file(&path_of);
        let run = test(&[&["--certificate", path(&path_of)], about].concat(), "sort");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let text = std::fs::read_to_string(&path_of).expect("it is there");
        (serde_json::from_str(&text).expect("it is JSON"), run.stderr)
    };
    let (bare, told) = written(&[]);
    assert!(told.contains("certificate, without: version, options, mutants\n"), "{told}");
    let about = ["--about", "version=sort 1.2", "--about", "options=stable", "--about"];
    let (full, told) = written(&[&about[..], &["mutants=3 of 3"]].concat());
    assert!(!told.contains("without"), "{told}");
    let said = serde_json::json!({"version": "sort 1.2", "options": "stable", "mutants": "3 of 3"});
    assert_eq!(full["about"], said);
    for digest in ["spec_digest", "driver_digest"] {
        assert!(full[digest].is_string() && full[digest] == bare[digest], "{digest}: {full}");
    }
}

/// If it failed, a slip in a claim would be known only after the run.
#[test]
fn claims_have_names() {
    for (about, why) in [
        ("version", "one of: version, options, mutants"),
        ("verson=1", "there is no `verson`"),
        ("version= ", "`version` is empty"),
    ] {
        let place = folder("claims.json");
        let run = test(&["--certificate", path(&place), "--about", about], "never started");
        assert_eq!(run.code, Some(2), "{about}");
        assert!(run.stderr.contains(why), "{}", run.stderr);
    }
    let alone = test(&["--about", "version=1"], "never started");
    assert!(alone.code == Some(2) && alone.stderr.contains("--certificate"), "{}", alone.stderr);
}

/// If it failed, a certificate would take the place of a file of the user's, be written through a link, or be
/// refused only after the run.
#[test]
fn certificate_is_a_new_file() {
    let path_of = folder("taken.json");
    std::fs::write(&path_of, "the user's").expect("it can be written");
    let mut taken = vec![path_of.clone()];
    #[cfg(unix)]
    for (name, to) in [("link.json", path_of.clone()), ("dangling.json", folder("nowhere.json"))] {
        let link = folder(name);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(to, &link).expect("it is made");
        taken.push(link);
    }
    for path_of in &taken {
        let run = test(&["--certificate", path(path_of)], "never started");
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
        assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(&path_of).expect("it is there"), "the user's");
    assert!(!folder("nowhere.json").exists() && !folder("taken.json.part").exists());
}

/// The file that is written is Python's, and has a test for each group.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn emit_test_writes_tests() {
    let run = test(&["--emit-test", "pytest"], "reversed");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout.matches("\ndef test_mergeSort_").count(), 1, "{}", run.stdout);
    for (framework, part) in [("junit", "@Test"), ("node", "test(\""), ("rust", "#[test]")] {
        let run = test(&["--emit-test", framework], "reversed");
        assert!(run.stdout.contains(part), "{framework}: {}", run.stdout);
    }
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn progress_is_told() {
    let run = test(&["--progress", "always", "--total-timeout", "2500ms"], "slow");
    assert!(run.stderr.contains(" inputs in 1.0 s, "), "{}", run.stderr);
    assert!(run.stderr.contains(" fail, at 4 objects"), "{}", run.stderr);
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn quiet_and_color_are_global() {
    let [_, python, file, how] = driver("sort");
    let run = korrel(&["-q", "test", LISTS, "--color", "never", "--", python, file, how]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}
