//! Behaviours of programs that throw where they must, make their first states, and show a part of their state.

use super::fails_again;
use crate::program::{Run, file, korrel, path, root};

/// `korrel test SPEC --traces COMMAND FLAGS… -- python3 DRIVER HOW…`.
fn tried(name: &str, flags: &[&str], how: &[&str]) -> Run {
    let [spec, driver] = ["als", "py"].map(|kind| format!("cli/tests/program/test/{name}.{kind}"));
    let test = ["test", &spec, "--traces", name];
    korrel(&[&test[..], flags, &["--", "python3", &driver], how].concat())
}

/// The numbers of calls, by operation.
fn calls(run: &Run, ops: &[&str]) -> Vec<u64> {
    let records = run.records();
    let of = |op: &&str| {
        let told = records.iter().find(|record| record["op"] == **op);
        told.and_then(|told| told["inputs"].as_u64())
            .unwrap_or_else(|| panic!("{op}: {}", run.stdout))
    };
    ops.iter().map(of).collect()
}

/// The calls of `put` and `take` of all behaviours of a queue with room for two of so many jobs that refuses what it cannot
/// do; jobs are named in the order of their first use. Written from the description alone.
fn calls_of_a_queue(queue: &[usize], used: usize, jobs: usize, left: usize) -> [u64; 2] {
    let mut found = [0, 0];
    if left == 0 {
        return found;
    }
    let mut go_on = |action: usize, queue: &[usize], used: usize| {
        let below = calls_of_a_queue(queue, used, jobs, left - 1);
        found = [found[0] + below[0], found[1] + below[1]];
        found[action] += 1;
    };
    for job in 0..jobs.min(used + 1) {
        let is_refused = queue.len() == 2 || queue.contains(&job);
        let longer = [queue, &[job]].concat();
        go_on(0, if is_refused { queue } else { &longer }, used.max(job + 1));
    }
    go_on(1, queue.get(1..).unwrap_or_default(), used);
    found
}

/// If it fails, calls that must throw are left out, or are not followed by others.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn calls_that_must_throw_are_made_and_gone_on_from() {
    for (jobs, states) in [(3, 4), (2, 5), (3, 6)] {
        let scope = format!("exactly {jobs} Job");
        let steps = states.to_string();
        let flags = ["--scope", &scope, "--steps", &steps, "--format", "json"];
        let expected = calls_of_a_queue(&[], 0, jobs, states - 1);
        for how in [&["right"][..], &["right", "snapshots"], &["right", "makes"]] {
            let run = tried("queues", &flags, how);
            assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
            assert_eq!(calls(&run, &["put", "take"]), expected, "{scope} {how:?}");
        }
        // What is not seen follows from the calls here, so nothing else is called.
        let hidden = [&flags[..], &["--observe", "Queue.first"]].concat();
        for how in [&["hides"][..], &["hides", "makes"]] {
            let run = tried("queues", &hidden, how);
            assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
            assert_eq!(calls(&run, &["put", "take"]), expected, "{scope} {how:?}");
        }
    }
}

/// If it fails, a program passes that throws where it must not, does not where it must, or is another one afterwards.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn exceptions_are_judged_by_the_spec() {
    for (how, calls, cause) in [
        (&["swallows"][..], 2, "does not throw, where put_throws holds"),
        (&["thirsty"], 2, "IndexError: empty"),
        (&["corrupts"], 3, "throws, and changes its state"),
        (&["swallows", "makes"], 3, "does not throw, where put_throws holds"),
        (&["full", "makes"], 1, "init"),
    ] {
        let run = tried("queues", &[], how);
        fails_again(&run, cause);
        assert!(run.stdout.contains(&format!("fails at {calls} call")), "{how:?}: {}", run.stdout);
    }
}

/// If it fails, a program that breaks ties by the names of objects passes, or a right one is blamed for names.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn other_names_of_objects_are_tried() {
    assert_eq!(tried("queues", &[], &["sorts"]).code, Some(0), "jobs are listed in their order");
    let all = ["--relabel", "all"];
    let wrong = tried("queues", &all, &["sorts"]);
    fails_again(&wrong, "put");
    for part in
        ["(2 calls)", ":2", "under labelling 2: Job$0 is sent as Job$1, Job$1 is sent as Job$0"]
    {
        assert!(wrong.stdout.contains(part), "no `{part}` in:\n{}", wrong.stdout);
    }
    // Which key goes is the cache's choice: whether by age or by name shows under another labelling.
    assert_eq!(tried("caches", &all, &["shows"]).code, Some(0));
    fails_again(
        &tried("caches", &all, &["shows", "sorts"]),
        "labellings differ: the state afterwards",
    );
    let hidden = ["--relabel", "all", "--observe", "Cache"];
    fails_again(&tried("caches", &hidden, &["sorts"]), "labellings differ: the state afterwards");
    let judged = tried("caches", &["--relabel", "all", "--relabel-judge"], &["shows", "sorts"]);
    assert_eq!(judged.code, Some(0), "{}", judged.stdout);
    for flags in [&all[..], &["--relabel", "2", "--seed", "7"], &["--relabel", "2", "-j", "2"]] {
        let number = if flags == all { 6 } else { 3 };
        let expected = calls_of_a_queue(&[], 0, 3, 3).map(|calls| calls * number);
        for how in [&["right"][..], &["right", "snapshots"]] {
            let run = tried("queues", &[flags, &["--format", "json"]].concat(), how);
            assert_eq!(run.code, Some(0), "{flags:?}: {}{}", run.stdout, run.stderr);
            assert_eq!(calls(&run, &["put", "take"]), expected, "{flags:?} {how:?}");
        }
        let one = tried("queues", &[flags, &["--list"]].concat(), &["sorts"]);
        let other = tried("queues", &[flags, &["--list"]].concat(), &["sorts", "snapshots"]);
        assert_eq!(one.stdout, other.stdout.replace(" snapshots", ""), "{flags:?}");
    }
    for (flags, how, part) in [
        (&["--relabel", "all"][..], "makes", "the driver makes the first state by itself"),
        (
            &["--relabel", "all", "--cover-traces", "transitions"],
            "right",
            "up to the names of objects",
        ),
        (&["--seed", "3"], "right", "only `--relabel N` draws at random"),
    ] {
        let run = tried("queues", flags, &[how]);
        assert_eq!(run.code, Some(2), "{flags:?}: {}", run.stdout);
        assert!(run.stderr.contains(part), "{flags:?}: {}", run.stderr);
    }
}

/// If it fails, a failure is called the shortest, and behaviours count as shorter ones that are the same or were never made.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn shorter_behaviours_are_those_that_were_made() {
    for (flags, how, minimal) in [
        (&[][..], &["overtakes"][..], "the one shorter behaviour that ends with it passes"),
        (&["--relabel", "all"], &["sorts"], "the one shorter behaviour that ends with it passes"),
        (
            &[],
            &["overtakes", "dodges"],
            "the one shorter behaviour that ends with it and was not cut off by a skipped call passes",
        ),
    ] {
        let run = tried("queues", flags, how);
        let minimal = format!("MINIMAL: put fails at 2 calls; {minimal}");
        assert!(run.stdout.contains(&minimal), "{how:?}: {}", run.stdout);
    }
}

/// If it fails, a condition of exceptions is misspelt, and nobody is told that it says nothing.
#[test]
fn conditions_of_no_action_are_told() {
    let spec = std::fs::read_to_string(root().join("cli/tests/program/test/queues.als"));
    let spec = spec.expect("it is there");
    let noted = |text: &str, flags: &[&str]| {
        let spec = file("conditions of no action", "queues.als", text);
        let run = korrel(
            &[&["test", path(&spec), "--traces", "queues"], flags, &["--", "true"]].concat(),
        );
        run.stderr.lines().find(|line| line.contains("says nothing here")).map(str::to_owned)
    };
    let slip = noted(&spec.replace("take_throws", "tak_throws"), &[]).expect("it is told");
    let told =
        "`tak_throws` says nothing here, for there is no action `tak`; did you mean `take_throws`?";
    assert!(slip.ends_with(&format!("queues.als:21: {told}")), "{slip}");
    let clients = noted(&spec.replace("take_throws", "tak_throws"), &["--clients", "2"]);
    assert!(clients.is_some_and(|line| line.ends_with(told)));
    assert_eq!(noted(&spec, &[]), None);
    assert_eq!(noted(&spec, &["--actions", "put"]), None, "it is a choice that `take` is no call");
}

/// If it fails, what is not shown cannot be wrong. The order of the jobs comes out by what is taken.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_fault_in_what_is_not_seen_comes_out_later() {
    let blind = ["--observe", "Queue"];
    for (how, steps, found) in [
        (&["blind", "overtakes"][..], "3", None),
        (&["blind", "overtakes"], "4", Some("fails at 3 calls")),
        (&["blind", "corrupts"], "4", None),
        (&["blind", "corrupts"], "5", Some("fails at 4 calls")),
        (&["blind", "makes", "corrupts"], "5", Some("fails at 5 calls")),
    ] {
        let run = tried("queues", &[&blind[..], &["--steps", steps]].concat(), how);
        let code = if found.is_some() { 1 } else { 0 };
        assert_eq!(run.code, Some(code), "{how:?} {steps}: {}{}", run.stdout, run.stderr);
        if let Some(found) = found {
            assert!(run.stdout.contains("1. result differs"), "{how:?}: {}", run.stdout);
            assert!(run.stdout.contains(found), "{how:?}: {}", run.stdout);
        }
    }
}

/// What a witness counts of the behaviours of a cache: calls, calls that are not sure, and ways that were not chosen.
#[derive(Debug, Default, PartialEq)]
struct Counted {
    put: u64,
    get: u64,
    drop: u64,
    unsure: u64,
    open: u64,
}

/// The behaviours of a cache for two keys that throws out the oldest. `possible`: the sets of keys that it may have, as an
/// observer of results alone knows; `sees`: the observer sees the keys. Keys are named in the order of their first use.
/// Written from the description alone.
fn behaviours_of_a_cache(
    kept: &[usize],
    possible: &[Vec<usize>],
    sees: bool,
    used: usize,
    left: usize,
    all: &mut Counted,
) {
    if left == 0 {
        return;
    }
    let set = |mut keys: Vec<usize>| {
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    for key in 0..3.min(used + 1) {
        for call in ["put", "get", "drop"] {
            let allows = |keys: &Vec<usize>| match call {
                "put" => !keys.contains(&key),
                "get" => true,
                _ => keys.contains(&key),
            };
            match possible.iter().filter(|keys| allows(keys)).count() {
                0 => continue,
                some if some < possible.len() => {
                    all.unsure += 1;
                    continue;
                }
                _ => {}
            }
            let mut next = kept.to_vec();
            let mut ends: Vec<(Vec<usize>, bool)> = Vec::new();
            for keys in possible {
                let others = |out: usize| keys.iter().copied().filter(move |other| *other != out);
                match call {
                    "put" if keys.len() == 2 => {
                        ends.extend(
                            keys.iter().map(|&out| (set(others(out).chain([key]).collect()), true)),
                        );
                    }
                    "put" => ends.push((set([&keys[..], &[key]].concat()), true)),
                    "get" => ends.push((keys.clone(), keys.contains(&key))),
                    _ => ends.push((others(key).collect(), true)),
                }
            }
            match call {
                "put" => {
                    all.put += 1;
                    next.drain(..usize::from(next.len() == 2));
                    next.push(key);
                }
                "get" => all.get += 1,
                _ => {
                    all.drop += 1;
                    next.retain(|other| *other != key);
                }
            }
            let fits = |(keys, result): &(Vec<usize>, bool)| {
                (call != "get" || *result == kept.contains(&key))
                    && (!sees || *keys == set(next.clone()))
            };
            all.open += ends.iter().filter(|end| !fits(end)).count() as u64;
            let mut possible: Vec<Vec<usize>> =
                ends.iter().filter(|end| fits(end)).map(|(keys, _)| keys.clone()).collect();
            possible.sort();
            possible.dedup();
            behaviours_of_a_cache(&next, &possible, sees, used.max(key + 1), left - 1, all);
        }
    }
}

/// If it fails, a state that fits is lost, a call is made that the program may refuse, or what the program never chose is
/// not told.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn all_states_that_fit_are_carried_on() {
    for (states, how, observed) in
        [(5, "blind", Some("Cache")), (5, "shows", None), (5, "shows", Some("Cache.kept"))]
    {
        let mut expected = Counted::default();
        let sees = how == "shows";
        behaviours_of_a_cache(&[], &[Vec::new()], sees, 0, states - 1, &mut expected);
        let steps = states.to_string();
        let mut flags = vec!["--steps", &steps, "--format", "json"];
        flags.extend(observed.iter().flat_map(|name| ["--observe", *name]));
        let run = tried("caches", &flags, &[how]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        let count = |name: &str| run.end()[name].as_u64().unwrap_or(0);
        let [put, get, drop] = calls(&run, &["put", "get", "drop"])[..] else { unreachable!() };
        let found = Counted { put, get, drop, unsure: count("unsure"), open: count("open") };
        assert_eq!(found, expected, "{states} {how} {observed:?}");
        assert!(expected.open > 0 && (sees || expected.unsure > 0));
    }
    let run = tried("caches", &["--steps", "6", "--observe", "Cache"], &["forgets"]);
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    // Both keys are gone, and each alone might be.
    assert!(run.stdout.contains("1. result differs"), "{}", run.stdout);
    assert!(run.stdout.contains("fails at 5 calls"), "{}", run.stdout);
}

/// If it fails, a state that is larger than the scope is called wrong, or passed over in silence.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_the_scope_has_no_room_for_is_counted() {
    let spec = file(
        "behaviours beyond",
        "grown.als",
        "var sig Node {} one sig Tree { var nodes: set Node } fact { no nodes and no Node } \
         pred grow { Node in Node' and some Node' - Node and nodes' = Tree->Node' } \
         fact { always grow } run grown { } for 1 but 3 steps",
    );
    let driver = file(
        "behaviours beyond",
        "grown.py",
        "import json, sys\nsys.stdin.readline()\nprint('{\"ready\":true}', flush=True)\nnodes = []\n\
         for line in sys.stdin:\n    request = json.loads(line)\n    reply = {'id': request['id']}\n\
         \x20   if request['kind'] == 'call':\n        nodes = ['n1', 'n2']\n\
         \x20       objects = {name: {'$type': 'Node'} for name in nodes}\n\
         \x20       reply['post'] = {'objects': {'Tree$0': {'$type': 'Tree', 'nodes': nodes}, **objects}}\n\
         \x20   print(json.dumps(reply), flush=True)\n",
    );
    for observed in [&[][..], &["--observe", "Tree.nodes,Node"]] {
        let test = ["test", path(&spec), "--traces", "grown", "--format", "json"];
        let run = korrel(&[&test[..], observed, &["--", "python3", path(&driver)]].concat());
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        assert_eq!(run.end()["inputs"], 1, "{}", run.stdout);
        assert_eq!(run.end()["beyond"], 1, "{}", run.stdout);
        assert_eq!(run.end()["status"], "complete");
    }
}

/// If it fails, a mistake in what is observed or thrown is passed over.
#[test]
fn what_cannot_be_observed_or_thrown_is_refused() {
    let thrown = |name: &str, text: &str| {
        let spec = format!(
            "sig Job {{}} one sig Q {{ var held: lone Job }} fact {{ no held }} \
             pred put[j: Job] {{ no Q.held and Q.held' = j }} {text} \
             fact {{ always some j: Job | put[j] }} run p {{}} for 2 but 2 steps"
        );
        path(&file("behaviours thrown", name, &spec)).to_owned()
    };
    let (few, ahead) = (
        thrown("few.als", "pred put_throws { some Q.held }"),
        thrown("ahead.als", "pred put_throws[j: Job] { Q.held' = j }"),
    );
    for (words, part) in [
        (
            &[
                "cli/tests/program/test/queues.als",
                "--traces",
                "queues",
                "--observe",
                "Queue.frist",
            ][..],
            "did you mean `Queue.first`?",
        ),
        (
            &[
                "cli/tests/program/test/queues.als",
                "--traces",
                "queues",
                "--observe",
                "Queue.first,nothing",
            ],
            "there is no `nothing` to be observed",
        ),
        (&["specs/merge_sort.als", "--observe", "List.header"], "--traces <COMMAND>"),
        (&[&few, "--traces", "p"], "its parameters are those of `put`: `j`"),
        (&[&ahead, "--traces", "p"], "it is about the state before the call"),
    ] {
        let run = korrel(&[&["test"][..], words, &["--", "true"]].concat());
        assert_eq!(run.code, Some(2), "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{words:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{words:?}");
    }
}
