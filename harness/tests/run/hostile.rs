//! Drivers that crash, hang, babble and so on, at every tenth input.
//!
//! If one of these fails, a run does not end, or blames another input.

use korrel_harness::{DriverCommand, End, Refusal};

use crate::support::{driver, plan, tried};

/// Each trouble is found at inputs 7, 17, …, and nowhere else, with windows of 1 and of 64.
fn is_told(trouble: &str, cause: &str) {
    for window in [1, 64] {
        let (end, kept) = tried(&plan(trouble, window), 30);
        assert!(matches!(end, End::Exhausted), "{trouble} {window}: {end:?}");
        assert_eq!(kept.done.len(), 30, "{trouble} {window}");
        assert_eq!(kept.causes(), [(7, cause), (17, cause), (27, cause)], "{trouble} {window}");
    }
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn no_trouble() {
    for window in [1, 64] {
        let (end, kept) = tried(&plan("none", window), 300);
        assert!(matches!(end, End::Exhausted) && kept.done.len() == 300);
        assert_eq!(kept.causes(), []);
    }
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn crashes() {
    is_told("crashes", "crash: exit code 3");
    is_told("aborts", "crash: signal 6 (SIGABRT)");
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn hangs() {
    is_told("hangs", "no answer within 500 ms");
    is_told("deaf", "no answer within 500 ms");
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn babbles() {
    is_told("babbles", "not a reply");
    is_told("half", "not a reply");
    is_told("other", "answered out of turn");
    is_told(
        "malformed",
        "bad reply: $.results: no such key; there are id, post, changed, roots, sets, relations, result, pass, fail, throw, skip, cov, cov_new, read",
    );
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn closes_its_output() {
    is_told("closes", "the driver closed its output");
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn writes_without_end() {
    let mut plan = plan("endless", 64);
    plan.limits.line = 1 << 20;
    let (_, kept) = tried(&plan, 10);
    assert_eq!(kept.causes(), [(7, "a line of more than 1M")]);
    let (_, kept) = tried(&crate::support::plan("floods", 64), 100);
    assert_eq!(kept.causes(), []);
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn eats_memory() {
    let mut plan = plan("eats", 8);
    plan.limits.answer = std::time::Duration::from_secs(20);
    plan.limits.memory = Some(150 << 20);
    let (_, kept) = tried(&plan, 10);
    assert_eq!(kept.causes(), [(7, "takes more memory than 150M")]);
}

/// If this fails, processes stay behind after a run.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn leaves_children() {
    is_told("forks", "crash: exit code 4");
    let sleeping = std::process::Command::new("pgrep").args(["-f", "^sleep 1234$"]).output();
    assert_eq!(String::from_utf8_lossy(&sleeping.expect("pgrep is there").stdout), "");
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn says_what_it_thinks() {
    is_told("throws", "KeyError: #");
    is_told("fails", "not a tree");
    let (_, kept) = tried(&plan("skips", 64), 30);
    assert_eq!(kept.causes(), []);
    let skipped = kept.done.iter().filter(|done| format!("{:?}", done.outcome).contains("Skipped"));
    assert_eq!(skipped.count(), 3);
}

/// If this fails, a user who replays a failure does not see it.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn only_after_others() {
    let (_, kept) = tried(&plan("after", 64), 6);
    let failures = kept.failures();
    assert_eq!(failures.len(), 3);
    for (failure, before) in failures.iter().zip(["f 0-2", "f 0-3", "f 0-4"]) {
        assert_eq!(failure.causes[0].text, "fails only after other inputs");
        assert_eq!(failure.causes[1].text, "worn out");
        assert_eq!(failure.after.as_deref(), Some(before));
    }
}

/// If this fails, each failure of a group costs a start of the program, or a group is believed although none
/// of it was seen to repeat.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn one_of_a_group_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    // The first failure of `tires` fails only in company. The second one fails also alone.
    for (trouble, causes, starts) in [
        ("fails", ["not a tree"; 3], 2),
        ("tires", ["fails only after other inputs", "not a tree", "not a tree"], 3),
    ] {
        for workers in [1, 2] {
            let log = folder.path().join(format!("{trouble}{workers}"));
            let words: Vec<String> = driver(trouble, 64).words();
            let script = format!("echo >> '{}'; exec \"$@\"", log.display());
            let counted = ["sh", "-c", &script, "sh"].map(str::to_owned).into_iter().chain(words);
            let mut plan = plan(trouble, 64);
            plan.driver = DriverCommand::new(counted).unwrap();
            plan.workers = workers;
            let (_, kept) = tried(&plan, 30);
            let found: Vec<&str> = kept.causes().iter().map(|(_, cause)| *cause).collect();
            assert_eq!(found, causes, "{trouble} {workers}");
            let first =
                kept.failures()[causes.iter().position(|&cause| cause == "not a tree").unwrap()];
            assert!(first.is_confirmed && first.after.is_none());
            if workers == 1 {
                let started = std::fs::read_to_string(&log).unwrap().lines().count();
                assert_eq!(started, starts, "{trouble}");
                assert_eq!(kept.failures().iter().filter(|one| one.is_confirmed).count(), 1);
            }
        }
    }
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn only_in_company() {
    let (end, kept) = tried(&plan("company", 64), 6);
    assert!(matches!(end, End::Exhausted));
    assert_eq!(kept.causes(), [(3, "only in company: crash: exit code 5")]);
    let failure = kept.failures()[0];
    assert_eq!(failure.company.as_deref(), Some("f 3-5"));
    assert_eq!(failure.after.as_deref(), Some("f 0-2"));
}

/// If this fails, a stray print makes each input pass alone, and no message says what is wrong.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn says_more_than_it_should() {
    let (_, kept) = tried(&plan("chats", 64), 3);
    assert!(kept.causes().contains(&(1, "not a reply")), "{:?}", kept.causes());
    assert!(kept.failures()[0].causes[0].details.contains(&"the line: debug".to_owned()));
}

/// If this fails, a run waits for ever for a driver that never starts, or does not say why.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn never_starts() {
    let (end, _) = tried(&plan("refuses", 1), 3);
    let End::Refused(refusal @ Refusal::GivenUp { .. }) = end else { panic!("{end:?}") };
    let told = refusal.to_string();
    assert!(told.contains("crash: exit code 3") && told.contains("no such module"), "{told}");
    let mut late = plan("late", 1);
    late.limits.start = std::time::Duration::from_millis(200);
    let (end, _) = tried(&late, 3);
    let End::Refused(refusal) = end else { panic!("{end:?}") };
    assert!(refusal.to_string().contains("not ready within 200 ms"), "{refusal}");
    assert!(refusal.help().is_some_and(|help| help.contains("flushes its output")), "{refusal}");
    let (end, _) = tried(&plan("banner", 1), 3);
    let End::Refused(refusal) = end else { panic!("{end:?}") };
    assert!(refusal.to_string().contains("Welcome!"), "{refusal}");
    for trouble in ["unended", "unended_late"] {
        let mut unended = plan(trouble, 1);
        unended.limits.start = std::time::Duration::from_millis(500);
        let (end, _) = tried(&unended, 3);
        let End::Refused(refusal) = end else { panic!("{end:?}") };
        assert!(refusal.to_string().contains(r#"but `{"ready":true}` ("#), "{refusal}");
        assert!(refusal.help().is_some_and(|help| help.contains("line break")), "{refusal}");
    }
    let mut none = plan("none", 1);
    none.driver.program = "no-such-program".into();
    let (end, _) = tried(&none, 3);
    assert!(matches!(end, End::Refused(Refusal::NoProgram { .. })), "{end:?}");
}
