//! Counting by listing: each instance is found, and none is kept.

use std::ops::ControlFlow;

use korrel_enumerate::{Instances, Problem, Stream};
use korrel_sat::Step;

use crate::commands::shared::question::AskedCommand;
use crate::messages::error::Error;
use crate::messages::progress::Progress;

/// A list that is counted.
pub struct CountListing<'a> {
    pub asked: &'a AskedCommand,
    pub problem: &'a Problem<'a>,
    /// The evaluator judges each instance.
    pub verify: bool,
    pub progress: &'a Progress,
}

impl CountListing<'_> {
    /// Goes on until this many have been found in all, or there are no more.
    ///
    /// # Errors
    /// An instance that does not satisfy the command.
    pub fn run(
        &self,
        instances: &mut Instances<'_>,
        found: &mut u64,
        most: u64,
    ) -> Result<Step, Error> {
        while *found < most {
            let step = instances.advance();
            if step != Step::Model {
                return Ok(step);
            }
            if self.verify {
                self.asked.verify(self.problem, &instances.instance())?;
            }
            *found += 1;
            self.progress.found(*found);
        }
        Ok(Step::Model)
    }

    /// All of them, by several threads.
    ///
    /// # Errors
    /// An instance that does not satisfy the command.
    pub fn run_parallel(
        &self,
        stream: &mut Stream<'_>,
        found: &mut u64,
        threads: usize,
    ) -> Result<Step, Error> {
        let (asked, problem, verify) = (self.asked, self.problem, self.verify);
        let writer = || {
            move |walk: &korrel_enumerate::Walk<_>, _: &mut Vec<u8>| {
                if verify {
                    asked.verify(problem, &walk.instance(problem.question.model))
                } else {
                    Ok(())
                }
            }
        };
        stream.in_parallel(threads, writer, |batch| {
            *found += batch.ends.len() as u64;
            self.progress.found(*found);
            ControlFlow::Continue(())
        })
    }
}
