//! What is served: the page, its questions, and a word at each save.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use korrel_page::{Answer, Request, Session, Settings, policy, served};

use super::guard::RequestGuard;
use super::http::{Head, RequestRefusal, begin, body, head};

/// More connections than that are no page of one person's.
const MOST_CONNECTIONS: usize = 64;
/// More questions at once would share too few processors.
const MOST_QUESTIONS: usize = 12;
/// Reading a record is recursive, as far as JSON may be nested. Searches have stacks of their own.
const STACK: usize = 8 << 20;
/// The time between two looks at whether the page is still there.
const GLANCE: Duration = Duration::from_millis(50);
/// A connection without a word for longer is taken for dead by whoever is between.
const HEARTBEAT: Duration = Duration::from_secs(15);

const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";
const LINES: &str = "application/x-ndjson";
const EVENTS: &str = "text/event-stream";

pub struct Site {
    guard: RequestGuard,
    session: Arc<Session>,
    settings: Settings,
    page: String,
    policy: String,
    connections: AtomicUsize,
    questions: AtomicUsize,
    /// The version of the text that was told last. Pages wait for a greater one.
    told: (Mutex<u64>, Condvar),
}

impl Site {
    pub fn new(guard: RequestGuard, session: Arc<Session>, settings: Settings) -> Site {
        let told = (Mutex::new(session.version()), Condvar::new());
        let (connections, questions) = Default::default();
        let (page, policy) = (served(), policy());
        Site { guard, session, settings, page, policy, connections, questions, told }
    }

    /// Tells all pages that there is a new text.
    pub fn tell(&self) {
        let (version, changed) = &self.told;
        *version.lock().unwrap_or_else(PoisonError::into_inner) = self.session.version();
        changed.notify_all();
    }

    /// Answers until the program ends.
    pub fn serve(self: &Arc<Site>, listener: &TcpListener) {
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // So many are open that there is no more. Some will end.
                std::thread::sleep(GLANCE);
                continue;
            };
            let Some(place) = ClientSlot::take(self, |site| &site.connections, MOST_CONNECTIONS)
            else {
                continue;
            };
            let site = Arc::clone(self);
            let answer = move || {
                // Whoever has gone does not want to know.
                let _ = site.answer(stream);
                drop(place);
            };
            // Without memory for a thread there is no answer.
            let _ = Builder::new().stack_size(STACK).spawn(answer);
        }
    }

    fn answer(self: &Arc<Site>, mut stream: TcpStream) -> io::Result<()> {
        let refusal = match head(&mut stream) {
            Ok((head, begun)) => match self.guard.passed(&head) {
                Ok(path) => match self.resource(&mut stream, path, &head, begun)? {
                    None => return Ok(()),
                    Some(refusal) => refusal,
                },
                Err(refusal) => refusal,
            },
            Err(Some(refusal)) => refusal,
            Err(None) => return Ok(()),
        };
        begin(&mut stream, refusal.status, TEXT, "default-src 'none'")?;
        stream.write_all(refusal.message.as_bytes())?;
        // What is still being sent is taken, so that the answer is read before the end of the connection.
        stream.shutdown(std::net::Shutdown::Write)?;
        stream.set_read_timeout(Some(GLANCE))?;
        let _ = io::copy(&mut io::Read::take(stream, 4 << 20), &mut io::sink());
        Ok(())
    }

    fn resource(
        self: &Arc<Site>,
        stream: &mut TcpStream,
        path: &str,
        head: &Head,
        begun: Vec<u8>,
    ) -> io::Result<Option<RequestRefusal>> {
        match (head.method.as_str(), path) {
            ("GET", "") => {
                begin(stream, 200, HTML, &self.policy)?;
                stream.write_all(self.page.as_bytes())?;
            }
            ("GET", "events") => {
                begin(stream, 200, EVENTS, "default-src 'none'")?;
                self.events(stream)?;
            }
            ("POST", "ask") => {
                if head.header("content-type") != Some("application/json") {
                    return Ok(Some(RequestRefusal::new(415, "a question is JSON")));
                }
                let question = match body(stream, head, begun) {
                    Ok(question) => question,
                    Err(refusal) => return Ok(refusal),
                };
                let request = match Request::read(&question) {
                    Ok(request) => request,
                    Err(error) => return Ok(Some(RequestRefusal::new(400, error.to_string()))),
                };
                let place = ClientSlot::take(self, |site| &site.questions, MOST_QUESTIONS);
                if place.is_none() {
                    return Ok(Some(RequestRefusal::new(503, "too many questions at once")));
                }
                begin(stream, 200, LINES, "default-src 'none'")?;
                self.question(stream, &request)?;
            }
            (_, "" | "events" | "ask") => {
                return Ok(Some(RequestRefusal::new(405, "not in that way")));
            }
            _ => return Ok(Some(RequestRefusal::new(404, "there is nothing"))),
        }
        Ok(None)
    }

    /// Answers line by line. The last line is the whole answer. It ends with the connection.
    fn question(&self, stream: &mut TcpStream, request: &Request) -> io::Result<()> {
        let gone = Arc::new(AtomicBool::new(false));
        let settings = self.settings.clone().until(Arc::clone(&gone));
        let watched = stream.try_clone()?;
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| watch(&watched, &gone, &is_done));
            let mut write = |answer: &Answer| {
                if writeln!(stream, "{}", answer.json()).is_err() {
                    gone.store(true, Ordering::Relaxed);
                }
            };
            let answer = self.session.answer(request, &settings, &mut write);
            is_done.store(true, Ordering::Relaxed);
            write(&answer);
        });
        Ok(())
    }

    /// A word at each save, and one at the beginning.
    fn events(&self, stream: &mut TcpStream) -> io::Result<()> {
        let (version, changed) = &self.told;
        let mut known = 0;
        loop {
            let now = version.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = changed.wait_timeout_while(now, HEARTBEAT, |now| *now == known);
            let (now, _) = waited.unwrap_or_else(PoisonError::into_inner);
            let is_new = *now != known;
            known = *now;
            drop(now);
            match is_new {
                true => write!(stream, "data: {known}\n\n")?,
                false => write!(stream, ": \n\n")?,
            }
        }
    }
}

/// Raises a flag when the other side is gone.
fn watch(stream: &TcpStream, gone: &AtomicBool, is_done: &AtomicBool) {
    if stream.set_read_timeout(Some(GLANCE)).is_err() {
        return;
    }
    let mut byte = [0];
    while !is_done.load(Ordering::Relaxed) {
        match stream.peek(&mut byte) {
            Ok(0) => return gone.store(true, Ordering::Relaxed),
            // A page that says more than it was asked for is heard by nobody.
            Ok(_) => std::thread::sleep(GLANCE),
            Err(error) if is_waiting(&error) => {}
            Err(_) => return gone.store(true, Ordering::Relaxed),
        }
    }
}

fn is_waiting(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    [WouldBlock, TimedOut, Interrupted].contains(&error.kind())
}

/// One of so many places, given back when it is dropped.
struct ClientSlot {
    site: Arc<Site>,
    of: fn(&Site) -> &AtomicUsize,
}

impl ClientSlot {
    fn take(site: &Arc<Site>, of: fn(&Site) -> &AtomicUsize, most: usize) -> Option<ClientSlot> {
        let taken = of(site).fetch_add(1, Ordering::SeqCst);
        let place = ClientSlot { site: Arc::clone(site), of };
        (taken < most).then_some(place)
    }
}

impl Drop for ClientSlot {
    fn drop(&mut self) {
        (self.of)(&self.site).fetch_sub(1, Ordering::SeqCst);
    }
}
