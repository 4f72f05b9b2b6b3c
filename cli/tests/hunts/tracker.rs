//! A tracker of issues at a socket of this machine: what `gh` asks GitHub for, and no more.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// The issues that are open: titles and texts.
pub type Issues = Arc<Mutex<Vec<(String, String)>>>;

/// Answers at this socket until the test ends.
pub fn served(socket: &Path, issues: Issues) {
    let listener = UnixListener::bind(socket).expect("the socket is new");
    std::thread::spawn(move || {
        for client in listener.incoming() {
            answer(client.expect("gh connects"), &issues);
        }
    });
}

fn answer(client: UnixStream, issues: &Issues) {
    let mut request = BufReader::new(&client);
    let mut length = 0;
    loop {
        let mut line = String::new();
        request.read_line(&mut line).expect("a request has lines");
        let line = line.trim_end().to_lowercase();
        if let Some(number) = line.strip_prefix("content-length: ") {
            length = number.parse().expect("a length is a number");
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    request.read_exact(&mut body).expect("a request has its body");
    let asked = serde_json::from_slice(&body).expect("GraphQL comes as JSON");
    let told = json!({ "data": told(&asked, &mut issues.lock().expect("no other one fails")) })
        .to_string();
    write!(
        &client,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{told}",
        told.len()
    )
    .expect("gh reads");
}

fn told(asked: &Value, issues: &mut Vec<(String, String)>) -> Value {
    let query = asked["query"].as_str().expect("GraphQL has a query");
    let given = &asked["variables"];
    let text = |value: &Value| value.as_str().expect("it is a text").to_owned();
    let url = |number: usize| format!("http://github.localhost/a/b/issues/{number}");
    if query.contains("query IssueSearch") {
        assert!(text(&given["query"]).contains("state:open"), "{given}");
        let node = |(at, (title, _)): (usize, &(String, String))| json!({ "number": at + 1, "title": title });
        let nodes: Vec<Value> = issues.iter().enumerate().map(node).collect();
        let pages = json!({ "hasNextPage": false, "endCursor": "" });
        let found = json!({ "issueCount": nodes.len(), "nodes": nodes, "pageInfo": pages });
        json!({ "repository": { "hasIssuesEnabled": true }, "search": found })
    } else if query.contains("query RepositoryInfo") {
        json!({ "repository": { "id": "R", "name": "b", "owner": { "login": "a" }, "hasIssuesEnabled": true } })
    } else if query.contains("query IssueByNumber") {
        let number = given["number"].as_u64().expect("an issue has a number") as usize;
        let (title, body) = &issues[number - 1];
        let issue = json!({ "__typename": "Issue", "id": number.to_string(), "number": number, "title": title, "body": body, "url": url(number) });
        json!({ "repository": { "hasIssuesEnabled": true, "issue": issue } })
    } else if query.contains("mutation IssueCreate") {
        issues.push((text(&given["input"]["title"]), text(&given["input"]["body"])));
        json!({ "createIssue": { "issue": { "id": issues.len().to_string(), "url": url(issues.len()) } } })
    } else if query.contains("mutation IssueUpdate") {
        let number: usize = text(&given["input"]["id"]).parse().expect("ids are numbers here");
        issues[number - 1].1 = text(&given["input"]["body"]);
        json!({ "updateIssue": { "__typename": "UpdateIssuePayload" } })
    } else {
        panic!("gh asks for something else: {asked}")
    }
}
