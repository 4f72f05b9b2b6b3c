//! Traces, to JSON and back.

use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Model, SigId, SigKind, TraceKind};
use korrel_lang::trace::Trace;
use korrel_lang::unroll::Steps;
use korrel_sat::Effort;
use serde_json::{Value as Json, json};

use super::super::{
    Extent, Heading, Schema, StateForm, TraceHeading, TraceStates, abstract_trace,
    concretize_trace, trace_body,
};
use super::build::{Build, lone, one, set};
use super::fill::{Fill, universe};
use super::{HEADING, header, valid};
use crate::testing::problem;
use crate::{Classes, Instances, Next, Strategy};

/// Sequences, ordered sigs, texts, subset sigs with fields, inheritance, parameters, relations of atoms that are no
/// objects.
const SPECS: &[&str] = &[
    "sig A { s: seq A, n: Int } run { some s } for 2 but 0..1 Int, 2 seq",
    "abstract sig O {} sig D extends O { has: set O } sig F extends O { n: lone Int } sig M in O { by: lone D }
     run {} for 2 but 0..1 Int",
    "enum E { X, Y } sig S in E { t: lone E } sig A { m: E -> lone A } run {} for 2",
    "open util/ordering[V] as o sig V { up: lone V } run { some up } for exactly 3 V",
    "one sig T { root: lone N } sig N { left, right: lone N } run {} for 2",
    "sig N { next: lone N } pred p[a: N, s: set N, q: seq N, r: N -> N] { some s } run p for 2 but 2 seq",
];

fn line(schema: &Schema, model: &Model, trace: &Trace, form: StateForm) -> String {
    let mut line = b"{\"kind\":\"instance\",\"id\":0".to_vec();
    trace_body(&mut line, &concretize_trace(schema, model, trace, &[]), None, form);
    String::from_utf8(line).expect("JSON is UTF-8")
}

/// The types of the atoms, by which states of different instances fit together.
fn types(model: &Model, instance: &Instance) -> Vec<Option<SigId>> {
    let is_type =
        |sig: &SigId| matches!(model.sigs[*sig].kind, SigKind::TopLevel | SigKind::Extends(_));
    let of = |atom| {
        let mut holding = model.sigs.ids().filter(|&sig| instance.sig(sig).contains(&[atom]));
        holding.rfind(is_type)
    };
    instance.universe.atoms().map(of).collect()
}

/// Some states of one universe: instances whose parameters are alike, and in which no atom is of two types.
fn traces(model: &Model, instances: &[Instance]) -> Vec<Trace> {
    let mut found = Vec::new();
    for (at, first) in instances.iter().enumerate().step_by(7) {
        let mut states = vec![first.clone()];
        for other in (1..40).map(|by| &instances[(at * 13 + by * by) % instances.len()]) {
            let mut other = other.clone();
            for (variable, value) in first.variables() {
                other.get_mut(Relation::Variable(*variable)).clone_from(value);
            }
            let fits = states.iter().all(|state| {
                let pairs = types(model, state).into_iter().zip(types(model, &other));
                pairs.into_iter().all(|(a, b)| a.is_none() || b.is_none() || a == b)
            });
            if fits && states.len() < 4 {
                states.push(other);
            }
        }
        let back = (at % 3 > 0).then(|| at % states.len());
        found.push(Trace { states, back });
    }
    found
}

/// If this failed, a trace that is written would be read as another one, or be refused.
#[test]
fn traces_survive() {
    for spec in SPECS {
        let resolved = problem(spec).changing();
        let problem = resolved.problem();
        let (model, command) = (problem.question.model, problem.question.command);
        let schema = Schema::new(model, command).expect("no two roots of one name");
        let strategy = Strategy { classes: Classes::Labelled, ..Strategy::default() };
        let mut search =
            Instances::new(&problem, strategy, Effort::default()).expect("it is small");
        let mut instances = Vec::new();
        while instances.len() < 400
            && let Next::Instance(instance) = search.next()
        {
            instances.push(instance);
        }
        let extent = Extent::new(model, command, &problem.question.scopes, &[]);
        let traces = traces(model, &instances);
        assert!(traces.iter().filter(|trace| trace.states.len() > 1).count() > 3, "{spec}");
        for trace in &traces {
            let whole = line(&schema, model, trace, StateForm::Whole);
            let changes = line(&schema, model, trace, StateForm::Changes);
            let mut again = Vec::new();
            for text in [&whole, &changes] {
                let json = valid(text);
                let states = TraceStates::of(&json).expect("it has states").expect("they fit");
                let graph = states.read(&schema, model).unwrap_or_else(|e| panic!("{text}: {e:?}"));
                let read = abstract_trace(&schema, model, &graph, &extent).expect("it is small");
                again.push(line(&schema, model, &read, StateForm::Whole));
            }
            assert_eq!(again[0], again[1], "{changes}");
            assert_eq!(named(&again[0]), named(&whole));
        }
    }
}

/// The record with objects numbered from 0 on, in the order of their numbers.
fn named(line: &str) -> String {
    let record: Json = serde_json::from_str(line).expect("it is JSON");
    let mut ids: Vec<String> = Vec::new();
    for state in record["states"].as_array().expect("states") {
        ids.extend(state["objects"].as_object().expect("objects").keys().cloned());
    }
    let number =
        |id: &str| id.rsplit_once('$').expect("it is an id").1.parse::<u32>().expect("a number");
    ids.sort_by_key(|id| (number(id), id.clone()));
    ids.dedup();
    // Types of one top-level sig share its numbers.
    let top = |id: &str| match id.rsplit_once('$').expect("it is an id").0 {
        "D" | "F" => "O".to_owned(),
        other => other.to_owned(),
    };
    let mut text = line.to_owned();
    for (at, id) in ids.iter().enumerate() {
        let before = ids[..at].iter().filter(|other| top(other) == top(id)).count();
        let name = id.rsplit_once('$').expect("it is an id").0;
        text = text.replace(&format!("\"{id}\""), &format!("\"{name}$~{before}\""));
    }
    text.replace("$~", "$")
}

/// If this failed, a state would have an object that is not there, or not the one that is: in the first state there is
/// no `A$0`, and the second one has lost the parameter's object.
#[test]
fn objects_come_and_go() {
    let mut build = Build::new();
    let a = build.top("A");
    let token = build.top("Token");
    build.one(token);
    let next = build.field(a, "next", lone(&[a]));
    let at = build.field(token, "at", one(&[a]));
    let p = build.parameter("p", one(&[a]));
    let q = build.parameter("q", set(&[a]));
    let w = build.variable("w", 1);
    for sig in [a, token] {
        build.model.sigs[sig].is_variable = true;
    }
    for field in [next, at] {
        build.model.fields[field].is_variable = true;
    }
    let witness =
        korrel_lang::model::Declaration::new(vec![w], one(&[a]), super::build::NOWHERE, |_| {
            unreachable!("there is one variable")
        });
    let schema = Schema::new(&build.model, &build.command()).expect("no two roots of one name");
    let schema = schema.with_witnesses(&build.model, &[witness]);
    let universe = universe(&[(a, 4), (token, 2)], &[]);
    let state = |atoms: &[u32], token_at: (u32, u32), steps: &[(u32, u32)]| {
        let mut fill = Fill::new(&build.model, universe.clone());
        for &atom in atoms {
            fill.put(a, atom);
        }
        let owner = fill.put(token, token_at.0);
        fill.add(Relation::Field(at), &[owner, fill.atom(a, token_at.1)]);
        for &(from, to) in steps {
            fill.add(Relation::Field(next), &[fill.atom(a, from), fill.atom(a, to)]);
        }
        let (first, second) = (fill.atom(a, 1), fill.atom(a, 2));
        fill.parameter(p, &[first]);
        fill.parameter(q, &[first, second]);
        fill.instance
    };
    let states = vec![state(&[1, 2], (0, 2), &[(1, 2)]), state(&[0, 2], (1, 0), &[(0, 2), (2, 0)])];
    let trace = Trace { states, back: Some(1) };
    let value = Fill::new(&build.model, universe.clone());
    let value = value.set(&[value.atom(a, 0)]);
    let graph = concretize_trace(&schema, &build.model, &trace, &[(w, value)]);
    let written = |form: StateForm| {
        let mut line = b"{\"kind\":\"instance\"".to_vec();
        trace_body(&mut line, &graph, Some("0123456789abcdef"), form);
        valid(&String::from_utf8(line).expect("JSON is UTF-8"))
    };
    let node = |next: Option<&str>| json!({ "$type": "A", "next": next });
    let first = json!({
        "roots": { "p": "A$1", "q": ["A$1", "A$2"], "Token": "Token$0" },
        "objects": { "A$1": node(Some("A$2")), "A$2": node(None), "Token$0": { "$type": "Token", "at": "A$2" } },
    });
    let second = json!({
        "roots": { "p": null, "q": ["A$2"], "Token": "Token$1" },
        "objects": { "A$0": node(Some("A$2")), "A$2": node(Some("A$0")), "Token$1": { "$type": "Token", "at": "A$0" } },
    });
    let record = |second: &Json| json!({ "kind": "instance", "key": "0123456789abcdef", "states": [first, second], "loop": 1, "witness": { "w": "A$0" } });
    assert_eq!(written(StateForm::Whole), record(&second));
    let changes = json!({
        "changed": {
            "A$0": node(Some("A$2")), "A$2": { "next": "A$0" },
            "Token$1": { "$type": "Token", "at": "A$0" }, "A$1": null, "Token$0": null,
        },
        "roots": { "p": null, "q": ["A$2"], "Token": "Token$1" },
    });
    assert_eq!(written(StateForm::Changes), record(&changes));

    let traces =
        TraceHeading { kind: TraceKind::Lassos, steps: Steps { least: 1, greatest: Some(10) } };
    let heading = Heading { traces: Some(traces), ..HEADING };
    let header = valid(&super::super::header(&schema, &heading));
    assert_eq!(header["roots"], json!({ "p": "A?", "q": "set A", "Token": "Token" }));
    assert_eq!((&header["traces"], &header["steps"]), (&json!("lasso"), &json!([1, 10])));
    assert_eq!(header["var"], json!(["A", "A.next", "Token", "Token.at"]));
    assert_eq!(header["witness"], json!({ "w": "A" }));

    let given = record(&second);
    let states = TraceStates::of(&given).expect("it has states").expect("they are whole");
    let read = states.read(&schema, &build.model).expect("it fits");
    let again =
        abstract_trace(&schema, &build.model, &read, &Extent::default()).expect("it is small");
    assert_eq!(again.back, Some(1));
    // A parameter keeps its value, whether or not its object is there.
    assert_eq!(again.states[0].variables(), again.states[1].variables());
    assert_eq!(again.states[1].get(Relation::Variable(q)).len(), 2);
}

/// If this failed, a header of today's streams would be another one.
#[test]
fn a_spec_without_var_has_todays_header() {
    let resolved = problem("abstract sig A {} one sig B extends A { f: A } run { some A } for 2");
    let problem = resolved.problem();
    let schema = Schema::new(problem.question.model, problem.question.command);
    let header = valid(&header(&schema.expect("no two roots of one name")));
    for name in ["var", "traces", "steps"] {
        assert!(header.get(name).is_none(), "{name}");
    }
    assert_eq!(header["fixed"], json!(["B"]));
}

/// If this failed, a `one var sig` would be taken for one object of the whole trace.
#[test]
fn the_object_of_a_one_var_sig_is_renamed() {
    let resolved = problem("sig A {} one sig B extends A { f: A } run {} for 2").changing();
    let mut model = resolved.model().clone();
    let b = model.sigs.ids().find(|&sig| model.sigs[sig].name == "B").expect("it is declared");
    model.sigs[b].is_variable = true;
    let schema = Schema::new(&model, &model.commands[0]).expect("no two roots of one name");
    assert!(schema.fixed.is_empty());
    assert_eq!(schema.roots.len(), 1);
}

/// If this failed, the program would judge a record that is no trace of its spec, or not say what is wrong with it.
#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    let text = "sig A { f: lone A, g: set A } sig S in A {} pred p[a: A] {} run p for 3";
    let resolved = problem(text).changing();
    let mut model = resolved.model().clone();
    let fields: Vec<_> = model.fields.ids().collect();
    model.fields[fields[1]].is_variable = false;
    let schema = Schema::new(&model, &model.commands[0]).expect("no two roots of one name");
    let state = |root: Json, f: Json, g: Json| json!({ "roots": { "a": root }, "objects": { "A$0": { "$type": "A", "f": f, "g": g } }, "sets": { "S": [] } });
    let first = || state(json!("A$0"), json!(null), json!(["A$0"]));
    let gone = || json!({ "roots": { "a": null }, "objects": {}, "sets": { "S": [] } });
    let errors = |record: Json| -> Vec<String> {
        let read = TraceStates::of(&record).expect("it has states");
        let read = read.and_then(|states| states.read(&schema, &model).map(|_| ()));
        read.expect_err("it does not fit").iter().map(ToString::to_string).collect()
    };
    let nothing = || json!([]);
    for (record, message) in [
        (json!({ "states": [] }), "states: is not at least one state"),
        (json!({ "states": [first()], "loop": 1 }), "loop: is not the index of a state"),
        (
            json!({ "states": [first(), state(json!("A$0"), json!("A$1"), json!(["A$0"]))] }),
            "states[1].objects.A$0.f: there is no object \"A$1\"",
        ),
        (
            json!({ "states": [first(), state(json!("A$0"), json!(null), nothing())] }),
            "states[1].objects.A$0.g: is not as in the first state, though it is not `var`",
        ),
        (
            json!({ "states": [first(), gone()] }),
            "states[1].objects.A$0.g: is not as in the first state, though it is not `var`",
        ),
        (
            json!({ "states": [state(json!(null), json!(null), nothing())] }),
            "states[0].roots.a: null; a parameter has its value in the first state",
        ),
        (
            json!({ "states": [first(), state(json!(null), json!(null), json!(["A$0"]))] }),
            "states[1].roots.a: is not what it is in the first state, as far as this one has its objects",
        ),
        (
            json!({ "states": [first(), { "changed": { "A$1": null } }] }),
            "states[1].changed.A$1: is not an object of the state before",
        ),
    ] {
        assert_eq!(errors(record), [message]);
    }
    assert!(TraceStates::of(&first()).is_none());
}
