//! A run from its question to the end of its stream.

use std::ops::ControlFlow;

use korrel::Step;
use korrel::question::listing::WantedInstance;
use korrel::question::listing::{Listing, WayToInstance};
use korrel::question::unbounded::{AllTraces, all_traces, up_to};
use korrel::question::{PosedQuestion, SpecCommand};
use korrel::stream::{RecordList, Status, StreamQuestion, StreamSubject};
use korrel_enumerate::unbounded::unmet;
use num_bigint::BigUint;
use serde_json::{Map, json};

use crate::commands::resume::{ContinueAfter, Outputs, ProofFile, lines, resume};
use crate::commands::shared::certificate::CertificateFolder;
use crate::commands::shared::question::{
    answered, asked_by, limited, listed, posed, settings, streamed,
};
use crate::commands::shared::statistics::{self, Timing};
use crate::commands::shared::watched::WatchedList;
use crate::commands::shared::why::{SearchCost, why};
use crate::commands::stream::{RecordPrinter, ending, ending_without_stream, status};
use crate::files::read::read;
use crate::flags::FindFlags;
use crate::limits::Stop;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::patience::Patience;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;
use crate::output::corpus::Corpus;
use crate::output::frame::StreamFrame;

pub fn search(find: &FindFlags, corpus: Option<&Corpus>, report: &Reporter) -> Result<Exit, Error> {
    let timing = Timing::start();
    let stop = limited(Stop::new(), find.search.limits.timeout, find.search.limits.size.memory)?;
    let (asked, is_decided) = bounded(asked_by(find, report)?, find, report, &stop)?;
    let settings = listed(find, find.key.is_some() || corpus.is_some(), report);
    let subject = find.key.clone().map_or(StreamSubject::Instances, StreamSubject::Key);
    let question = streamed(&asked, &settings, &find.question, subject, report)?;
    let question = &answered(question.cut(&stop.effort()), &stop)?;
    let folder = find.certify.as_deref();
    let folder =
        folder.map(|path| CertificateFolder::create(path, "find --certify")).transpose()?;
    if let Some(folder) = &folder {
        stop.heed(ending_without_stream(Some(folder.part())));
    }
    let run = FindRun {
        find,
        corpus,
        report,
        question,
        stop: &stop,
        is_decided,
        folder: folder.as_ref(),
    };
    match Outputs::open(find, question.header(), report)? {
        ControlFlow::Break(exit) => Ok(exit),
        ControlFlow::Continue(outputs) => run.run(outputs, timing),
    }
}

/// The same question, for traces of so many states as a shortest one has, if it is about any number of states and asks
/// for one trace. True if there is none.
fn bounded(
    asked: SpecCommand,
    find: &FindFlags,
    report: &Reporter,
    stop: &Stop,
) -> Result<(SpecCommand, bool), Error> {
    let SpecCommand { spec, command } = asked;
    if !command.scope.is_endless() || !asks_for_one(find) {
        return Ok((SpecCommand { spec, command }, false));
    }
    let mut is_decided = false;
    let way = (settings(&find.question).meaning(), find.method.into());
    let command = match answered(all_traces(&spec, &command, way, &stop.effort()), stop)? {
        AllTraces::Something(Some(bounded)) => *bounded,
        AllTraces::Something(None) => {
            report.note("there is a trace; the search for a shortest one was stopped");
            stop.end()
        }
        AllTraces::Nothing(proof) => {
            report.note(&proof.told("there is no trace of any number of states"));
            let unmet = unmet(&spec.model, &command, way, &stop.effort()).unwrap_or_default();
            report.remarks(&spec.sources, &unmet.warnings(&spec.model, &command));
            is_decided = true;
            up_to(&command, 1)
        }
        AllTraces::Stopped(reach) => {
            report.note(&format!("no trace yet: {reach}"));
            stop.end()
        }
    };
    Ok((SpecCommand { spec, command }, is_decided))
}

/// True if one trace is asked for, whichever it is. A beginning, a number, a part and a proof are of a list, and need a
/// number of states.
fn asks_for_one(find: &FindFlags) -> bool {
    let FindFlags { amount, key, id, after, proof, model, question, search, .. } = find;
    let is_of_a_list = key.is_some() || id.is_some() || after.is_some() || search.shard.is_some();
    let is_other = proof.is_some() || model.is_some() || search.dry_run || question.prefixes;
    (find.any || amount.most() == Some(1)) && !is_of_a_list && !is_other
}

/// The question, its asker and its limits.
pub(super) struct FindRun<'a, 'q> {
    pub find: &'a FindFlags,
    pub corpus: Option<&'a Corpus>,
    pub report: &'a Reporter,
    pub question: &'q StreamQuestion<'q>,
    pub stop: &'a Stop,
    /// There is no trace of any number of states. Why there is none of so many would be another reason.
    pub is_decided: bool,
    /// The folder of a list that is to be proven.
    pub folder: Option<&'a CertificateFolder>,
}

impl<'q> FindRun<'_, 'q> {
    fn run(&self, mut outputs: Outputs, mut timing: Timing) -> Result<Exit, Error> {
        let (find, asked) = (self.find, self.question.asked);
        timing.has_read();
        let mut frame = self.frame(&outputs)?;
        let posed = posed(asked, self.question.settings, self.report, self.stop)?;
        if self.lists_all() {
            self.report.remarks(&asked.spec.sources, posed.endless().as_slice());
        }
        let patience = Patience::start(find, self.report);
        let wanted = match &find.model {
            Some(path) => WantedInstance::OfModel(read(path, &shown(path)).map_err(Error::File)?),
            None if find.any => WantedInstance::Any,
            None => WantedInstance::InOrder,
        };
        let (mut listing, proof) = match self.folder {
            Some(folder) => {
                let (listing, proof) = folder.begin(self.question, &posed, self.stop)?;
                // One instance settles it, where none may be in the list.
                outputs.limit = (!proof.shows_lines()).then_some(1);
                (listing, Some(proof))
            }
            None => (answered(posed.open_for(&wanted), self.stop)?, None),
        };
        if find.search.dry_run {
            return self.dry_run(&posed, &listing);
        }
        let status =
            self.list(&posed, &mut listing, &outputs, &mut frame, (&mut timing, patience))?;
        let exit = self.end(status, &mut frame, &outputs)?;
        if let (Some(folder), Some(proof)) = (self.folder, proof) {
            // The proof of a part goes on after its list.
            self.stop.instead(ending_without_stream(Some(folder.part())));
            folder.end(status, frame.count(), (&proof, self.stop))?;
            self.stop.take_over();
        }
        if let Some(exit) = exit {
            return Ok(exit);
        }
        let cost = SearchCost { time: timing.since_read(), conflicts: listing.cost().conflicts };
        drop(listing);
        self.explain(&posed, outputs.proof, &cost)
    }

    /// Begins the stream. If the program is ended from now on, the stream tells why.
    pub fn frame(&self, outputs: &Outputs) -> Result<StreamFrame, Error> {
        let (saved, interest) = (outputs.saved.as_ref(), (self.stop, self.report));
        let lines = lines(self.question, self.find, saved, self.corpus, interest)?;
        let frame = outputs.frame(lines, self.is_bare());
        self.heed(&frame, outputs);
        Ok(frame)
    }

    /// True if nothing but the spec ends the search.
    fn lists_all(&self) -> bool {
        let FindFlags { amount, key, id, search, .. } = self.find;
        let is_part = search.shard.is_some() || search.dry_run;
        amount.most().is_none() && key.is_none() && id.is_none() && !is_part
    }

    fn is_bare(&self) -> bool {
        self.find.stream.frame.bare || self.corpus.is_some()
    }

    /// Sets the actions for an end of the program that comes before the search looks at the flag.
    fn heed(&self, frame: &StreamFrame, outputs: &Outputs) {
        let part = outputs.proof.as_ref().map(ProofFile::part);
        let part = part.or_else(|| self.folder.map(CertificateFolder::part));
        // The stream of a certificate goes with its folder, so its end record says nothing to anybody.
        if self.find.search.dry_run || self.folder.is_some() {
            self.stop.heed(ending_without_stream(part));
        } else {
            self.stop.heed(ending(frame, self.corpus.cloned(), part));
        }
    }

    fn dry_run(&self, posed: &PosedQuestion<'_>, listing: &Listing<'_>) -> Result<Exit, Error> {
        self.stop.take_over();
        if self.stop.is_raised() {
            return Ok(self.stop.tell());
        }
        statistics::dry_run(posed, listing.formula())?;
        Ok(Exit::Success)
    }

    /// Writes all instances that are asked for.
    pub fn list(
        &self,
        posed: &'q PosedQuestion<'q>,
        listing: &mut Listing<'q>,
        outputs: &Outputs,
        frame: &mut StreamFrame,
        (timing, patience): (&mut Timing, Patience),
    ) -> Result<Status, Error> {
        let (find, after) = (self.find, outputs.after.as_ref());
        if find.search.shard.is_some() {
            let cubes = outputs.saved.as_ref().map(|saved| saved.cubes(self.question, listing));
            frame.tell_cubes(cubes.transpose()?.unwrap_or_default(), find.search.cubes.clone());
        }
        let resumed = resume(self.question, after, listing)?;
        if let Some(cubes) = &find.search.cubes {
            cubes.begin();
        }
        let way = answered(listing.way_to(find.id.as_ref().unwrap_or(&resumed)), self.stop)?;
        timing.has_translated();
        // Instances that are to be passed over may be more than there are.
        if let WayToInstance::PassOver(0) = way {
            frame.begin()?;
        }
        let (step, all) = self.print(posed, listing, outputs, frame, (way, patience));
        if find.search.stats {
            statistics::print(posed, Some(listing), frame.count(), *timing);
        }
        let status = status(step?, self.stop);
        match (after, status, all) {
            (Some(after), Status::Complete, Some(all)) => Err(after.beyond(&all)),
            _ => Ok(status),
        }
    }

    /// Prints the instances. Returns the result, and the number of all instances if the instance
    /// asked for lies beyond it.
    fn print(
        &self,
        posed: &'q PosedQuestion<'q>,
        listing: &mut Listing<'q>,
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
            self.expected(listing).into_iter().for_each(|n| progress.expect(n));
        }
        let is_watched = self.lists_all() && posed.endless().is_none();
        let sources = &self.question.asked.spec.sources;
        let watched = WatchedList::new(is_watched, posed, sources, self.report);
        let mut watch = |count, conflicts: &mut dyn FnMut() -> u64| watched.found(count, conflicts);
        let patience = Some(patience);
        let mut printer = RecordPrinter { frame, progress: &progress, patience, watch: &mut watch };
        let mut list = RecordList {
            skip,
            next: (!find.any).then(|| find.id.clone().or(first).unwrap_or(0.into())),
            wanted: find.key.as_deref(),
            limit: outputs.limit,
            ..RecordList::default()
        };
        let schema = self.question.schema();
        let step = watched.while_running(|| list.write(listing, schema, &mut printer));
        self.stop.take_over();
        let all = (list.skip > 0).then(|| (skip - list.skip).into());
        if let Some(states) = list.shortest {
            frame.tell(Map::from_iter([("shortest".to_owned(), json!(states))]));
        }
        (step, all)
    }

    /// The number of instances that will be written, if that is cheap to know.
    fn expected(&self, listing: &Listing<'_>) -> Option<u64> {
        let FindFlags { amount, key, id, search, .. } = self.find;
        if search.shard.is_some() || id.is_some() || key.is_some() {
            return None;
        }
        let all = listing.expected()?;
        Some(amount.most().map_or(all, |most| all.min(most)))
    }

    /// Ends the stream; the exit code, unless there is no instance at all.
    pub fn end(
        &self,
        status: Status,
        frame: &mut StreamFrame,
        outputs: &Outputs,
    ) -> Result<Option<Exit>, Error> {
        let (find, stop) = (self.find, self.stop);
        frame.end(status)?;
        if self.folder.is_some() && status != Status::Complete {
            self.report.note("no certificate is left: the list is not whole");
        } else if let Some(saved) = &outputs.saved {
            saved.end(status, frame.count(), self.report)?;
        }
        if let Status::Interrupted | Status::Timeout | Status::Memory = status {
            // A bare stream has no record that says why, and that of a certificate is gone.
            let is_told = !self.is_bare() && self.folder.is_none();
            return Ok(Some(if is_told { stop.exit() } else { stop.tell() }));
        }
        if find.is_cut && status == Status::Limit {
            let count = frame.count();
            let message =
                format!("the page has {count} instances, and there may be more: `-n 0` shows all");
            self.report.note(&message);
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
        posed: &PosedQuestion<'_>,
        proof: Option<ProofFile>,
        cost: &SearchCost,
    ) -> Result<Exit, Error> {
        let (stop, asked) = (self.stop, self.question.asked);
        if let Some(proof) = proof {
            // No record says any more why the program ends.
            stop.instead(ending_without_stream(Some(proof.part())));
            if !proof.write(posed, stop)? {
                stop.take_over();
                return Ok(stop.tell());
            }
        }
        if !self.report.is_quiet() && !self.is_decided {
            let vacuous = posed.vacuous();
            self.report.remarks(&asked.spec.sources, vacuous.as_slice());
            let why = why(asked, posed, cost, vacuous.is_some(), stop);
            self.report.diagnostics(&asked.spec.sources, &[why]);
        }
        Ok(Exit::Failure)
    }
}
