//! `korrel lsp`: the editor's questions and the library's answers, as the Language Server Protocol has them.
//!
//! One thread reads texts and answers requests, each from the text as it is at that moment. It never searches: counts and
//! contradictions come from a thread beside it, and are shown when they come. Messages that wait are all taken before the
//! mistakes of a text are looked for, so that whoever types fast waits for one reading and not for each.

mod documents;
mod position;
mod requests;
mod shown;

use std::collections::BTreeSet;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value as Json, json};

use self::documents::Documents;
use crate::flags::LspFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;

pub fn run(flags: &LspFlags) -> Result<Exit, Error> {
    let (connection, threads) = Connection::stdio();
    let exit = serve(&connection, flags);
    // The writer ends when nobody can send to it any more.
    drop(connection);
    // An editor that is gone reads no last message, and misses none.
    let _ = threads.join();
    Ok(exit)
}

/// Answers until the editor says that it is done, or is gone.
fn serve(connection: &Connection, flags: &LspFlags) -> Exit {
    let Ok((id, _)) = connection.initialize_start() else { return Exit::Failure };
    let answer = json!({
        "capabilities": requests::capabilities(),
        "serverInfo": { "name": "korrel", "version": env!("CARGO_PKG_VERSION") },
    });
    if connection.initialize_finish(id, answer).is_err() {
        return Exit::Failure;
    }
    let mut server = Server {
        connection,
        documents: Documents::new(&flags.language),
        stale: BTreeSet::new(),
        is_shut_down: false,
    };
    server.run()
}

struct Server<'c> {
    connection: &'c Connection,
    documents: Documents,
    /// The texts whose mistakes were shown for an earlier version.
    stale: BTreeSet<String>,
    is_shut_down: bool,
}

impl Server<'_> {
    fn run(&mut self) -> Exit {
        loop {
            let message = match self.connection.receiver.try_recv() {
                Ok(message) => message,
                Err(_) => {
                    self.show_mistakes();
                    let Ok(message) = self.connection.receiver.recv() else { return Exit::Failure };
                    message
                }
            };
            match message {
                Message::Request(request) => self.request(request),
                Message::Notification(note) if note.method == "exit" => {
                    return if self.is_shut_down { Exit::Success } else { Exit::Failure };
                }
                Message::Notification(note) => self.heard(&note),
                Message::Response(_) => {}
            }
        }
    }

    fn request(&mut self, request: Request) {
        let response = match request.method.as_str() {
            "shutdown" => {
                self.is_shut_down = true;
                Response::new_ok(request.id, Json::Null)
            }
            _ if self.is_shut_down => {
                let code = ErrorCode::InvalidRequest as i32;
                Response::new_err(request.id, code, "the server was shut down".to_owned())
            }
            method => match requests::answer(method, &request.params, &mut self.documents) {
                Ok(answer) => Response::new_ok(request.id, answer),
                Err((code, why)) => Response::new_err(request.id, code as i32, why),
            },
        };
        self.send(response.into());
    }

    /// Takes what the editor tells.
    fn heard(&mut self, note: &Notification) {
        let document = &note.params["textDocument"];
        let Some(uri) = document["uri"].as_str() else { return };
        match note.method.as_str() {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or_default();
                self.documents.open(uri, document["version"].as_i64(), text);
            }
            "textDocument/didChange" => {
                let changes = note.params["contentChanges"].as_array();
                let changes = changes.map_or(&[][..], Vec::as_slice);
                self.documents.change(uri, document["version"].as_i64(), changes);
            }
            "textDocument/didClose" => {
                self.documents.close(uri);
                self.publish(uri, None, json!([]));
                self.stale.remove(uri);
            }
            _ => return,
        }
        // A text may be a module that others open.
        self.stale.extend(self.documents.uris().map(str::to_owned));
    }

    /// Shows the mistakes of each text that has changed.
    fn show_mistakes(&mut self) {
        for uri in std::mem::take(&mut self.stale) {
            let Some(analysis) = self.documents.analysis(&uri) else { continue };
            let findings: Vec<Json> = analysis
                .findings()
                .iter()
                .map(|finding| shown::finding(finding, &analysis, &self.documents))
                .collect();
            self.publish(&uri, self.documents.version(&uri), Json::Array(findings));
        }
    }

    fn publish(&self, uri: &str, version: Option<i64>, diagnostics: Json) {
        let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
        if let Some(version) = version {
            params["version"] = version.into();
        }
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(Notification { method, params }.into());
    }

    fn send(&self, message: Message) {
        // An editor that is gone is noticed where its next message is awaited.
        let _ = self.connection.sender.send(message);
    }
}
