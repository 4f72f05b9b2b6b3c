//! Queues of crossbeam-queue under the programs of queue.als: `segments` is SegQueue, `array` ArrayQueue, and `composite`
//! counts a SegQueue before it takes.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::{env, io, thread};

use crossbeam_queue::{ArrayQueue, SegQueue};
use serde_json::{Value, json};

/// A client that waits so long makes room for the other one.
const TURNS: u32 = 10_000;

enum Shared {
    Segments(SegQueue<String>),
    Array(ArrayQueue<String>),
    /// The fault: whoever counts one item takes it for granted.
    Composite(SegQueue<String>),
}

impl Shared {
    fn new(how: &str) -> Shared {
        match how {
            "segments" => Shared::Segments(SegQueue::new()),
            "array" => Shared::Array(ArrayQueue::new(16)),
            "composite" => Shared::Composite(SegQueue::new()),
            _ => panic!("segments, array or composite"),
        }
    }

    fn offer(&self, x: String) {
        match self {
            Shared::Segments(queue) | Shared::Composite(queue) => queue.push(x),
            Shared::Array(queue) => queue.push(x).expect("there is room"),
        }
    }

    fn poll(&self) -> Option<String> {
        match self {
            Shared::Segments(queue) => queue.pop(),
            Shared::Array(queue) => queue.pop(),
            Shared::Composite(queue) if queue.is_empty() => None,
            Shared::Composite(queue) => Some(queue.pop().expect("it is not empty")),
        }
    }
}

/// Makes a client's calls, and tells of each when it began and ended and what came of it.
fn client(queue: &Shared, calls: &Value, now: &AtomicU64) -> Value {
    let mut told = Vec::new();
    for call in calls.as_array().expect("calls are an array") {
        let from = now.fetch_add(1, Ordering::SeqCst);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            match call["op"].as_str() {
                Some("offer") => {
                    queue.offer(call["args"]["x"].as_str().expect("an item").to_owned());
                    None
                }
                _ => queue.poll(),
            }
        }));
        let to = now.fetch_add(1, Ordering::SeqCst);
        match outcome {
            Ok(result) => told.push(json!({ "from": from, "to": to, "result": result })),
            Err(_) => {
                told.push(json!({ "from": from, "to": to, "throw": { "type": "panic" } }));
                break;
            }
        }
    }
    told.into()
}

fn main() {
    let how = env::args().nth(1).expect("which queue");
    std::panic::set_hook(Box::new(|_| ()));
    let mut lines = io::stdin().lock().lines();
    lines.next();
    println!(r#"{{"ready":true,"concurrent":true}}"#);
    let mut queue = Shared::new(&how);
    for line in lines {
        let request: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let mut reply = json!({ "id": request["id"] });
        if request["kind"] == "reset" {
            queue = Shared::new(&how);
        } else {
            let clients = request["clients"].as_array().expect("clients");
            let (now, missing) = (AtomicU64::new(0), AtomicUsize::new(clients.len()));
            let (queue, now, missing) = (&queue, &now, &missing);
            let history: Vec<Value> = thread::scope(|scope| {
                let spawn = |calls| {
                    scope.spawn(move || {
                        // Whoever sleeps at a barrier wakes too late to meet the other one.
                        missing.fetch_sub(1, Ordering::SeqCst);
                        for turns in 0.. {
                            match missing.load(Ordering::SeqCst) {
                                0 => break,
                                _ if turns < TURNS => std::hint::spin_loop(),
                                _ => thread::yield_now(),
                            }
                        }
                        client(queue, calls, now)
                    })
                };
                let threads: Vec<_> = clients.iter().map(spawn).collect();
                threads.into_iter().map(|thread| thread.join().expect("it is caught")).collect()
            });
            reply["history"] = history.into();
        }
        println!("{reply}");
        io::stdout().flush().expect("somebody reads");
    }
}
