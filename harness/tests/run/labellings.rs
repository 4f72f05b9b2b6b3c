//! Other labellings, other programs, other runs.

use korrel_harness::{Plan, Relabel};

use crate::graphs::{driver, lists, plan, question};
use crate::support::{Kept, Nobody, asked};

const ADD: usize = 0;
const PICK: usize = 1;
const BIG: usize = 2;

fn tried(plan: &Plan, op: usize) -> Kept {
    asked(plan, &question(), &Nobody, &mut lists(op, 3)).1
}

fn relabelled(mistake: &str, op: usize) -> Kept {
    tried(&Plan { relabel: Some(Relabel::All), ..plan(mistake) }, op)
}

/// If this fails, a right program is accused: new objects and sets have no names and no order.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn right_programs_agree() {
    for (mistake, op) in
        [("none", ADD), ("names", ADD), ("none", PICK), ("none", BIG), ("reversed", BIG)]
    {
        let kept = relabelled(mistake, op);
        assert_eq!(kept.causes(), [], "{mistake}");
        // The input is sent as listed, and in all other labellings: n!.
        let labellings: Vec<u64> = kept.done.iter().map(|done| done.labellings.0).collect();
        assert_eq!(labellings, [1, 1, 2, 6]);
    }
}

/// If this fails, a program that depends on names or on the order of a file passes.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn who_depends_on_names_is_found() {
    let kept = relabelled("first", PICK);
    let state = "labellings differ: the result";
    assert_eq!(kept.causes(), [(2, state), (3, state)]);
    let failure = kept.failures()[0];
    assert!(failure.name.labelling.is_some() && failure.labellings.is_some(), "{failure:?}");
    let kept = relabelled("order", ADD);
    assert!(
        kept.causes().iter().all(|(_, cause)| *cause == "labellings differ: the state afterwards")
    );
    assert!(!kept.causes().is_empty());
    let judged = Plan { relabel: Some(Relabel::All), relabel_only_judged: true, ..plan("first") };
    assert_eq!(tried(&judged, PICK).causes(), []);
}

/// If this fails, a choice of labellings is not the same again.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn some_labellings() {
    let some = Plan { relabel: Some(Relabel::Some(3)), seed: 5, ..plan("none") };
    let labellings: Vec<u64> =
        tried(&some, PICK).done.iter().map(|done| done.labellings.0).collect();
    assert_eq!(labellings, [1, 1, 2, 4]);
}

/// If this fails, two programs that do the same are told apart, or two that do not are not.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn against_another_program() {
    let against = |mistake: &str, other: &str, op: usize| {
        let plan = Plan { against: Some(driver(other)), ..plan(mistake) };
        let kept = tried(&plan, op);
        kept.causes().into_iter().map(|(id, cause)| (id, cause.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(against("none", "names", ADD), []);
    assert_eq!(against("none", "reversed", BIG), []);
    let result = "differs from the other program: the result".to_owned();
    assert_eq!(against("none", "first", PICK), [(2, result.clone()), (3, result)]);
    let thrown = "differs from the other program: what is thrown".to_owned();
    assert_eq!(against("none", "throws", BIG), [(2, thrown)]);
    let state = "differs from the other program: the state afterwards".to_owned();
    let kept = Plan { against: Some(driver("order")), relabel: Some(Relabel::All), ..plan("none") };
    let kept = tried(&kept, ADD);
    assert!(!kept.causes().is_empty() && kept.causes().iter().all(|(_, cause)| *cause == state));
}

/// If this fails, a failure that comes and goes looks like any other, or like none.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn comes_and_goes() {
    let kept = tried(&Plan { repeat: 10, ..plan("flaky") }, BIG);
    assert_eq!(kept.causes(), [(2, "flaky")]);
    assert_eq!(kept.failures()[0].rate, Some((5, 10)));
    let kept = tried(&Plan { repeat: 3, ..plan("throws") }, BIG);
    assert_eq!(kept.failures()[0].rate, None);
}
