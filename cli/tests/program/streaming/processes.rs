//! Processes that do the parts of a queue, one after the other.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use super::queue::{GRAPHS, is_whole, names, plan, work};
use crate::program::{command, file, korrel, korrel_on, path};

/// If it failed, what a part says would depend on the parts that its process has done before.
#[test]
fn a_part_is_the_same_whatever_was_done_before() {
    // The formula of the third is compiled, and walked from the middle of the queue on.
    for (test, name, flags) in [
        ("row", "seven", &[][..]),
        ("row-count", "seven", &["--count"]),
        ("row-walk", "every", &["--symmetry", "none"]),
    ] {
        let spec = file(
            &format!("queue/{test}"),
            "graphs.als",
            &format!("{GRAPHS} run every {{}} for exactly 6 N"),
        );
        let folder = spec.with_file_name("q");
        let _ = fs::remove_dir_all(&folder);
        let words = ["plan", path(&spec), name, "--cubes", "9", "-o", path(&folder)];
        assert_eq!(korrel(&[&words, flags].concat()).code, Some(0));
        fs::create_dir(folder.join("split")).expect("the folder is ours");
        let cubes = fs::read_to_string(folder.join("cubes/4")).expect("it is there");
        let middle = cubes.lines().nth(cubes.lines().count() / 2).expect("a cube");
        let cube = middle[1..].split(',').next().expect("a number");
        for place in [format!("4-{cube}"), format!("4-{cube}-01")] {
            fs::write(folder.join("split").join(place), "").expect("the folder is ours");
        }
        let parts: Vec<String> = (1..=9).map(|part| part.to_string()).collect();
        let split = [format!("4-{cube}"), format!("4-{cube}-01")];
        let parts: Vec<&String> = parts.iter().chain(&split).collect();
        assert_eq!(work(&folder, &["--as", "row"]).code, Some(0));
        assert_eq!(names(&folder, "done").len(), parts.len(), "{test}");
        let done = fs::read_dir(folder.join("done")).expect("it is there");
        done.for_each(|record| fs::remove_file(record.expect("it is there").path()).expect("ours"));
        for part in &parts {
            assert_eq!(work(&folder, &["--as", "each", "--part", part]).code, Some(0), "{part}");
        }
        let result =
            |part: &str, worker| fs::read(folder.join(format!("results/{part}.{worker}.jsonl")));
        for part in parts {
            let (row, each) =
                (result(part, "row").expect("done"), result(part, "each").expect("done"));
            assert!(row == each, "{test}: {part}");
        }
    }
}

/// If it failed, a count would go on in the log of another worker, who is only late, or lies.
#[test]
fn workers_count_in_logs_of_their_own() {
    let folder = plan("logs", "six", 2, &["--count"]);
    assert_eq!(work(&folder, &["--as", "a"]).code, Some(0));
    for log in ["1.cubes.part", "1.a.cubes.part"] {
        fs::write(folder.join("results").join(log), "0 1000000\n").expect("the folder is ours");
    }
    assert_eq!(work(&folder, &["--as", "b", "--audit", "100%"]).code, Some(0));
    let merged = korrel(&["merge", path(&folder)]);
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert!(merged.stderr.contains("COMPLETE: 156 "), "{}", merged.stderr);
}

/// Whoever gives out the parts may keep a process for them.
#[test]
fn a_process_does_the_parts_that_it_is_told() {
    let folder = plan("told", "six", 3, &[]);
    let told = |lines: &str| korrel_on(lines, &["work", path(&folder), "--part", "-", "--as", "a"]);
    let run = told("3\n1\n");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "0\n0\n"), "{}", run.stderr);
    fs::write(folder.join("leases/2"), "another 1 1\n").expect("the folder is ours");
    let run = told("2\n1\n");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "1\n0\n"), "{}", run.stderr);
    fs::remove_file(folder.join("leases/2")).expect("it was just made");
    for (line, says) in [("4", "its shards are 1 to 3"), ("x", "`x` is no part")] {
        let run = told(&format!("1\n{line}\n2\n"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), "0\n"), "{}", run.stderr);
        assert!(run.stderr.contains(says), "{}", run.stderr);
    }
    assert_eq!(told("2").stdout, "0\n");
    is_whole("told", &folder, "six");
}

/// A part that ends a process in which others were done before costs none of them, and those after it have a new process.
#[cfg(target_os = "linux")]
#[test]
fn a_part_that_ends_its_process_costs_no_other() {
    // On a busy machine all may be done before it is killed.
    let is_between = (0..8).any(|_| {
        let folder = plan("between", "girth", 5, &[]);
        let mut worker = command(&["work", path(&folder), "--as", "a"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        // What was about to be written has a `~`.
        let whole = |of: &str| -> Vec<String> {
            names(&folder, of).into_iter().filter(|name| !name.ends_with('~')).collect()
        };
        let is_done = || folder.join("done").exists() && !whole("done").is_empty();
        let mut process = None;
        while process.is_none() && worker.try_wait().expect("it is our child").is_none() {
            let lease = if is_done() { whole("leases").pop() } else { None };
            let lease =
                lease.and_then(|name| fs::read_to_string(folder.join("leases").join(name)).ok());
            process = lease.and_then(|lease| Some(lease.split(' ').nth(1)?.to_owned()));
        }
        let before = whole("done");
        let killed = process.is_some_and(|process| {
            let kill = std::process::Command::new("kill").args(["-9", &process]).output();
            kill.expect("every system has it").status.success()
        });
        let ended = worker.wait_with_output().expect("it is our child");
        let told = String::from_utf8_lossy(&ended.stderr);
        let lost = whole("ended");
        let [part] = &lost[..] else { return false };
        assert!(
            killed && told.contains(&format!("part {part} ended its process: signal 9")),
            "{told}"
        );
        assert_eq!(ended.status.code(), Some(3), "{told}");
        let done = whole("done");
        assert!(before.iter().all(|part| done.contains(part)), "{before:?} {done:?}");
        assert_eq!(done.len(), 4, "{done:?}: {told}");
        let run = work(&folder, &["--as", "b", "--part", part, "--lease", "100ms"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        is_whole("between", &folder, "girth");
        true
    });
    assert!(is_between, "nobody was killed between two parts");
}

/// A part that ends its process is told at once, is not tried again by itself, and ends nothing else.
#[cfg(target_os = "linux")]
#[test]
fn a_part_that_ends_its_process_is_an_outcome() {
    let folder = plan("ended", "eight", 2, &[]);
    let worker = command(&["work", path(&folder), "--as", "a"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    // The process of the first part, once it has its lease.
    while !folder.join("leases/1").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let second = work(&folder, &["--as", "b", "--part", "1"]);
    assert_eq!(second.code, Some(1), "{}", second.stderr);
    assert!(second.stderr.contains("another worker is at part 1"), "{}", second.stderr);
    let lease = fs::read_to_string(folder.join("leases/1")).expect("it was just there");
    let part = lease.split(' ').nth(1).expect("the number of its process");
    let killed = std::process::Command::new("kill").args(["-9", part]).status();
    assert!(killed.expect("every system has it").success());
    let ended = worker.wait_with_output().expect("it is our child");
    let told = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(3), "{told}");
    assert!(told.contains("part 1 ended its process: signal 9"), "{told}");
    assert!(told.contains("INCOMPLETE: 1 part has ended a worker: 1;"), "{told}");
    assert_eq!(names(&folder, "done"), ["2"]);
    let run = work(&folder, &["--as", "b", "--part", "1", "--lease", "100ms"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    is_whole("ended", &folder, "eight");
}
