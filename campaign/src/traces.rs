//! The behaviours of a spec of traces, call by call: which calls there are, and whether the answers are right.

use std::collections::BTreeMap;

use korrel_enumerate::operations::{
    ActionCall, Behaviour, Behaviours as SpecBehaviours, Violated, rename, without_liveness,
};
use korrel_harness::protocol::{PostState, Reply};
use korrel_harness::report::Collector;
use korrel_harness::{
    Beginning, BehaviourCall, BehaviourRun, Behaviours, End, FailureCause, InputName, Plan, Stops,
    TestQuestion, TestedOperation, Unit, Walked, run_behaviours,
};
use korrel_heapgraph::{Header, Record};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::source::Span;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;
use serde_json::{Map, Value as Json, json};

use crate::TOOL;
use crate::error::CampaignError;

/// A spec's behaviours without what no beginning can show.
pub struct TestedTraces {
    pub spec: Spec,
    pub command: Command,
    /// The conjuncts that were left out.
    pub left_out: Vec<Span>,
}

impl TestedTraces {
    /// `command`: one about beginnings of traces.
    pub fn new(spec: &Spec, command: &Command) -> TestedTraces {
        let (spec, command, left_out) = without_liveness(spec, command);
        TestedTraces { spec, command, left_out }
    }
}

/// The behaviours of a command, as a run makes them.
pub struct TraceBehaviours<'s> {
    behaviours: SpecBehaviours<'s>,
    header: Header,
    overflow: Overflow,
    effort: Effort,
    error: Option<CampaignError>,
    spec: &'s Spec,
    pub counts: TraceCounts,
}

/// What a run of behaviours came across beside its calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceCounts {
    /// First states.
    pub beginnings: u64,
    /// States that are larger than the scope, after which nothing was called.
    pub beyond: u64,
    /// States in which the spec allows a step that no action takes, which is not sent.
    pub silent: u64,
}

/// A behaviour so far, and the program's state.
#[derive(Clone)]
pub struct ProgramState {
    behaviour: Behaviour,
    /// The state, in which objects are called as the program calls them.
    heap: Record,
    /// The program's names of objects, and the spec's.
    names: BTreeMap<String, String>,
}

impl<'s> TraceBehaviours<'s> {
    /// # Errors
    /// A scope that cannot be, or is too large; names that clash; a construct that cannot be translated; no action.
    pub fn new(
        tested: &'s TestedTraces,
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<TraceBehaviours<'s>, CampaignError> {
        let TestedTraces { spec, command, .. } = tested;
        let behaviours = SpecBehaviours::new(spec, command, overflow, effort);
        let behaviours = behaviours.map_err(|error| match error {
            Ok(mistakes) => mistakes.into(),
            Err(untranslated) => CampaignError::untranslated(spec, untranslated),
        })?;
        if behaviours.actions().is_empty() {
            let message = "no step has a name: there is nothing to call";
            let diagnostic = Diagnostic::new(code::TEMPORAL, message)
                .at(command.span, "the behaviours of this command")
                .help("an action is a predicate that primes something and is called under `always`, as in \
                       `fact { always (send or receive) }`; or name it: `--actions send,receive`");
            return Err(CampaignError::about(spec, diagnostic));
        }
        let header = behaviours.schema.header();
        let (effort, counts) = (effort.clone(), TraceCounts::default());
        Ok(TraceBehaviours { behaviours, header, overflow, effort, error: None, spec, counts })
    }

    /// The greatest number of calls of a behaviour.
    pub fn most_calls(&self) -> usize {
        self.behaviours.most_calls()
    }

    /// The question to a driver.
    pub fn question(&self) -> TestQuestion {
        let mut declarations = Map::new();
        declarations.insert("tool".to_owned(), json!(TOOL));
        declarations.insert("spec".to_owned(), json!(self.spec.name));
        for (name, value) in self.header.declarations() {
            declarations.insert(name.to_owned(), value);
        }
        declarations.insert("behaviours".to_owned(), json!("heaps"));
        let operation = |action: &korrel_enumerate::heap::NamedAction| {
            let function = &self.spec.model.functions[action.function];
            let (line, _) = self.spec.sources.line_and_column(function.span);
            let file = &self.spec.sources.get(function.span.file).name;
            let declared = self.header.actions.iter().find(|one| one.name == action.name);
            let members = declared.into_iter().flat_map(|one| one.parameters.clone());
            let (results, parameters): (Vec<_>, Vec<_>) =
                members.partition(|member| member.name == "result");
            TestedOperation {
                name: action.name.clone(),
                parameters,
                result: results.into_iter().next().map(|member| member.shape),
                judges: vec![format!("{file}:{line} {}", action.name)],
                unit: Unit::calls(),
            }
        };
        let operations = self.behaviours.actions().iter().map(operation).collect();
        TestQuestion { declarations, types: self.header.clone(), operations }
    }

    /// Makes all calls; the collector gets the outcomes. `only`: just the behaviour with this key.
    ///
    /// # Errors
    /// Behaviours that cannot be listed; a key that none has.
    pub fn run(
        &mut self,
        plan: &Plan,
        question: &TestQuestion,
        only: Option<&InputName>,
        collector: &mut Collector<'_>,
    ) -> Result<Walked, CampaignError> {
        let effort = self.effort.clone();
        let stops = Stops::new(effort.flag(), None);
        let wanted = only.map(|name| &name.key[..]);
        let run = BehaviourRun { plan, question, stops: &stops, only: None, wanted };
        let walked = run_behaviours(run, self, collector);
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let is_whole = matches!(walked.end, End::Exhausted);
        if is_whole && only.is_some() && collector.report.inputs() == 0 {
            let mistake = Diagnostic::new(code::KEY, "no behaviour of this command has this key");
            return Err(CampaignError::Settings(mistake));
        }
        collector.report.has_gaps |= only.is_some() || !is_whole;
        Ok(walked)
    }

    /// The state after an answer, in the program's names.
    fn state_after(&self, state: &ProgramState, reply: &Reply) -> Json {
        let mut after = state.heap.json().clone();
        let Some(post) = reply.post.as_ref().map(PostState::whole) else { return after };
        for part in ["objects", "sets", "relations"] {
            if let Some(told) = post.get(part) {
                after[part] = told.clone();
            }
        }
        if let (Some(roots), Some(told)) =
            (after["roots"].as_object_mut(), post["roots"].as_object())
        {
            roots.extend(told.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        after
    }

    /// The names with those of new objects: each the first of its type that no state had.
    fn named(&self, state: &ProgramState, after: &Json) -> BTreeMap<String, String> {
        let mut names = state.names.clone();
        let mut taken: Vec<(String, i64)> =
            names.values().filter_map(|name| self.place(name)).collect();
        for (id, object) in after["objects"].as_object().into_iter().flatten() {
            let ty = object["$type"].as_str();
            let (None, Some(ty)) = (names.get(id), ty) else { continue };
            let top = self.header.top(ty).to_owned();
            let free = (0..).find(|number| !taken.contains(&(top.clone(), *number)));
            let number = free.expect("numbers do not end");
            taken.push((top, number));
            names.insert(id.clone(), format!("{ty}${number}"));
        }
        names
    }

    /// The type above all and the number of a name.
    fn place(&self, name: &str) -> Option<(String, i64)> {
        let (ty, number) = name.rsplit_once('$')?;
        Some((self.header.top(ty).to_owned(), number.parse().ok()?))
    }
}

impl Behaviours for TraceBehaviours<'_> {
    type State = ProgramState;

    fn beginnings(&mut self) -> Vec<Beginning<ProgramState>> {
        let found = match self.behaviours.beginnings(self.overflow, &self.effort) {
            Ok(found) => found,
            Err(untranslated) => {
                self.error = Some(CampaignError::untranslated(self.spec, untranslated));
                return Vec::new();
            }
        };
        self.counts.beginnings = found.len() as u64;
        let beginning = |behaviour: Behaviour| {
            let heap = behaviour.last().clone();
            let ids = heap["objects"].as_object().into_iter().flat_map(Map::keys);
            let names = ids.map(|id| (id.clone(), id.clone())).collect();
            let members = heap.as_object().cloned().unwrap_or_default();
            Beginning { members, state: ProgramState { behaviour, heap: heap.into(), names } }
        };
        found.into_iter().map(beginning).collect()
    }

    fn calls(&mut self, state: &ProgramState) -> Vec<BehaviourCall> {
        if !self.behaviours.is_within_scope(&state.behaviour) {
            self.counts.beyond += 1;
            return Vec::new();
        }
        // A stop is seen by whoever walks.
        let Ok(allowed) = self.behaviours.calls(&state.behaviour) else { return Vec::new() };
        self.counts.silent += u64::from(allowed.has_silent);
        let own = |name: &str| {
            state.names.iter().find(|(_, known)| *known == name).map(|(own, _)| own.clone())
        };
        let call = |call: ActionCall| {
            let mut args = Json::Object(call.arguments);
            rename(&mut args, &own);
            let args = args.as_object().cloned().unwrap_or_default();
            BehaviourCall { op: call.action, args }
        };
        allowed.calls.into_iter().map(call).collect()
    }

    fn after(
        &mut self,
        state: &ProgramState,
        call: &BehaviourCall,
        reply: &Reply,
    ) -> Result<ProgramState, Vec<FailureCause>> {
        if let Some(throw) = &reply.throw {
            let text = match throw.message.as_str() {
                "" => throw.ty.clone(),
                message => format!("{}: {message}", throw.ty),
            };
            return Err(vec![FailureCause::message(&text)]);
        }
        let after = self.state_after(state, reply);
        let names = self.named(state, &after);
        let spec_name = |id: &str| names.get(id).cloned();
        let mut named = after.clone();
        rename(&mut named, &spec_name);
        let mut args = Json::Object(call.args.clone());
        rename(&mut args, &spec_name);
        let arguments = args.as_object().cloned().unwrap_or_default();
        let result = reply.result.clone().map(|mut result| {
            rename(&mut result, &spec_name);
            result
        });
        let call = ActionCall { action: call.op, arguments };
        let behaviour = self.behaviours.after(&state.behaviour, &call, named, result.as_ref());
        let behaviour =
            behaviour.map_err(|violated| violated.into_iter().map(cause).collect::<Vec<_>>())?;
        Ok(ProgramState { behaviour, heap: after.into(), names })
    }

    fn is_same(&self, one: &ProgramState, other: &ProgramState) -> bool {
        one.behaviour.last() == other.behaviour.last()
    }

    fn heap<'h>(&self, state: &'h ProgramState) -> Option<&'h Record> {
        Some(&state.heap)
    }

    fn text(&self, _: &ProgramState) -> String {
        String::new()
    }

    fn value(&self, value: &Json) -> String {
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }
}

fn cause(violated: Violated) -> FailureCause {
    FailureCause { text: violated.cause, at: violated.at, details: violated.details }
}
