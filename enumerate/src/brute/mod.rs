//! The oracle: every assignment within the bounds, judged by the evaluator.
//!
//! It shares neither the translation nor the canonicity test with the engines that it checks: the
//! class of an instance is found by trying all permutations. Relations are assigned one after the
//! other. A fact is judged as soon as all relations that it mentions are assigned, which is what
//! makes scopes of three or four atoms feasible. Nothing else is pruned.

mod labellings;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;
use std::sync::Arc;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Formula, SigKind};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;
use korrel_translate::{Cell, TranslationFailure};

use crate::problem::{Classes, Problem};
use crate::questions::mentions::relations_in;
use labellings::{is_discovered, permute, used_classes};

/// A relation with more open tuples than this would take hours.
const MAX_TUPLES: usize = 24;

/// All instances, or the canonical one of each class, in the one order.
///
/// # Errors
/// A relation, or a quantified variable, that has too many values for all of them to be tried, or a stop.
pub fn brute_force(
    problem: &Problem<'_>,
    classes: Classes,
    effort: &Effort,
) -> Result<Vec<Instance>, TranslationFailure> {
    for relation in problem.question.bounds.relations() {
        let bound = problem.question.bounds.get(relation);
        let open = bound.upper.difference(&bound.lower).len();
        if open > MAX_TUPLES {
            let message = format!("brute force would try 2^{open} values of one relation");
            return Err(Diagnostic::new(code::TOO_LARGE, message).into());
        }
    }
    problem.check_judged()?;
    let mut brute = Brute::new(problem, classes, effort);
    let mut instance =
        Instance::empty(problem.question.model, Arc::clone(problem.question.bounds.universe()));
    for (variable, bound) in problem.question.bounds.parameters() {
        let empty = TupleSet::empty(bound.upper.atoms(), bound.upper.arity());
        instance.relations.declare(*variable, empty);
    }
    match brute.assign(0, &mut instance) {
        ControlFlow::Continue(()) => {
            Ok(brute.found.into_values().map(|(_, instance)| instance).collect())
        }
        ControlFlow::Break(BruteStop) => Err(TranslationFailure::Stopped),
    }
}

/// The stop flag was raised.
struct BruteStop;

/// The order of instances: the size, then of each cell whether it differs from its first value.
type SortKey = (usize, Vec<bool>);

/// The parameters' tuples, where they are no part of an instance: absence sorts after presence.
type WitnessBits = Vec<bool>;

struct Brute<'p> {
    problem: &'p Problem<'p>,
    classes: Classes,
    /// Looked at between any two assignments and any two permutations.
    effort: &'p Effort,
    /// The relations in the order of assignment, each with the formulas that can be judged then.
    steps: Vec<(Relation, Vec<&'p Formula>)>,
    /// The instances found, each with the first of its witnesses.
    found: BTreeMap<SortKey, (WitnessBits, Instance)>,
}

impl<'p> Brute<'p> {
    fn new(problem: &'p Problem<'p>, classes: Classes, effort: &'p Effort) -> Brute<'p> {
        let mut steps: Vec<(Relation, Vec<&Formula>)> =
            problem.question.bounds.relations().map(|relation| (relation, Vec::new())).collect();
        let facts = problem.question.model.facts.iter().map(|fact| &fact.formula);
        let fills = problem.question.scopes.fills().iter().map(|fill| &fill.formula);
        for formula in facts.chain(fills).chain([&problem.question.command.goal]) {
            let mentioned = relations_in(problem.question.model, problem.question.command, formula);
            let last = steps.iter().rposition(|(relation, _)| mentioned.contains(relation));
            steps[last.unwrap_or(0)].1.push(formula);
        }
        Brute { problem, classes, effort, steps, found: BTreeMap::new() }
    }

    /// Gives the relation of this step each value within its bounds.
    fn assign(&mut self, step: usize, instance: &mut Instance) -> ControlFlow<BruteStop> {
        let Some(&(relation, _)) = self.steps.get(step) else {
            return self.keep(instance);
        };
        let bound = self.problem.question.bounds.get(relation);
        let open: Vec<Vec<AtomId>> = bound.upper.difference(&bound.lower).tuples().collect();
        for choice in 0..1u64 << open.len() {
            self.look_up()?;
            let mut value = bound.lower.clone();
            for (at, tuple) in open.iter().enumerate() {
                if choice >> at & 1 == 1 {
                    value.insert(tuple);
                }
            }
            *instance.get_mut(relation) = value;
            instance.close_universe(self.problem.question.model);
            if self.is_possible(step, relation, instance) {
                self.assign(step + 1, instance)?;
            }
        }
        *instance.get_mut(relation) = bound.lower.clone();
        ControlFlow::Continue(())
    }

    fn look_up(&self) -> ControlFlow<BruteStop> {
        let is_raised = self.effort.is_stopped();
        if is_raised { ControlFlow::Break(BruteStop) } else { ControlFlow::Continue(()) }
    }

    fn is_possible(&self, step: usize, relation: Relation, instance: &Instance) -> bool {
        if let Relation::Sig(sig) = relation {
            let size = instance.sig(sig).len();
            let sizes = self.problem.question.scopes.sizes(sig);
            if sizes.is_some_and(|s| !(s.min as usize..=s.max as usize).contains(&size)) {
                return false;
            }
            if self.problem.question.model.sigs[sig].kind == SigKind::TopLevel
                && !is_first(instance.sig(sig), self.problem.question.bounds.universe().block(sig))
            {
                return false;
            }
        }
        let mut evaluator = Evaluator::new(self.problem.question.model, instance);
        self.steps[step].1.iter().all(|formula| evaluator.formula(formula))
    }

    fn keep(&mut self, instance: &Instance) -> ControlFlow<BruteStop> {
        let own = self.key(instance, &identity(self.problem));
        let best = match self.classes {
            Classes::Labelled => own.clone(),
            Classes::Isomorphism => self.best(instance)?,
        };
        // The canonical labelling is an instance itself, and is met in its own right.
        if best != own {
            return ControlFlow::Continue(());
        }
        let found = (witness(instance), instance.clone());
        match self.found.entry(best) {
            Entry::Vacant(entry) => drop(entry.insert(found)),
            Entry::Occupied(mut entry) if found.0 < entry.get().0 => drop(entry.insert(found)),
            Entry::Occupied(_) => {}
        }
        ControlFlow::Continue(())
    }

    /// The least key of all labellings of an instance.
    fn best(&self, instance: &Instance) -> ControlFlow<BruteStop, SortKey> {
        let rooted = &self.problem.symmetry.rooted;
        let mut best = None;
        let mut visit = |images: &[AtomId]| {
            self.look_up()?;
            if rooted.iter().all(|rooted| is_discovered(rooted, instance, images)) {
                let key = self.key(instance, images);
                if best.as_ref().is_none_or(|best| key < *best) {
                    best = Some(key);
                }
            }
            ControlFlow::Continue(())
        };
        let used = used_classes(self.problem, instance);
        permute(&mut identity(self.problem), &used, 0, &mut visit)?;
        ControlFlow::Continue(best.expect("every heap has an order of discovery"))
    }

    /// The instance's place in the order, after its atoms were renamed.
    fn key(&self, instance: &Instance, images: &[AtomId]) -> SortKey {
        let model = self.problem.question.model;
        let sized = model.top_level().filter(|&sig| !model.sigs[sig].is_enum);
        let size = sized.map(|sig| instance.sig(sig).len()).sum();
        let differs = |cell: &Cell| {
            let tuple: Vec<AtomId> = cell.tuple.iter().map(|a| images[a.0 as usize]).collect();
            let holds = instance.get(cell.relation).contains(&tuple);
            holds != self.problem.symmetry.starts_with(cell.relation)
        };
        (size, self.problem.symmetry.order().map(differs).collect())
    }
}

fn witness(instance: &Instance) -> WitnessBits {
    let values = instance.variables().iter().map(|(_, value)| value);
    values
        .flat_map(|value| {
            let tuples = value.atoms().pow(value.arity() as u32);
            (0..tuples).map(|tuple| !value.contains_index(tuple))
        })
        .collect()
}

fn is_first(members: &TupleSet, mut block: std::ops::Range<u32>) -> bool {
    let first = block.by_ref().take_while(|&atom| members.contains(&[AtomId(atom)])).count();
    first == members.len()
}

fn identity(problem: &Problem<'_>) -> Vec<AtomId> {
    problem.question.bounds.universe().atoms().collect()
}
