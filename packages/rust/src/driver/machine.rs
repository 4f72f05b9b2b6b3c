//! A program with a function for each action, which behaviours call again and again.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use korrel_heapgraph::typed::Misfit;
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Stop, itf, panicked, stop_reply};

type Making<M> = Box<dyn Fn(&Arguments) -> Result<M, Stop>>;
type Action<M> = Box<dyn Fn(&mut M, &Arguments) -> Result<Value, Stop>>;
type Told<M> = Box<dyn Fn(&M) -> serde_json::Result<Value>>;
type Copying<M> = Box<dyn Fn(&M) -> M>;

/// The code under test for `korrel test --itf`: how it is made, and a function for each action of the model.
pub struct Machine<M> {
    make: Making<M>,
    actions: BTreeMap<String, Action<M>>,
    state: Told<M>,
    copied: Option<Copying<M>>,
}

impl<M> Machine<M> {
    /// Each behaviour gets a program of its own. The arguments are the variables of the first state, if no action makes
    /// that.
    pub fn new(make: impl Fn(&Arguments) -> Result<M, Stop> + 'static) -> Machine<M> {
        Machine {
            make: Box::new(make),
            actions: BTreeMap::new(),
            state: Box::new(|_| Ok(json!({}))),
            copied: None,
        }
    }

    /// An action. Without one that is called `init`, the program is made by `init`.
    #[must_use]
    pub fn action<R: Serialize>(
        mut self,
        name: &str,
        call: impl Fn(&mut M, &Arguments) -> Result<R, Stop> + 'static,
    ) -> Machine<M> {
        let call = move |program: &mut M, args: &Arguments| {
            let result = call(program, args)?;
            // A trace has no results: one that JSON cannot say is left out.
            Ok(serde_json::to_value(result).unwrap_or_default())
        };
        self.actions.insert(name.to_owned(), Box::new(call));
        self
    }

    /// The values of variables after a call, by name. Without it, only panics and the like are found.
    #[must_use]
    pub fn state<S: Serialize>(mut self, state: impl Fn(&M) -> S + 'static) -> Machine<M> {
        self.state = Box::new(move |program| serde_json::to_value(state(program)));
        self
    }

    /// Copies the program with all that it keeps: then the states that behaviours share are kept.
    #[must_use]
    pub fn snapshots(mut self, copy: impl Fn(&M) -> M + 'static) -> Machine<M> {
        self.copied = Some(Box::new(copy));
        self
    }
}

/// The arguments of a call, by name.
#[derive(Clone, Debug)]
pub struct Arguments {
    of: String,
    values: Map<String, Value>,
}

impl Arguments {
    fn new(of: &str, values: &Value) -> Arguments {
        Arguments { of: of.to_owned(), values: values.as_object().cloned().unwrap_or_default() }
    }

    /// An argument as a value of the caller's type: sets, lists and tuples of the model are sequences, maps maps, variants
    /// enums with `#[serde(tag = "tag", content = "value")]`.
    ///
    /// # Errors
    /// There is none of this name, or it does not fit the type.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        let value = self.values.get(name).ok_or_else(|| {
            let there: Vec<&str> = self.values.keys().map(String::as_str).collect();
            let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
            Misfit::new(format!("{} has no argument `{name}`: there are {there}", self.of))
        })?;
        let misfit = |error| Misfit::new(format!("{}, `{name}`: {error}", self.of));
        serde_json::from_value(itf::read(value)).map_err(misfit)
    }

    /// The name is one of the arguments'.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }
}

/// A machine of any type, while it is called.
pub(super) trait Behaviour {
    fn ready(&self) -> Value;
    fn reply(&mut self, request: &Value) -> Map<String, Value>;
}

pub(super) struct Running<M> {
    machine: Machine<M>,
    program: Option<M>,
    kept: BTreeMap<u64, M>,
}

impl<M> Running<M> {
    pub fn new(machine: Machine<M>) -> Running<M> {
        Running { machine, program: None, kept: BTreeMap::new() }
    }

    fn made(&mut self, request: &Value) -> Result<Option<Value>, Stop> {
        let Running { machine, program, kept } = self;
        let number = |name: &str| request[name].as_u64().unwrap_or_default();
        let none = || refused("there is no program or snapshot of this number");
        match (request["kind"].as_str(), &machine.copied) {
            (Some("reset"), _) => {
                *program =
                    Some((machine.make)(&Arguments::new("the beginning", &request["state"]))?);
                Ok(None)
            }
            (Some("snapshot"), Some(copied)) => {
                kept.insert(number("as"), copied(program.as_ref().ok_or_else(none)?));
                Ok(None)
            }
            (Some("restore"), Some(copied)) => {
                *program = Some(copied(kept.get(&number("from")).ok_or_else(none)?));
                Ok(None)
            }
            (Some("call"), _) => {
                let op = request["op"].as_str().unwrap_or_default();
                let program = program.as_mut().ok_or_else(none)?;
                match machine.actions.get(op) {
                    Some(action) => {
                        action(program, &Arguments::new(op, &request["args"])).map(Some)
                    }
                    None if op == "init" => Ok(Some(Value::Null)),
                    None => Err(refused(&format!("there is no action `{op}`"))),
                }
            }
            _ => Err(refused("this driver does not know the request")),
        }
    }

    fn told(&self) -> Result<Map<String, Value>, Stop> {
        let state =
            self.program.as_ref().map_or(Ok(json!({})), |program| (self.machine.state)(program));
        match state.map(itf::write) {
            Ok(Value::Object(state)) => Ok(state),
            Ok(_) => Err(refused("the state has no names of variables")),
            Err(error) => Err(refused(&format!("the state cannot be told: {error}"))),
        }
    }
}

impl<M> Behaviour for Running<M> {
    fn ready(&self) -> Value {
        let mut ops: Vec<&str> = self.machine.actions.keys().map(String::as_str).collect();
        if !ops.contains(&"init") {
            ops.push("init");
        }
        let mut ready = json!({ "ready": true, "ops": ops });
        if self.machine.copied.is_some() {
            ready["snapshots"] = json!(true);
        }
        ready
    }

    fn reply(&mut self, request: &Value) -> Map<String, Value> {
        let whole = || -> Result<Map<String, Value>, Stop> {
            let mut reply = Map::new();
            if let Some(result) = self.made(request)? {
                reply.insert("state".to_owned(), Value::Object(self.told()?));
                reply.insert("result".to_owned(), result);
            }
            Ok(reply)
        };
        let said = catch_unwind(AssertUnwindSafe(whole));
        let said = said.unwrap_or_else(|panic| Err(panicked(&*panic)));
        said.unwrap_or_else(|stop| Map::from_iter([stop_reply(stop)]))
    }
}

fn refused(why: &str) -> Stop {
    Stop::Fail { cause: why.to_owned(), message: String::new() }
}
