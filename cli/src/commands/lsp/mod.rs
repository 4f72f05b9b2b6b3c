//! `korrel lsp`: the editor's questions and the library's answers, as the Language Server Protocol has them.
//!
//! One thread reads texts and answers requests, each from the text as it is at that moment. It never searches: counts and
//! contradictions come from a thread beside it, and are shown when they come. Messages that wait are all taken before the
//! mistakes of a text are looked for, so that whoever types fast waits for one reading and not for each.

mod documents;
mod pages;
mod position;
mod requests;
mod search;
mod shown;
#[cfg(test)]
mod tests;
mod transport;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::select;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value as Json, json};

use self::documents::Documents;
use self::pages::Pages;
use self::search::{News, NewsContent, Searcher};
use self::shown::SHOW;
use crate::flags::LspFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;

pub fn run(flags: &LspFlags) -> Result<Exit, Error> {
    let searcher = Searcher::start()
        .map_err(|error| Error::usage(format!("cannot start a thread: {error}")))?;
    let (connection, transport) = transport::stdio()
        .map_err(|error| Error::usage(format!("cannot start a thread: {error}")))?;
    let exit = serve(&connection, searcher, flags);
    // The writer ends when nobody can send to it any more.
    drop(connection);
    match transport.end() {
        Ok(()) => Ok(exit),
        Err(error) => Err(Error::usage(format!("cannot read standard input: {error}"))),
    }
}

/// Answers until the editor says that it is done, or is gone.
fn serve(connection: &Connection, searcher: Searcher, flags: &LspFlags) -> Exit {
    let Ok((id, params)) = connection.initialize_start() else { return Exit::Failure };
    let answer = json!({
        "capabilities": requests::capabilities(),
        "serverInfo": { "name": "korrel", "version": env!("CARGO_PKG_VERSION") },
    });
    if connection.initialize_finish(id, answer).is_err() {
        return Exit::Failure;
    }
    let can = &params["capabilities"];
    let server = LspServer {
        connection,
        documents: Documents::new(&flags.language),
        searcher,
        pages: Pages::default(),
        stale: BTreeSet::new(),
        waiting: Vec::new(),
        asked: 0,
        can_refresh: can["workspace"]["codeLens"]["refreshSupport"] == true,
        can_show: can["window"]["showDocument"]["support"] == true,
        is_shut_down: false,
    };
    server.run()
}

struct LspServer<'c> {
    connection: &'c Connection,
    documents: Documents,
    searcher: Searcher,
    pages: Pages,
    /// The texts whose mistakes were shown for an earlier version.
    stale: BTreeSet<String>,
    /// Requests for lenses of an editor that cannot be told to ask again, with the text: they are answered when all is known.
    waiting: Vec<(RequestId, String)>,
    /// The number of requests to the editor so far.
    asked: i32,
    can_refresh: bool,
    can_show: bool,
    is_shut_down: bool,
}

impl LspServer<'_> {
    fn run(mut self) -> Exit {
        let (messages, news) = (self.connection.receiver.clone(), self.searcher.news.clone());
        loop {
            if messages.is_empty() {
                // As with a request.
                let _ = catch_unwind(AssertUnwindSafe(|| self.show_mistakes()));
            }
            let message = select! {
                recv(messages) -> message => message,
                recv(news) -> found => {
                    found.into_iter().for_each(|found| self.take(found));
                    continue;
                }
            };
            match message {
                Err(_) => return Exit::Failure,
                Ok(Message::Request(request)) => self.request(request),
                Ok(Message::Notification(note)) if note.method == "exit" => {
                    return if self.is_shut_down { Exit::Success } else { Exit::Failure };
                }
                Ok(Message::Notification(note)) => self.heard(&note),
                Ok(Message::Response(_)) => {}
            }
        }
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        let answer = match request.method.as_str() {
            "shutdown" => {
                self.is_shut_down = true;
                self.searcher.cancel_all();
                Ok(Json::Null)
            }
            _ if self.is_shut_down => {
                Err((ErrorCode::InvalidRequest, "the server was shut down".to_owned()))
            }
            "workspace/executeCommand" => self.show(&request).map_err(|why| {
                self.say(2, &why);
                (ErrorCode::InvalidParams, why)
            }),
            "textDocument/codeLens" if self.must_wait(&request) => return,
            method => {
                let answer = || requests::answer(method, &request.params, &mut self.documents);
                // A mistake of ours has told of itself. The editor can go on.
                catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| {
                    Err((ErrorCode::InternalError, "this is a bug in Korrel".to_owned()))
                })
            }
        };
        self.reply(id, answer);
    }

    fn reply(&self, id: RequestId, answer: requests::Response) {
        let response = match answer {
            Ok(answer) => Response::new_ok(id, answer),
            Err((code, why)) => Response::new_err(id, code as i32, why),
        };
        self.send(response.into());
    }

    /// Takes what the editor tells.
    fn heard(&mut self, note: &Notification) {
        let document = &note.params["textDocument"];
        let Some(uri) = document["uri"].as_str() else { return };
        // A text may be a module that others open.
        let forgotten = match note.method.as_str() {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or_default();
                self.documents.open(uri, document["version"].as_i64(), text)
            }
            "textDocument/didChange" => {
                let changes = note.params["contentChanges"].as_array();
                let changes = changes.map_or(&[][..], Vec::as_slice);
                self.documents.change(uri, document["version"].as_i64(), changes)
            }
            "textDocument/didClose" => {
                let forgotten = self.documents.close(uri);
                self.publish(uri, None, json!([]));
                self.stale.remove(uri);
                self.searcher.cancel(uri);
                self.answer_stale(uri);
                forgotten
            }
            _ => return,
        };
        for uri in forgotten {
            self.searcher.cancel(&uri);
            self.answer_stale(&uri);
            self.stale.insert(uri);
        }
    }

    /// Answers the requests that wait for what is known of a text: it has changed.
    fn answer_stale(&mut self, uri: &str) {
        for id in self.no_longer_waiting(uri) {
            self.reply(id, Err((ErrorCode::ContentModified, "the text has changed".to_owned())));
        }
    }

    fn no_longer_waiting(&mut self, uri: &str) -> Vec<RequestId> {
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let (over, waiting): (Vec<_>, Vec<_>) = waiting.partition(|(_, of)| of == uri);
        self.waiting = waiting;
        over.into_iter().map(|(id, _)| id).collect()
    }

    /// Shows the mistakes of each text that has changed, and begins to search.
    fn show_mistakes(&mut self) {
        for uri in std::mem::take(&mut self.stale) {
            self.show_mistakes_of(&uri);
            self.pages.follow(&self.documents, &uri);
            let Some(analysis) = self.documents.analysis(&uri) else { continue };
            let Some(edit) = self.documents.edit(&uri) else { continue };
            match analysis.spec() {
                Some(spec) => {
                    let (spec, lenses) = (spec.clone().into(), analysis.lenses());
                    self.searcher.begin(&uri, edit, spec, lenses);
                }
                None => self.end_search(&uri),
            }
        }
    }

    fn show_mistakes_of(&mut self, uri: &str) {
        let Some(analysis) = self.documents.analysis(uri) else { return };
        let told = self.documents.told(uri).iter().map(|one| analysis.finding(one));
        let findings: Vec<Json> = analysis
            .findings()
            .into_iter()
            .chain(told)
            .map(|finding| shown::finding(&finding, &analysis, &self.documents))
            .collect();
        self.publish(uri, self.documents.version(uri), Json::Array(findings));
    }

    /// Takes what a search has found, unless the text has changed since.
    fn take(&mut self, news: News) {
        if self.documents.edit(&news.uri) != Some(news.edit) {
            return;
        }
        let Some(found) = self.documents.found(&news.uri) else { return };
        match news.what {
            NewsContent::Outlook(subject, text) => found.outlooks.push((subject, text)),
            NewsContent::Told(diagnostics) if diagnostics.is_empty() => self.refresh(),
            NewsContent::Told(diagnostics) => {
                found.diagnostics = diagnostics;
                self.show_mistakes_of(&news.uri);
                self.refresh();
            }
            NewsContent::End => self.end_search(&news.uri),
        }
    }

    fn end_search(&mut self, uri: &str) {
        if let Some(found) = self.documents.found(uri) {
            found.is_complete = true;
        }
        for id in self.no_longer_waiting(uri) {
            let params = json!({ "textDocument": { "uri": uri } });
            let answer = requests::answer("textDocument/codeLens", &params, &mut self.documents);
            self.reply(id, answer);
        }
    }

    /// Lets the editor ask for lenses again, if it can.
    fn refresh(&mut self) {
        if self.can_refresh {
            self.ask("workspace/codeLens/refresh", Json::Null);
        }
    }

    /// True if lenses are not known yet and the editor cannot be told later: it is answered when they are.
    fn must_wait(&mut self, request: &Request) -> bool {
        let uri = request.params["textDocument"]["uri"].as_str().unwrap_or_default();
        let is_known = self.documents.found(uri).is_none_or(|found| found.is_complete);
        if self.can_refresh || is_known {
            return false;
        }
        self.waiting.push((request.id.clone(), uri.to_owned()));
        true
    }

    /// Serves the page that a lens asks for, and has it shown.
    fn show(&mut self, request: &Request) -> Result<Json, String> {
        let command = request.params["command"].as_str().unwrap_or_default();
        if command != SHOW {
            return Err(format!("there is no command `{command}`"));
        }
        let arguments = &request.params["arguments"];
        let uri = arguments[0].as_str().unwrap_or_default();
        let index = match &arguments[1] {
            Json::String(label) => label.clone(),
            number => number.to_string(),
        };
        let address = self.pages.shown(&self.documents, uri, &index)?;
        match self.can_show {
            true => self.ask("window/showDocument", json!({ "uri": address, "external": true })),
            false => self.say(3, &format!("the instances are at {address}")),
        }
        Ok(json!({ "uri": address }))
    }

    fn say(&self, kind: u8, message: &str) {
        let method = "window/showMessage".to_owned();
        let params = json!({ "type": kind, "message": message });
        self.send(Notification { method, params }.into());
    }

    fn ask(&mut self, method: &str, params: Json) {
        self.asked += 1;
        self.send(Request { id: self.asked.into(), method: method.to_owned(), params }.into());
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
