//! The four ways to go on from a trace, against the list of all traces: which of them begin alike is found out by trying
//! all namings of their objects.

use std::collections::{BTreeMap, BTreeSet};

use korrel::{Command, Fork, Forked, SeenForks};
use serde_json::{Map, Value as Json, json};

/// A spec, and the names in its records of what changes.
const SPECS: &[(&str, &[&str])] = &[
    // A configuration that tells some objects apart, loops that begin early and late, and steps that are not told by
    // the state.
    (
        "sig P { next: lone P } var sig H in P {}
         fact { no P.next & H or some H } run { always (H' in H.next + H) } for 2 but 3 steps",
        &["H"],
    ),
    ("sig P {} var sig H in P {} fact { no H } run {} for exactly 3 P, 1..3 steps", &["H"]),
    ("sig P {} one sig T { var at: P } run { always T.at' != T.at } for 3 but 4 steps", &["at"]),
    // Atoms that come and go, sigs below a mutable one, and a field that stays as it is.
    (
        "abstract var sig A {} var sig B, C extends A {} fact { always lone A } run {} for 2 but 3 steps",
        &["A", "B", "C"],
    ),
    ("var sig A { var f: lone A } run { always lone A } for 2 but 2 steps", &["A", "f"]),
    // What never changes tells of all atoms of A: they are there in every state.
    (
        "sig P {} var sig A { f: one P, var g: lone P } run { always no g & f } for 2 but 2 steps",
        &["g"],
    ),
    // Parameters belong to the configuration.
    (
        "sig P {} var sig H in P {} pred p[x: P] { no H and always (H' = H + x or H' = H) } run p for 2 but 3 steps",
        &["H"],
    ),
    // Counterexamples, with witnesses beside them.
    (
        "sig P {} var sig H in P {} fact { no H and always H in H' }
         check { all x: P | always x not in H } for 2 but 3 steps",
        &["H"],
    ),
    // Atoms in an order, and an enum.
    (
        "open util/ordering[Level] enum C { Red, Green } sig Level { c: C } var one sig Now in Level {}
         fact { Now = first } run { always Now' in Now + Now.next } for exactly 2 Level, 3 steps",
        &["Now"],
    ),
    // No first state but one, and nothing else that may change.
    ("sig P {} var sig H in P {} fact { always no H } run {} for 2 but 3 steps", &["H"]),
];

const WAYS: &[Fork] = &[Fork::Configuration, Fork::Start, Fork::Path, Fork::Step(0), Fork::Step(1)];

/// If this failed, a way to go on would be missing, be shown twice, or change what it was to keep.
#[test]
fn each_way_to_go_on_is_seen_once() {
    for (text, changing) in SPECS {
        let command = korrel::spec(text).expect(text).command("0").expect("there is one");
        let all = listed(&command);
        let traces: BTreeSet<String> = all.iter().map(|trace| named(&whole(trace))).collect();
        assert!(all.len() > 1, "{text}");
        for &fork in WAYS {
            let kept = |trace: &Json| named(&part(trace, fork, true, changing));
            let told = |trace: &Json| named(&part(trace, fork, false, changing));
            let mut ways: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for trace in &all {
                ways.entry(kept(trace)).or_default().insert(told(trace));
            }
            let far = |trace: &&Json| match fork {
                Fork::Step(state) => states(trace).len() > state,
                _ => true,
            };
            for trace in all.iter().filter(far).step_by(1 + all.len() / 12) {
                let known = &ways[&kept(trace)];
                let (found, number) = gone(&command, trace, fork);
                let mut seen = BTreeSet::from([told(trace)]);
                for other in &found {
                    assert!(traces.contains(&named(&whole(other))), "{text}: {other}");
                    assert_eq!(kept(other), kept(trace), "{text}: {fork:?} of {trace} is {other}");
                    assert!(seen.insert(told(other)), "{text}: {fork:?} of {trace}: {other}");
                }
                assert_eq!(seen, *known, "{text}: {fork:?} of {trace}");
                assert_eq!(number, known.len(), "{text}: {fork:?}");
            }
        }
    }
}

/// All ways from a trace, each asked for from the one that came before, and the number that is told at the end.
fn gone(command: &Command, trace: &Json, fork: Fork) -> (Vec<Json>, usize) {
    let (mut found, mut seen) = (Vec::new(), SeenForks::default());
    let mut at = trace.clone();
    loop {
        let kept: Vec<String> = seen.classes().map(str::to_owned).collect();
        seen = kept.into_iter().collect();
        match command.fork(&at, fork, &mut seen).expect("it can be asked") {
            Forked::Nothing(number) => return (found, number),
            Forked::Trace(heap) => {
                at = heap.record().clone();
                found.push(at.clone());
            }
        }
    }
}

fn listed(command: &Command) -> Vec<Json> {
    command.instances().map(|heap| heap.expect("it is small").record().clone()).collect()
}

fn states(trace: &Json) -> &[Json] {
    trace["states"].as_array().expect("a trace has states")
}

fn whole(trace: &Json) -> Json {
    json!({ "loop": trace["loop"], "states": trace["states"] })
}

/// What a way keeps of a trace, or what tells ways apart, too.
fn part(trace: &Json, fork: Fork, is_kept: bool, changing: &[&str]) -> Json {
    let first = |count: usize| {
        let back = trace["loop"].as_u64().expect("a trace has a loop") as usize;
        let period = states(trace).len() - back;
        let at = |at: usize| match at < back {
            true => at,
            false => back + (at - back) % period,
        };
        json!((0..count).map(|state| states(trace)[at(state)].clone()).collect::<Vec<_>>())
    };
    match (fork, is_kept) {
        (Fork::Configuration, true) => Json::Null,
        (Fork::Configuration, false) | (Fork::Start, true) => lasting(&states(trace)[0], changing),
        (Fork::Start, false) | (Fork::Path, true) => first(1),
        (Fork::Path, false) => whole(trace),
        (Fork::Step(state), true) => first(state + 1),
        (Fork::Step(state), false) => first(state + 2),
    }
}

/// A state without what changes, but with each object that something else tells of.
fn lasting(state: &Json, changing: &[&str]) -> Json {
    let stays = |name: &String| !changing.contains(&name.as_str());
    let object = |of: &Map<String, Json>| -> Map<String, Json> {
        of.iter().filter(|(name, _)| stays(name)).map(|(n, v)| (n.clone(), v.clone())).collect()
    };
    let mut told = Map::new();
    for (name, member) in state.as_object().expect("a state has members") {
        let members = member.as_object().expect("each is an object");
        let kept = match name == "objects" {
            false => object(members),
            true => members
                .iter()
                .filter(|(_, of)| stays(&of["$type"].as_str().expect("a type").to_owned()))
                .map(|(id, of)| (id.clone(), Json::Object(object(of.as_object().expect("fields")))))
                .collect(),
        };
        told.insert(name.clone(), Json::Object(kept));
    }
    Json::Object(told)
}

/// The least text of something under all namings of the objects in it.
fn named(of: &Json) -> String {
    let mut ids = BTreeSet::new();
    objects(of, &mut ids);
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for id in &ids {
        groups.entry(id.split('$').next().expect("a type")).or_default().push(id);
    }
    let mut namings: Vec<BTreeMap<&str, String>> = vec![BTreeMap::new()];
    // The number of an object in an order is its place.
    groups.retain(|group, _| *group != "Level");
    for (group, members) in groups {
        let mut more = Vec::new();
        for order in orders(members.len()) {
            for naming in &namings {
                let named = members.iter().zip(&order).map(|(&id, n)| (id, format!("{group}#{n}")));
                more.push(naming.clone().into_iter().chain(named).collect());
            }
        }
        namings = more;
    }
    namings.iter().map(|naming| renamed(of, naming).to_string()).min().expect("there is one")
}

fn objects(of: &Json, ids: &mut BTreeSet<String>) {
    match of {
        Json::Object(members) => {
            for (name, member) in members {
                if name == "objects" {
                    ids.extend(member.as_object().expect("they have names").keys().cloned());
                }
                objects(member, ids);
            }
        }
        Json::Array(items) => items.iter().for_each(|item| objects(item, ids)),
        _ => {}
    }
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(count - 1);
    let put = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, count - 1);
        order
    };
    shorter.iter().flat_map(|order| (0..count).map(move |at| put(order, at))).collect()
}

/// With other names, and sets in the order of these.
fn renamed(of: &Json, naming: &BTreeMap<&str, String>) -> Json {
    let name = |text: &str| naming.get(text).cloned().unwrap_or_else(|| text.to_owned());
    match of {
        Json::String(text) => Json::String(name(text)),
        Json::Array(items) => {
            let mut items: Vec<Json> = items.iter().map(|item| renamed(item, naming)).collect();
            if items.iter().all(Json::is_string) {
                items.sort_by_key(Json::to_string);
            }
            Json::Array(items)
        }
        Json::Object(members) => {
            let member = |(id, value): (&String, &Json)| (name(id), renamed(value, naming));
            let sorted: BTreeMap<String, Json> = members.iter().map(member).collect();
            Json::Object(sorted.into_iter().collect())
        }
        other => other.clone(),
    }
}

/// If this failed, a reader would be told that nothing else can happen where the question had no meaning.
#[test]
fn what_is_no_trace_goes_nowhere() {
    let asked = |text: &str, trace: Json, fork: Fork| {
        let command = korrel::spec(text).expect(text).command("0").expect("there is one");
        let told = command.fork(&trace, fork, &mut SeenForks::default());
        told.expect_err("it has no meaning").to_string()
    };
    let lamp = "var sig Lit {} run {} for 1 but 3 steps";
    let state = json!({ "objects": {} });
    let (once, lasso) = (json!({ "states": [state] }), json!({ "states": [state], "loop": 0 }));
    for (told, text, trace, fork) in [
        ("about single states", "sig A {} run {}", lasso.clone(), Fork::Path),
        ("this is one heap, and no trace", lamp, state, Fork::Path),
        ("the beginning of a trace", lamp, once, Fork::Path),
        ("no trace has so many states that there is a state 3", lamp, lasso, Fork::Step(3)),
    ] {
        let message = asked(text, trace, fork);
        assert!(message.contains(told), "{message}");
    }
}
