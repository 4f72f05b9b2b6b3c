//! A program with a function for each action, which behaviours call again and again.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use korrel_heapgraph::typed::{Codec, Misfit, Values};
use korrel_heapgraph::{Header, Member, shape_of};
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::lasting::Lasting;
use super::{Stop, itf, panicked, stop_reply};

type Making<M> = Box<dyn Fn(&Arguments) -> Result<M, Stop>>;
type MachineAction<M> = Box<dyn Fn(&mut M, &Arguments) -> Result<Value, Stop>>;
type MachineState<M> = Box<dyn Fn(&M) -> serde_json::Result<Value>>;
type Copying<M> = Box<dyn Fn(&M) -> M>;

/// The code under test for `korrel test --traces` and `--itf`: how it is made, and a function for each action of the model.
pub struct Machine<M> {
    make: Making<M>,
    actions: BTreeMap<String, MachineAction<M>>,
    state: MachineState<M>,
    copied: Option<Copying<M>>,
}

impl<M> Machine<M> {
    /// Each behaviour gets a program of its own. The arguments are of the first state: a spec's roots, or the variables
    /// of a trace, if no action makes that.
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

    /// What the program is after a call, by name. Without it, only panics and the like are found, and wrong results.
    ///
    /// Of traces (`--itf`) these are values of variables. Of a spec (`--traces`) they are fields of roots, `{ "Queue":
    /// { "first": job } }`, the members of subset sigs, and the objects of sigs, by their ids: `{ "Node": { "n1": {
    /// "key": 3 } } }`. What is not told is as it was.
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
#[derive(Clone)]
pub struct Arguments {
    of: String,
    values: Map<String, Value>,
    /// Of a spec: the heap in which the values are, and what these look like.
    heap: Option<(Lasting, Vec<Member>)>,
}

impl Arguments {
    fn new(of: &str, values: &Value, heap: Option<(Lasting, Vec<Member>)>) -> Arguments {
        let values = values.as_object().cloned().unwrap_or_default();
        Arguments { of: of.to_owned(), values, heap }
    }

    /// An argument as a value of the caller's type. Of a spec it is read as [`TypedHeap`](crate::TypedHeap) reads roots: a
    /// `String` is the name of an object, which it keeps in the whole behaviour. Of traces, sets, lists and tuples of the model are sequences, maps maps, variants
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
        if let Some((heap, members)) = &self.heap {
            let objects = heap.record["objects"].as_object().expect("a state has objects");
            return heap.codec.decode(objects, value, shape_of(members, name), name);
        }
        let misfit = |error| Misfit::new(format!("{}, `{name}`: {error}", self.of));
        serde_json::from_value(itf::read(value)).map_err(misfit)
    }

    /// The name is one of the arguments'.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }
}

/// A machine of any type, while it is called.
pub(super) trait AnyMachine {
    /// # Errors
    /// A header of a spec that cannot be read, or values that do not fit it.
    fn begin(&mut self, header: &Value, values: &Values) -> io::Result<Value>;
    fn reply(&mut self, request: &Value) -> Map<String, Value>;
}

pub(super) struct Running<M> {
    machine: Machine<M>,
    program: Option<M>,
    kept: BTreeMap<u64, (M, Option<Lasting>)>,
    /// Of a spec.
    codec: Option<Arc<Codec>>,
    heap: Option<Lasting>,
}

impl<M> Running<M> {
    pub fn new(machine: Machine<M>) -> Running<M> {
        Running { machine, program: None, kept: BTreeMap::new(), codec: None, heap: None }
    }

    fn made(&mut self, request: &Value) -> Result<Option<Value>, Stop> {
        let Running { machine, program, kept, codec, heap } = self;
        let number = |name: &str| request[name].as_u64().unwrap_or_default();
        let none = || refused("there is no program or snapshot of this number");
        match (request["kind"].as_str(), &machine.copied) {
            (Some("reset"), _) => {
                *heap = codec.as_ref().map(|codec| Lasting::new(Arc::clone(codec), request));
                let members = heap.as_ref().map(|heap| heap.codec.types.roots.clone());
                let given = if heap.is_some() { &request["roots"] } else { &request["state"] };
                let beginning = Arguments::new("the beginning", given, heap.clone().zip(members));
                *program = Some((machine.make)(&beginning)?);
                Ok(None)
            }
            (Some("snapshot"), Some(copied)) => {
                let copy = copied(program.as_ref().ok_or_else(none)?);
                kept.insert(number("as"), (copy, heap.clone()));
                Ok(None)
            }
            (Some("restore"), Some(copied)) => {
                let (from, state) = kept.get(&number("from")).ok_or_else(none)?;
                (*program, *heap) = (Some(copied(from)), state.clone());
                Ok(None)
            }
            (Some("call"), _) => {
                let op = request["op"].as_str().unwrap_or_default();
                let program = program.as_mut().ok_or_else(none)?;
                match machine.actions.get(op) {
                    Some(action) => {
                        let members = heap.as_ref().map(|heap| members(&heap.codec.types, op));
                        let given = heap.clone().zip(members);
                        action(program, &Arguments::new(op, &request["args"], given)).map(Some)
                    }
                    None if op == "init" => Ok(Some(Value::Null)),
                    None => Err(refused(&format!("there is no action `{op}`"))),
                }
            }
            _ => Err(refused("this driver does not know the request")),
        }
    }

    /// What a reply to a call has.
    fn answer(&mut self, op: &str, result: Value) -> Result<Map<String, Value>, Stop> {
        let told = self.told()?;
        let Some(heap) = &mut self.heap else {
            return Ok(Map::from_iter([
                ("state".to_owned(), Value::Object(told)),
                ("result".to_owned(), result),
            ]));
        };
        let unfit = |misfit: Misfit| refused(&format!("the state cannot be told: {misfit}"));
        let mut reply = heap.step(&told).map_err(unfit)?;
        if let Some(shape) = shape_of(&members(&heap.codec.types, op), "result") {
            let result = heap.result(result, shape).map_err(|misfit| misfit.below("result"))?;
            reply.insert("result".to_owned(), result);
        }
        Ok(reply)
    }

    fn told(&self) -> Result<Map<String, Value>, Stop> {
        let state =
            self.program.as_ref().map_or(Ok(json!({})), |program| (self.machine.state)(program));
        let is_of_spec = self.codec.is_some();
        match state.map(|state| if is_of_spec { state } else { itf::write(state) }) {
            Ok(Value::Object(state)) => Ok(state),
            Ok(_) => Err(refused("the state has no names of variables")),
            Err(error) => Err(refused(&format!("the state cannot be told: {error}"))),
        }
    }
}

impl<M> AnyMachine for Running<M> {
    fn begin(&mut self, header: &Value, values: &Values) -> io::Result<Value> {
        if header["behaviours"] == "heaps" {
            let types = Header::declared(header).map_err(io::Error::other)?;
            self.codec = Some(Arc::new(Codec::new(types, values).map_err(io::Error::other)?));
        }
        let mut ops: Vec<&str> = self.machine.actions.keys().map(String::as_str).collect();
        if !ops.contains(&"init") {
            ops.push("init");
        }
        let mut ready = json!({ "ready": true, "ops": ops });
        if self.machine.copied.is_some() {
            ready["snapshots"] = json!(true);
        }
        Ok(ready)
    }

    fn reply(&mut self, request: &Value) -> Map<String, Value> {
        let whole = || -> Result<Map<String, Value>, Stop> {
            match self.made(request)? {
                Some(result) => self.answer(request["op"].as_str().unwrap_or_default(), result),
                None => Ok(Map::new()),
            }
        };
        let said = catch_unwind(AssertUnwindSafe(whole));
        let said = said.unwrap_or_else(|panic| Err(panicked(&*panic)));
        said.unwrap_or_else(|stop| Map::from_iter([stop_reply(stop)]))
    }
}

/// The parameters of an action; its result is one of them.
fn members(types: &Header, op: &str) -> Vec<Member> {
    types.action(op).map(|action| action.parameters.clone()).unwrap_or_default()
}

fn refused(why: &str) -> Stop {
    Stop::Fail { cause: why.to_owned(), message: String::new() }
}
