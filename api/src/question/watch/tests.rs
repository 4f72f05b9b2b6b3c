//! Looks at specs as they are edited.

use std::sync::atomic::AtomicBool;

use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;

use super::*;

fn asked(body: &str, scope: &str) -> SpecCommand {
    let text = format!("sig N {{ next: lone N }}\npred p {{ {body} }}\nrun p for {scope}");
    let spec = Spec::read("n.als", text, false, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
    let command = spec.command(None).expect("there is one");
    SpecCommand { spec, command }
}

fn look_at(asked: &SpecCommand, before: Option<&View>) -> View {
    let view = look(asked, before, Meaning::default(), &Effort::default(), &mut |_| {});
    view.unwrap_or_else(|e| panic!("{e:?}"))
}

const ACYCLIC: &str = "no n: N | n in n.^next";
const LOOPLESS: &str = "no n: N | n = n.next";

/// If it failed, a writer would see other counts than `count` has.
#[test]
fn instances_are_counted_by_size() {
    let view = look_at(&asked(ACYCLIC, "4"), None);
    let sizes: Vec<(usize, u64)> = view.sizes.iter().map(|(size, count)| (*size, *count)).collect();
    assert_eq!(sizes, [(0, 1), (1, 1), (2, 2), (3, 4), (4, 9)], "rooted forests: OEIS A000081");
    assert_eq!(view.total, Some(Amount { number: 17_u32.into(), is_least: false }));
    assert_eq!((view.first.len(), view.change, view.is_finished), (17, None, true));
}

/// If it failed, an edit would seem to do what it did not.
#[test]
fn an_edit_is_told_by_what_came_and_went() {
    let strict = look_at(&asked(ACYCLIC, "2"), None);
    let loose = look_at(&asked(LOOPLESS, "2"), Some(&strict));
    let Some(Change::Instances(InstanceChange {
        removed: 0,
        added: 1,
        first_removed: None,
        first_added,
        below,
        ..
    })) = loose.change
    else {
        panic!("a circle of two has come: {:?}", loose.change);
    };
    let added = first_added.expect("one has come");
    assert_eq!((added.size, below), (2, None));
    assert!(added.record.contains(&added.key), "{}", added.record);
    let again = look_at(&asked(ACYCLIC, "2"), Some(&loose_view(&strict)));
    let Some(Change::Instances(InstanceChange { removed: 1, added: 0, .. })) = again.change else {
        panic!("the circle has gone: {:?}", again.change);
    };
    let written_otherwise = look_at(&asked("all n: N | n !in n.^next", "2"), Some(&strict));
    assert!(written_otherwise.change.is_some_and(|change| change.is_nothing()));
}

fn loose_view(before: &View) -> View {
    look_at(&asked(LOOPLESS, "2"), Some(before))
}

/// If it failed, instances beyond the end of a list would seem to have gone.
#[test]
fn lists_are_compared_as_far_as_both_are_whole() {
    let large = look_at(&asked("", "9"), None);
    let listed = large.listed.as_ref().expect("it is there");
    let below = listed.whole_below.expect("it is cut");
    assert_eq!(listed.instances.len(), LISTED);
    assert!(large.total.as_ref().is_some_and(|total| total.number > LISTED.into()));
    let small = look_at(&asked("", "3"), Some(&large));
    let Some(Change::Instances(InstanceChange { removed, added: 0, below: compared, .. })) =
        &small.change
    else {
        panic!("a smaller scope adds nothing: {:?}", small.change);
    };
    let gone = large.sizes.range(4..below).map(|(_, count)| count).sum::<u64>();
    assert_eq!((*removed, *compared), (gone, Some(below)));
}

/// If it failed, heaps of other fields would be told as removed, all of them.
#[test]
fn heaps_of_other_declarations_are_not_compared() {
    let before = look_at(&asked(ACYCLIC, "2"), None);
    let text = "sig N { next: lone N, other: lone N } run {} for 2";
    let spec = Spec::read("n.als", text, false, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
    let command = spec.command(None).expect("there is one");
    let view = look_at(&SpecCommand { spec, command }, Some(&before));
    assert_eq!(view.change, Some(Change::Declarations));
}

/// A spec of traces, whose steps get a name once they change something.
const UNDO: &str = "sig Text {} one sig Editor { var text: Text, var old: lone Text }
pred type[t: Text] { Editor.old' = Editor.text  Editor.text' = t }
fact start { no Editor.old }
fact moves { always some t: Text | type[t] }
run {} for 2";

fn traces(text: &str) -> SpecCommand {
    let spec = Spec::read("undo.als", text.to_owned(), false, &mut no_files);
    let spec = spec.unwrap_or_else(|e| panic!("{e:?}"));
    let command = spec.command(None).expect("there is one");
    SpecCommand { spec, command }
}

/// If it failed, an edit of a predicate would be taken for one of the fields, for it gave the steps a name.
#[test]
fn names_of_steps_do_not_hinder_a_comparison() {
    let nameless = UNDO.replace("old' =", "old =").replace("text' =", "text =");
    let before = look_at(&traces(&nameless), None);
    let now = look_at(&traces(UNDO), Some(&before));
    assert!(!before.header.contains("actions") && now.header.contains("actions"));
    let Some(Change::Instances(InstanceChange { removed: 0, added, below: None, .. })) = now.change
    else {
        panic!("none was allowed before: {:?}", now.change);
    };
    assert_eq!(added, now.sizes.values().sum::<u64>());
    let back = look_at(&traces(&nameless), Some(&now));
    let Some(Change::Instances(InstanceChange {
        removed,
        added: 0,
        first_removed,
        header_removed,
        ..
    })) = back.change
    else {
        panic!("all have gone: {:?}", back.change);
    };
    assert_eq!((removed, header_removed), (added, now.header));
    assert!(first_removed.is_some_and(|first| first.record.contains("\"action\":\"type\"")));
}

/// If it failed, traces beyond the end of a list would seem to be compared, or those before it not.
#[test]
fn traces_are_compared_by_their_number_of_states() {
    let strict = look_at(&traces(UNDO), None);
    let free = UNDO.replace("fact start { no Editor.old }", "");
    let loose = look_at(&traces(&free), Some(&strict));
    let Some(Change::Instances(InstanceChange { removed: 0, added, below: Some(10), .. })) =
        loose.change
    else {
        panic!("a start that was not allowed has come: {:?}", loose.change);
    };
    let of_less = |view: &View| view.sizes.range(..10).map(|(_, count)| count).sum::<u64>();
    assert_eq!(added, of_less(&loose) - of_less(&strict));
    assert!(loose.is_of_traces && loose.is_whole(9) && !loose.is_whole(10));
    assert!(strict.is_whole(10), "its list has an end");
}

/// If it failed, what was not compared at all would be told as unchanged.
#[test]
fn nothing_is_compared_where_the_smallest_size_is_cut() {
    let text = "sig N { r: set N } run {} for exactly 5 N";
    let before = look_at(&traces(text), None);
    assert_eq!(before.sizes, BTreeMap::from([(5, LISTED as u64)]));
    assert!(!before.is_whole(5));
    let now = look_at(&traces(&format!("{text} fact {{ some r }}")), Some(&before));
    assert_eq!(now.change, Some(Change::Uncompared));
}

/// If it failed, a conjunct that the others imply would not be seen, or one that excludes something would be called so.
#[test]
fn conjuncts_tell_what_they_exclude() {
    // Of 1 + 2 + 6 partial functions (OEIS A126285), 1 + 1 + 3 have no loop.
    let before = look_at(&asked(LOOPLESS, "2"), None);
    assert_eq!(
        before.conjuncts[0].excludes.as_ref().map(|amount| &amount.number),
        Some(&4_u32.into())
    );
    let both = look_at(&asked(&format!("{ACYCLIC}\n{LOOPLESS}"), "2"), Some(&before));
    let told: Vec<(u64, bool, bool)> = both
        .conjuncts
        .iter()
        .map(|one| {
            let excludes = one.excludes.as_ref().expect("it is known");
            let number = u64::try_from(&excludes.number).expect("it is small");
            (number, one.is_redundant(), one.is_newly_redundant)
        })
        .collect();
    assert_eq!(told, [(1, false, false), (0, true, true)], "the circle of two; nothing");
}

/// If it failed, what must not hold would be shown as what must.
#[test]
fn a_conjunct_is_shown_with_the_no_before_it() {
    let both = look_at(&asked("no n: N | n in n.^next  all n: N { n != n.next }", "1"), None);
    let shown: Vec<&str> = both.conjuncts.iter().map(|one| one.name.text.as_str()).collect();
    assert_eq!(shown, ["no n: N | n in n.^next", "n != n.next"]);
}

/// If it failed, a command that asks for nothing would seem to have a redundant conjunct.
#[test]
fn what_says_nothing_is_no_conjunct() {
    let text = "sig N { next: lone N } run {} for 2";
    let spec = Spec::read("n.als", text, false, &mut no_files).unwrap_or_else(|e| panic!("{e:?}"));
    let command = spec.command(None).expect("there is one");
    assert_eq!(look_at(&SpecCommand { spec, command }, None).conjuncts, []);
    assert_eq!(look_at(&asked("", "2"), None).conjuncts, []);
}

/// If it failed, a search would go on after the next save.
#[test]
fn a_stop_ends_a_look() {
    let flag = Arc::new(AtomicBool::new(false));
    let effort = Effort::default().until(Arc::clone(&flag));
    let mut told = 0;
    let stopped = look(&asked("", "9"), None, Meaning::default(), &effort, &mut |view| {
        told += 1;
        assert!(!view.is_finished);
        if view.first.len() >= 8 {
            flag.store(true, std::sync::atomic::Ordering::SeqCst);
        }
    });
    assert!(matches!(stopped, Err(NoAnswer::Stopped)), "after {told} words");
    assert_eq!(told, 5, "nothing yet, then 1, 2, 4 and 8 instances");
}

/// If it failed, a writer whose edit leaves no instance would see that there is none, and not which lines forbid it.
#[test]
fn where_there_is_nothing_the_lines_that_contradict_are_told() {
    let asked = asked("(some n: N | n.next = n) and no n: N | n.next = n", "2");
    let view = look_at(&asked, None);
    let why = view.why.expect("it is found");
    assert!(why.message.ends_with("these contradict each other"), "{}", why.message);
    assert!(view.first.is_empty() && view.is_finished);
}
