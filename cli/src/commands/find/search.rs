//! A run from its question to the end of its stream.

use std::ops::ControlFlow;

use korrel::question::SpecCommand;
use korrel_enumerate::heap::{Schema, Status};
use korrel_enumerate::{Extras, Instances, Problem, Records, WayToInstance, vacuous};
use korrel_sat::Step;
use korrel_translate::{Contents, endless};
use num_bigint::BigUint;
use serde_json::{Map, json};

use crate::commands::resume::{ContinueAfter, Outputs, ProofFile, lines, resume};
use crate::commands::shared::question::{
    WantedInstance, asked_by, can_verify, cut, limited, problem, threads, wanted,
};
use crate::commands::shared::statistics::{self, Timing};
use crate::commands::shared::watched::WatchedList;
use crate::commands::shared::why::{SearchCost, why};
use crate::commands::stream::{
    RecordPrinter, ending, ending_without_stream, header, schema, status,
};
use crate::files::read::read;
use crate::flags::{FindFlags, SymmetryFlag};
use crate::limits::Stop;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::patience::Patience;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::output::corpus::Corpus;
use crate::output::frame::StreamFrame;

use super::counted::{expected, passed_over};

pub fn search(find: &FindFlags, corpus: Option<&Corpus>, report: &Reporter) -> Result<Exit, Error> {
    let timing = Timing::start();
    let stop = limited(Stop::new(), find.search.limits.timeout, find.search.limits.memory)?;
    let asked = asked_by(find, report)?;
    let schema = schema(&asked, &find.question, report)?;
    let run = FindRun { find, corpus, report, asked: &asked, schema: &schema, stop: &stop };
    let cut = cut(&asked, &find.question, &find.search, &stop)?;
    match Outputs::open(find, header(&asked, find, cut, &schema), report)? {
        ControlFlow::Break(exit) => Ok(exit),
        ControlFlow::Continue(outputs) => run.run(outputs, timing),
    }
}

/// The question, its asker and its limits.
struct FindRun<'a> {
    find: &'a FindFlags,
    corpus: Option<&'a Corpus>,
    report: &'a Reporter,
    asked: &'a SpecCommand,
    schema: &'a Schema,
    stop: &'a Stop,
}

impl FindRun<'_> {
    fn run(&self, outputs: Outputs, mut timing: Timing) -> Result<Exit, Error> {
        let find = self.find;
        timing.has_read();
        let lines = lines(self.asked, find, outputs.saved.as_ref(), self.corpus, self.report)?;
        let mut frame = outputs.frame(lines, self.is_bare());
        self.heed(&frame, &outputs);
        let problem = problem(self.asked, &find.question, self.report, self.stop)?;
        if self.lists_all() {
            let warning = endless(&problem.question);
            self.report.remarks(&self.asked.spec.sources, warning.as_slice());
        }
        if find.verify {
            can_verify(self.asked, &problem)?;
        }
        let patience = Patience::start(find, self.report);
        let which = match &find.model {
            Some(path) => WantedInstance::OfModel(read(path, &shown(path)).map_err(Error::File)?),
            None if find.any => WantedInstance::Any,
            None => WantedInstance::InOrder,
        };
        let mut instances =
            wanted(self.asked, which, &problem, &find.question, &find.search, self.stop)?;
        if find.search.dry_run {
            return self.dry_run(&problem, &instances);
        }
        let status =
            self.list(&problem, &mut instances, &outputs, &mut frame, (&mut timing, patience))?;
        if let Some(exit) = self.end(status, &mut frame, &outputs)? {
            return Ok(exit);
        }
        let conflicts = instances.statistics().conflicts;
        let cost = SearchCost { time: timing.since_read(), conflicts };
        drop(instances);
        self.explain(&problem, outputs.proof, &cost)
    }

    /// True if nothing but the spec ends the search.
    fn lists_all(&self) -> bool {
        let FindFlags { limit, key, id, search, .. } = self.find;
        let is_part = search.shard.is_some() || search.dry_run;
        *limit == 0 && key.is_none() && id.is_none() && !is_part
    }

    fn is_bare(&self) -> bool {
        self.find.bare || self.corpus.is_some()
    }

    /// Sets the actions for an end of the program that comes before the search looks at the flag.
    fn heed(&self, frame: &StreamFrame, outputs: &Outputs) {
        let part = outputs.proof.as_ref().map(ProofFile::part);
        if self.find.search.dry_run {
            self.stop.heed(ending_without_stream(part));
        } else {
            self.stop.heed(ending(frame, self.corpus.cloned(), part));
        }
    }

    fn dry_run(&self, problem: &Problem<'_>, instances: &Instances<'_>) -> Result<Exit, Error> {
        self.stop.take_over();
        if self.stop.is_raised() {
            return Ok(self.stop.tell());
        }
        statistics::dry_run(problem, instances.translation())?;
        Ok(Exit::Success)
    }

    /// Writes all instances that are asked for.
    fn list(
        &self,
        problem: &Problem<'_>,
        instances: &mut Instances<'_>,
        outputs: &Outputs,
        frame: &mut StreamFrame,
        (timing, patience): (&mut Timing, Patience),
    ) -> Result<Status, Error> {
        let (find, after) = (self.find, outputs.after.as_ref());
        if find.search.shard.is_some() {
            let saved = outputs.saved.as_ref().zip(instances.stream());
            let saved = saved.map(|(saved, stream)| saved.cubes(self.schema, stream));
            frame.tell_cubes(saved.transpose()?.unwrap_or_default());
        }
        let resumed = resume(self.schema, after, instances)?;
        let way = passed_over(find.id.as_ref().unwrap_or(&resumed), instances, self.stop)?;
        let records = self.records(problem, instances)?;
        timing.has_translated();
        // Instances that are to be passed over may be more than there are.
        if let WayToInstance::PassOver(0) = way {
            frame.begin()?;
        }
        let (step, all) = self.print(problem, records, instances, outputs, frame, (way, patience));
        if find.search.stats {
            statistics::print(problem, Some(instances), frame.count(), *timing);
        }
        let status = status(step?, self.stop);
        match (after, status, all) {
            (Some(after), Status::Complete, Some(all)) => Err(after.beyond(&all)),
            _ => Ok(status),
        }
    }

    fn records<'p>(
        &'p self,
        problem: &'p Problem<'p>,
        instances: &mut Instances<'_>,
    ) -> Result<Records<'p>, Error> {
        let find = self.find;
        let keys = find.keys || find.key.is_some() || self.corpus.is_some();
        let form = find.form();
        let extras = Extras { verify: find.verify, keys, form, ..Extras::default() };
        Records::new(problem, self.schema, extras, instances, &self.stop.effort())
            .map_err(|diagnostic| Error::about(&self.asked.spec, diagnostic))
    }

    /// Prints the instances. Returns the result, and the number of all instances if the instance
    /// asked for lies beyond it.
    fn print(
        &self,
        problem: &Problem<'_>,
        records: Records<'_>,
        instances: &mut Instances<'_>,
        outputs: &Outputs,
        frame: &mut StreamFrame,
        (way, patience): (WayToInstance, Patience),
    ) -> (Result<Step, Error>, Option<BigUint>) {
        let skip = match way {
            WayToInstance::PassOver(skip) => skip,
            WayToInstance::OutOfReach => unreachable!("it is refused before"),
            WayToInstance::Beyond(all) => {
                self.stop.take_over();
                return (Ok(Step::Exhausted), Some(all));
            }
        };
        let find = self.find;
        let first = outputs.after.as_ref().map(ContinueAfter::first_id);
        let progress = Progress::of_instances(find.search.progress, find.is_streamed());
        if progress.is_told() && outputs.after.is_none() {
            expected(find, problem, instances, self.stop)
                .into_iter()
                .for_each(|n| progress.expect(n));
        }
        let is_told = endless(&problem.question).is_some();
        let is_watched = self.lists_all() && !is_told;
        let sources = &self.asked.spec.sources;
        let list = WatchedList::new(is_watched, problem, self.stop.effort(), sources, self.report);
        let mut watch = |count, conflicts: &mut dyn FnMut() -> u64| list.found(count, conflicts);
        let mut printer = RecordPrinter {
            frame,
            progress: &progress,
            patience: Some(patience),
            said: Vec::new(),
            skip,
            next: (!find.any).then(|| find.id.clone().or(first).unwrap_or(0.into())),
            wanted: find.key.as_deref(),
            limit: outputs.limit,
            shortest: None,
            watch: &mut watch,
        };
        let threads = threads(&find.search, self.report);
        let step = list.while_running(|| printer.run(instances, records, threads));
        self.stop.take_over();
        let all = (printer.skip > 0).then(|| (skip - printer.skip).into());
        if let Some(states) = printer.shortest {
            frame.tell(Map::from_iter([("shortest".to_owned(), json!(states))]));
        }
        (step, all)
    }

    /// Ends the stream; the exit code, unless there is no instance at all.
    fn end(
        &self,
        status: Status,
        frame: &mut StreamFrame,
        outputs: &Outputs,
    ) -> Result<Option<Exit>, Error> {
        let (find, stop) = (self.find, self.stop);
        frame.end(status)?;
        if let Some(saved) = &outputs.saved {
            saved.end(status, frame.count(), self.report)?;
        }
        if let Status::Interrupted | Status::Timeout | Status::Memory = status {
            // A bare stream has no record that says why.
            return Ok(Some(if self.is_bare() { stop.tell() } else { stop.exit() }));
        }
        let is_partial = find.search.shard.is_some() || find.after.is_some();
        if frame.count() > 0 || is_partial {
            return Ok(Some(Exit::Success));
        }
        let missing = match (&find.key, &find.id) {
            (Some(key), _) => format!("no instance has the key {key}"),
            (None, Some(id)) if *id != 0.into() => format!("no instance has the id {id}"),
            _ => return Ok(None),
        };
        self.report.note(&missing);
        Ok(Some(Exit::Failure))
    }

    /// Says, and perhaps proves, why there is no instance.
    fn explain(
        &self,
        problem: &Problem<'_>,
        proof: Option<ProofFile>,
        cost: &SearchCost,
    ) -> Result<Exit, Error> {
        let (stop, sources) = (self.stop, &self.asked.spec.sources);
        if let Some(proof) = proof {
            // No record says any more why the program ends.
            stop.instead(ending_without_stream(Some(proof.part())));
            let break_symmetry = self.find.question.symmetry == SymmetryFlag::Full;
            let contents = Contents { break_symmetry, ..Contents::default() };
            if !proof.write(self.asked, problem, contents, stop)? {
                stop.take_over();
                return Ok(stop.tell());
            }
        }
        if !self.report.is_quiet() {
            let vacuous = vacuous(&problem.question, true, &stop.effort());
            self.report.remarks(sources, vacuous.as_slice());
            let why = why(self.asked, problem, cost, vacuous.is_some(), stop);
            self.report.diagnostics(sources, &[why]);
        }
        Ok(Exit::Failure)
    }
}
