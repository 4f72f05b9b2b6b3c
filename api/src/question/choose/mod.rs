//! A smallest set of instances that tells predicates apart.
//!
//! *Problem.* Two people, or a machine, wrote several versions of a predicate: which instances must one look at to know
//! which is meant? And which examples show that a predicate is not one of its small changes? *Choice.* The
//! combinations of truth values that the candidates have in some instance are asked of the solver, as for a cover; the
//! smallest instance of each is a column of a table whose rows are the pairs to be told apart, and a cheapest choice
//! of columns is found by branch and bound (`crate::question::covering`). Of more than twenty candidates there may be too many
//! combinations; then each pair is asked for by itself, in both directions, and the choice is made among what was
//! found. *Rejected.* To ask pair by pair always: the smallest instance for a pair often tells no other pair apart.
//!
//! Sources: distinguishing candidate specs by few instances, arXiv 2511.19177; mutation analysis, DeMillo, Lipton,
//! Sayward 1978.

mod mutants;
#[cfg(test)]
mod tests;

use korrel_enumerate::Meaning;
use korrel_enumerate::heap::Schema;
use korrel_enumerate::questions::combinations::{Combinations, UndecidedCombinations};
use korrel_enumerate::questions::formula::{in_all, made, truth};
use korrel_heapgraph::Header;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, Formula};
use korrel_lang::spec::Mistakes;
use korrel_lang::visible::visible;
use korrel_sat::{Effort, Step};
use korrel_translate::Overflow;
use serde_json::json;

use crate::answer::ChoiceAnswer;
use crate::question::covering::{ColumnChoice, CoverColumn, cheapest, greedy};
use crate::question::evaluation::{GivenHeap, RecordInstances};
use crate::question::expressions::one_state;
use crate::question::first::first;
use crate::question::{NoAnswer, PartLabel, ShownInstance, SpecCommand};
use crate::stream::plain_header;

use self::mutants::mutants;

/// The question for instances that tell predicates apart.
pub struct Choosing {
    asked: SpecCommand,
    schema: Schema,
    names: Vec<String>,
    formulas: Vec<Formula>,
    has_mutants: bool,
}

/// An instance, and what each candidate says of it.
#[derive(Clone, Debug)]
pub struct ChosenInstance {
    pub shown: ShownInstance,
    /// By candidate.
    pub truths: Vec<bool>,
}

/// The answer to the question.
#[derive(Clone, Debug)]
pub struct InstanceChoice {
    /// Smallest first.
    pub instances: Vec<ChosenInstance>,
    /// The pairs of candidates that agree on all instances of the scope.
    pub equal: Vec<[usize; 2]>,
    /// Those of which this is known only as long as arithmetic does not overflow.
    pub undecided: Vec<[usize; 2]>,
    /// No smaller set tells as many pairs apart.
    pub is_smallest: bool,
    /// The number of instances that a greedy choice takes.
    pub greedy: usize,
}

/// How far given examples tell candidates apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The pairs that some example tells apart.
    pub apart: usize,
    /// The pairs that no example tells apart, and some instance of the scope does.
    pub missed: Vec<[usize; 2]>,
}

/// Of so many candidates all combinations are asked for.
const ALL: usize = 20;

/// More combinations are not asked for.
const COMBINATIONS: u64 = 400;

/// Fewest instances first, then fewest objects.
const INSTANCE: u64 = 1 << 32;

impl Choosing {
    /// `texts`: predicates by name, or formulas.
    ///
    /// # Errors
    /// Texts that are no formulas of the spec; fewer than two; a command about traces.
    pub fn new(asked: &SpecCommand, texts: &[String]) -> Result<Choosing, Mistakes> {
        if texts.len() < 2 {
            let message = "one predicate is told apart from nothing";
            let help = "give another one, or `--mutants`: small changes of it";
            return Err(asked.spec.mistake(Diagnostic::new(code::COMMAND, message).help(help)));
        }
        if let Some(at) = (1..texts.len()).find(|at| texts[..*at].contains(&texts[*at])) {
            let message = format!("`{}` is given twice", visible(&texts[at]));
            let help = "each candidate is given once";
            return Err(asked.spec.mistake(Diagnostic::new(code::COMMAND, message).help(help)));
        }
        let (formulas, asked) = asked.formulas(texts)?;
        Choosing::with(asked, texts.to_vec(), formulas, false)
    }

    /// A predicate, and its small changes.
    ///
    /// # Errors
    /// A name that no predicate of the main module has; a predicate in which nothing can be changed; a command about
    /// traces.
    pub fn of_mutants(asked: &SpecCommand, predicate: &str) -> Result<Choosing, Mistakes> {
        // An unknown name is told as everywhere.
        asked.formulas(&[predicate.to_owned()])?;
        let all = mutants(&asked.spec, predicate);
        let texts: Vec<String> = all.iter().map(|mutant| mutant.text.clone()).collect();
        let extended = asked.spec.extended(&texts);
        let command = extended.spec.counterpart(&asked.command);
        let command = command.unwrap_or_else(|| asked.command.clone());
        let asked = SpecCommand { spec: extended.spec, command };
        let taken = all.into_iter().zip(extended.taken).filter(|(_, taken)| *taken);
        let (mut names, mut calls) = (vec![predicate.to_owned()], vec![predicate.to_owned()]);
        for (mutant, _) in taken {
            names.push(mutant.name);
            calls.push(mutant.predicate);
        }
        if names.len() == 1 {
            let message = format!("nothing in `{}` can be changed", visible(predicate));
            let help = "changes are made of a predicate of the main module, by its name";
            return Err(asked.spec.mistake(Diagnostic::new(code::COMMAND, message).help(help)));
        }
        let (formulas, asked) = asked.formulas(&calls)?;
        Choosing::with(asked, names, formulas, true)
    }

    fn with(
        asked: SpecCommand,
        names: Vec<String>,
        formulas: Vec<Formula>,
        has_mutants: bool,
    ) -> Result<Choosing, Mistakes> {
        if asked.spec.model.is_temporal(&asked.command) {
            let message = "instances are chosen of single states, and this command is about traces";
            return Err(asked.spec.mistake(Diagnostic::new(code::TEMPORAL, message)));
        }
        one_state(&asked, &formulas, &names)?;
        let schema = Schema::of(&asked.spec, &asked.command)?;
        Ok(Choosing { asked, schema, names, formulas, has_mutants })
    }

    /// The spec with the candidates, and the command that has their roots and scope.
    pub fn asked(&self) -> &SpecCommand {
        &self.asked
    }

    /// The declarations of the instances.
    pub fn types(&self) -> Header {
        self.schema.header()
    }

    /// The header of a stream of the instances that are chosen.
    pub fn header(&self, overflow: Overflow) -> String {
        let words = format!("choice of {}", json!(self.names()));
        let what = json!({ "of": self.names() });
        let asks = Some((words.as_str(), overflow, ("choose", &what)));
        plain_header(&self.asked, &self.schema, asks)
    }

    /// The names of the candidates; of mutants, the predicate's own comes first.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The command that asks for all candidates: what it warns of concerns the question. Mutants are left out.
    pub fn whole(&self) -> Command {
        let spoken = if self.has_mutants { 1 } else { self.formulas.len() };
        let command = &self.asked.command;
        command.asking(in_all(self.formulas[..spoken].to_vec(), command.goal.span))
    }

    /// True if a predicate is told apart from small changes of it.
    pub fn has_mutants(&self) -> bool {
        self.has_mutants
    }

    /// The label of a record.
    pub fn label(&self, chosen: &ChosenInstance) -> PartLabel {
        let truths = self.names.iter().cloned().zip(chosen.truths.iter().copied());
        PartLabel::Truth(truths.collect())
    }

    /// The pairs to be told apart: each two candidates, or the predicate and each mutant.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let seconds = 1..self.names.len();
        let firsts = |second: usize| if self.has_mutants { 0..1 } else { 0..second };
        seconds.flat_map(|second| firsts(second).map(move |first| [first, second])).collect()
    }

    /// What is known of the candidates, by their names.
    pub fn answer(&self, chosen: &InstanceChoice) -> ChoiceAnswer {
        ChoiceAnswer {
            smallest: chosen.is_smallest,
            equal: self.pairs_of(&chosen.equal),
            undecided: self.pairs_of(&chosen.undecided),
        }
    }

    /// The names of candidates that are told by their places.
    pub fn pairs_of(&self, places: &[[usize; 2]]) -> Vec<[String; 2]> {
        places.iter().map(|pair| pair.map(|at| self.names[at].clone())).collect()
    }

    /// The smallest set of instances that tells as many pairs apart as the scope does.
    ///
    /// # Errors
    /// A candidate that cannot be translated; a stop.
    pub fn choose(&self, meaning: Meaning, effort: &Effort) -> Result<InstanceChoice, NoAnswer> {
        let (pool, is_whole) = self.pool(meaning, effort)?;
        let tells = |one: &ChosenInstance, [a, b]: [usize; 2]| one.truths[a] != one.truths[b];
        let pairs = self.pairs();
        let is_apart = |pair: &[usize; 2]| pool.iter().any(|one| tells(one, *pair));
        let (apart, equal): (Vec<_>, Vec<_>) = pairs.into_iter().partition(is_apart);
        let column = |one: &ChosenInstance| CoverColumn {
            cost: INSTANCE + one.shown.size as u64,
            covers: apart.iter().map(|pair| tells(one, *pair)).collect(),
        };
        let columns: Vec<CoverColumn> = pool.iter().map(column).collect();
        let choices = cheapest(&columns, apart.len(), 1, 0);
        let greedy = greedy(&columns, apart.len()).map_or(0, |choice| choice.columns.len());
        let is_smallest = is_whole && choices.is_exact;
        let none = ColumnChoice { columns: Vec::new(), cost: 0 };
        let best = choices.found.into_iter().next().unwrap_or(none);
        let instances = best.columns.into_iter().map(|at| pool[at].clone()).collect();
        let undecided = self.undecided(&equal, meaning, effort)?;
        Ok(InstanceChoice { instances, equal, undecided, is_smallest, greedy })
    }

    /// Instances that together tell apart all that can be, smallest first, and whether a smallest set is among them.
    fn pool(
        &self,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<(Vec<ChosenInstance>, bool), NoAnswer> {
        let mut pool = match self.combined(meaning, effort)? {
            Some(pool) => (pool, true),
            None => (self.paired(meaning, effort)?, false),
        };
        pool.0.sort_by_key(|one| one.shown.size);
        Ok(pool)
    }

    /// The smallest instance of each combination of truth values; `None` if there are too many.
    fn combined(
        &self,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Option<Vec<ChosenInstance>>, NoAnswer> {
        if self.names.len() - usize::from(self.has_mutants) > ALL {
            return Ok(None);
        }
        let span = self.asked.command.goal.span;
        let all = self.asked.command.asking(truth(span));
        let problem = self.asked.problem_of(&all, meaning, effort)?;
        let combinations = Combinations::new(&problem, &self.formulas, effort.clone())
            .map_err(|diagnostic| self.asked.spec.mistake(diagnostic))?
            .ok_or(NoAnswer::Stopped)?;
        let possible = combinations.possible(Some(COMBINATIONS)).ok_or(NoAnswer::Stopped)?;
        if possible.len() as u64 == COMBINATIONS {
            return Ok(None);
        }
        let mut pool = Vec::new();
        for combination in possible {
            // One on which all agree tells nothing apart.
            if combination.iter().all(|truth| *truth == combination[0]) {
                continue;
            }
            let tests = self.formulas.iter().zip(&combination);
            let tests = tests.map(|(formula, holds)| made(formula, *holds)).collect();
            let shown = self.first(in_all(tests, span), meaning, effort)?;
            pool.extend(shown.map(|shown| ChosenInstance { shown, truths: combination.clone() }));
        }
        Ok(Some(pool))
    }

    /// The smallest instances that tell each pair apart, in both directions.
    fn paired(&self, meaning: Meaning, effort: &Effort) -> Result<Vec<ChosenInstance>, NoAnswer> {
        let mut pool: Vec<ChosenInstance> = Vec::new();
        for [a, b] in self.pairs() {
            for holds in [true, false] {
                // Of many candidates one direction will do where another pair has it.
                let tells = |one: &ChosenInstance| one.truths[a] == holds && one.truths[b] != holds;
                if !self.has_mutants && pool.iter().any(|one| one.truths[a] != one.truths[b]) {
                    continue;
                }
                if self.has_mutants && pool.iter().filter(|one| tells(one)).count() > ENOUGH {
                    continue;
                }
                if let Some(shown) = self.side([a, b], holds, meaning, effort)?
                    && pool.iter().all(|one| one.shown.key != shown.key)
                {
                    let truths = self.truths(&shown.instance);
                    pool.push(ChosenInstance { shown, truths });
                }
            }
        }
        Ok(pool)
    }

    /// The smallest instance that tells a pair apart, first where the first one holds.
    ///
    /// # Errors
    /// A candidate that cannot be translated; a stop.
    pub fn tell_apart(
        &self,
        pair: [usize; 2],
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Option<ShownInstance>, NoAnswer> {
        match self.side(pair, true, meaning, effort)? {
            None => self.side(pair, false, meaning, effort),
            found => Ok(found),
        }
    }

    /// The smallest instance on which the first of a pair has this truth value, and the second the other.
    fn side(
        &self,
        [a, b]: [usize; 2],
        holds: bool,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Option<ShownInstance>, NoAnswer> {
        let sides = vec![made(&self.formulas[a], holds), made(&self.formulas[b], !holds)];
        self.first(in_all(sides, self.asked.command.goal.span), meaning, effort)
    }

    fn first(
        &self,
        formula: Formula,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Option<ShownInstance>, NoAnswer> {
        let (found, step) = first(&self.asked, formula, &self.schema, (meaning, effort), 1)?;
        match step {
            Step::Stopped => Err(NoAnswer::Stopped),
            _ => Ok(found.into_iter().next()),
        }
    }

    fn truths(&self, instance: &Instance) -> Vec<bool> {
        let mut evaluator = Evaluator::new(&self.asked.spec.model, instance).limited();
        self.formulas.iter().map(|formula| evaluator.formula(formula)).collect()
    }

    /// The pairs that might be told apart by instances in which arithmetic overflows.
    fn undecided(
        &self,
        equal: &[[usize; 2]],
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Vec<[usize; 2]>, NoAnswer> {
        if equal.is_empty() {
            return Ok(Vec::new());
        }
        let SpecCommand { spec, command } = &self.asked;
        let all = command.asking(truth(command.goal.span));
        let undecided =
            UndecidedCombinations::new(&spec.model, &all, &self.formulas, meaning, effort);
        let undecided = undecided.map_err(|diagnostic| spec.mistake(diagnostic))?;
        let admits = |[a, b]: &[usize; 2]| {
            [true, false].into_iter().any(|holds| {
                let mut truths = vec![None; self.names.len()];
                (truths[*a], truths[*b]) = (Some(holds), Some(!holds));
                undecided.admits(&truths)
            })
        };
        Ok(equal.iter().filter(|pair| admits(pair)).copied().collect())
    }

    /// The pairs that given heaps tell apart, of those that the scope tells apart.
    ///
    /// # Errors
    /// A heap that does not fit the spec.
    pub fn score(
        &self,
        examples: &[(String, GivenHeap)],
        chosen: &InstanceChoice,
    ) -> Result<Score, Mistakes> {
        let SpecCommand { spec, command } = &self.asked;
        let records = RecordInstances::new(spec, command, self.schema.clone())?;
        let mut judged = Vec::new();
        for (name, heap) in examples {
            let misfit = |why: &str| {
                let message = format!("{}: the heap does not fit the spec: {why}", visible(name));
                spec.mistake(Diagnostic::new(code::HEAP, message))
            };
            if let Some(repeat) = heap.repeats.first() {
                return Err(misfit(&repeat.to_string()));
            }
            let instance = records.instance(&heap.states[0].json).map_err(|why| misfit(&why))?;
            judged.push(self.truths(&instance.instance));
        }
        let tells = |[a, b]: &[usize; 2]| judged.iter().any(|truths| truths[*a] != truths[*b]);
        let is_equal = |pair: &[usize; 2]| chosen.equal.contains(pair);
        let pairs = self.pairs().into_iter().filter(|pair| tells(pair) || !is_equal(pair));
        let (apart, missed): (Vec<_>, Vec<_>) = pairs.partition(tells);
        Ok(Score { apart: apart.len(), missed })
    }
}

/// Of each direction of a mutant no more instances are asked for.
const ENOUGH: usize = 6;
