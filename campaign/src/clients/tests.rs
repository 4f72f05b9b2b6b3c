//! Programs and verdicts beside programs that know nothing of a spec.

use std::collections::BTreeSet;

use korrel_harness::protocol::{HistoryCall, Reply};
use korrel_harness::{ClientProgram, Histories};
use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;
use serde_json::{Value as Json, json};

use super::ClientPrograms;
use super::orders::{ExplainedHistory, Orders};
use crate::behaviours::TestedTraces;

/// A queue that takes whatever comes.
const OPEN: &str = "
    sig Item {}
    one sig Queue { var items: seq Item }
    fact { no Queue.items }
    pred offer[x: Item] { Queue.items' = Queue.items.add[x] }
    pred poll[result: lone Item] { result = Queue.items.first and Queue.items' = Queue.items.rest }
    fact { always ((some x: Item | offer[x]) or (some r: lone Item | poll[r])) }
    run queue {} for exactly 2 Item, 6 seq, 7 steps";

/// A queue with room for three different items, which gives nothing where it is empty.
const NARROW: &str = "
    sig Item {}
    one sig Queue { var items: seq Item }
    fact { no Queue.items }
    pred offer[x: Item] { #Queue.items < 3 and x not in Queue.items.elems and Queue.items' = Queue.items.add[x] }
    pred poll[result: Item] { result = Queue.items.first and Queue.items' = Queue.items.rest }
    fact { always ((some x: Item | offer[x]) or (some r: Item | poll[r])) }
    run queue {} for exactly 3 Item, 3 seq, 7 steps";

fn tested(text: &str, steps: usize) -> TestedTraces {
    let mut spec = Spec::read("t.als", text, false, &mut no_files).expect("it is right");
    let command = spec.command(None).expect("there is one");
    let command = spec.with_steps(command, "--steps", &steps.to_string()).expect("it is a range");
    let command = spec.with_prefixes(command).expect("it is of traces");
    TestedTraces::new(&spec, &command)
}

/// A call of a queue of items: that offers one, or polls.
type Call = Option<usize>;

/// The sequences of one to so many calls.
fn sequences(items: usize, most: usize) -> Vec<Vec<Call>> {
    let calls: Vec<Call> = (0..items).map(Some).chain([None]).collect();
    let mut all: Vec<Vec<Call>> = Vec::new();
    let mut level: Vec<Vec<Call>> = vec![Vec::new()];
    for _ in 0..most {
        level = level
            .iter()
            .flat_map(|begun| calls.iter().map(move |&call| [&begun[..], &[call]].concat()))
            .collect();
        all.extend(level.iter().cloned());
    }
    all
}

/// True if a queue with room for so many different items allows every call in each order.
fn is_allowed(queue: &[usize], [one, other]: [&[Call]; 2], room: usize) -> bool {
    let after = |call: Call| -> Option<Vec<usize>> {
        match call {
            Some(item) if queue.len() < room && !queue.contains(&item) => {
                Some([queue, &[item]].concat())
            }
            None if !queue.is_empty() => Some(queue[1..].to_vec()),
            _ => None,
        }
    };
    let goes_on = |[one, other]: [&[Call]; 2]| match one {
        [] => true,
        [first, rest @ ..] => {
            after(*first).is_some_and(|queue| is_allowed(&queue, [rest, other], room))
        }
    };
    goes_on([one, other]) && goes_on([other, one])
}

/// All ways to name items.
fn names(items: usize) -> Vec<Vec<usize>> {
    match items {
        0 => vec![Vec::new()],
        _ => {
            let shorter = names(items - 1);
            let put = |order: &Vec<usize>, at: usize| {
                let mut order = order.clone();
                order.insert(at, items - 1);
                order
            };
            shorter.iter().flat_map(|order| (0..items).map(|at| put(order, at))).collect()
        }
    }
}

/// The number of programs, up to names and the swap of the clients.
fn number(items: usize, most: usize, is_program: impl Fn([&[Call]; 2]) -> bool) -> usize {
    let all = sequences(items, most);
    let mut classes = BTreeSet::new();
    for one in &all {
        for other in all.iter().filter(|other| is_program([one, other])) {
            let images = names(items).into_iter().flat_map(|names| {
                let named = |calls: &Vec<Call>| -> Vec<Call> {
                    calls.iter().map(|call| call.map(|item| names[item])).collect()
                };
                let (one, other) = (named(one), named(other));
                [(one.clone(), other.clone()), (other, one)]
            });
            classes.insert(images.min().expect("there is one"));
        }
    }
    classes.len()
}

/// If this failed, programs would be missing, or run twice under other names.
#[test]
fn programs_are_as_many_as_there_are() {
    let found = |text: &str, most: usize| {
        let tested = tested(text, 2 * most + 1);
        let effort = Effort::default();
        let all = ClientPrograms::new(&tested, most, Overflow::Forbid, &effort);
        let all = all.map_err(|_| "it cannot be listed").expect("it is small");
        let sizes: Vec<usize> =
            all.programs().iter().map(|one| one.clients.iter().map(Vec::len).sum()).collect();
        assert!(sizes.is_sorted(), "the smallest first");
        all.programs().len()
    };
    for most in 1..=2 {
        assert_eq!(found(OPEN, most), number(2, most, |_| true), "{most}");
    }
    for most in 1..=3 {
        let is_program = |clients: [&[Call]; 2]| is_allowed(&[], clients, 3);
        assert_eq!(found(NARROW, most), number(3, most, is_program), "{most}");
    }
}

/// True if some order of the calls that keeps real time gives the results, each order tried by itself.
fn is_linearisable(program: &[Vec<Call>], history: &[Vec<HistoryCall>]) -> bool {
    let calls: Vec<(Call, &HistoryCall)> = program
        .iter()
        .zip(history)
        .flat_map(|(calls, told)| calls.iter().copied().zip(told))
        .collect();
    names(calls.len()).into_iter().any(|order| {
        let placed: Vec<&(Call, &HistoryCall)> = order.iter().map(|&at| &calls[at]).collect();
        let keeps_time = (0..placed.len())
            .all(|at| placed[at + 1..].iter().all(|later| later.1.to >= placed[at].1.from));
        let mut queue: Vec<usize> = Vec::new();
        keeps_time
            && placed.iter().all(|(call, told)| {
                let expected = match call {
                    Some(item) => {
                        queue.push(*item);
                        return true;
                    }
                    None if queue.is_empty() => Json::Null,
                    None => json!(format!("Item${}", queue.remove(0))),
                };
                told.result == Some(expected)
            })
    })
}

/// If this failed, a right queue would be blamed, or a wrong one would pass.
#[test]
fn verdicts_are_those_of_all_permutations() {
    let tested = tested(OPEN, 7);
    let effort = Effort::default();
    let all = ClientPrograms::new(&tested, 3, Overflow::Forbid, &effort);
    let mut all = all.map_err(|_| "it cannot be listed").expect("it is small");
    let programs: Vec<ClientProgram> = all.programs().to_vec();
    let mut state = 1_u64;
    let mut below = |end: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % end
    };
    let mut verdicts = [0, 0];
    for _ in 0..3_000 {
        let program = &programs[below(programs.len() as u64) as usize];
        let called: Vec<Vec<Call>> = program
            .clients
            .iter()
            .map(|calls| {
                let item = |call: &korrel_harness::BehaviourCall| {
                    let item = call.args.get("x")?.as_str()?.strip_prefix("Item$")?;
                    item.parse().ok()
                };
                calls.iter().map(item).collect()
            })
            .collect();
        let history: Vec<Vec<HistoryCall>> = called
            .iter()
            .map(|calls| {
                let mut now = 0;
                let mut told = |call: &Call| {
                    let from = now + 1 + below(3);
                    let to = from + below(4);
                    now = to;
                    let result = match (call, below(3)) {
                        (Some(_), _) => None,
                        (None, 0) => Some(Json::Null),
                        (None, item) => Some(json!(format!("Item${}", item - 1))),
                    };
                    HistoryCall { from, to, result, throw: None }
                };
                calls.iter().map(&mut told).collect()
            })
            .collect();
        let verdict = all.judge(program, &history, &Reply::default()).is_ok();
        assert_eq!(verdict, is_linearisable(&called, &history), "{called:?} {history:?}");
        verdicts[usize::from(verdict)] += 1;
    }
    assert!(verdicts.iter().all(|&number| number > 300), "{verdicts:?}");
}

/// If this failed, a queue that loses an item for good would pass.
#[test]
fn the_state_afterwards_is_judged() {
    let tested = tested(OPEN, 3);
    let effort = Effort::default();
    let all = ClientPrograms::new(&tested, 1, Overflow::Forbid, &effort);
    let mut all = all.map_err(|_| "it cannot be listed").expect("it is small");
    let programs: Vec<ClientProgram> = all.programs().to_vec();
    let offers = |call: &korrel_harness::BehaviourCall| call.args.contains_key("x");
    let program = programs.iter().find(|program| program.clients.iter().flatten().all(offers));
    let program = program.expect("both offer");
    let told = |from, to| HistoryCall { from, to, result: None, throw: None };
    let history = [vec![told(0, 3)], vec![told(1, 2)]];
    let mut verdict = |items: Json| {
        let mut post = Json::Object(program.beginning.clone());
        post["objects"]["Queue$0"]["items"] = items;
        let mut orders = Orders { tree: &mut all.tree, program, history: &history };
        orders.explained(Some(&post))
    };
    let item = |client: usize| program.clients[client][0].args["x"].clone();
    assert_eq!(verdict(json!([item(0), item(1)])), Ok(ExplainedHistory::Wholly));
    assert_eq!(verdict(json!([item(1), item(0)])), Ok(ExplainedHistory::Wholly));
    assert_eq!(verdict(json!([item(0)])), Ok(ExplainedHistory::ButForTheState));
}

/// If this failed, an exception that the spec asks for would be blamed, or one that it forbids would pass.
#[test]
fn exceptions_are_judged_in_an_order() {
    let refusing = NARROW.replace(
        "run queue",
        "pred offer_throws[x: Item] { #Queue.items = 3 or x in Queue.items.elems }
         pred poll_throws { no Queue.items }
         run queue",
    );
    let tested = tested(&refusing, 5);
    let effort = Effort::default();
    let all = ClientPrograms::new(&tested, 2, Overflow::Forbid, &effort);
    let mut all = all.map_err(|_| "it cannot be listed").expect("it is small");
    let programs: Vec<ClientProgram> = all.programs().to_vec();
    assert_eq!(programs.len(), number(3, 2, |_| true), "each call is returned from, or throws");
    let is_offer = |call: &korrel_harness::BehaviourCall| call.args.contains_key("x");
    let is_meant = |program: &&ClientProgram| match &program.clients[..] {
        [one, other] => {
            one.len() == 1 && other.len() == 1 && is_offer(&one[0]) != is_offer(&other[0])
        }
        _ => false,
    };
    let program = programs.iter().find(is_meant).expect("one offers, and the other polls");
    let offerer = usize::from(!is_offer(&program.clients[0][0]));
    let item = program.clients[offerer][0].args["x"].clone();
    let throw = korrel_harness::protocol::Throw { ty: "Empty".to_owned(), message: String::new() };
    let mut verdict = |(from, to): (u64, u64), result: Option<&Json>| {
        let offer = HistoryCall { from: 10, to: 20, result: None, throw: None };
        let throw = result.is_none().then(|| throw.clone());
        let poll = HistoryCall { from, to, result: result.cloned(), throw };
        let mut history = [vec![offer], vec![poll]];
        history.rotate_left(offerer);
        let causes = all.judge(program, &history, &Reply::default()).err();
        causes.map(|causes| causes[0].text.clone())
    };
    let wrong = Some("no order of the calls explains the results (offer, poll)".to_owned());
    assert_eq!(verdict((12, 14), None), None, "both at once");
    assert_eq!(verdict((12, 14), Some(&item)), None, "both at once");
    assert_eq!(verdict((1, 2), None), None, "before");
    assert_eq!(verdict((1, 2), Some(&item)), wrong, "before");
    assert_eq!(verdict((30, 40), None), wrong, "afterwards");
    assert_eq!(verdict((30, 40), Some(&item)), None, "afterwards");
}
