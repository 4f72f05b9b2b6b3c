//! The driver's side of `korrel test`: calls functions on the inputs that it sends (harness/1).
//!
//! ```no_run
//! use korrel_test::driver::Driver;
//! use serde_json::json;
//!
//! fn main() -> std::io::Result<()> {
//!     Driver::new()
//!         .operation("push", |state| {
//!             let mut elements: Vec<i64> = state.field(&state.root("list"), "elements")?;
//!             elements.push(state.argument("value")?);
//!             state.set_field(&state.root("list"), "elements", &elements)?;
//!             Ok(json!(elements.len()))
//!         })
//!         .serve()
//! }
//! ```
//!
//! Objects stay JSON, under their names: the code under test reads its values from their fields,
//! and its changes are written back. An object that no root and no result leads to afterwards is
//! gone. A function's value is its result; a panic is reported. Standard output is for replies
//! alone.
//!
//! For behaviours (`korrel test --traces`, `--itf`), a [`Machine`] has a function for each action of a model:
//!
//! ```no_run
//! use korrel_test::driver::{Driver, Machine};
//! use serde_json::json;
//!
//! fn main() -> std::io::Result<()> {
//!     let counter = Machine::new(|_| Ok(0))
//!         .action("add", |count: &mut i64, args| {
//!             *count += args.get::<i64>("amount")?;
//!             Ok(())
//!         })
//!         .state(|count| json!({ "count": count }))
//!         .snapshots(Clone::clone);
//!     Driver::new().machine(counter).serve()
//! }
//! ```

mod itf;
mod lasting;
mod machine;
mod state;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use korrel_heapgraph::Header;
use serde_json::{Map, Value, json};

use korrel_heapgraph::typed::{Codec, Misfit, Values};
pub use machine::{Arguments, Machine};
pub use state::State;

use machine::{AnyMachine, Running};

const WINDOW: usize = 64;

/// The outcome of an operation that does not return.
#[derive(Debug)]
pub enum Stop {
    /// It judges for itself and is not content. Failures are grouped by cause.
    Fail { cause: String, message: String },
    /// The code under test gave an error.
    Throw { ty: String, message: String },
    /// It is not applicable to its input.
    Skip(String),
}

/// A type that does not fit the spec is a mistake in the driver, and is reported like what the code under test
/// throws.
impl From<Misfit> for Stop {
    fn from(misfit: Misfit) -> Stop {
        Stop::Throw { ty: "Misfit".to_owned(), message: misfit.to_string() }
    }
}

type Handler = Box<dyn Fn(&mut State) -> Result<Value, Stop>>;

/// The operations under test.
#[derive(Default)]
pub struct Driver {
    operations: BTreeMap<String, (Handler, bool)>,
    constructors: Vec<String>,
    values: Values,
    machine: Option<RefCell<Box<dyn AnyMachine>>>,
}

impl Driver {
    pub fn new() -> Driver {
        Driver::default()
    }

    /// A function under test.
    #[must_use]
    pub fn operation(
        mut self,
        name: &str,
        call: impl Fn(&mut State) -> Result<Value, Stop> + 'static,
    ) -> Driver {
        self.operations.insert(name.to_owned(), (Box::new(call), false));
        self
    }

    /// Registers an operation for `korrel explore`: one that makes a state of nothing, and whose
    /// value is the name of its root.
    #[must_use]
    pub fn constructor(
        mut self,
        name: &str,
        call: impl Fn(&mut State) -> Result<Value, Stop> + 'static,
    ) -> Driver {
        self.constructors.push(name.to_owned());
        self.operation(name, call)
    }

    /// One that judges for itself: it passes unless it says `Fail`.
    #[must_use]
    pub fn judge(
        mut self,
        name: &str,
        call: impl Fn(&mut State) -> Result<Value, Stop> + 'static,
    ) -> Driver {
        self.operations.insert(name.to_owned(), (Box::new(call), true));
        self
    }

    /// Sets the values that atoms and integers stand for.
    #[must_use]
    pub fn values(self, values: Values) -> Driver {
        Driver { values, ..self }
    }

    /// The code under test for `korrel test --traces` and `--itf`.
    #[must_use]
    pub fn machine<M: 'static>(self, machine: Machine<M>) -> Driver {
        Driver { machine: Some(RefCell::new(Box::new(Running::new(machine)))), ..self }
    }

    /// Answers until there are no more inputs. Answers are written when no input is waiting.
    pub fn serve(&self) -> io::Result<()> {
        let mut inputs = BufReader::with_capacity(1 << 16, io::stdin().lock());
        let mut replies = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let mut line = String::new();
        let mut asked = None;
        loop {
            if !inputs.buffer().contains(&b'\n') {
                replies.flush()?;
            }
            line.clear();
            if inputs.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let record: Value = serde_json::from_str(&line)?;
            let reply = match &asked {
                Some(DriverQuestion::Inputs(codec)) => self.reply(codec, record),
                Some(DriverQuestion::Behaviours(machine)) => {
                    let mut reply = machine.borrow_mut().reply(&record);
                    reply.insert("id".to_owned(), record["id"].clone());
                    Value::Object(reply)
                }
                None if record.get("behaviours").is_some() => {
                    let none = "this driver has no machine: write `Driver::new().machine(…)`";
                    let machine = self.machine.as_ref().ok_or_else(|| io::Error::other(none))?;
                    asked = Some(DriverQuestion::Behaviours(machine));
                    machine.borrow_mut().begin(&record, &self.values)?
                }
                None => {
                    let header = Header::read(&record).map_err(io::Error::other)?;
                    let made = Codec::new(header, &self.values).map_err(io::Error::other)?;
                    asked = Some(DriverQuestion::Inputs(Arc::new(made)));
                    self.ready()
                }
            };
            serde_json::to_writer(&mut replies, &reply)?;
            replies.write_all(b"\n")?;
        }
    }

    fn ready(&self) -> Value {
        let is_plain = |name: &&String| !self.constructors.contains(name);
        let names: Vec<&String> = self.operations.keys().filter(is_plain).collect();
        let mut ready = json!({ "ready": true, "window": WINDOW, "ops": names });
        if !self.constructors.is_empty() {
            ready["constructors"] = json!(self.constructors);
        }
        ready
    }

    fn reply(&self, codec: &Arc<Codec>, input: Value) -> Value {
        let id = input["id"].clone();
        let op = input["op"].as_str().unwrap_or_default();
        let (call, judges) = &self.operations[op];
        let mut state = State::new(Arc::clone(codec), input);
        let returned = catch_unwind(AssertUnwindSafe(|| call(&mut state)));
        let mut reply = match returned.unwrap_or_else(|panic| Err(panicked(&*panic))) {
            Ok(result) => {
                let mut reply = state.abstracted(&result);
                reply.insert("result".to_owned(), result);
                if *judges {
                    reply.insert("pass".to_owned(), json!(true));
                }
                reply
            }
            Err(stop) => stopped(&state, stop),
        };
        reply.insert("id".to_owned(), id);
        if !state.covered.is_empty() {
            reply.insert("cov".to_owned(), json!(state.covered));
        }
        Value::Object(reply)
    }
}

/// The header's question.
enum DriverQuestion<'d> {
    Inputs(Arc<Codec>),
    Behaviours(&'d RefCell<Box<dyn AnyMachine>>),
}

fn stopped(state: &State, stop: Stop) -> Map<String, Value> {
    let mut reply = match stop {
        Stop::Fail { .. } => state.abstracted(&Value::Null),
        _ => Map::new(),
    };
    reply.extend([stop_reply(stop)]);
    reply
}

fn stop_reply(stop: Stop) -> (String, Value) {
    let (key, said) = match stop {
        Stop::Fail { cause, message } => ("fail", json!({ "cause": cause, "message": message })),
        Stop::Throw { ty, message } => ("throw", json!({ "type": ty, "message": message })),
        Stop::Skip(reason) => ("skip", json!(reason)),
    };
    (key.to_owned(), said)
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Stop {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    Stop::Throw { ty: "panic".to_owned(), message: text.unwrap_or_default().to_owned() }
}
