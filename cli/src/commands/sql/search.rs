//! The one loop over the databases of a comparison, which asks the engine of each.

use std::ops::ControlFlow;

use korrel::Settings;
use korrel_sql::{Comparison, Engine, EngineError, Judge, Verdict};

use crate::limits::{Stop, memory};
use crate::messages::error::Error;

use super::Asked;

/// Why a search has no whole answer.
pub enum Ending {
    /// All databases with fewer rows were tried.
    Stopped(usize),
    Engine(EngineError),
    Search(Error),
}

/// Tries the databases, the smallest first, until the verdict needs no other one or all are tried.
pub fn search<V: Verdict>(
    comparison: &Comparison,
    judge: &mut Judge<V>,
    engine: &mut dyn Engine,
    stop: &Stop,
) -> Result<(), Ending> {
    let spec = korrel::spec(&comparison.spec.text).map_err(broken)?;
    let command = spec.command("database").map_err(broken)?;
    let whole = command.scope_text().unwrap_or_default();
    let settings = Settings::new().memory(memory::of_a_translation()).until(stop.shared_flag());
    let (mut total, mut is_over) = (0, false);
    for sizes in comparison.sizes() {
        let rows = sizes.iter().sum();
        if rows > total {
            let asked =
                judge.ask(engine).map_err(|error| Ending::Engine(error).at(judge, total))?;
            if asked.is_break() || judge.verdict.is_done() {
                return Ok(());
            }
        }
        total = rows;
        let scoped = command.clone().scope(&comparison.scope(&whole, &sizes)).map_err(broken)?;
        let mut broke = Ok(());
        let listed = scoped.with(settings.clone()).each(|heap| {
            let state = heap.heap().map_err(|error| error.to_string());
            let database = state.and_then(|heap| comparison.spec.layout.database(&heap.state));
            let added = match database {
                Err(why) => Err(Ending::Search(Error::Internal(why))),
                Ok(database) => judge.add(database, engine).map_err(Ending::Engine),
            };
            let (flow, ended) = match added {
                Ok(flow) => (flow, Ok(())),
                Err(ending) => (ControlFlow::Break(()), Err(ending)),
            };
            is_over |= flow.is_break();
            broke = ended;
            flow
        });
        broke.map_err(|ending| ending.at(judge, total))?;
        match listed {
            Ok(()) if is_over => return Ok(()),
            Ok(()) => {}
            Err(korrel::Error::Stopped) => {
                return Err(Ending::Engine(EngineError::Stopped).at(judge, total));
            }
            Err(error) => return Err(broken(error)),
        }
    }
    judge.ask(engine).map(|_| ()).map_err(|error| Ending::Engine(error).at(judge, total))
}

impl Ending {
    /// The error that it is.
    pub fn told(self, asked: &Asked<'_>) -> Error {
        match self {
            Ending::Stopped(_) => Error::Stopped,
            Ending::Engine(error) => asked.told(error),
            Ending::Search(error) => error,
        }
    }

    /// The same; a stop says what was tried. `rows`: those of the databases that were listed last.
    pub fn at<V: Verdict>(self, judge: &Judge<V>, rows: usize) -> Ending {
        match self {
            Ending::Engine(EngineError::Stopped) => {
                Ending::Stopped(judge.rows_waiting().unwrap_or(rows))
            }
            other => other,
        }
    }
}

fn broken(error: korrel::Error) -> Ending {
    Ending::Search(match error {
        korrel::Error::Spec(mistakes) => mistakes.into(),
        other => Error::Internal(other.to_string()),
    })
}
