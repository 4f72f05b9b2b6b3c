//! Questions of the page, answered without a server.

use korrel_heapgraph::Header;
use korrel_page::{
    Answer, CommandChoice, OpenText, PageDrawing, PageFailure, PageReport, Request, Session,
    Settings,
};
use serde_json::json;

const LIST: &str = "sig N { next: lone N }
pred list { no n: N | n in n.^next
  all n: N | n != n.next }
run list for 3
assert some_node { some N }";

fn session(text: &str) -> Session {
    let session = Session::default();
    session.open(OpenText::new("list.als", text).expect("there is memory"));
    session
}

fn first() -> CommandChoice {
    CommandChoice {
        command: "0".to_owned(),
        scope: None,
        hidden: Vec::new(),
        projected: Vec::new(),
    }
}

fn answer(session: &Session, request: &Request) -> Answer {
    session.answer(request, &Settings::new(), &mut |_| ())
}

/// If this failed, the page would show commands of a text that has mistakes, or none while one is typed.
#[test]
fn a_text_with_mistakes_leaves_the_last_good_one() {
    let session = session(LIST);
    session.open(OpenText::new("list.als", "sig N {").expect("there is memory"));
    let Answer::Spec(said) = answer(&session, &Request::Spec) else { panic!("it is open") };
    assert!(!said.is_good && !said.diagnostics.is_empty());
    let names: Vec<&str> = said.entries.iter().map(|entry| entry.wanted.as_str()).collect();
    assert_eq!(names, ["0", "some_node"], "an assertion without a command can be asked, too");
    let asked = Request::Instances { of: first(), first: 7_u32.into(), most: 5 };
    let Answer::Instances { found } = answer(&session, &asked) else { panic!("there are eight") };
    assert_eq!(found.len(), 1, "OEIS A000081");
}

/// If this failed, a heap would be told to break what it does not break.
#[test]
fn each_conjunct_has_a_tick_of_its_own() {
    let session = session(LIST);
    let record = json!({ "objects": {
        "N$0": { "$type": "N", "next": "N$1" }, "N$1": { "$type": "N", "next": "N$0" } } });
    let asked = Request::Judge { of: first(), record };
    let Answer::Judged { ticks, facts, drawn } = answer(&session, &asked) else {
        panic!("it fits its types")
    };
    let holds: Vec<_> = ticks.iter().map(|tick| tick.value.as_ref()?.holds()).collect();
    assert_eq!(holds, [Some(false), Some(true)], "it is a circle, and no loop");
    assert!(facts.is_empty() && drawn.is_some());
}

/// If this failed, an answer to an exercise would be judged wrongly.
#[test]
fn formulas_are_compared_in_both_directions() {
    let session = session(LIST);
    let [left, right] = ["no n: N | n = n.next", "list"].map(str::to_owned);
    let asked = Request::Compare { of: first(), left, right };
    let Answer::Compared { sides: [much, little] } = answer(&session, &asked) else {
        panic!("they differ")
    };
    // `diff` asks within the command's scope; the command's own formula plays no part.
    assert_eq!((much.count, little.count), (4, 0), "circles of two and of three");
    assert!(much.first.is_some() && little.first.is_none());
}

/// If this failed, the page would draw another object's view than the one that it names, or forget how many there are.
#[test]
fn drawings_are_projected_over_a_sig() {
    let session = session(
        "abstract sig Time { holds: Process -> Lock } one sig Early, Late extends Time {}
one sig Process {} one sig Lock {} fact { no Early.holds and Late.holds = Process -> Lock } run {}",
    );
    let ask = |projected: serde_json::Value| {
        let asked = json!({ "ask": "instances", "command": "0", "first": "0", "most": 1, "projected": projected });
        let asked = Request::read(&asked.to_string()).expect("it is a question");
        answer(&session, &asked).json()["found"][0].clone()
    };
    let all = ask(json!([]));
    assert_eq!(all["sigs"], json!(["Time", "Process", "Lock"]));
    assert_eq!(all["projected"], json!([]));
    let late = ask(json!([["Time", 1]]));
    assert_eq!(late["projected"], json!([["Time", 1, 2, "Late$1"]]));
    assert_eq!(late["pictures"][0][4], json!(["Process$0", "Lock$0"]), "no time is drawn");
    assert_eq!(
        late["pictures"][0][5],
        json!([[0, 1, false]]),
        "who holds what is an arrow, with one head"
    );
    assert_eq!(ask(json!([["Time", 0]]))["pictures"][0][5], json!([]));
    assert!(late["record"]["objects"]["Late$1"].is_object(), "the record is whole");
    let asked = json!({ "ask": "random", "command": "0", "seed": 1, "projected": ["Time"] });
    Request::read(&asked.to_string()).expect_err("a sig has a number beside it");
}

/// If this failed, a command about traces would have no slider for its steps.
#[test]
fn a_command_about_traces_has_steps() {
    let steps =
        |text: &str| answer(&session(text), &Request::Spec).json()["entries"][0]["steps"].clone();
    let traces = "var sig On {} run { eventually some On } for 2 but 2..5 steps";
    assert_eq!(steps(traces), json!(["steps", 2, 5]));
    assert_eq!(steps(LIST), json!(null), "it is about single states");
}

/// If this failed, somebody who looks for what else can come next would see it twice, or be told nothing at the end.
#[test]
fn a_trace_goes_another_way_each_time() {
    let lamps =
        "sig Lamp {} var sig Lit in Lamp {} fact { no Lit } run {} for exactly 2 Lamp, 3 steps";
    let session = session(lamps);
    let ask = |asked: serde_json::Value| {
        answer(&session, &Request::read(&asked.to_string()).expect("a question")).json()
    };
    let first = ask(json!({ "ask": "instances", "command": "0", "first": "0", "most": 1 }));
    let fork = |record: &serde_json::Value, way: &str, seen: &serde_json::Value| {
        ask(
            json!({ "ask": "fork", "command": "0", "record": record, "way": way, "state": 0, "seen": seen }),
        )
    };
    let (mut record, mut seen) = (first["found"][0]["record"].clone(), json!([]));
    let lit = |record: &serde_json::Value| record["states"][1]["sets"]["Lit"].clone();
    let mut found = Vec::new();
    let end = loop {
        let other = fork(&record, "step", &seen);
        seen = other["seen"].clone();
        if other["found"].is_null() {
            break other["end"].clone();
        }
        assert!(other["found"]["pictures"].is_array() && other["found"]["id"].is_null());
        record = other["found"]["record"].clone();
        found.push(lit(&record).as_array().map(Vec::len));
    };
    assert_eq!(found.len(), 2, "one is lit, or both");
    assert_eq!(end, "there is no other next step from state 0: all 3 were seen");
    assert_eq!(
        fork(&record, "start", &seen)["end"],
        "there is no other first state of this configuration"
    );
    assert_eq!(fork(&record, "configuration", &seen)["end"], "there is no other configuration");
    assert!(fork(&record, "path", &seen)["found"]["record"]["loop"].is_number());
    assert_eq!(fork(&json!({ "objects": {} }), "path", &seen)["answer"], "refused");
    let asked = json!({ "ask": "fork", "command": "0", "record": {}, "way": "back", "seen": [] });
    Request::read(&asked.to_string()).expect_err("there is no such way");
}

/// If this failed, a page would show an old report, or never hear of a new one.
#[test]
fn a_report_stands_beside_the_spec() {
    let session = session(LIST);
    let report = || answer(&session, &Request::read(r#"{"ask": "report"}"#).expect("a question"));
    assert_eq!(report().json(), json!({ "answer": "report", "report": null }));
    let record = json!({ "roots": {}, "objects": { "N$0": { "$type": "N", "next": "N$0" } },
        "post": { "objects": { "N$0": { "$type": "N", "next": null } } } });
    let header =
        json!({ "format": "heapgraph/1", "roots": {}, "types": { "N": { "next": "N?" } } });
    let header = Header::read(&header).expect("a header");
    let failure = PageFailure {
        op: "cut".to_owned(),
        cause: "still a circle".to_owned(),
        at: None,
        inputs: "1 input".to_owned(),
        key: "880132c8e07fba1b".to_owned(),
        is_known: false,
        lines: Vec::new(),
        stderr: String::new(),
        all: Vec::new(),
        again: "korrel test".to_owned(),
        drawn: PageDrawing::of(&header, &record, &korrel::Hints::default()),
    };
    let before = session.version();
    let said = PageReport { failures: vec![failure], ..PageReport::default() };
    assert!(session.report(said) > before, "pages wait for a greater version");
    let told = report().json()["report"]["failures"][0].clone();
    let titles = ["/drawn/pictures/0/0", "/drawn/pictures/1/0"].map(|at| told.pointer(at).cloned());
    assert_eq!(titles, [Some(json!("before")), Some(json!("after"))]);
    assert_eq!(told["cause"], "still a circle");
}

/// If this failed, one view of the page would draw a function that a hint speaks of, and another one would not.
#[test]
fn functions_are_drawn_in_each_view() {
    let text = "sig Time { now: set Lock } sig Lock {} fun free: set Lock { Lock - Time.now } --@ $free: circle
run { one now } for exactly 1 Time, exactly 2 Lock";
    let session = session(&text.replace("one now", ""));
    let look = json!({"ask": "look", "command": "0"});
    answer(&session, &Request::read(&look.to_string()).expect("it is a question"));
    // A look draws what has changed.
    session.open(OpenText::new("spec.als", text).expect("there is memory"));
    let record = json!({"roots": {}, "objects": {
        "Time$0": {"$type": "Time", "now": []}, "Lock$0": {"$type": "Lock"}}});
    let views = [
        json!({"ask": "instances", "command": "0", "first": "0", "most": 1}),
        json!({"ask": "random", "command": "0", "seed": 1}),
        look,
        json!({"ask": "judge", "command": "0", "record": record}),
    ];
    for view in views {
        let asked = Request::read(&view.to_string()).expect("it is a question");
        let said = answer(&session, &asked).json().to_string();
        assert!(said.contains("$free") && said.contains("class=\\\"shape\\\""), "{view}: {said}");
    }
}

/// If this failed, the page would draw otherwise than `show` with the same theme, or not offer what the theme projects over.
#[test]
fn a_theme_is_heeded_until_somebody_chooses_otherwise() {
    let text = "sig Time { now: lone Lock } sig Lock {} --@ Lock: circle
run { some now } for exactly 1 Time, exactly 1 Lock";
    let session = Session::default();
    let theme = korrel::Hints::read("--@ Time: project");
    let opened = OpenText::new("locks.als", text).expect("there is memory");
    session.open(opened.themed(&theme));
    let Answer::Spec(said) = answer(&session, &Request::Spec) else { panic!("it is open") };
    assert_eq!(said.projected, [("Time".to_owned(), 0)]);
    let drawn = |projected: serde_json::Value| {
        let asked = json!({ "ask": "instances", "command": "0", "first": "0", "most": 1, "projected": projected });
        let asked = Request::read(&asked.to_string()).expect("it is a question");
        answer(&session, &asked).json()["found"][0]["pictures"][0].clone()
    };
    assert_eq!(drawn(json!([["Time", 0]]))[4], json!(["Lock$0"]));
    assert_eq!(drawn(json!([]))[4], json!(["Time$0", "Lock$0"]), "nothing is projected any more");
    assert!(drawn(json!([]))[1].to_string().contains("class=\\\"shape\\\""));
}
