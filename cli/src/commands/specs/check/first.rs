//! The first instance of a command that should have none, as `find` writes it.

use korrel_enumerate::heap::begin_record;
use korrel_enumerate::{Instances, Problem, shown_variables};
use serde_json::Value as Json;

use crate::commands::shared::question::{AskedCommand, wrong};
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use korrel_enumerate::heap::Schema;
use korrel_enumerate::{Extras, Records, Unwritten};

/// The record of the instance that a search stands at; `None` where a heap cannot show it, or it was
/// stopped.
pub fn first(
    asked: &AskedCommand,
    problem: &Problem<'_>,
    instances: &mut Instances<'_>,
    stop: &Stop,
) -> Result<Option<Json>, Error> {
    let Ok(schema) = Schema::of(&asked.spec, &asked.command) else { return Ok(None) };
    let model = &asked.spec.model;
    let schema = schema.with_witnesses(model, &shown_variables(model, &asked.command));
    let mut line = Vec::new();
    begin_record(&mut line, &0.into());
    let records = Records::new(problem, &schema, Extras::default(), instances, &stop.effort());
    let mut records = records.map_err(|diagnostic| Error::about(&asked.spec, diagnostic))?;
    match records.body(instances) {
        Ok(body) => line.extend_from_slice(body),
        Err(Unwritten::Stopped) => return Ok(None),
        Err(Unwritten::Wrong(fault)) => return Err(wrong(&fault)),
    }
    let mut record: Json = serde_json::from_slice(&line).expect("we write JSON");
    let members = record.as_object_mut().expect("a record is an object");
    members.shift_remove("kind");
    members.shift_remove("id");
    Ok(Some(record))
}
