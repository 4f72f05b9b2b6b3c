//! Caches of cached, in two versions: a driver that needs nothing but harness/1.

mod caches;

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value, json};

/// A program that is called again and again.
trait Program {
    /// The result of a call.
    fn call(&mut self, op: &str, args: &Map<String, Value>) -> Result<Value, String>;
    /// The fields that the last call may have changed.
    fn state(&self) -> Value;
}

fn main() -> io::Result<()> {
    let library: Vec<String> = std::env::args().skip(1).collect(); // its name and its version
    let library = library.join(" ");
    let mut requests = io::stdin().lock().lines();
    requests.next().transpose()?; // the header: what types and actions there are
    tell(&json!({ "ready": true }))?;
    let mut program = None;
    for line in requests {
        let request: Value = serde_json::from_str(&line?)?;
        let mut reply = json!({ "id": request["id"] });
        if request["kind"] == "reset" {
            program = Some(begun(&library, &request));
        } else {
            let program = program.as_mut().expect("a behaviour begins with `reset`");
            let op = request["op"].as_str().expect("a call has a name");
            match program.call(op, request["args"].as_object().expect("a call has arguments")) {
                Ok(result) => {
                    reply["result"] = result;
                    reply["changed"] = program.state();
                }
                Err(message) => reply["throw"] = json!({ "type": "Error", "message": message }),
            }
        }
        tell(&reply)?;
    }
    Ok(())
}

fn begun(library: &str, request: &Value) -> Box<dyn Program> {
    let room =
        || request["objects"]["Cache$0"]["room"].as_u64().expect("a cache has room") as usize;
    match library {
        "cached 0.40.0" => Box::new(caches::v0_40::Cache::new(room())),
        "cached 0.41.0" => Box::new(caches::v0_41::Cache::new(room())),
        "timed 0.40.0" => Box::new(caches::v0_40::Timed::new(room())),
        "timed 0.41.0" => Box::new(caches::v0_41::Timed::new(room())),
        other => panic!("{other} is not here"),
    }
}

fn tell(reply: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{reply}")?;
    io::stdout().flush()
}
