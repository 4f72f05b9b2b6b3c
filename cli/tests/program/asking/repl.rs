//! `korrel repl`: lines, and what is answered.

use crate::program::{Run, korrel_on, root};

const SPEC: &str = "specs/red_black_tree.als";

fn typed(lines: &str, args: &[&str]) -> Run {
    korrel_on(lines, &[&["repl"], args].concat())
}

/// If this failed, a value would be that of another instance than the one that is shown.
#[test]
fn what_is_typed_is_asked_of_the_instance_that_is_shown() {
    let run =
        typed("#Node\n:go 7\n#Node\nt.root.left\n:previous\n#Node\n:next 3\n:json\n", &[SPEC]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    let values: Vec<&&str> =
        lines.iter().filter(|line| line.len() < 12 && !line.contains(['t', '└'])).collect();
    assert_eq!(values, [&"0", &"2", &"{Node$1}", &"1"], "{lines:?}");
    // The same instance by another command of the program.
    let other = crate::program::korrel(&["find", SPEC, "--id", "9"]);
    assert_eq!(lines.last().copied(), Some(&*other.instances()[0].to_string()));
}

/// If this failed, a formula would be said to hold in other instances than `count` finds.
#[test]
fn counts_are_those_of_the_program() {
    let run = typed(":count\n:count some t.root.left\n:count #Node\n", &[SPEC]);
    let count = |args: &[&str]| crate::program::korrel(args).stdout.trim().to_owned();
    let all = count(&["count", SPEC]);
    let mut lines = run.stdout.lines();
    assert_eq!(lines.next(), Some(&*all));
    let holding = lines.next().expect("it is counted");
    let by: u64 = lines
        .map(|line| line.split(": ").nth(1).expect("a number").parse::<u64>().expect("a number"))
        .sum();
    assert_eq!(by.to_string(), all);
    let instances = crate::program::korrel(&["find", SPEC]).instances();
    let has_left = instances.iter().filter(|one| {
        let objects = one["objects"].as_object().expect("objects");
        let root = one["objects"]["Tree$0"]["root"].as_str();
        root.is_some_and(|root| !objects[root]["left"].is_null())
    });
    assert_eq!(holding, format!("{} of {all}", has_left.count()));
}

/// If this failed, a script would take a mistake for an answer, or one mistake would end all that follows.
#[test]
fn a_mistake_is_told_and_the_next_line_is_answered() {
    let run =
        typed("Nod\n:nxt\n:go x\n:why 3\n:command nothing\n:scope 3 Nothing\n#Tree\n", &[SPEC]);
    assert_eq!((run.code, &*run.stdout), (Some(2), "1\n"));
    for told in [
        "did you mean `Node`?",
        "did you mean `:next`?",
        "`:go` takes the number of an instance",
        "nothing goes with `:why`",
        "there is no command or predicate `nothing`",
        "the scope names `Nothing`, which is not a sig",
    ] {
        assert!(run.stderr.contains(told), "{told}: {}", run.stderr);
    }
}

#[test]
fn a_line_that_takes_for_ever_is_given_up() {
    let large = ":scope 30 but 0..30 Int\n:count #Node\n#Tree\n";
    let run = typed(large, &[SPEC, "--timeout", "200ms"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("given up"), "{}", run.stderr);
}

#[test]
fn traces_have_a_value_in_each_state() {
    let run = typed(":go 1\nProcess.at\nalways no none\n", &["specs/peterson.als"]);
    assert!(run.stdout.contains("state 0: {Idle}\nstate 1: "), "{}", run.stdout);
    assert!(run.stdout.ends_with("state 0: true\nstate 1: true\n"), "{}", run.stdout);
}

/// If this failed, a way to go on would be shown twice or not at all, or somebody would wait for one that is not there.
#[test]
fn a_trace_goes_on_each_way_once() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let path = folder.path().join("lamps.als");
    let lamps = "sig Lamp {} var sig Lit in Lamp {} fact { no Lit } run {} for 3 but 4 steps";
    std::fs::write(&path, lamps).expect("it is ours");
    let lines = ":scope exactly 3 Lamp, 4 steps\n:fork\n#Lit\n:fork 0\n:fork\n:fork\n:init\n:config\n:next\n";
    let run = typed(lines, &[path.to_str().expect("a path")]);
    let told = |start: &str| run.stdout.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(told("instance by another step from state 0"), 3, "{}", run.stdout);
    assert!(run.stdout.contains("instance 1\n"), "{}", run.stdout);
    let counts =
        ["state 0: 0\nstate 1: 1\n", "state 0: 0\nstate 1: 2\n", "state 0: 0\nstate 1: 3\n"];
    assert!(counts.iter().any(|count| run.stdout.contains(count)), "{}", run.stdout);
    for note in [
        "there is no other next step from state 0: all 4 were seen",
        "there is no other first state of this configuration\n",
        "there is no other configuration\n",
    ] {
        assert!(run.stderr.contains(note), "{note}: {}", run.stderr);
    }
    let run =
        typed(":config\n:config\n:config\n:config\n:trace\n", &[path.to_str().expect("a path")]);
    assert!(run.stderr.contains("no other configuration: all 4 were seen"), "{}", run.stderr);
    assert!(run.stdout.contains("instance by another path"), "{}", run.stdout);
    let run = typed(":fork x\n:fork 9\n:fork 4\n", &[path.to_str().expect("a path")]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("a state is a number, from 0: :fork 2"), "{}", run.stderr);
    assert!(run.stderr.contains("no trace has so many states"), "{}", run.stderr);
    let run = typed(":trace\n", &[SPEC]);
    assert!(run.stderr.contains("this command is about single states"), "{}", run.stderr);
}

#[test]
fn a_spec_with_mistakes_is_not_opened() {
    let path = root().join("cli/tests/diagnostics/E0006-unknown_name.als");
    let run = typed("1\n", &[path.to_str().expect("a path")]);
    assert_eq!((run.code, &*run.stdout), (Some(2), ""));
}
