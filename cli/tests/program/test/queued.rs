//! Queues of tests: `korrel test --plan`, then `work` and `merge` as for any queue.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::program::{Run, command, file, korrel, korrel_on, path, root};

use super::{LISTS, driver};

/// An empty place for a queue.
fn place(name: &str) -> PathBuf {
    let folder = file(&format!("queued/{name}"), "readme", "").with_file_name("q");
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn plan(folder: &Path, flags: &[&str], driver: &[&str]) {
    let run = korrel(&[&["test"], flags, &["--plan", path(folder)], driver].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

fn merged(folder: &Path, flags: &[&str]) -> Run {
    korrel(&[&["merge", path(folder)], flags].concat())
}

/// If it failed, many workers would judge the program otherwise than one.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_queue_of_a_test_says_what_its_shards_say() {
    let sorts = &driver("reversed")[..];
    let stacks = &["--", "python3", "cli/tests/program/test/stacks.py", "loses"][..];
    let small = "exactly 1 List, exactly 2 Node, 0..2 Int";
    for (name, flags, driver) in [
        ("plain", &[LISTS][..], sorts),
        ("labelled", &[LISTS, "--relabel", "2", "--seed", "7", "--scope", small], sorts),
        ("traces", &["cli/tests/program/test/stacks.als", "--traces", "stacks"], stacks),
    ] {
        let folder = place(name);
        plan(&folder, &[flags, &["--cubes", "3"]].concat(), driver);
        // The folder can be taken elsewhere, and the report names the spec as the user did.
        let moved = folder.with_file_name("moved");
        let _ = fs::remove_dir_all(&moved);
        fs::rename(&folder, &moved).expect("the folder is ours");
        for worker in ["a", "b"] {
            let run = korrel(&["work", path(&moved), "--as", worker, "--audit", "100%"]);
            assert!(matches!(run.code, Some(0 | 3)), "{}", run.stderr);
        }
        let shards: Vec<PathBuf> = (1..=3)
            .map(|part| {
                let shard = format!("{part}/3");
                let own = ["--shard", &shard, "--format", "json"];
                let run = korrel(&[&["test"], flags, &own, driver].concat());
                file(&format!("queued/{name}"), &format!("{part}.json"), &run.stdout)
            })
            .collect();
        let shards: Vec<&str> = shards.iter().map(|shard| path(shard)).collect();
        for format in ["json", "text"] {
            let expected = korrel(&[&["merge", "--format", format], &shards[..]].concat());
            let found = merged(&moved, &["--format", format]);
            assert_eq!(found.stdout, expected.stdout, "{name}");
            assert_eq!((found.code, expected.code), (Some(1), Some(1)), "{name}: {}", found.stderr);
        }
        let receipt = moved.join("receipt");
        assert_eq!(merged(&moved, &["--receipt", path(&receipt)]).code, Some(1));
        let receipt = fs::read_to_string(receipt).expect("a test that fails has a receipt, too");
        assert!(receipt.contains(r#""again":["b"]"#), "{receipt}");
    }
}

/// A worker that says of a part what two others do not is named, and so is one whose report is changed afterwards.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_worker_that_hides_a_failure_is_named() {
    let folder = place("liar");
    plan(&folder, &[LISTS, "--cubes", "2"], &driver("reversed"));
    let work = |name: &str, flags: &[&str]| {
        korrel(&[&["work", path(&folder), "--as", name], flags].concat())
    };
    let (queue, honest) = (folder.join("plan.jsonl"), "reversed");
    let text = fs::read_to_string(&queue).expect("it is there");
    // The liar's program is another one.
    fs::write(&queue, text.replace(honest, "sort")).expect("there is room");
    assert_eq!(work("liar", &["--part", "1"]).code, Some(0));
    fs::write(&queue, text).expect("there is room");
    assert_eq!(work("a", &["--audit", "100%"]).code, Some(3));
    assert!(matches!(work("b", &["--audit", "100%"]).code, Some(0 | 3)));
    let named = merged(&folder, &[]);
    assert!(
        named.stderr.contains("worker liar says other things than two others"),
        "{}",
        named.stderr
    );
    assert!(named.stdout.contains("27 inputs, 3 pass, 24 fail"), "{}", named.stdout);
    // What the report would be, had one failure not been there.
    let report = fs::read_dir(folder.join("results")).expect("it is there");
    let mut report = report.map(|one| one.expect("it is there").path());
    let report = report.find(|one| path(one).contains("2.a.jsonl")).expect("a did it");
    let text = fs::read_to_string(&report).expect("it is there");
    let first = text.lines().find(|line| line.contains(r#""kind":"failure""#)).expect("it fails");
    fs::write(&report, text.replacen(&format!("{first}\n"), "", 1)).expect("there is room");
    let refused = merged(&folder, &[]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("part 2 of the worker a"), "{}", refused.stderr);
}

/// If it failed, a part of a report would be taken for the whole, and never be done.
#[cfg(unix)]
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_part_that_is_not_tried_to_its_end_is_not_done() {
    let folder = place("part");
    plan(&folder, &[LISTS, "--cubes", "1"], &driver("dies"));
    let run = korrel(&["work", path(&folder), "--as", "a"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("--keep-going"), "{}", run.stderr);
    // Stopped after a failure, its exit code is that of a failure.
    let folder = place("stopped");
    let slow = "import json, sys, time\nsys.stdin.readline()\nprint('{\"ready\":true}', flush=True)\n\
                for line in sys.stdin:\n    time.sleep(0.3)\n    \
                print(json.dumps({'id': json.loads(line)['id'], 'fail': {'cause': 'always'}}), flush=True)\n";
    let slow = file("queued/stopped", "slow.py", slow);
    plan(&folder, &[LISTS, "--cubes", "1", "--keep-going"], &["--", "python3", path(&slow)]);
    let mut worker = command(&["work", path(&folder), "--part", "1", "--as", "a"])
        .spawn()
        .expect("the program was built for this test");
    let growing = folder.join("results/1.a.jsonl.part");
    while !fs::read_to_string(&growing).is_ok_and(|text| text.contains(r#""kind":"failure""#)) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = ["-TERM", &worker.id().to_string()].map(str::to_owned);
    assert!(std::process::Command::new("kill").args(kill).status().expect("it is there").success());
    assert_eq!(worker.wait().expect("it ends").code(), Some(130));
    assert!(fs::read_dir(folder.join("done")).expect("it is there").next().is_none());
}

/// If it failed, a killed part of a test would begin again, or its report lack inputs, or have some twice.
#[cfg(unix)]
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_killed_part_of_a_test_goes_on() {
    use std::os::unix::process::CommandExt;

    // Every third input fails, by one of two causes; which inputs it was sent it writes down.
    let slow = "import json, sys, time\nsys.stdin.readline()\nprint('{\"ready\":true}', flush=True)\n\
                for line in sys.stdin:\n    asked = json.loads(line)\n    time.sleep(float(sys.argv[2]))\n    \
                print(asked['id'], file=open(sys.argv[1], 'a'))\n    said = {'id': asked['id'], 'pass': True}\n    \
                if asked['id'] % 3 == 2:\n        said = {'id': asked['id'], 'fail': {'cause': 'at %d' % (asked['id'] % 2)}}\n    \
                print(json.dumps(said), flush=True)\n";
    let slow = file("queued/killed", "slow.py", slow);
    let sent = slow.with_file_name("sent");
    let scope = ["--scope", "exactly 1 List, exactly 4 Node, 0..2 Int"];
    let driver = ["--", "python3", path(&slow), path(&sent), "0.06"];
    let whole = korrel(&[&["test", LISTS], &scope[..], &["--format", "json"], &driver].concat());
    let inputs = fs::read_to_string(&sent).expect("it was asked").lines().count();
    assert!(inputs > 80, "{inputs}");
    fs::remove_file(&sent).expect("it is there");
    let folder = place("killed");
    plan(&folder, &[&[LISTS], &scope[..], &["--cubes", "1"]].concat(), &driver);
    let work = |name: &str| {
        let words = ["work", path(&folder), "--part", "1", "--as", name, "--lease", "300ms"];
        let mut work = command(&words);
        work.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        work.spawn().expect("the program was built for this test")
    };
    let so_far = |name: &str| {
        fs::read(folder.join(format!("results/1.{name}.jsonl.far.part"))).unwrap_or_default()
    };
    for name in ["a", "b", "a", "c"] {
        let before = so_far(name);
        let mut child = work(name);
        let is_over =
            |child: &mut std::process::Child| child.try_wait().expect("it is ours").is_some();
        while so_far(name) == before && !is_over(&mut child) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let group = format!("-{}", child.id());
        let killed = std::process::Command::new("kill").args(["-9", "--", &group]).output();
        killed.expect("every system has it");
        child.wait().expect("it is our child");
        std::thread::sleep(Duration::from_millis(400));
    }
    assert!(fs::read_dir(folder.join("done")).expect("it is there").next().is_none());
    let run = korrel(&["work", path(&folder), "--as", "last", "--lease", "300ms"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let again = fs::read_to_string(&sent).expect("it was asked");
    assert_eq!(again.lines().filter(|id| *id == "0").count(), 1, "no part begins again: {again}");
    let merged = merged(&folder, &["--format", "json"]);
    assert_eq!((merged.code, merged.stdout), (whole.code, whole.stdout), "{}", merged.stderr);
}

/// What makes no queue is told before one is made.
#[test]
fn mistakes_are_told_before_a_queue_is_made() {
    let folder = place("mistakes");
    let told = |flags: &[&str], says: &str| {
        let run =
            korrel(&[&["test"], flags, &["--plan", path(&folder)], &driver("right")].concat());
        assert_eq!(run.code, Some(2), "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(says), "{flags:?}: {}", run.stderr);
        assert!(!folder.exists(), "{flags:?}");
    };
    told(&[LISTS, "--shard", "1/2"], "--shard");
    told(&[LISTS, "--stop-after", "1"], "--stop-after");
    told(&[LISTS, "--op", "nothing"], "nothing");
    told(&[LISTS, "--cubes", "0"], "0");
    told(&[LISTS, "--grow", "exactly 1 List, exactly n Node, 0..n Int"], "--grow");
    told(&[LISTS, "--known", "none.jsonl"], "none.jsonl");
    told(&[LISTS, "--known", "/dev/null"], "this is none");
    told(&[path(&root().join("none.als"))], "none.als");
    let spec = fs::read_to_string(root().join(LISTS)).expect("it is there");
    let words = [&["test", "-", "--plan", path(&folder)][..], &driver("right")].concat();
    let run = korrel_on(&spec, &words);
    assert!(run.code == Some(2) && run.stderr.contains("not of standard input"), "{}", run.stderr);
}
