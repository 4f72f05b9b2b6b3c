//! Tries, slot maps, slabs, caches, queues and maps of several crates: a driver that needs nothing but harness/1.

mod loose;
mod ordered;
mod queues;
mod ranges;
mod recent;
mod slab;
mod slots;
mod sorted;
mod tries;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Map, Value, json};

type Objects = Map<String, Value>;

/// A program that is called again and again.
trait Program {
    /// The result of a call.
    fn call(&mut self, op: &str, args: &Objects) -> Value;
    /// What the answer tells of the state.
    fn state(&self) -> Objects;
}

fn begun(library: &str, objects: &Objects) -> Box<dyn Program> {
    tries::begun(library, objects)
        .or_else(|| slots::begun(library))
        .or_else(|| slab::begun(library))
        .or_else(|| recent::begun(library, objects))
        .or_else(|| loose::begun(library, objects))
        .or_else(|| queues::begun(library, objects))
        .or_else(|| ordered::begun(library, objects))
        .or_else(|| sorted::begun(library, objects))
        .or_else(|| ranges::begun(library))
        .unwrap_or_else(|| panic!("{library} is not here"))
}

fn main() -> io::Result<()> {
    let library = std::env::args().nth(1).expect("which library");
    std::panic::set_hook(Box::new(|_| ())); // A panic is an answer.
    let mut requests = io::stdin().lock().lines();
    requests.next().transpose()?; // the header: what types and actions there are
    tell(&json!({ "ready": true }))?;
    let mut program: Option<Box<dyn Program>> = None;
    for line in requests {
        let request: Value = serde_json::from_str(&line?)?;
        let mut reply = json!({ "id": request["id"] });
        if request["kind"] == "reset" {
            program = Some(begun(
                &library,
                request["objects"].as_object().expect("it has the first state"),
            ));
        } else {
            let program = program.as_mut().expect("a behaviour begins with `reset`");
            let called = |program: &mut Box<dyn Program>| {
                let op = request["op"].as_str().expect("a call has a name");
                program.call(op, request["args"].as_object().expect("a call has arguments"))
            };
            match catch_unwind(AssertUnwindSafe(|| called(program))) {
                Ok(result) => reply["result"] = result,
                Err(why) => {
                    let text = why.downcast_ref::<String>().cloned();
                    let text = text.or_else(|| Some(why.downcast_ref::<&str>()?.to_string()));
                    reply["throw"] =
                        json!({ "type": "panic", "message": text.unwrap_or_default() });
                }
            }
            // What panics while it is looked at is a crash.
            reply["changed"] = Value::Object(program.state());
        }
        tell(&reply)?;
    }
    Ok(())
}

/// An argument that is an object of the spec.
fn name(args: &Objects, of: &str) -> String {
    args[of].as_str().expect("it is an object").to_owned()
}

fn tell(message: &Value) -> io::Result<()> {
    println!("{message}");
    io::stdout().flush()
}
