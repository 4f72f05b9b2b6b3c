//! The spec judges: postconditions over two states, invariants, what must be thrown.

use std::process::Command;

use super::{spec, test_on};
use crate::program::{Run, file, korrel, path, root};

/// A program of `examples/`, with a seeded fault or without.
fn example(name: &str, flags: &[&str], program: &[&str]) -> Run {
    let format = ["--format", "json", "--"];
    korrel(&[&["test", name][..], flags, &format, program].concat())
}

const SORT: &str = "examples/merge_sort/list.als";

/// TestEra's table I; the clause that is violated is the right one, and the smallest list is shown.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn merge_sort_by_its_postcondition() {
    let sort = |flags: &[&str], fault: &[&str]| {
        let program = [&["python3", "examples/merge_sort/list.py"], fault].concat();
        example(SORT, flags, &program)
    };
    let right = sort(&[], &[]);
    assert_eq!((right.code, &right.end()["passed"]), (Some(0), &27.into()));
    for (fault, passed, cause) in [("reversed", 3, "sorted"), ("loses", 6, "permutation")] {
        let run = sort(&[], &["--fault", fault]);
        assert_eq!((run.code, &run.end()["passed"]), (Some(1), &passed.into()), "{fault}");
        assert_eq!(run.causes(), [cause], "{fault}");
        let scope = ["--scope", "exactly 1 List, 0..3 Node, 0..2 Int"];
        let run = sort(&scope, &["--fault", fault]);
        assert_eq!(run.failures()[0]["size"], 3, "{fault}: a list and two nodes");
        let at = run.failures()[0]["causes"][0]["at"].as_str().expect("a place").to_owned();
        assert!(at.starts_with("examples/merge_sort/list.als:"), "{at}");
    }
}

/// TestEra's table I, red-black trees: 70 inputs; RED and BLACK swapped where it gives their 50.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn red_black_trees_by_their_invariant() {
    let tree = "examples/red_black_tree/red_black_tree.als";
    let remove = |fault: &[&str]| {
        let program = ["python3", "examples/red_black_tree/red_black_tree.py"];
        example(tree, &["--op", "remove"], &[&program, fault].concat())
    };
    let right = remove(&[]);
    assert_eq!((right.code, &right.end()["passed"]), (Some(0), &70.into()));
    let wrong = remove(&["--fault", "swap-inner"]);
    assert_eq!((&wrong.end()["passed"], &wrong.end()["inputs"]), (&50.into(), &70.into()));
}

/// Lists as the driver has them, with a postcondition that its answers violate.
fn lists(judged: &str, scope: &str) -> String {
    format!(
        "sig List {{ header: lone Node }} sig Node {{ elem: Int, next: lone Node }}
         pred List.sort_pre {{ List = this and Node = this.header.*next
           all n: Node | n not in n.^next }}
         {judged}
         run sort_pre for exactly 1 List, {scope}"
    )
}

/// A driver that has judged, and has nothing to show, is not blamed for what the spec wants to see.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_failure_needs_no_result() {
    let sum = "pred List.sort_post[result: Int] { result = 0 }
               pred List.sort_throws { some this.header }";
    let sums = spec("fails.als", &lists(sum, "exactly 2 Node, 0..2 Int"));
    let run = test_on(&sums, &["--format", "json"], "key");
    assert!(!run.failures().is_empty(), "the driver fails each input");
    for failure in run.failures() {
        let causes = failure["causes"].as_array().expect("causes");
        assert_eq!(causes.len(), 1, "{failure}");
    }
}

/// The returned value is bound to `result`.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_result_is_judged() {
    let sum = "pred List.sort_post[result: Int] { result = (sum n: this.header.*next | n.elem) }";
    let sums = spec("sums.als", &lists(sum, "exactly 2 Node, 0..2 Int"));
    let format = ["--format", "json"];
    let run = test_on(&sums, &format, "result");
    assert_eq!((run.code, &run.end()["passed"]), (Some(0), &9.into()));
    let wrong = test_on(&sums, &format, "greatest");
    // The greatest is the sum where one of the two is 0.
    assert_eq!((wrong.causes(), &wrong.end()["passed"]), (vec!["sort_post".to_owned()], &5.into()));
    let kind = test_on(&sums, &format, "silent");
    assert_eq!(kind.end()["failed"], 9, "nothing is returned");
}

/// If the program must throw, not throwing is the failure.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_must_be_thrown() {
    let unsorted = "pred List.sort_throws { some n: this.header.*next | n.elem > n.next.elem and some n.next }";
    let throws = spec("throws.als", &lists(unsorted, "exactly 3 Node, 0..2 Int"));
    let format = ["--format", "json"];
    let run = test_on(&throws, &format, "throws");
    assert_eq!((run.code, &run.end()["passed"]), (Some(0), &27.into()));
    let silent = test_on(&throws, &format, "silent");
    assert_eq!(silent.causes(), ["does not throw, where sort_throws holds"]);
    assert_eq!(silent.end()["failed"], 17);
}

/// The invariant restricts the inputs, and must hold afterwards.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn an_invariant_before_and_after() {
    let short = "pred short[l: List] { lone l.header.*next }";
    let short = spec("short.als", &lists(short, "2 Node, 0..0 Int"));
    let flags = ["--invariant", "short", "--format", "json"];
    let run = test_on(&short, &flags, "silent");
    assert_eq!((run.code, &run.end()["inputs"]), (Some(0), &2.into()));
    let longer = test_on(&short, &flags, "longer");
    assert_eq!(longer.causes(), ["short"]);
    let unknown = test_on(&short, &["--invariant", "shrt"], "silent");
    assert_eq!(unknown.code, Some(2));
}

/// A state that is none is a failure of its input, with the place.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_state_that_does_not_fit() {
    let same = "pred List.sort_post { header' = header }";
    let same = spec("same.als", &lists(same, "exactly 1 Node, 0..0 Int"));
    let run = test_on(&same, &["--format", "json"], "misfit");
    let cause = &run.failures()[0]["causes"][0];
    assert!(cause.to_string().contains("post.objects.Node$0.elem"), "{cause}");
}

/// The tests that are written ask the spec, and say so.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn emitted_tests_ask_the_spec() {
    let same = "pred List.sort_post { header' = header }";
    let same = spec("emitted.als", &lists(same, "exactly 1 Node, 0..0 Int"));
    let run = test_on(&same, &["--emit-test", "pytest"], "longer");
    assert!(run.stdout.contains("korrel eval"), "{}", run.stdout);
    assert!(run.stdout.contains("sort_post"), "{}", run.stdout);
}

/// If the spec allows one answer only, the test holds it, and needs nothing of Korrel's: it fails as
/// long as the program is wrong, and passes once it is right.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn emitted_tests_hold_the_only_answer() {
    let frame = "header' = header and elem' = elem and next' = next";
    let same =
        spec("only.als", &lists(&format!("pred List.sort_post {{ {frame} }}"), "1 Node, 0..1 Int"));
    let sum = format!(
        "pred List.sort_post[result: Int] {{ {frame} and result = (sum n: this.header.*next | n.elem) }}"
    );
    let sums = spec("only_sum.als", &lists(&sum, "exactly 2 Node, 0..2 Int"));
    for (spec, wrong, right) in [(&same, "longer", "silent"), (&sums, "greatest", "result")] {
        let run = test_on(spec, &["--emit-test", "pytest"], wrong);
        assert!(run.stdout.contains("The spec allows this answer only."), "{}", run.stdout);
        assert!(!run.stdout.contains("korrel eval"), "{}", run.stdout);
        let passes = |tests: &str| {
            let file = file("test-emitted", "test_only.py", tests);
            let run = "import runpy, sys\nfor name, test in runpy.run_path(sys.argv[1]).items():\n    \
                       name.startswith('test_') and test()";
            let mut python = Command::new("python3");
            python
                .args(["-c", run, path(&file)])
                .current_dir(root())
                .output()
                .expect("Python")
                .status
        };
        assert!(!passes(&run.stdout).success(), "{wrong}");
        let mended = run.stdout.replace(&format!("\"{wrong}\""), &format!("\"{right}\""));
        assert!(passes(&mended).success(), "{right}:\n{mended}");
    }
}

/// Inputs grow, and are judged all the same.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_scope_that_grows_is_judged() {
    let grow = ["--grow", "exactly 1 List, exactly n Node, 0..n Int", "--stop-after", "1"];
    let program = ["python3", "examples/merge_sort/list.py", "--fault", "reversed"];
    let run = example(SORT, &grow, &program);
    assert_eq!((run.causes(), &run.failures()[0]["size"]), (vec!["sorted".to_owned()], &3.into()));
}
