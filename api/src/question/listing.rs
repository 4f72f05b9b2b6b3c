//! The list of a question's instances.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use korrel_enumerate::heap::{HeapError, InstanceId, Schema};
use korrel_enumerate::{
    Bodies, COUNTED, CubeRange, CutSpace, Engine, Estimate, Fault, FoundInstances, Instances,
    LongList, Records, Shard, counting, list, way_to,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::counter::{Dice, Limits};
use korrel_sat::{Statistics, Step};
use serde_json::Value as Json;

pub use korrel_enumerate::WayToInstance;

use crate::settings::{Settings, ShardCut};

use super::NoAnswer;
use super::posed::PosedQuestion;

/// Instances in their one order, which are searched as they are taken.
pub struct Listing<'p> {
    pub(super) posed: &'p PosedQuestion<'p>,
    pub(crate) instances: Instances<'p>,
}

/// The size of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaSize {
    pub primary: usize,
    pub variables: usize,
    pub clauses: usize,
}

/// A larger formula is not counted before it is searched.
const FEW_CLAUSES: usize = 10_000;

/// The instances that are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedInstance {
    /// All, in the one order, as far as somebody takes them.
    InOrder,
    /// One, whichever.
    Any,
    /// The one that this answer of a solver stands for.
    OfModel(String),
}

/// The limits of the count of instances by which shards are cut. They are not the machine's, for all parts are to be
/// cut alike.
const BALANCED: Limits = Limits { nodes: 1 << 18, bytes: 1 << 28 };

/// Always the same one: an estimate is told in the same words again.
const SEED: u64 = 1;

impl PosedQuestion<'_> {
    /// The list of the instances, which is not begun.
    ///
    /// # Errors
    /// A construct that cannot be translated; instances that cannot be judged.
    pub fn open(&self) -> Result<Listing<'_>, NoAnswer> {
        self.open_for(&WantedInstance::InOrder)
    }

    /// The same for other instances than all.
    ///
    /// # Errors
    /// Like [`PosedQuestion::open`]; a text that is no answer of a solver.
    pub fn open_for(&self, wanted: &WantedInstance) -> Result<Listing<'_>, NoAnswer> {
        self.check_judged()?;
        let Settings { solver, shard, looks_only, .. } = *self.settings;
        let (strategy, effort) = (self.settings.strategy(), self.effort.clone());
        let instances = match wanted {
            WantedInstance::Any if solver == Engine::Enumerator && !looks_only => {
                Instances::any(&self.problem, strategy, effort)
            }
            WantedInstance::OfModel(answer) => {
                Instances::of_model(&self.problem, strategy, answer, effort)
            }
            // The engines that list cannot find an arbitrary instance sooner.
            _ => Instances::new(&self.problem, strategy, effort),
        };
        let mut instances = instances.map_err(|refused| match solver {
            Engine::Brute => self.refused(refused.help(
                "brute force is an oracle for tiny scopes; leave `--solver` out, or give a smaller \
                 `--scope`",
            )),
            Engine::Enumerator | Engine::Varisat => self.refused(refused),
        })?;
        // Without a stream there are no instances to cut.
        if let (Some((shard, cut)), Some(stream)) = (shard, instances.stream())
            && !(cut == ShardCut::Counts && stream.restrict_by_counts(shard, BALANCED))
        {
            stream.restrict(shard);
        }
        Ok(Listing { posed: self, instances })
    }

    /// About how many instances there are; `None` if it was stopped.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn estimate(&self) -> Result<Option<Estimate>, NoAnswer> {
        let estimate = match self.open()?.instances.stream() {
            Some(stream) => stream.estimate(&mut Dice::new(SEED)),
            // The translation shows already that there is no instance.
            None => Some(Estimate { number: 0.0, error: 0.0, runs: 1, least: 0 }),
        };
        Ok(estimate.filter(|_| !self.effort.is_stopped()))
    }
}

impl<'p> Listing<'p> {
    /// The size of the formula, unless none was needed.
    pub fn formula(&self) -> Option<FormulaSize> {
        self.instances.translation().map(|translation| FormulaSize {
            primary: translation.cells.len(),
            variables: translation.cnf.variables(),
            clauses: translation.cnf.len(),
        })
    }

    /// Lists from now on these cubes of a shard, of which whoever waits may ask for a half. Another part may have been listed
    /// before: what was learned there stays, and changes nothing of the list.
    ///
    /// # Errors
    /// Cubes that are known, and not those of the shard.
    pub fn restrict_to(&mut self, shard: Shard, cubes: &Arc<CubeRange>) -> Result<(), NoAnswer> {
        // Without a stream there are no instances to cut.
        let stream = self.instances.stream();
        if stream.is_none_or(|stream| stream.restrict_to(shard, Arc::clone(cubes))) {
            return Ok(());
        }
        let message = "the cubes of the part are of another formula";
        let help = "`korrel plan ... -o FOLDER` cuts the question anew, into another folder";
        Err(self.posed.refused(Diagnostic::new(code::STREAM, message).help(help)))
    }

    /// The number of threads that list.
    pub(crate) fn threads(&self) -> usize {
        self.posed.settings.thread_count()
    }

    /// The cost of the search so far.
    pub fn cost(&self) -> Statistics {
        self.instances.statistics()
    }

    /// The space, cut for so many shards, unless it is known already that there is no instance.
    ///
    /// # Errors
    /// A stop.
    pub fn cut(&mut self, of: u32) -> Result<Option<CutSpace>, NoAnswer> {
        let Some(stream) = self.instances.stream() else { return Ok(None) };
        stream.cut(of).map(Some).ok_or(NoAnswer::Stopped)
    }

    /// About how many instances each shard has, unless that would take too long. To be called before the search begins.
    ///
    /// # Errors
    /// A stop.
    pub fn estimate_shards(&mut self, cut: &CutSpace) -> Result<Option<Vec<f64>>, NoAnswer> {
        let numbers = self.instances.stream();
        let numbers = numbers.and_then(|stream| stream.estimate_shards(cut, &mut Dice::new(SEED)));
        if self.posed.effort.is_stopped() { Err(NoAnswer::Stopped) } else { Ok(numbers) }
    }

    /// True of a shard that was cut by the number of its instances.
    pub fn is_cut_by_counts(&mut self) -> bool {
        self.instances.stream().is_some_and(|stream| stream.is_cut_by_counts())
    }

    /// The number of all instances, if that is cheap to know.
    pub fn expected(&self) -> Option<u64> {
        let PosedQuestion { problem, settings, effort, .. } = self.posed;
        if problem.is_of_maximal() || self.formula()?.clauses > FEW_CLAUSES {
            return None;
        }
        let counted = counting::count(problem, settings.classes(), COUNTED, effort);
        u64::try_from(counted.ok()?.outcome.done()?).ok()
    }

    /// The quickest way to the instance with this id. To be called before the search begins.
    ///
    /// # Errors
    /// More instances before it than are ever listed, which cannot be counted; a stop.
    pub fn way_to(&mut self, id: &InstanceId) -> Result<WayToInstance, NoAnswer> {
        match way_to(id, &mut self.instances, &self.posed.effort) {
            WayToInstance::OutOfReach if self.posed.effort.is_stopped() => Err(NoAnswer::Stopped),
            WayToInstance::OutOfReach => {
                let message = format!(
                    "the id {id} is out of reach: so many instances are not listed, and here those before it cannot be \
                     counted"
                );
                Err(self.posed.refused(Diagnostic::new(code::FILE, message)))
            }
            way => Ok(way),
        }
    }

    /// Goes on after the instance of a record; false if the search has to find all instances before it in any case.
    ///
    /// # Errors
    /// A record that is no instance of the command.
    pub fn resume_after(&mut self, schema: &Schema, record: &Json) -> Result<bool, HeapError> {
        match self.instances.stream() {
            Some(stream) => stream.resume_after(schema, record).map(|()| true).map_err(first),
            None => Ok(false),
        }
    }

    /// The number of the first `count` instances in each cube of a shard; `record` gives one by its place among them.
    ///
    /// # Errors
    /// A record that is no instance of the command, and the errors of `record`.
    pub fn cubes_before(
        &mut self,
        schema: &Schema,
        count: u64,
        mut record: impl FnMut(u64) -> Result<Json, HeapError>,
    ) -> Result<Vec<(u64, u64)>, HeapError> {
        let Some(stream) = self.instances.stream() else { return Ok(Vec::new()) };
        let record = |at| record(at).map_err(|error| vec![error]);
        stream.cubes_before(schema, count, record).map_err(first)
    }

    /// What writes the records of these instances.
    ///
    /// # Errors
    /// Witnesses that cannot be asked for.
    pub fn records(&mut self, schema: &'p Schema) -> Result<Records<'p>, NoAnswer> {
        let PosedQuestion { problem, settings, effort, names, .. } = self.posed;
        let records = Records::new(problem, schema, settings.extras(), &mut self.instances, effort);
        let records = records.map_err(|mistake| self.posed.refused(mistake))?;
        Ok(match names {
            Some(names) => records.naming(names.clone()),
            None => records,
        })
    }

    /// Tells `visit` of each instance, or several, the cube of a shard in which they lie, in order, until it breaks. The
    /// step is the reason for the end.
    ///
    /// # Errors
    /// None of an instance; a mistake of ours.
    pub fn count_cubes(
        &mut self,
        mut visit: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Step, NoAnswer> {
        let threads = self.threads();
        list(&mut self.instances, Bodies::Nothing, threads, |found| {
            Ok::<_, NoAnswer>(visit(found.cube(), found.count_on(u64::MAX)))
        })
    }

    /// Hands the instances with their records to `visit` until it breaks or fails. The step is the reason for the end.
    ///
    /// # Errors
    /// An error of `visit`, or an instance that the evaluator refuses.
    pub(crate) fn list<E: From<Fault>>(
        &mut self,
        records: Records<'p>,
        threads: usize,
        visit: impl FnMut(&mut FoundInstances<'_, 'p, '_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<Step, E> {
        list(&mut self.instances, Bodies::Records(Box::new(records)), threads, visit)
    }

    /// Hands the bodies of records to `take` until it breaks, without the first `skip`.
    ///
    /// # Errors
    /// An instance that the evaluator refuses.
    pub(crate) fn bodies(
        &mut self,
        records: Records<'p>,
        threads: usize,
        mut skip: u64,
        mut take: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Step, Fault> {
        self.list(records, threads, |found| {
            let mut flow = ControlFlow::Continue(());
            let skipped = found.count().min(skip);
            skip -= skipped;
            found.bodies(skipped, |body| {
                flow = take(body);
                flow
            })?;
            Ok(flow)
        })
    }
}

/// A list, and the question whether it ends.
pub struct ListWatch<'p> {
    list: LongList,
    posed: &'p PosedQuestion<'p>,
}

impl PosedQuestion<'_> {
    /// Nothing is asked of a list that is not watched.
    pub fn watch(&self, is_watched: bool) -> ListWatch<'_> {
        ListWatch { list: LongList::new(is_watched), posed: self }
    }
}

impl ListWatch<'_> {
    /// The warning that the list does not end, once that is known. `conflicts` and `time`: what it has cost so far, of
    /// the processor.
    pub fn found(
        &mut self,
        count: u64,
        conflicts: impl FnOnce() -> u64,
        time: impl FnOnce() -> Duration,
    ) -> Option<Diagnostic> {
        let PosedQuestion { problem, effort, .. } = self.posed;
        self.list.never_ends(count, conflicts, time, problem, effort)
    }

    /// The same of a list that has found nothing for a while.
    pub fn so_far(&mut self, time: Duration) -> Option<Diagnostic> {
        self.list.never_ends_so_far(time, &self.posed.problem, &self.posed.effort)
    }

    /// False once the answer is known, or nobody waits for it.
    pub fn is_watched(&self) -> bool {
        self.list.is_watched() && !self.posed.effort.is_stopped()
    }
}

fn first(errors: Vec<HeapError>) -> HeapError {
    errors.into_iter().next().expect("a refusal has a reason")
}
