//! Records of instances, as streams have them.

use std::sync::Arc;

use korrel_heapgraph::Record;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Model, TraceKind, VariableId};
use korrel_lang::trace::Trace;
use korrel_lang::tuples::TupleSet;
use korrel_sat::{Effort, Listing, Var};
use korrel_translate::{Translation, TranslationFailure};

use crate::heap::{
    Keys, ModelValues, ObjectNames, Schema, StateForm, Template, TraceGraph, ValueBits, concretize,
    concretize_trace, key_member, object_atoms, record_body, trace_body,
};
use crate::problem::Problem;
use crate::questions::witnesses::{Witnesses, shown_variables};
use crate::search::beyond::{ContinuationTest, QuestionStop};
use crate::search::instances::Instances;
use crate::search::walk::Walk;

/// The reason why a record was not written.
#[derive(Debug)]
pub enum Unwritten {
    /// The search for its witnesses was stopped.
    Stopped,
    /// The evaluator refuses the instance, and says why: a mistake of ours.
    Wrong(String),
}

/// The reason why the evaluator refuses an instance that was found: a mistake of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

/// Writes the records of one search.
#[derive(Clone)]
pub struct Records<'a> {
    problem: &'a Problem<'a>,
    schema: &'a Schema,
    /// True if the evaluator judges each instance first.
    verify: bool,
    /// The fast way, or `None` where records are written from instances.
    template: Option<Template>,
    /// `None` where no witnesses are shown but those that an instance holds.
    witnesses: Option<Witnesses>,
    /// `None` where no keys are written.
    keys: Option<Keys>,
    /// Tells of the beginning of a trace whether a state can follow. Returns `None` of anything else.
    beyond: Result<Option<ContinuationTest>, QuestionStop>,
    /// `None` where objects are called by their atoms.
    names: Option<ObjectNames>,
    /// The way in which the states of a trace are written.
    form: StateForm,
    effort: Effort,
    /// The last body that was written without a template.
    line: Vec<u8>,
    /// The key in it.
    key: Option<String>,
}

/// The additions beside writing.
#[derive(Clone, Copy, Default)]
pub struct Extras {
    /// The evaluator judges each instance first.
    pub verify: bool,
    /// Each record has its key.
    pub keys: bool,
    /// No record has witnesses, and the schema has none either.
    pub without_witnesses: bool,
    /// The way in which the states of a trace are written.
    pub form: StateForm,
}

/// The values of a model that a search stands at.
struct SearchedValues<'w>(&'w Walk<Listing>);

impl ModelValues for SearchedValues<'_> {
    #[inline]
    fn holds(&self, var: Var) -> bool {
        self.0.value(var)
    }

    #[inline]
    fn first_of(&self, first: Var, length: usize) -> Option<usize> {
        let selected = self.0.selected(first, length);
        selected.unwrap_or_else(|| (|var| self.0.value(var)).first_of(first, length))
    }
}

impl<'a> Records<'a> {
    /// # Errors
    /// Witnesses that cannot be asked for.
    pub fn new(
        problem: &'a Problem<'a>,
        schema: &'a Schema,
        extras: Extras,
        found: &mut Instances<'_>,
        effort: &Effort,
    ) -> Result<Records<'a>, Diagnostic> {
        let translation = found.stream().map(|stream| Arc::clone(stream.walk().translation()));
        Records::of_models(problem, schema, extras, translation.as_deref(), effort)
    }

    /// The same for models of a translation, or for instances.
    ///
    /// # Errors
    /// Witnesses that cannot be asked for.
    pub fn of_models(
        problem: &'a Problem<'a>,
        schema: &'a Schema,
        extras: Extras,
        translation: Option<&Translation>,
        effort: &Effort,
    ) -> Result<Records<'a>, Diagnostic> {
        let template = translation
            .filter(|_| !extras.verify && !extras.keys && problem.question.traces.is_none())
            .and_then(|translation| Template::new(schema, problem.question.model, translation));
        let shown = shown_variables(problem.question.model, problem.question.command);
        let is_shown = !extras.without_witnesses && !shown.is_empty();
        let witnesses = is_shown.then(|| Witnesses::new(problem, effort.clone())).transpose()?;
        let keys = extras.keys.then(|| Keys::new(schema));
        let beyond = match ContinuationTest::new(problem, TraceKind::Openings, effort) {
            Ok(beyond) => Ok(beyond),
            Err(TranslationFailure::Stopped) => Err(QuestionStop),
            Err(TranslationFailure::Refused(diagnostic)) => return Err(*diagnostic),
        };
        let (verify, effort) = (extras.verify, effort.clone());
        let (names, line, key) = (None, Vec::new(), None);
        let form = extras.form;
        Ok(Records {
            problem,
            schema,
            verify,
            template,
            witnesses,
            keys,
            beyond,
            names,
            form,
            effort,
            line,
            key,
        })
    }

    /// The same with objects that have names of their own.
    pub fn naming(self, names: ObjectNames) -> Records<'a> {
        Records { names: Some(names), template: None, ..self }
    }

    /// The body of the line of the instance that a search stands at, with the line break.
    ///
    /// # Errors
    /// If the evaluator refuses it, or its witnesses were not found before the stop.
    pub fn body(&mut self, found: &mut Instances<'_>) -> Result<&[u8], Unwritten> {
        match found.stream() {
            Some(stream) => self.write_model(stream.walk())?,
            None => self.write_instance(&found.instance())?,
        }
        Ok(self.written())
    }

    /// Writes the body of the line of the model that a walk stands at ([`Records::written`]).
    ///
    /// # Errors
    /// If the evaluator refuses it, or its witnesses were not found before the stop.
    #[inline]
    pub(crate) fn write_model(&mut self, walk: &Walk<Listing>) -> Result<(), Unwritten> {
        match &mut self.template {
            None => self.write_instance(&walk.instance(self.problem.question.model))?,
            Some(template) => match walk.walked() {
                Some(values) => template.write(walk.changed_from(), ValueBits(values)),
                None => template.write(walk.changed_from(), SearchedValues(walk)),
            },
        }
        Ok(())
    }

    /// The same for a model given by these values of the primary variables.
    ///
    /// # Errors
    /// If the evaluator refuses it, or its witnesses were not found before the stop.
    pub fn values_body(
        &mut self,
        translation: &Translation,
        values: &[bool],
    ) -> Result<&[u8], Unwritten> {
        let value = |var: Var| values.get(var.index()).copied().unwrap_or(false);
        match &mut self.template {
            None => {
                self.write_instance(&translation.decode(self.problem.question.model, value))?;
            }
            Some(template) => template.write(0, value),
        }
        Ok(self.written())
    }

    /// The heap of the last body, and its key where keys are written.
    pub fn heap(&self) -> (Record, Option<&str>) {
        let before = 1 + self.key.as_ref().map_or(0, |key| key_member(key).len());
        let heap = std::str::from_utf8(&self.written()[before..]).expect("JSON is UTF-8");
        (Record::written(format!("{{{}", heap.trim_end())), self.key.as_deref())
    }

    /// With how many bytes of the body before it the last one surely begins.
    #[cfg_attr(not(feature = "threads"), expect(dead_code))]
    pub(crate) fn kept(&self) -> usize {
        self.template.as_ref().map_or(0, Template::kept)
    }

    /// The last body.
    pub(crate) fn written(&self) -> &[u8] {
        self.template.as_ref().map_or(&self.line, Template::body)
    }

    fn write_instance(&mut self, instance: &Instance) -> Result<(), Unwritten> {
        if self.verify
            && let Some(fault) = self.problem.fault(instance)
        {
            return Err(Unwritten::Wrong(fault));
        }
        let (schema, model) = (self.schema, self.problem.question.model);
        let found = match &mut self.witnesses {
            Some(witnesses) => Some(witnesses.of(instance).ok_or(Unwritten::Stopped)?),
            None => None,
        };
        let witnesses = found.as_deref().unwrap_or(instance.variables());
        if let Some(asked) = &self.problem.question.traces {
            let witnesses = asked.unrolled.witnesses(instance, witnesses);
            let is_dead_end = match &mut self.beyond {
                Ok(None) => false,
                Ok(Some(beyond)) if asked.unrolled.length(instance) < beyond.most() => {
                    !beyond.goes_on(instance).map_err(|QuestionStop| Unwritten::Stopped)?
                }
                Ok(Some(_)) => false,
                Err(QuestionStop) => return Err(Unwritten::Stopped),
            };
            let trace = asked.trace(instance);
            return self.write_trace(asked.model, &trace, &witnesses, is_dead_end);
        }
        let mut heap = concretize(schema, model, instance, witnesses);
        self.key = match &mut self.keys {
            Some(keys) => Some(keys.key(&heap, &self.effort).ok_or(Unwritten::Stopped)?),
            None => None,
        };
        if let Some(names) = &self.names {
            let atoms = object_atoms(&heap, model, instance);
            names.rename(&mut heap, &atoms);
        }
        self.line.clear();
        record_body(&mut self.line, &heap, self.key.as_deref());
        self.line.push(b'\n');
        Ok(())
    }

    fn write_trace(
        &mut self,
        model: &Model,
        trace: &Trace,
        witnesses: &[(VariableId, TupleSet)],
        is_dead_end: bool,
    ) -> Result<(), Unwritten> {
        let graph = concretize_trace(self.schema, model, trace, witnesses);
        let graph = TraceGraph { is_dead_end, ..graph };
        self.key = match &mut self.keys {
            Some(keys) => {
                let key = keys.trace_key(&graph.states, graph.back, &self.effort);
                Some(key.ok_or(Unwritten::Stopped)?)
            }
            None => None,
        };
        self.line.clear();
        trace_body(&mut self.line, &graph, self.key.as_deref(), self.form);
        self.line.push(b'\n');
        Ok(())
    }
}
