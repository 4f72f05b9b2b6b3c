//! Questions of the page, answered without a server.

use korrel_page::{Answer, Asked, Opened, Request, Session, Settings};
use serde_json::json;

const LIST: &str = "sig N { next: lone N }
pred list { no n: N | n in n.^next
  all n: N | n != n.next }
run list for 3
assert some_node { some N }";

fn session(text: &str) -> Session {
    let session = Session::default();
    session.open(Opened::new("list.als", text).expect("there is memory"));
    session
}

fn first() -> Asked {
    Asked { command: "0".to_owned(), scope: None, hidden: Vec::new() }
}

fn answer(session: &Session, request: &Request) -> Answer {
    session.answer(request, &Settings::new(), &mut |_| ())
}

/// If this failed, the page would show commands of a text that has mistakes, or none while one is typed.
#[test]
fn a_text_with_mistakes_leaves_the_last_good_one() {
    let session = session(LIST);
    session.open(Opened::new("list.als", "sig N {").expect("there is memory"));
    let Answer::Spec(said) = answer(&session, &Request::Spec) else { panic!("it is open") };
    assert!(!said.is_good && !said.diagnostics.is_empty());
    let names: Vec<&str> = said.entries.iter().map(|entry| entry.wanted.as_str()).collect();
    assert_eq!(names, ["0", "some_node"], "an assertion without a command can be asked, too");
    let asked = Request::Instances { of: first(), first: 7_u32.into(), most: 5 };
    let Answer::Instances(found) = answer(&session, &asked) else { panic!("there are eight") };
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
    let Answer::Compared([much, little]) = answer(&session, &asked) else { panic!("they differ") };
    // `diff` asks within the command's scope; the command's own formula plays no part.
    assert_eq!((much.0, little.0), (4, 0), "circles of two and of three");
    assert!(much.1.is_some() && little.1.is_none());
}
