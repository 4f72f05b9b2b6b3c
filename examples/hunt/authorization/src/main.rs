//! Authorization libraries in Rust: each is asked who is allowed, and must say what the spec says.

mod heap;
mod relations;
mod rules;

use std::io::{self, BufRead, Write};

use heap::Heap;
use serde_json::{Value, json};

/// A cause and a message, if a library is wrong about an input.
type Judged = Result<(), (String, String)>;

fn main() -> io::Result<()> {
    let library = std::env::args().nth(1).expect("which library: casbin or simple-zanzibar");
    let judge: fn(&Heap<'_>) -> Judged = match library.as_str() {
        "casbin" => rules::judge,
        "simple-zanzibar" => relations::judge,
        _ => panic!("no such library: {library}"),
    };
    let mut requests = io::stdin().lock().lines();
    requests.next().transpose()?; // the header: what types there are
    tell(&json!({ "ready": true, "window": 64 }))?;
    for line in requests {
        let request: Value = serde_json::from_str(&line?)?;
        let verdict = match judge(&Heap::new(&request)) {
            Ok(()) => json!({ "id": request["id"], "pass": true }),
            Err((cause, message)) => {
                json!({ "id": request["id"], "fail": { "cause": cause, "message": message } })
            }
        };
        tell(&verdict)?;
    }
    Ok(())
}

fn tell(reply: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{reply}")?;
    io::stdout().flush()
}
