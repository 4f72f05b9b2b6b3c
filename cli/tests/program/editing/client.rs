//! A client of the Language Server Protocol that shares no code with the server.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value as Json, json};

use crate::program::command;

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
    /// What the server has said unasked, and not been waited for.
    pub heard: Vec<Json>,
}

impl Client {
    /// Starts the program and shakes hands, with these capabilities.
    pub fn start(arguments: &[&str], capabilities: &Json) -> Client {
        let mut child = command(&[&["lsp"], arguments].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut client = Client { child, input, output, asked: 0, heard: Vec::new() };
        let hello = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let answer = client.ask("initialize", hello);
        assert_eq!(answer["serverInfo"]["name"], "korrel");
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Json) {
        let body = message.to_string();
        let input = self.input.as_mut().expect("it is open until the end");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it is read");
        input.flush().expect("it is read");
    }

    fn next(&mut self) -> Json {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("it can be read"), 0, "it is gone");
            match line.trim().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().expect("a length is a number");
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("the body is there");
        serde_json::from_slice(&body).expect("it is JSON")
    }

    pub fn tell(&mut self, method: &str, params: Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The whole reply to a request.
    pub fn reply(&mut self, method: &str, params: Json) -> Json {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.next();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.hear(message);
        }
    }

    /// The answer to a request that is answered.
    pub fn ask(&mut self, method: &str, params: Json) -> Json {
        let reply = self.reply(method, params);
        assert!(reply.get("error").is_none(), "{method}: {reply}");
        reply["result"].clone()
    }

    fn hear(&mut self, message: Json) {
        if let Some(id) = message.get("id") {
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null }));
        }
        self.heard.push(message);
    }

    /// The parameters of the next thing that the server says by itself of this name, and of which this is true.
    pub fn wait(&mut self, method: &str, is_it: impl Fn(&Json) -> bool) -> Json {
        loop {
            let fits = |one: &Json| one["method"] == method && is_it(&one["params"]);
            if let Some(at) = self.heard.iter().position(fits) {
                return self.heard.remove(at)["params"].clone();
            }
            let message = self.next();
            self.hear(message);
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "alloy", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, uri: &str, version: i64, text: &str) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    /// Ends the session as editors do; the exit code.
    pub fn end(mut self) -> Option<i32> {
        self.ask("shutdown", Json::Null);
        self.tell("exit", Json::Null);
        self.child.wait().expect("it ends").code()
    }

    /// Goes away without a word; the exit code.
    pub fn vanish(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().expect("it ends").code()
    }
}
