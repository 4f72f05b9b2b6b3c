//! Traces that begin as a given one.

use korrel_enumerate::heap::Schema;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Mistakes;

use super::SpecCommand;
use super::evaluation::{GivenHeap, RecordInstances};

/// The same question of the traces that begin with the states of a given one. `name` is what messages call that.
///
/// # Errors
/// A command that is about single states; a record that is no trace of the spec.
pub fn beginning_as(
    SpecCommand { mut spec, command }: SpecCommand,
    given: &GivenHeap,
    name: &str,
) -> Result<SpecCommand, Mistakes> {
    spec.of_traces(&command, "a trace begins as another trace", "--prefix")?;
    let schema = Schema::of(&spec, &command)?;
    let records = RecordInstances::new(&spec, &command, schema)?;
    let misfit = |why: &str| spec.mistake(Diagnostic::new(code::HEAP, format!("{name}: {why}")));
    if let Some(error) = given.repeats.first() {
        return Err(misfit(&error.to_string()));
    }
    let [state] = &given.states[..] else {
        return Err(misfit("this is a heap before and after an operation, and no trace"));
    };
    let trace = match records.trace(&state.json) {
        Some(trace) => trace.map_err(|why| misfit(&why))?.trace,
        None => return Err(misfit("this is one heap, and no trace")),
    };
    let command = spec.with_beginning(command, &trace.states, state.json.to_string());
    Ok(SpecCommand { spec, command })
}
