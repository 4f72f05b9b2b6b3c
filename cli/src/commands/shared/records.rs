//! Records of instances, as `find` writes them.

use korrel_enumerate::heap::{Keys, Schema, Template, concretize, record_body};
use korrel_enumerate::{Instances, Problem, Walk, Witnesses, shown_variables};
use korrel_lang::instance::Instance;
use korrel_sat::{Effort, Enumerator};

use super::question::Asked;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// Why a record was not written.
pub enum Unwritten {
    /// The search for its witnesses was stopped.
    Stopped,
    Failed(Error),
}

impl From<Error> for Unwritten {
    fn from(error: Error) -> Unwritten {
        Unwritten::Failed(error)
    }
}

/// Writes the records of one search.
#[derive(Clone)]
pub struct Records<'a> {
    asked: &'a Asked,
    problem: &'a Problem<'a>,
    schema: &'a Schema,
    /// Whether the evaluator judges each instance first.
    verify: bool,
    /// The fast way; `None` where records are written from instances.
    template: Option<Template>,
    /// `None` where no witnesses are shown but those that an instance holds.
    witnesses: Option<Witnesses>,
    /// `None` where no keys are written.
    keys: Option<Keys>,
    effort: Effort,
}

/// What is done beside writing.
#[derive(Clone, Copy, Default)]
pub struct Extras {
    /// The evaluator judges each instance first.
    pub verify: bool,
    /// Each record has its key.
    pub keys: bool,
}

impl<'a> Records<'a> {
    /// # Errors
    /// Witnesses that cannot be asked for.
    pub fn new(
        asked: &'a Asked,
        problem: &'a Problem<'a>,
        schema: &'a Schema,
        extras: Extras,
        found: &mut Instances<'_>,
        stop: &Stop,
    ) -> Result<Records<'a>, Error> {
        let template =
            found.stream().filter(|_| !extras.verify && !extras.keys).and_then(|stream| {
                Template::new(schema, problem.question.model, stream.walk().translation())
            });
        let is_shown =
            !shown_variables(problem.question.model, problem.question.command).is_empty();
        let witnesses = is_shown.then(|| Witnesses::new(problem, stop.effort())).transpose();
        let witnesses = witnesses.map_err(|diagnostic| Error::about(&asked.spec, diagnostic))?;
        let keys = extras.keys.then(|| Keys::new(schema));
        let (verify, effort) = (extras.verify, stop.effort());
        Ok(Records { asked, problem, schema, verify, template, witnesses, keys, effort })
    }

    /// The body of the line of the instance that a search stands at, with the line break.
    ///
    /// # Errors
    /// If the evaluator refuses it, or its witnesses were not found before the stop.
    pub fn write(&mut self, out: &mut Vec<u8>, found: &mut Instances<'_>) -> Result<(), Unwritten> {
        match found.stream() {
            Some(stream) => self.write_model(out, stream.walk()),
            None => self.write_instance(out, &found.instance()),
        }
    }

    /// The same for the walk of one of several threads.
    ///
    /// # Errors
    /// If the evaluator refuses it, or its witnesses were not found before the stop.
    pub fn write_model(
        &mut self,
        out: &mut Vec<u8>,
        walk: &Walk<Enumerator>,
    ) -> Result<(), Unwritten> {
        let Some(template) = &mut self.template else {
            return self.write_instance(out, &walk.instance(self.problem.question.model));
        };
        template.write(out, walk.changed_from(), |var| walk.value(var));
        out.push(b'\n');
        Ok(())
    }

    fn write_instance(&mut self, out: &mut Vec<u8>, instance: &Instance) -> Result<(), Unwritten> {
        if self.verify {
            self.asked.verify(self.problem, instance)?;
        }
        let (schema, model) = (self.schema, self.problem.question.model);
        let found = match &mut self.witnesses {
            Some(witnesses) => Some(witnesses.of(instance).ok_or(Unwritten::Stopped)?),
            None => None,
        };
        let witnesses = found.as_deref().unwrap_or(instance.variables());
        let heap = concretize(schema, model, instance, witnesses);
        let key = match &mut self.keys {
            Some(keys) => Some(keys.key(&heap, &self.effort).ok_or(Unwritten::Stopped)?),
            None => None,
        };
        record_body(out, &heap, key.as_deref());
        out.push(b'\n');
        Ok(())
    }
}
