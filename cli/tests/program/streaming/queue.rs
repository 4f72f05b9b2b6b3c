//! Queues: `korrel plan`, `work` and `merge FOLDER`. Workers are killed, late, and lie.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value as Json;

use crate::program::{Run, command, file, korrel, path};

/// Simple graphs of 6 nodes, up to isomorphism: 156 (OEIS A000088). Of 7: 1,044, of 8: 12,346. Those of 12 nodes without
/// triangles and squares are 12,066 (A006787). They take longer to find than to write.
pub(super) const GRAPHS: &str = "sig N { e: set N } fact { e = ~e and no iden & e } run six {} for exactly 6 N run seven {} for exactly 7 N \
     run eight {} for exactly 8 N \
     run girth { all disj a, b: N | lone a.e & b.e and (a->b in e implies no a.e & b.e) } for exactly 12 N";

pub(super) fn spec(test: &str) -> PathBuf {
    file(&format!("queue/{test}"), "graphs.als", GRAPHS)
}

/// A new queue of a command of the graphs.
pub(super) fn plan(test: &str, name: &str, cubes: u32, flags: &[&str]) -> PathBuf {
    let spec = spec(test);
    let folder = spec.with_file_name("q");
    let _ = fs::remove_dir_all(&folder);
    let cubes = cubes.to_string();
    let words = ["plan", path(&spec), name, "--cubes", &cubes, "-o", path(&folder)];
    let run = korrel(&[&words, flags].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    folder
}

pub(super) fn work(folder: &Path, flags: &[&str]) -> Run {
    korrel(&[&["work", path(folder)], flags].concat())
}

fn worker(folder: &Path, name: &str, flags: &[&str]) -> Child {
    command(&[&["work", path(folder), "--as", name], flags].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program was built for this test")
}

pub(super) fn names(folder: &Path, of: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.join(of)).expect("it is a folder of the queue");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("it can be read").file_name().into_string().expect("UTF-8")
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// The merged queue is the stream of one process.
pub(super) fn is_whole(test: &str, folder: &Path, name: &str) {
    let merged = korrel(&["merge", path(folder)]);
    assert_eq!(merged.code, Some(0), "{test}: {}", merged.stderr);
    let single = korrel(&["find", path(&spec(test)), name]);
    assert!(merged.stdout == single.stdout, "{test}: {}", merged.stderr);
    // What a killed worker was about to write has a `~`, and is nobody's lease.
    let leases = names(folder, "leases").into_iter().filter(|name| !name.ends_with('~'));
    assert_eq!(leases.collect::<Vec<_>>(), Vec::<String>::new(), "{test}");
}

/// If it failed, many machines would not say what one says.
#[test]
fn a_queue_says_what_one_process_says() {
    for (at, cubes) in [1, 5, 70].into_iter().enumerate() {
        let test = format!("whole-{at}");
        let folder = plan(&test, "six", cubes, &[]);
        if at == 1 {
            // The folder can be taken elsewhere, and needs no other file.
            let moved = folder.with_file_name("moved");
            let _ = fs::remove_dir_all(&moved);
            fs::rename(&folder, &moved).expect("the folder is ours");
            fs::remove_file(spec(&test)).expect("it was just written");
            let run = work(&moved, &[]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            is_whole(&test, &moved, "six");
            continue;
        }
        assert_eq!(work(&folder, &["-j", "2"]).code, Some(0));
        is_whole(&test, &folder, "six");
    }
}

/// If it failed, a wrong sum would be taken where the number is so large that it is written as a text.
#[test]
fn a_sum_is_compared_with_the_count_by_another_method() {
    let folder = plan("expected", "six", 3, &["--count"]);
    assert_eq!(work(&folder, &[]).code, Some(0));
    let place = folder.join("plan.jsonl");
    let text = fs::read_to_string(&place).expect("there is a plan");
    for (written, code) in [("156", 0), ("\"156\"", 0), ("157", 2), ("\"157\"", 2)] {
        let other = text.replace("\"expected\":156", &format!("\"expected\":{written}"));
        assert!(text != other || written == "156", "{text}");
        fs::write(&place, other).expect("the folder is ours");
        let merged = korrel(&["merge", path(&folder)]);
        assert_eq!(merged.code, Some(code), "{written}: {}", merged.stderr);
    }
}

/// Modules of the user's own, a folder of modules, and the flags that are part of the question.
#[test]
fn a_plan_takes_the_whole_question() {
    let module =
        file("queue/modules/lib", "sizes.als", "module sizes pred small[x: univ] { #x < 3 }");
    let beside = file("queue/modules/own", "beside.als", "module beside sig B {}");
    let spec = beside.with_file_name("main.als");
    fs::write(&spec, "open beside open sizes sig A { r: set B } run p { small[A.r] } for 3")
        .expect("there is room");
    let folder = spec.with_file_name("q");
    let lib = format!("-I{}", path(module.parent().expect("it lies in a folder")));
    let question = [path(&spec), "p", &lib, "--scope", "2 but 3 B", "--symmetry", "none", "--keys"];
    for (asks, count) in [("find", false), ("count", true)] {
        let _ = fs::remove_dir_all(&folder);
        let flags: Vec<&str> =
            question.iter().copied().filter(|flag| !count || *flag != "--keys").collect();
        let more = if count { vec!["--count"] } else { vec![] };
        let words =
            [&["plan"], &flags[..], &["--cubes", "3", "-o", path(&folder)], &more[..]].concat();
        let run = korrel(&words);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(work(&folder, &[]).code, Some(0));
        let merged = korrel(&["merge", path(&folder)]);
        let single = korrel(&[&[asks], &flags[..]].concat());
        assert!(
            single.stdout.len() > 1 && merged.stdout == single.stdout,
            "{asks}: {}",
            merged.stderr
        );
    }
}

/// A worker that has nothing to do gets a half of another one's part, and nothing is lost or doubled by it.
#[test]
fn a_late_part_is_split() {
    for (test, flags) in [("split", &[][..]), ("split-count", &["--count"])] {
        // On a busy machine the others may come when all is done.
        let is_split = (0..8).any(|_| {
            let folder = plan(test, "girth", 1, flags);
            let names_of = ["a", "b", "c"];
            let workers = names_of.map(|name| worker(&folder, name, &["--lease", "20s"]));
            for mut worker in workers {
                let code = worker.wait().expect("it is our child").code();
                assert_eq!(code, Some(0), "{test}");
            }
            if test == "split" {
                is_whole(test, &folder, "girth");
            } else {
                assert_eq!(korrel(&["merge", path(&folder)]).stdout, "12066\n");
            }
            !names(&folder, "split").is_empty()
        });
        assert!(is_split, "{test}: nobody has got a half");
    }
}

/// If it failed, instances would be lost or come twice where the last cube of a part is split, for it is all that is left.
#[test]
fn a_part_may_begin_within_a_cube() {
    for (test, flags) in [("within", &[][..]), ("within-count", &["--count"])] {
        let folder = plan(test, "eight", 1, flags);
        let shard = korrel(&["find", path(&spec(test)), "eight", "--shard", "1/1", "--quiet"]);
        let end: Json = serde_json::from_str(shard.stdout.lines().last().expect("it has an end"))
            .expect("it is JSON");
        let mut cubes: Vec<(u64, u64)> =
            serde_json::from_value(end["cubes"].clone()).expect("pairs");
        cubes.sort_by_key(|(_, count)| Reverse(*count));
        fs::create_dir(folder.join("split")).expect("the folder is ours");
        for (cube, _) in &cubes[..3] {
            for branches in ["000001", "00001", "0001", "00011", "001", "01", "1"] {
                let place = folder.join("split").join(format!("1-{cube}-{branches}"));
                fs::write(place, "").expect("the folder is ours");
            }
        }
        assert_eq!(work(&folder, &["--as", "one", "--audit", "0%"]).code, Some(0));
        assert_eq!(work(&folder, &["--as", "two", "--audit", "100%"]).code, Some(0));
        let done = names(&folder, "done");
        assert_eq!((done.len(), names(&folder, "again").len()), (22, 22), "{done:?}");
        let text = |name: &String| fs::read_to_string(folder.join("done").join(name));
        let within = done.iter().filter(|name| name.matches('-').count() == 2);
        let is_empty = |name: &String| text(name).expect("a record").contains("\"count\":\"0\"");
        assert!(within.filter(|name| !is_empty(name)).count() > 6, "{done:?}");
        if test == "within" {
            is_whole(test, &folder, "eight");
            // In any order.
            let results =
                done.iter().rev().map(|name| folder.join(format!("results/{name}.one.jsonl")));
            let results: Vec<PathBuf> = results.collect();
            let words: Vec<&str> = results.iter().map(|file| path(file)).collect();
            let merged = korrel(&[&["merge"], &words[..]].concat());
            assert!(merged.stdout == korrel(&["merge", path(&folder)]).stdout, "{}", merged.stderr);
        } else {
            assert_eq!(korrel(&["merge", path(&folder)]).stdout, "12346\n");
        }
    }
}

/// Parts of a shard whose rest is elsewhere. If it failed, a part would be taken for the whole.
#[test]
fn a_part_of_a_split_shard_is_not_the_whole() {
    for (test, flags) in [("split-alone", &[][..]), ("split-alone-count", &["--count"])] {
        let folder = plan(test, "seven", 2, flags);
        fs::create_dir(folder.join("split")).expect("the folder is ours");
        for place in ["2-800", "2-1600"] {
            fs::write(folder.join("split").join(place), "").expect("the folder is ours");
        }
        assert_eq!(work(&folder, &["--as", "one"]).code, Some(0));
        let result = |part: &str| folder.join(format!("results/{part}.one.jsonl"));
        let parts = |parts: &[&str]| {
            let files: Vec<PathBuf> = parts.iter().map(|part| result(part)).collect();
            let files: Vec<&str> = files.iter().map(|file| path(file)).collect();
            korrel(&[&["merge"], &files[..]].concat())
        };
        let run = parts(&["2-800"]);
        assert_eq!(run.code, Some(3), "{test}: {}", run.stderr);
        assert!(run.stderr.contains("missing are the shards 1-2"), "{}", run.stderr);
        for some in [&["1", "2", "2-1600"], &["1", "2-800", "2-1600"], &["1", "2", "2-800"]] {
            let run = parts(some);
            assert_eq!(run.code, Some(3), "{test}: {some:?}: {}", run.stderr);
        }
        assert_eq!(parts(&["1", "2", "2-800", "2-1600"]).code, Some(0), "{test}");
        let run = parts(&["1", "2", "2-800", "2-800", "2-1600"]);
        assert_eq!(run.code, Some(2), "{test}: {}", run.stderr);
        let file = result("2-800");
        let text = fs::read_to_string(&file).expect("it is done");
        fs::write(&file, text.replacen("\"from\":800", "\"from\":\"800-2\"", 1)).expect("ours");
        let run = parts(&["1", "2", "2-800", "2-1600"]);
        assert!(run.code == Some(2) && run.stderr.contains("which is no place"), "{}", run.stderr);
    }
}

/// A worker that was taken for dead may have gone beyond the place where its part was split meanwhile. If it failed, that would be
/// counted twice, or nobody could go on with the part.
#[test]
fn what_was_left_ends_with_the_part() {
    for (test, flags) in [("beyond", &[][..]), ("beyond-count", &["--count"])] {
        let folder = plan(test, "seven", 1, flags);
        let results = folder.join("results");
        for place in ["results", "split"] {
            fs::create_dir(folder.join(place)).expect("the folder is ours");
        }
        let spec = spec(test);
        let stream = korrel(&["find", path(&spec), "seven", "--shard", "1/1", "--quiet"]).stdout;
        let end: Json = serde_json::from_str(stream.lines().last().expect("it has an end"))
            .expect("it is JSON");
        let cubes: Vec<(u64, u64)> = serde_json::from_value(end["cubes"].clone()).expect("pairs");
        if test == "beyond" {
            let lines: Vec<&str> = stream.split_inclusive('\n').take(101).collect();
            fs::write(results.join("1.lost.jsonl.part"), lines.concat()).expect("it is ours");
        } else {
            let lines = cubes[..100].iter().map(|(cube, count)| format!("{cube} {count}\n"));
            let lines: String = lines.collect();
            fs::write(results.join("1.lost.cubes.part"), lines).expect("it is ours");
        }
        for branches in ["", "-1"] {
            let name = format!("1-{}{branches}", cubes[50].0);
            fs::write(folder.join("split").join(name), "").expect("it is ours");
        }
        let run = work(&folder, &["--as", "one"]);
        assert_eq!(run.code, Some(0), "{test}: {}", run.stderr);
        if test == "beyond" {
            is_whole(test, &folder, "seven");
        } else {
            let merged = korrel(&["merge", path(&folder)]);
            assert_eq!(merged.stdout, "1044\n", "{}", merged.stderr);
        }
    }
}

/// A worker that was only late finds that another one has done its part, and removed what it had of it. If it failed, it would
/// stop, and do no other part.
#[test]
fn who_was_late_for_a_part_goes_on() {
    // On a busy machine it may end first.
    let is_late = (0..8).any(|_| {
        let folder = plan("overtaken", "girth", 1, &[]);
        assert_eq!(work(&folder, &["--as", "first"]).code, Some(0));
        let done = folder.join("done/1");
        let record = fs::read_to_string(&done).expect("it is done");
        fs::remove_file(&done).expect("it was just there");
        let run = command(&["work", path(&folder), "--as", "late", "--part", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        let rest = folder.join("results/1.late.jsonl.part");
        let result = folder.join("results/1.late.jsonl");
        while !rest.exists() && !result.exists() {
            std::thread::sleep(Duration::from_millis(2));
        }
        fs::write(&done, &record).expect("the folder is ours");
        let is_removed = fs::remove_file(&rest).is_ok();
        let run = run.wait_with_output().expect("it is our child");
        let told = String::from_utf8(run.stderr).expect("UTF-8");
        assert_eq!(run.status.code(), Some(0), "{told}");
        is_whole("overtaken", &folder, "girth");
        is_removed && told.contains("another worker was first with part 1")
    });
    assert!(is_late, "nobody was late");
}

/// If it failed, a worker that was killed before it could say that its part is done would say something else of it.
#[test]
fn a_result_that_is_not_recorded_yet_is_kept() {
    for (test, flags) in [("unrecorded", &[][..]), ("unrecorded-count", &["--count"])] {
        let folder = plan(test, "seven", 1, flags);
        assert_eq!(work(&folder, &["--as", "one"]).code, Some(0));
        let done = folder.join("done/1");
        let record = fs::read_to_string(&done).expect("it is done");
        fs::remove_file(&done).expect("it was just there");
        fs::write(folder.join("wanted/1"), "").expect("the folder is ours");
        assert_eq!(work(&folder, &["--as", "one"]).code, Some(0));
        let again = fs::read_to_string(&done).expect("it is done");
        let without_seconds =
            |text: &str| text.split_once("\"seconds\"").map(|(rest, _)| rest.to_owned());
        assert_eq!(without_seconds(&again), without_seconds(&record), "{test}");
        assert_eq!(korrel(&["merge", path(&folder)]).code, Some(0), "{test}");
    }
}

/// Killed at any moment, with all that they have started, workers go on where they were. `KORREL_KILLS` says how often.
#[cfg(unix)]
#[test]
fn killed_workers_lose_nothing() {
    use std::os::unix::process::CommandExt;

    let asked = std::env::var("KORREL_KILLS").ok().map(|n| n.parse().expect("a number"));
    let kills: u64 = asked.unwrap_or(6);
    for (test, flags) in [("killed", &[][..]), ("killed-count", &["--count"])] {
        let folder = plan(test, "seven", 3, flags);
        for round in 0..kills {
            let name = format!("w{}", round % 3);
            let words = ["work", path(&folder), "--as", &name, "--lease", "300ms"];
            let mut run = command(&words);
            let run = run.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
            let mut child = run.spawn().expect("the program was built for this test");
            std::thread::sleep(Duration::from_millis(150 + (round * 389) % 997));
            let group = format!("-{}", child.id());
            let killed = std::process::Command::new("kill").args(["-9", "--", &group]).output();
            killed.expect("every system has it");
            child.wait().expect("it is our child");
        }
        let run = work(&folder, &["--as", "last", "--lease", "300ms"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        if test == "killed" {
            is_whole(test, &folder, "seven");
        } else {
            assert_eq!(korrel(&["merge", path(&folder)]).stdout, "1044\n");
        }
    }
}

/// A worker that was too late with a part has a result of other cubes, which is not what it says when it compares that part.
#[test]
fn a_result_that_came_too_late_is_not_compared() {
    let folder = plan("late", "six", 2, &[]);
    assert_eq!(work(&folder, &["--as", "a"]).code, Some(0));
    let results = folder.join("results");
    let text = fs::read_to_string(results.join("1.a.jsonl")).expect("it is done");
    let (instances, end) = text.trim_end().rsplit_once('\n').expect("an end record");
    let split = end.replacen("\"cubes\"", "\"until\":9999999,\"cubes\"", 1);
    fs::write(results.join("1.b.jsonl"), format!("{instances}\n{split}\n")).expect("there is room");
    assert_eq!(work(&folder, &["--as", "b", "--audit", "100%"]).code, Some(0));
    let again = fs::read_to_string(folder.join("again/1.b")).expect("it was compared");
    assert!(again.contains("\"until\":null"), "{again}");
    is_whole("late", &folder, "six");
}

/// If it failed, a worker would cut the space again, or search what is no part of it.
#[test]
fn a_part_has_the_cubes_of_its_plan() {
    let folder = plan("cubes", "six", 4, &[]);
    assert_eq!(names(&folder, "cubes"), ["1", "2", "3", "4"]);
    let place = folder.join("cubes/2");
    let text = fs::read_to_string(&place).expect("it is there");
    let begin = text.find("\n[").expect("it has a cube") + 2;
    let other = if text[begin..].starts_with('1') { "2" } else { "1" };
    let edited = format!("{}{other}{}", &text[..begin], &text[begin + 1..]);
    // The hash tells the first change, and the order that the worker has the second one.
    let strange = text.replace("\"order\":\"crc32:", "\"order\":\"crc32:0");
    for (changed, says) in [
        (&edited, "has other cubes than the plan's"),
        (&strange, "the cubes of the part are of another formula"),
    ] {
        assert_ne!(changed, &text);
        fs::write(&place, changed).expect("there is room");
        let run = work(&folder, &["--part", "2", "--as", "a"]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains(says), "{}", run.stderr);
        assert_eq!(names(&folder, "done"), Vec::<String>::new());
    }
    // Who has no cubes cuts, and finds the same.
    fs::remove_file(&place).expect("it is there");
    assert_eq!(work(&folder, &["--as", "a"]).code, Some(0));
    is_whole("cubes", &folder, "six");
}

/// If it failed, a plan of very many parts would fill the disk.
#[test]
fn a_plan_of_many_parts_has_no_cubes() {
    let folder = plan("many", "six", 1025, &[]);
    let cubes = folder.join("cubes");
    assert!(!cubes.exists() || names(&folder, "cubes").is_empty());
}

/// If it failed, a plan would look into labellings of twenty atoms for minutes, and of forty without an end.
#[test]
fn a_plan_that_cannot_estimate_does_without() {
    let spec = "sig N { e: set N } run {} for exactly 20 N";
    let spec = file("queue/large", "relations.als", spec);
    let folder = spec.with_file_name("q");
    let _ = fs::remove_dir_all(&folder);
    let run = korrel(&["plan", path(&spec), "--cubes", "3", "-o", path(&folder)]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let parts: Vec<&str> = run.stdout.lines().skip(1).collect();
    assert_eq!(parts.len(), 3);
    assert!(parts.iter().all(|part| !part.contains("estimate")), "{parts:?}");
}

/// If it failed, a whole would be made of what is no whole.
#[test]
fn what_does_not_fit_is_refused() {
    let folder = plan("refused", "six", 4, &[]);
    let refused = |code: i32, says: &str| {
        let merged = korrel(&["merge", path(&folder)]);
        assert_eq!((merged.code, merged.stdout.as_str()), (Some(code), ""), "{}", merged.stderr);
        assert!(merged.stderr.contains(says), "{says}: {}", merged.stderr);
    };
    refused(3, "4 parts are not done");
    assert_eq!(work(&folder, &["--as", "a", "--part", "2"]).code, Some(0));
    refused(3, "3 parts are not done");
    let again = work(&folder, &["--as", "b", "--part", "2"]);
    assert_eq!((again.code, again.stderr.contains("part 2 is done, by a")), (Some(0), true));
    assert_eq!(work(&folder, &["--as", "a"]).code, Some(0));
    let place = folder.join("results/1.a.jsonl");
    let text = fs::read_to_string(&place).expect("it is done");
    let second = text.lines().nth(2).expect("an instance");
    fs::write(&place, text.replace(&format!("{second}\n"), "")).expect("there is room");
    refused(2, "part 1 of the worker a is no list: ");
    fs::write(&place, text.replace("\"question\":\"", "\"question\":\"0")).expect("there is room");
    refused(2, "part 1 of the worker a has another question");
    fs::remove_file(&place).expect("it is there");
    refused(2, "part 1 of the worker a is gone");
    fs::remove_file(folder.join("done/1")).expect("it is there");
    assert_eq!(work(&folder, &["--as", "a"]).code, Some(0));
    is_whole("refused", &folder, "six");
}

/// A mistake is told before anything is made, and nothing that is there is touched.
#[test]
fn mistakes_are_told() {
    let spec = spec("mistakes");
    let full = spec.parent().expect("it lies in a folder");
    let folder = full.join("none");
    let told = |words: &[&str], says: &str| {
        let run = korrel(words);
        assert_eq!(run.code, Some(2), "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains(says), "{words:?}: {}", run.stderr);
    };
    told(&["plan", path(&spec), "six", "-o", path(full)], "something is there");
    told(&["plan", path(&spec), "nine", "-o", path(&folder)], "nine");
    told(&["plan", path(&spec), "six", "--cubes", "0", "-o", path(&folder)], "0");
    told(&["plan", path(&spec), "six", "--solver", "brute", "-o", path(&folder)], "--solver");
    assert!(!folder.exists());
    told(&["work", path(&folder)], "it has no plan.jsonl");
    told(&["merge", path(full)], "it has no plan.jsonl");
    told(&["merge", path(&spec), "--receipt", "r"], "--receipt is of a queue");
    let queue = plan("mistakes", "six", 2, &[]);
    told(&["work", path(&queue), "--part", "3"], "its shards are 1 to 2");
    told(&["work", path(&queue), "--part", "1-0"], "3-1200");
    told(&["work", path(&queue), "--as", "a/b"], "letters");
    told(&["work", path(&queue), "--audit", "101%"], "from 0% to 100%");
    let plan = fs::read_to_string(queue.join("plan.jsonl")).expect("it is there");
    fs::write(queue.join("plan.jsonl"), plan.replace("plan/1", "plan/9")).expect("there is room");
    told(&["work", path(&queue)], "not of the format plan/1");
    fs::write(queue.join("plan.jsonl"), plan.replace("korrel 0.", "korrel 9."))
        .expect("there is room");
    told(&["work", path(&queue)], "its plan is of");
}
