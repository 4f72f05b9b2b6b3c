//! Whoever is not the page, and whatever takes for ever.

use std::time::{Duration, Instant};

use serde_json::json;

use super::server::Server;

const LIST: &str = "sig N { next: lone N } pred p { no n: N | n in n.^next } run p for 3";

/// It counts for ever: nothing takes it apart, and there are more than can be listed.
const ENDLESS: &str = "sig A { r: set A, s: set A } run { all a: A | some a.r and #a.r = #a.s
    and all b: A | b in a.^r iff a in b.^s } for 3 but exactly 14 A, 0..20 Int";

/// If this failed, a page of somebody else's could read the spec, or make this machine search.
#[test]
fn nobody_else_may_ask() {
    let server = Server::of(LIST, &[]);
    let (path, port) = (server.path(), server.port());
    let get = |path: &str, headers: &str| server.request("GET", path, headers, "").0;
    assert_eq!(get(&path, ""), 200);
    assert_eq!(get(&path, &format!("Host: localhost:{port}\r\n")), 200);
    assert_eq!(get("/", ""), 403, "without the token");
    assert_eq!(get(&format!("/{}/", "0".repeat(32)), ""), 403, "with another token");
    assert_eq!(get(&format!("{path}../ask"), ""), 404);
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1"] {
        assert_eq!(get(&path, &format!("Host: {host}\r\n")), 421, "DNS rebinding by {host}");
    }
    let twice = format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n");
    assert_eq!(get(&path, &twice), 421, "two hosts are none");
    let own = format!("Origin: http://127.0.0.1:{port}\r\n");
    for origin in
        ["http://evil.example", "null", &format!("http://localhost:{port}"), "http://127.0.0.1:1"]
    {
        assert_eq!(get(&path, &format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(get(&path, "Sec-Fetch-Site: cross-site\r\n"), 403);
    let ask = format!("{path}ask");
    let question = r#"{"ask": "spec"}"#;
    let post = |headers: &str| server.request("POST", &ask, headers, question).0;
    assert_eq!(post("Content-Type: application/json\r\n"), 200);
    assert_eq!(post(&format!("{own}Content-Type: application/json\r\n")), 200);
    assert_eq!(post("Content-Type: text/plain\r\n"), 415, "a form of another page sends this");
    assert_eq!(post("Origin: http://evil.example\r\nContent-Type: application/json\r\n"), 403);
    assert_eq!(get(&ask, ""), 405);
    assert_eq!(get(&format!("{path}spec.als"), ""), 404, "no file is served");
}

/// If this failed, a request could take all memory, or end the program.
#[test]
fn what_is_no_question_is_refused() {
    let server = Server::of(LIST, &[]);
    let ask = format!("{}ask", server.path());
    let json = "Content-Type: application/json\r\n";
    let post = |body: &str| server.request("POST", &ask, json, body);
    let long = json!({ "ask": "holding", "command": "0", "expression": "x".repeat(1 << 20) });
    let (status, body) = post(&long.to_string());
    assert_eq!((status, body.as_str()), (400, "an expression has at most 10000 bytes"));
    assert_eq!(post(&"x".repeat(3 << 20)).0, 413);
    assert_eq!(post(&"[".repeat(1 << 20)).0, 400);
    assert_eq!(server.send("nonsense\r\n\r\n").0, 400);
    let head = format!("GET {} HTTP/1.1\r\nX: {}\r\n\r\n", server.path(), "x".repeat(1 << 20));
    assert_eq!(server.send(&head).0, 431);
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port());
    let endless = format!("POST {ask} HTTP/1.1\r\n{host}{json}Content-Length: 99999999999\r\n\r\n");
    assert_eq!(server.send(&endless).0, 413);
    let deep = format!("some {}N", "(".repeat(3000));
    let said = server.ask(&json!({ "ask": "holding", "command": "0", "expression": deep }));
    assert_eq!(said["answer"], "refused");
    let nothing = server.ask(&json!({ "ask": "look", "command": "17" }));
    assert_eq!(nothing["messages"][0]["message"], "there is no such command any more");
    let record = json!({ "objects": "none" });
    let misfit = server.ask(&json!({ "ask": "judge", "command": "0", "record": record }));
    assert!(
        misfit["facts"][0]["message"].as_str().is_some_and(|text| text.contains("does not fit")),
        "{misfit}"
    );
    assert_eq!(server.ask(&json!({ "ask": "spec" }))["isGood"], true, "it is still there");
}

/// If this failed, one slow question would block the page, or go on after the page has gone.
#[test]
fn what_takes_for_ever_blocks_nobody() {
    let server = Server::of(ENDLESS, &["--timeout", "3s"]);
    std::thread::scope(|scope| {
        let begun = Instant::now();
        let slow = scope.spawn(|| {
            server.ask(&json!({ "ask": "holding", "command": "0", "expression": "some A.r & A.s" }))
        });
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(server.ask(&json!({ "ask": "spec" }))["isGood"], true);
        assert!(begun.elapsed() < Duration::from_secs(3), "it waits for the slow one");
        let slow = slow.join().expect("it ends");
        assert_eq!(slow["answer"], "refused", "{slow}");
        let message = slow["messages"][0]["message"].as_str().expect("a text");
        assert!(message.contains("takes too long"), "{message}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    });
}

/// If this failed, the page would show another instance than the one of the number, or none of those that nobody can list.
#[test]
fn instances_come_by_number() {
    let server = Server::of("one sig R { s: set Int } run {} for 0..99 Int", &[]);
    let from = |first: &str| {
        server.ask(&json!({ "ask": "instances", "command": "0", "first": first, "most": 2 }))
    };
    let far = from("100000000000000000000");
    assert_eq!(far["found"][1]["id"], "100000000000000000001", "{far}");
    assert_ne!(far["found"][0]["key"], far["found"][1]["key"]);
    // There are 2^100 sets.
    let last = from("1267650600228229401496703205375");
    assert_eq!(last["found"].as_array().map(Vec::len), Some(1), "{last}");
    assert_eq!(from("1267650600228229401496703205376")["found"], json!([]));
}

/// If this failed, an edit would not be seen, or its change not be told.
#[test]
fn a_save_is_told() {
    let server = Server::of(LIST, &[]);
    let look = || server.ask(&json!({ "ask": "look", "command": "0" }));
    assert_eq!(look()["total"], json!({ "count": 8, "at_least": false }), "OEIS A000081");
    server.save(&LIST.replace("n.^next", "n.next"));
    let begun = Instant::now();
    while server.ask(&json!({ "ask": "spec" }))["version"] == 1 {
        assert!(begun.elapsed() < Duration::from_secs(10), "no save is seen");
        std::thread::sleep(Duration::from_millis(20));
    }
    let now = look();
    assert_eq!(now["change"]["removed"], 0);
    assert_eq!(now["change"]["added"], 4, "circles of two and three, beside trees or not: {now}");
    server.save("sig N { next: lone");
    std::thread::sleep(Duration::from_millis(300));
    let said = server.ask(&json!({ "ask": "spec" }));
    assert_eq!(
        (&said["isGood"], &said["entries"][0]["text"]),
        (&json!(false), &json!("run p for 3"))
    );
}
