//! `korrel lsp`, as an editor uses it.

use serde_json::{Value as Json, json};

use super::client::Client;
use crate::program::file;

const URI: &str = "untitled:spec.als";

const SPEC: &str = "-- A cell.
sig Node { next: lone Node, key: Int }
one sig List { head: lone Node }
pred sorted[l: List] {
  all n: l.head.*next | some n.next => n.key < n.next.key
}
pred acyclic { no n: Node | n in n.^next }
run sorted for 3 but 0..2 Int
run { no Node and some Node } for 2
";

/// The parameters of a request at the first place of a text, and so many letters behind its beginning.
fn at(spec: &str, place: &str, behind: usize) -> Json {
    let offset = spec.find(place).expect("it is there") + behind;
    let line = spec[..offset].matches('\n').count();
    let character = offset - spec[..offset].rfind('\n').map_or(0, |at| at + 1);
    json!({
        "textDocument": { "uri": URI },
        "position": { "line": line, "character": character },
    })
}

fn with(mut params: Json, name: &str, value: Json) -> Json {
    params[name] = value;
    params
}

fn published(client: &mut Client, version: i64) -> Vec<Json> {
    let params = client.wait("textDocument/publishDiagnostics", |one| one["version"] == version);
    params["diagnostics"].as_array().expect("it is a list").clone()
}

/// If it failed, an editor would not see mistakes, or could not mend them.
#[test]
fn mistakes_and_their_fixes() {
    let mut client = Client::start(&[], &json!({}));
    let wrong = SPEC.replace("n.next.key", "n.nxt.key").replace("no n: Node", "no n: Nodes");
    client.open(URI, &wrong);
    let found = published(&mut client, 1);
    let codes: Vec<&Json> = found.iter().map(|one| &one["code"]).collect();
    assert_eq!(codes, ["E0006", "E0006"]);
    let range = found[0]["range"].clone();
    let context = json!({ "diagnostics": [] });
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Replace by `next`");
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!((&edit["range"], &edit["newText"]), (&range, &json!("next")));
    // Half a paragraph hides no mistake elsewhere.
    client.change(URI, 2, &format!("{wrong}pred q {{ some "));
    let codes: Vec<Json> =
        published(&mut client, 2).iter().map(|one| one["code"].clone()).collect();
    assert_eq!(codes, ["E0006", "E0006", "E0001"]);
    client.change(URI, 3, SPEC);
    assert_eq!(published(&mut client, 3), Vec::<Json>::new());
    assert_eq!(client.end(), Some(0));
}

/// If it failed, an editor would say wrong things of names, or nothing.
#[test]
fn names_types_and_proposals() {
    let mut client = Client::start(&[], &json!({}));
    client.open(URI, SPEC);
    let hover = client.ask("textDocument/hover", at(SPEC, "*next", 2));
    let text = hover["contents"]["value"].as_str().expect("it is a text");
    assert_eq!(text, "```alloy\nnext: lone Node\n```\n\ntype `Node -> Node`");
    let hover = client.ask("textDocument/hover", at(SPEC, "run sorted", 1));
    let text = hover["contents"]["value"].as_str().expect("it is a text");
    assert!(text.contains("0 to 3 `Node`") && text.contains("integers from 0 to 2"), "{text}");
    let place = client.ask("textDocument/definition", at(SPEC, "*next", 2));
    assert_eq!(place[0]["range"]["start"], json!({ "line": 1, "character": 11 }));
    let context = json!({ "includeDeclaration": false });
    let uses =
        client.ask("textDocument/references", with(at(SPEC, "next:", 0), "context", context));
    assert_eq!(uses.as_array().map(Vec::len), Some(4));
    let renamed =
        client.ask("textDocument/rename", with(at(SPEC, "next:", 0), "newName", json!("succ")));
    assert_eq!(renamed["changes"][URI].as_array().map(Vec::len), Some(5));
    let refused =
        client.reply("textDocument/rename", with(at(SPEC, "next:", 0), "newName", json!("key")));
    assert!(
        refused["error"]["message"].as_str().is_some_and(|why| why.contains("key")),
        "{refused}"
    );
    let found = client.ask("textDocument/completion", at(SPEC, "key < n.next.key", 13));
    let labels: Vec<&Json> =
        found["items"].as_array().expect("a list").iter().map(|one| &one["label"]).collect();
    assert_eq!(labels[..2], ["next", "key"]);
    let symbols = client.ask("textDocument/documentSymbol", at(SPEC, "sig", 0));
    assert_eq!(symbols.as_array().map(Vec::len), Some(6));
    assert_eq!(symbols[0]["children"][1]["name"], "key");
    let tokens = client.ask("textDocument/semanticTokens/full", at(SPEC, "sig", 0));
    assert_eq!(tokens["data"].as_array().map(|data| data.len() % 5), Some(0));
    let folds = client.ask("textDocument/foldingRange", at(SPEC, "sig", 0));
    assert_eq!(folds, json!([{ "startLine": 3, "endLine": 4 }]));
    let layout = client.ask("textDocument/formatting", at(SPEC, "sig", 0));
    assert_eq!(layout, json!([]), "it is laid out already");
    let unknown = client.reply("textDocument/moniker", at(SPEC, "sig", 0));
    assert_eq!(unknown["error"]["code"], -32601);
    assert_eq!(client.end(), Some(0));
}

/// What a page that is served says of its spec.
fn spec_of(address: &str) -> Json {
    use std::io::{Read, Write};
    let rest = address.strip_prefix("http://").expect("it is served");
    let (host, path) = rest.split_once('/').expect("it has a token");
    let mut stream = std::net::TcpStream::connect(host).expect("it listens");
    let body = r#"{"ask":"spec"}"#;
    let length = body.len();
    write!(
        stream,
        "POST /{path}ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let line =
        answer.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{answer}"));
    serde_json::from_str(line).expect("it is JSON")
}

/// If it failed, the numbers over commands would be wrong, come never, or be those of an earlier text; a contradiction would not
/// name its lines.
#[test]
fn numbers_and_contradictions_come_by_themselves() {
    for can_refresh in [true, false] {
        let refresh = json!({ "workspace": { "codeLens": { "refreshSupport": can_refresh } } });
        let mut client = Client::start(&[], &refresh);
        client.open(URI, SPEC);
        let told = |one: &Json| one["diagnostics"].as_array().is_some_and(|all| !all.is_empty());
        let told = client.wait("textDocument/publishDiagnostics", told);
        let contradiction = &told["diagnostics"][0];
        let text = contradiction["message"].as_str().expect("it is a text");
        assert!(text.starts_with("no instance exists within the scope"), "{text}");
        assert!(contradiction["relatedInformation"].is_array(), "{contradiction}");
        let document = json!({ "textDocument": { "uri": URI } });
        let lenses = client.ask("textDocument/codeLens", document.clone());
        let titles: Vec<&str> = lenses
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|one| one["command"]["title"].as_str())
            .collect();
        assert!(titles[0].starts_with("holds in "), "{titles:?}");
        assert!(titles[2].ends_with("instances · smallest 1 object · show"), "{titles:?}");
        assert_eq!(titles[3], "no instance · show");
        let shown = client.reply(
            "workspace/executeCommand",
            json!({ "command": "korrel.show", "arguments": [URI, 0] }),
        );
        let page = shown["result"]["uri"].as_str().expect("there is a page").to_owned();
        let (address, command) = page.split_once('#').expect("it names the command");
        assert_eq!(command, "0");
        let said = spec_of(address);
        assert_eq!((&said["text"], &said["isGood"]), (&SPEC.into(), &true.into()));
        // While one types.
        client.change(URI, 2, &format!("{SPEC}-- more\n"));
        client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": URI } }));
        let is_followed = (0..200).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            spec_of(address)["text"].as_str().is_some_and(|text| text.ends_with("-- more\n"))
        });
        assert!(is_followed, "the page shows the text as it is typed");
        assert_eq!(client.end(), Some(0));
    }
}

/// If it failed, a command that cannot be asked would look as if all were well.
#[test]
fn a_mistake_in_a_scope_is_told() {
    let mut client = Client::start(&[], &json!({}));
    client.open(URI, "sig A {}\nsig B {}\nrun {} for exactly 3 A\ncheck { no none } for 2\n");
    let told = |one: &Json| one["diagnostics"].as_array().is_some_and(|all| !all.is_empty());
    let told = client.wait("textDocument/publishDiagnostics", told);
    let mistake = &told["diagnostics"][0];
    assert_eq!((&mistake["code"], &mistake["severity"]), (&"E0015".into(), &1.into()));
    assert_eq!(told["diagnostics"].as_array().map(Vec::len), Some(1), "a check that holds is none");
    assert_eq!(client.end(), Some(0));
}

/// If it failed, unsaved text of an opened module would not count, or a renaming would leave the other file as it was.
#[test]
fn modules_are_read_from_the_editor() {
    let module = file("lsp", "nodes.als", "module nodes\nsig Old {}\n");
    let main = file("lsp", "main.als", "open nodes\nrun { some Node }\n");
    let uri = |path: &std::path::Path| format!("file://{}", path.display());
    let mut client = Client::start(&[], &json!({}));
    client.open(&uri(&module), "module nodes\nsig Node {}\n");
    client.open(&uri(&main), "open nodes\nrun { some Node }\n");
    let own = |one: &Json| one["uri"] == uri(&main).as_str();
    let found = client.wait("textDocument/publishDiagnostics", own);
    assert_eq!(found["diagnostics"], json!([]));
    let params = json!({
        "textDocument": { "uri": uri(&main) }, "position": { "line": 1, "character": 12 }, "newName": "Cell",
    });
    let renamed = client.ask("textDocument/rename", params);
    let changed: Vec<&String> = renamed["changes"].as_object().expect("a map").keys().collect();
    assert_eq!(changed, [&uri(&main), &uri(&module)]);
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(&module) } }));
    let wrong = |one: &Json| own(one) && one["diagnostics"][0]["code"] == "E0006";
    client.wait("textDocument/publishDiagnostics", wrong);
    assert_eq!(client.end(), Some(0));
}

/// If it failed, a server would outlive its editor, or an editor that misbehaves would end it.
#[test]
fn an_editor_that_is_gone_or_wrong() {
    let client = Client::start(&[], &json!({}));
    assert_eq!(client.vanish(), Some(1));
    let mut client = Client::start(&["--stdio"], &json!({}));
    client.tell("textDocument/didChange", json!({ "textDocument": { "uri": "nowhere" } }));
    client.tell("textDocument/didOpen", json!({ "textDocument": { "uri": 7 } }));
    client.tell("$/setTrace", json!({}));
    let refused =
        client.reply("textDocument/hover", json!({ "textDocument": { "uri": "nowhere" } }));
    assert_eq!(refused["error"]["code"], -32602);
    let refused = client.reply("textDocument/hover", json!({}));
    assert_eq!(refused["error"]["code"], -32602, "the method is known, its parameters are missing");
    let refused = client.reply("textDocument/implementation", json!({}));
    assert_eq!(refused["error"]["code"], -32601);
    let refused = client.reply("workspace/executeCommand", json!({ "command": "rm" }));
    assert_eq!(refused["error"]["code"], -32602);
    client.open(URI, "run {}");
    let far = json!({ "line": 4_000_000_000_u64, "character": 4_000_000_000_u64 });
    client.ask("textDocument/hover", json!({ "textDocument": { "uri": URI }, "position": far }));
    assert_eq!(client.end(), Some(0));
}

/// If it failed, an editor that opens a hundred files would wait for ten thousand readings.
#[test]
fn a_text_is_read_again_only_if_it_can_have_changed() {
    let mut client = Client::start(&[], &json!({}));
    let uri = |number: usize| format!("file:///nowhere/one{number}.als");
    let of = |uri: String| move |one: &Json| one["uri"] == uri.as_str();
    let number = 12;
    for one in 0..number {
        client.open(&uri(one), &format!("module one{one}\nsig A {{}}\nrun {{}} for 1\n"));
        client.wait("textDocument/publishDiagnostics", of(uri(one)));
    }
    // The first text looked for a module that is there only now.
    client.change(&uri(0), 2, "open later\nrun { some B } for 1\n");
    let fails = client.wait("textDocument/publishDiagnostics", |one| one["version"] == 2);
    assert_ne!(fails["diagnostics"], json!([]));
    client.open("file:///nowhere/later.als", "module later\nsig B {}\n");
    let mended = |one: &Json| one["version"] == 2 && one["diagnostics"] == json!([]);
    client.wait("textDocument/publishDiagnostics", mended);
    client.ask(
        "textDocument/hover",
        json!({
            "textDocument": { "uri": uri(1) }, "position": { "line": 1, "character": 4 },
        }),
    );
    let again = client.heard.iter().filter(|one| {
        one["method"] == "textDocument/publishDiagnostics"
            && one["params"]["version"] == 1
            && (1..number).any(|other| one["params"]["uri"] == uri(other).as_str())
    });
    assert_eq!(again.count(), 0, "texts that nothing was done to are shown again");
    assert_eq!(client.end(), Some(0));
}
