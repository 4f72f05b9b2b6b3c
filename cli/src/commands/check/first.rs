//! The first instance of a command that should have none, as `find` writes it.

use korrel_enumerate::heap::begin_record;
use korrel_enumerate::{Instances, Problem, shown_variables};
use serde_json::Value as Json;

use crate::commands::shared::question::Asked;
use crate::commands::shared::records::{Extras, Records, Unwritten};
use crate::commands::shared::schema::plain;
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// The record of the instance that a search stands at; `None` where a heap cannot show it, or it was
/// stopped.
pub fn first(
    asked: &Asked,
    problem: &Problem<'_>,
    instances: &mut Instances<'_>,
    stop: &Stop,
) -> Result<Option<Json>, Error> {
    let Ok(schema) = plain(&asked.spec, &asked.command) else { return Ok(None) };
    let model = &asked.spec.model;
    let schema = schema.with_witnesses(model, &shown_variables(model, &asked.command));
    let mut line = Vec::new();
    begin_record(&mut line, 0);
    let mut records = Records::new(asked, problem, &schema, Extras::default(), instances, stop)?;
    match records.write(&mut line, instances) {
        Ok(()) => {}
        Err(Unwritten::Stopped) => return Ok(None),
        Err(Unwritten::Failed(error)) => return Err(error),
    }
    let mut record: Json = serde_json::from_slice(&line).expect("we write JSON");
    let members = record.as_object_mut().expect("a record is an object");
    members.shift_remove("kind");
    members.shift_remove("id");
    Ok(Some(record))
}
