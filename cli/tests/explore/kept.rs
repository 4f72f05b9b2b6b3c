//! `explore --format count` with its states in files: killed, stopped, resumed, refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::program::{Run, command, file, korrel, path};

const BITS: &str = "bench/specs/bits.als";

/// It takes longer than the test.
const LARGE: &str = "exactly 22 Bit";

/// A name in a folder of the test, which is free.
fn free(name: &str) -> PathBuf {
    let place = file("kept", &format!("{name}.here"), "").with_file_name(name);
    let _ = fs::remove_file(&place);
    let _ = fs::remove_dir_all(part(&place));
    place
}

fn part(place: &Path) -> PathBuf {
    place.with_file_name(format!("{}.part", place.file_name().expect("it has one").display()))
}

fn count(spec: &str, scope: &str, flags: &[&str]) -> Run {
    korrel(&[&["explore", spec, "--scope", scope, "--format", "count"], flags].concat())
}

/// At three moments, or at as many as `KORREL_KILLS` says. If this failed, a state would be lost, or counted twice.
#[test]
fn a_run_that_is_killed_goes_on() {
    let (spec, scope) = ("bench/specs/counters.als", "exactly 5 Counter, exactly 8 Value");
    let expected = count(spec, scope, &[]);
    assert!(expected.stdout.starts_with("STATES: 32768 within 35 steps"), "{}", expected.stdout);
    let kills = std::env::var("KORREL_KILLS").map_or(3, |kills| kills.parse().expect("a number"));
    // With 16 MB there is hardly room for a state, or none for the program: then it goes on with more.
    for (name, memory) in [("killed", None), ("killed-on-disk", Some(16))] {
        let saved = free(name);
        let mut limit = memory;
        let mut runs = 0;
        while !saved.exists() {
            assert!(runs < 400, "it goes on");
            let size = limit.map(|limit| format!("{limit}M"));
            let memory = size.iter().flat_map(|size| ["--memory", size]);
            let mut flags = vec!["-o", path(&saved), "--resume"];
            flags.extend(memory);
            let words = ["explore", spec, "--scope", scope, "--format", "count"];
            let mut child = command(&[&words[..], &flags].concat())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program was built for this test");
            if runs < kills {
                std::thread::sleep(Duration::from_millis(20 + (runs * 389) % 997));
                // SIGKILL: the program has no say in it. It may have ended already.
                let _ = child.kill();
            }
            let ended = child.wait().expect("it is our child");
            if ended.code() == Some(3) {
                limit = limit.map(|limit| limit + 2);
            }
            runs += 1;
        }
        assert_eq!(fs::read_to_string(&saved).expect("it is there"), expected.stdout, "{name}");
        assert!(!part(&saved).exists(), "nothing else is left");
        let again = count(spec, scope, &["-o", path(&saved), "--resume"]);
        assert_eq!((again.code, again.stdout.as_str()), (Some(0), ""), "{}", again.stderr);
    }
}

/// If this failed, whoever has an hour each night would begin anew each night, or what was found be told otherwise.
#[test]
fn a_run_that_is_stopped_goes_on_and_tells_the_same() {
    let text = format!(
        "{}\nassert few {{ always not #On > 9 }}\ncheck few for exactly 11 Bit, 5 Int",
        fs::read_to_string(crate::program::root().join(BITS)).expect("it is ours")
    );
    let spec = file("kept", "few.als", &text);
    let words = ["explore", path(&spec), "few", "--format", "count"];
    let whole = korrel(&words);
    assert_eq!(whole.code, Some(1), "{}", whole.stderr);
    assert!(whole.stdout.contains("after 10 steps"), "{}", whole.stdout);
    let saved = free("stopped");
    let mut stops = 0;
    loop {
        let time = format!("{}ms", 150 * (stops + 1));
        let flags = ["-o", path(&saved), "--resume", "--total-timeout", &time];
        let run = korrel(&[&words[..], &flags].concat());
        if run.code == Some(1) {
            break;
        }
        assert_eq!(run.code, Some(3), "{}", run.stderr);
        assert!(stops < 100, "it goes on");
        stops += 1;
    }
    assert_eq!(fs::read_to_string(&saved).expect("it is there"), whole.stdout);
    let again = korrel(&[&words[..], &["-o", path(&saved), "--resume"]].concat());
    assert_eq!((again.code, again.stdout.as_str()), (Some(1), ""), "{}", again.stderr);
    assert!(again.stderr.contains("is whole"), "{}", again.stderr);
}

/// If this failed, a file would be lost, or two questions be answered by one number.
#[test]
fn what_is_in_the_way_is_told() {
    let told = |run: &Run, message: &str| {
        assert_eq!(run.code, Some(2), "{message}: {}", run.stdout);
        assert!(run.stderr.contains(message), "{message}: {}", run.stderr);
    };
    let saved = free("way");
    let flags = ["-o", path(&saved)];
    told(&korrel(&["explore", BITS, "-o", path(&saved)]), "are for `--format count`");
    // It takes a while before there are states.
    let cut = (1..).find_map(|times| {
        let time = format!("{}ms", 200 * times);
        fs::remove_dir_all(part(&saved)).ok();
        let run = count(BITS, LARGE, &[&flags[..], &["--total-timeout", &time]].concat());
        assert_eq!(run.code, Some(3), "{}", run.stderr);
        part(&saved).join("mark.json").exists().then_some(run)
    });
    let cut = cut.expect("some time is enough");
    assert!(cut.stderr.contains("--resume goes on with it"), "{}", cut.stderr);
    told(&count(BITS, LARGE, &flags), "`--resume` goes on with it");
    told(&count(BITS, LARGE, &["--resume"]), "--output <FILE>");
    let resumed = [&flags[..], &["--resume"]].concat();
    told(&count(BITS, "exactly 11 Bit", &resumed), "it is of another question");
    let deep = [&resumed[..], &["--depth", "3"]].concat();
    told(&count(BITS, LARGE, &deep), "it is of another question");
    fs::write(part(&saved).join("mark.json"), "{").expect("it is there");
    told(&count(BITS, LARGE, &resumed), "it is of another version");
    // Something else has the name by now: what was counted stays.
    fs::write(&saved, "mine").expect("the folder is writable");
    told(&count(BITS, LARGE, &resumed), "move one of them away");
    assert!(part(&saved).join("mark.json").exists());
    fs::remove_file(&saved).expect("it is there");
    fs::remove_dir_all(part(&saved)).expect("it is there");
    let saved = free("there");
    fs::write(&saved, "mine").expect("the folder is writable");
    told(&count(BITS, "exactly 3 Bit", &["-o", path(&saved)]), "cannot write");
    assert_eq!(fs::read_to_string(&saved).expect("it is there"), "mine");
}
