//! Nothing of a driver outlives its run, however that ends.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::LISTS;
use crate::program::{Run, command, file, korrel, path};

/// A driver in shell that begins a session, says which processes there are, and goes on as these words say for each
/// input.
fn driver(pids: &Path, then: &str) -> String {
    format!(
        "setsid sleep 1000 <&- >&- 2>&- & echo $! >> '{0}'; echo $$ >> '{0}'; read -r h; \
         echo '{{\"ready\":true}}'; while read -r l; do id=${{l#*'\"id\":'}}; id=${{id%%,*}}; {then}; done",
        path(pids)
    )
}

fn pids_in(file: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(file).expect("it is there");
    text.lines().map(|line| line.parse().expect("it is a number")).collect()
}

/// A process that is there and does something yet.
fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.starts_with(" Z"))
}

/// True if the condition comes true before the time is up.
fn comes_true(mut is_true: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if is_true() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

/// If this failed, a run that is killed would leave a hanging driver behind, and what that has started.
#[test]
fn a_run_that_is_killed_leaves_nothing() {
    let pids = file("test-left", "killed.pids", "");
    let hangs = driver(&pids, "echo asked >&2; sleep 1000");
    let mut run = command(&["test", LISTS, "--timeout", "500s", "--", "sh", "-c", &hangs])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program was built for this test");
    assert!(comes_true(|| pids_in(&pids).len() == 2), "the driver was not started");
    let left = pids_in(&pids);
    assert!(left.iter().all(|&pid| is_alive(pid)), "{left:?}");
    // This is the signal of `kill -9`.
    run.kill().expect("it runs yet");
    run.wait().expect("it was started here");
    for pid in left {
        assert!(comes_true(|| !is_alive(pid)), "{pid} outlives the run");
    }
}

fn tried(name: &str, then: &str) -> (Run, Vec<u32>) {
    let pids = file("test-left", name, "");
    let driver = driver(&pids, then);
    let run = korrel(&["test", LISTS, "--format", "json", "--", "sh", "-c", &driver]);
    (run, pids_in(&pids))
}

/// If this failed, a driver's child in a session of its own would stay, whether its driver ends well or crashes.
#[test]
fn a_session_of_its_own_is_ended() {
    for (name, then, code) in [
        ("passes.pids", "echo \"{\\\"id\\\":$id,\\\"pass\\\":true}\"", 0),
        ("crashes.pids", "exit 3", 1),
        ("hangs.pids", "exec 0<&- 1>&-; sleep 1000", 1),
    ] {
        let (run, left) = tried(name, then);
        assert_eq!(run.code, Some(code), "{name}: {}{}", run.stdout, run.stderr);
        assert!(left.len() >= 2, "{name}");
        for pid in left {
            assert!(!is_alive(pid), "{name}: {pid} outlives the run");
        }
    }
}

/// If this failed, a report would say how the supervisor ended, and not the driver.
#[test]
fn a_driver_ends_as_it_did() {
    let cause = |then: &str| tried("ends.pids", then).0.causes();
    assert_eq!(cause("exit 7"), ["crash: exit code 7"]);
    assert_eq!(cause("kill -SEGV $$"), ["crash: signal 11 (SIGSEGV)"]);
    assert_eq!(cause("kill -PIPE $$"), ["crash: signal 13 (SIGPIPE)"]);
    assert_eq!(cause("kill -KILL $$"), ["crash: signal 9 (SIGKILL)"]);
    assert_eq!(cause("kill -TERM $$"), ["crash: signal 15 (SIGTERM)"]);
    assert_eq!(cause("exec >&-; sleep 1000"), ["the driver closed its output"]);
}
