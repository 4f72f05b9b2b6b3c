//! The search: breadth first, each state once by its key.
//!
//! The search goes on from states in the order in which they were found, and takes answers in the order of the
//! calls. So the first calls that lead to a state are as few as there are, however many drivers work.

use std::collections::{HashMap, HashSet, VecDeque};

use korrel_harness::report::{Collector, hash_of};
use korrel_harness::{
    Campaign, Done, FailedInput, FailureCause, Input, InputName, InputOutcome, Oracle,
    OracleAnswer, SpecViolation, Supply,
};
use serde_json::{Map, Value as Json, json};

use super::ExploreOracle;
use super::arguments::{CallArguments, arguments};
use super::program::{ExploreQuestion, ExploredProgram};
use super::state::{after, fits, size};
use crate::oracle::SpecOracle;

/// The input of a call, and the way the call was made.
#[derive(Clone, Debug)]
pub struct Call {
    pub op: usize,
    /// The state before, or `None` of a constructor.
    pub from: Option<usize>,
    pub arguments: CallArguments,
}

/// A state that was reached.
pub struct ReachedState {
    pub key: String,
    /// The state as it was answered.
    pub heap: Json,
    pub depth: u64,
    /// The last of the calls that build it.
    pub call: Call,
    /// The violations of the spec, if the spec constrains the call.
    pub violated: Vec<SpecViolation>,
}

/// States that violate the same.
pub struct ForbiddenStates<'t> {
    pub cause: &'t SpecViolation,
    pub count: u64,
    /// The smallest, and its place.
    pub smallest: (usize, &'t ReachedState),
}

/// The states and calls that are known so far.
pub struct Exploration<'e> {
    pub program: &'e ExploredProgram,
    /// The oracle that names states.
    state_oracle: SpecOracle<'e>,
    /// The oracle that judges calls.
    call_oracle: ExploreOracle<'e>,
    /// States take so many calls at most.
    depth: Option<u64>,
    /// The search goes on from states that violate the invariant.
    goes_on: bool,
    pub states: Vec<ReachedState>,
    known: HashMap<String, usize>,
    /// A state from which the search goes on, now or later, and its calls that were not made yet.
    at: Option<usize>,
    ready: VecDeque<(Call, Input)>,
    /// Calls that were made and not answered, in order.
    made: VecDeque<Call>,
    ids: Vec<u64>,
    /// Calls that lead to states that are larger than the scope.
    pub beyond: u64,
    /// States at the greatest depth, which nothing was called on.
    pub left: u64,
    pub problem: Option<String>,
    /// The call that an input was, and the state that it left, by operation and id. Kept if that is
    /// wanted.
    pub(super) kept_calls: HashMap<(usize, u64), (Call, Option<Json>)>,
    keeps_calls: bool,
    /// The state before a constructor.
    nothing: Json,
}

impl<'e> Exploration<'e> {
    pub(super) fn new(
        program: &'e ExploredProgram,
        state_oracle: SpecOracle<'e>,
        call_oracle: ExploreOracle<'e>,
        question: &ExploreQuestion,
    ) -> Exploration<'e> {
        let ids = vec![0; program.subjects.len()];
        Exploration {
            program,
            state_oracle,
            call_oracle,
            depth: question.depth,
            goes_on: question.against.is_some(),
            states: Vec::new(),
            known: HashMap::new(),
            at: None,
            ready: VecDeque::new(),
            made: VecDeque::new(),
            ids,
            beyond: 0,
            left: 0,
            problem: None,
            kept_calls: HashMap::new(),
            nothing: json!({ "roots": {}, "objects": {} }),
            keeps_calls: question.keeps_calls,
        }
    }

    pub(super) fn is_reached(&self, key: &str) -> bool {
        self.known.contains_key(key)
    }

    /// The number of states for each number of calls.
    pub fn by_depth(&self) -> Vec<u64> {
        let mut depths = Vec::new();
        for state in &self.states {
            let depth = state.depth as usize;
            if depths.len() <= depth {
                depths.resize(depth + 1, 0);
            }
            depths[depth] += 1;
        }
        depths
    }

    /// The number of states that violate the spec.
    pub fn violating(&self) -> u64 {
        self.states.iter().filter(|state| !state.violated.is_empty()).count() as u64
    }

    /// The states that violate the spec, by cause, the smallest first.
    pub fn forbidden(&self) -> Vec<ForbiddenStates<'_>> {
        let mut groups: Vec<ForbiddenStates<'_>> = Vec::new();
        for (at, state) in self.states.iter().enumerate() {
            let Some(cause) = state.violated.first() else { continue };
            let is_same = |other: &&mut ForbiddenStates<'_>| {
                (&other.cause.cause, &other.cause.at) == (&cause.cause, &cause.at)
            };
            match groups.iter_mut().find(is_same) {
                None => groups.push(ForbiddenStates { cause, count: 1, smallest: (at, state) }),
                Some(group) => {
                    group.count += 1;
                    if size(&state.heap) < size(&group.smallest.1.heap) {
                        (group.smallest, group.cause) = ((at, state), cause);
                    }
                }
            }
        }
        groups.sort_by_key(|group| size(&group.smallest.1.heap));
        groups
    }

    /// The calls that build a state, the constructor first.
    pub fn calls(&self, state: usize) -> Vec<&Call> {
        let before = |call: &&Call| call.from.map(|from| &self.states[from].call);
        let mut calls: Vec<&Call> =
            std::iter::successors(Some(&self.states[state].call), before).collect();
        calls.reverse();
        calls
    }

    /// `empty() put(1)`.
    pub fn text(&self, call: &Call) -> String {
        let before = call.from.map(|from| self.calls(from)).unwrap_or_default();
        let texts = before.into_iter().chain([call]).map(|call| {
            let values = call.arguments.values.values().map(plain).collect::<Vec<_>>();
            let name = &self.program.subjects[call.op].operation.name;
            format!("{name}({})", values.join(", "))
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    fn next(&mut self) -> Supply {
        loop {
            if let Some((call, input)) = self.ready.pop_front() {
                self.made.push_back(call);
                return Supply::Input(input);
            }
            if self.problem.is_some() {
                return Supply::Nothing;
            }
            let next = self.at.map_or(0, |at| at + 1);
            let found = match self.at {
                None => (self.program.operations..self.program.subjects.len())
                    .try_for_each(|op| self.add_calls(op, None)),
                Some(at) if at < self.states.len() => self.go_on(at),
                Some(_) if self.made.is_empty() => return Supply::Nothing,
                Some(_) => return Supply::Later,
            };
            self.problem = found.err();
            self.at = Some(if self.at.is_none() { 0 } else { next });
        }
    }

    fn go_on(&mut self, at: usize) -> Result<(), String> {
        let state = &self.states[at];
        if !state.violated.is_empty() && !self.goes_on {
            return Ok(());
        }
        if self.depth.is_some_and(|most| state.depth >= most) {
            self.left += 1;
            return Ok(());
        }
        (0..self.program.operations).try_for_each(|op| self.add_calls(op, Some(at)))
    }

    /// All calls of an operation on a state, each once up to isomorphism.
    fn add_calls(&mut self, op: usize, from: Option<usize>) -> Result<(), String> {
        let state = from.map_or(&self.nothing, |from| &self.states[from].heap);
        let found = arguments(self.program, op, state)?;
        let mut seen = HashSet::new();
        for arguments in found {
            let heap = self.request(op, state, &arguments);
            if !self.program.is_unsaid(op) && !self.call_oracle.applies(op, &heap)? {
                continue;
            }
            let mut input =
                Input { op, id: 0, size: size(&heap), heap: heap.clone().into(), name: None };
            let key = self.call_oracle.key(&input);
            if !seen.insert(key.clone()) {
                continue;
            }
            input.name = Some(InputName { key, labelling: None });
            input.id = self.ids[op];
            self.ids[op] += 1;
            self.ready.push_back((Call { op, from, arguments }, input));
        }
        Ok(())
    }

    fn request(&self, op: usize, state: &Json, arguments: &CallArguments) -> Json {
        let program = self.program;
        let mut roots = Map::new();
        for name in program.subjects[op].operation.parameters.iter().map(|one| &one.name) {
            let value = match &program.receivers[op] {
                Some(receiver) if receiver == name && !program.is_constructor(op) => {
                    program.root.as_ref().and_then(|root| state["roots"].get(root))
                }
                _ => arguments.values.get(name).or_else(|| state["roots"].get(name)),
            };
            value.into_iter().for_each(|value| drop(roots.insert(name.clone(), value.clone())));
        }
        let mut heap = Map::new();
        heap.insert("roots".to_owned(), Json::Object(roots));
        let mut objects = state["objects"].as_object().cloned().unwrap_or_default();
        objects.extend(arguments.objects.clone());
        heap.insert("objects".to_owned(), Json::Object(objects));
        for part in ["sets", "relations"] {
            state
                .get(part)
                .into_iter()
                .for_each(|given| drop(heap.insert(part.to_owned(), given.clone())));
        }
        Json::Object(heap)
    }

    /// The state that a call leaves, if it leaves one.
    fn left_by(&mut self, call: &Call, done: &Done) -> Result<Option<Json>, FailureCause> {
        let Some(reply) = &done.answer else { return Ok(None) };
        if reply.throw.is_some() || reply.skip.is_some() {
            return Ok(None);
        }
        let state = call.from.map_or(&self.nothing, |from| &self.states[from].heap);
        let sent = self.request(call.op, state, &call.arguments);
        let root = self.program.root.as_ref().and_then(|root| state["roots"].get(root));
        let misfit = |why| FailureCause {
            text: "the state afterwards does not fit its types".to_owned(),
            at: None,
            details: vec![why],
        };
        let left = after(self.program, call.op, &sent, root, reply).map_err(misfit)?;
        match self.state_oracle.misfit(0, &left) {
            Some(why) => Err(misfit(why)),
            None => Ok(Some(left)),
        }
    }

    fn add(&mut self, call: Call, heap: Json) {
        let states = &self.program.states;
        if !fits(&heap, &states.schema, &states.types, &self.program.scopes) {
            self.beyond += 1;
            return;
        }
        let input =
            Input { op: 0, id: 0, size: size(&heap), heap: heap.clone().into(), name: None };
        let key = self.state_oracle.key(&input);
        if self.known.contains_key(&key) {
            return;
        }
        let answered = OracleAnswer { op: 0, heap: &input.heap, post: None, result: None };
        let violated = self.state_oracle.judge(&answered);
        let depth = call.from.map_or(0, |from| self.states[from].depth + 1);
        self.known.insert(key.clone(), self.states.len());
        self.states.push(ReachedState { key, heap, depth, call, violated });
    }

    fn done(&mut self, done: &mut Done) {
        let call = self.made.pop_front().expect("answers come in the order of the calls");
        if let InputOutcome::Passed = done.outcome {
            match self.left_by(&call, done) {
                Ok(left) => {
                    if self.keeps_calls {
                        self.kept_calls.insert((done.op, done.id), (call.clone(), left.clone()));
                    }
                    left.into_iter().for_each(|heap| self.add(call.clone(), heap));
                    return;
                }
                Err(cause) => {
                    let failure = self.failed(&call, done, cause);
                    done.outcome = InputOutcome::Failed(Box::new(failure));
                }
            }
        }
        if let InputOutcome::Failed(failure) = &mut done.outcome {
            let calls = format!("calls: {}", self.text(&call));
            failure.causes[0].details.push(calls);
        }
    }

    /// An answer that nobody judged, and that leaves no state.
    fn failed(&self, call: &Call, done: &Done, cause: FailureCause) -> FailedInput {
        let state = call.from.map_or(&self.nothing, |from| &self.states[from].heap);
        let pre = self.request(call.op, state, &call.arguments);
        let reply = done.answer.clone().unwrap_or_default();
        let key = hash_of(std::iter::once(pre.to_string().as_str()));
        let name = InputName { key, labelling: None };
        let name_of = self.program.subjects[call.op].operation.name.clone();
        FailedInput::answered(name_of, name, (done.id, done.size), vec![cause], pre, &reply)
    }
}

/// A text as it is. Anything else as JSON.
fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// An exploration, and the collector of its calls' outcomes.
pub(super) struct ExploreCampaign<'e, 'c> {
    pub exploration: Exploration<'e>,
    pub collector: Collector<'c>,
}

impl Campaign for ExploreCampaign<'_, '_> {
    fn next(&mut self) -> Supply {
        self.exploration.next()
    }

    fn done(&mut self, mut done: Done) -> bool {
        self.exploration.done(&mut done);
        self.collector.done(done)
    }

    fn tick(&mut self) {
        self.collector.tick();
    }
}
