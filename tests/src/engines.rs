//! Do all engines find the same instances, in the same order?

use korrel_enumerate::counting::count;
use korrel_enumerate::{Classes, Engine, Meaning, Problem, Strategy};
use korrel_lang::instance::Instance;
use korrel_lang::model::Command;
use korrel_sat::counter::{CountOutcome, Limits};
use korrel_sat::{CompileWhen, Effort};

use crate::Spec;

/// The first disagreement of the engines, as text; `None` if they agree and the evaluator with them.
///
/// Brute force is the oracle. The enumerator and varisat are asked for one instance of each
/// isomorphism class and for all labelled ones. Which labelling stands for a class depends on whether
/// rooted classes are looked for; both ways are tried, and must find as many. So is what is found with
/// patterns recognised and without. The static symmetry-breaking predicate is left out only without
/// rooted classes, whose predicate it is.
pub fn differences(spec: &Spec, command: &Command, meaning: Meaning) -> Option<String> {
    let rooted = spec.problem(command, meaning);
    let unrooted = spec.unrooted_problem(command, meaning);
    let classes = Comparison { spec, classes: Classes::Isomorphism, meaning };
    let labelled = Comparison { spec, classes: Classes::Labelled, meaning };
    let result = labelled.of(&unrooted, true).and_then(|all| {
        counted(&unrooted, Classes::Labelled, all)?;
        let expected = classes.of(&unrooted, true)?;
        let found = if rooted.symmetry.rooted.is_empty() {
            expected
        } else {
            labelled.of(&rooted, false)?;
            classes.of(&rooted, false)?
        };
        counted(&unrooted, Classes::Isomorphism, expected)?;
        counted(&rooted, Classes::Isomorphism, found)?;
        if rooted.question.is_higher_order() {
            // No set is so small that all of its values are tried.
            let by_counterexamples = spec.problem_trying(command, meaning, 0)?;
            classes.of(&by_counterexamples, false)?;
            counted(&by_counterexamples, Classes::Isomorphism, expected)?;
        }
        if found == expected {
            return Ok(());
        }
        Err(format!("{found} classes of isomorphism with rooted classes, {expected} without"))
    });
    result.err()
}

/// Compares with counting without listing, which shares no search, no test of canonicity and, where
/// Burnside's lemma adds up, no symmetry-breaking predicate with listing.
fn counted(problem: &Problem<'_>, classes: Classes, expected: usize) -> Result<(), String> {
    let (limits, effort) = (Limits::default(), Effort::default());
    let counted = count(problem, classes, limits, &effort).map_err(|why| format!("{why:?}"))?;
    match counted.outcome {
        CountOutcome::Done(number) if number == expected.into() => Ok(()),
        other => Err(format!("{other:?} counted, {expected} listed: {classes:?}")),
    }
}

struct Comparison<'a> {
    spec: &'a Spec,
    classes: Classes,
    meaning: Meaning,
}

impl Comparison<'_> {
    /// The number of instances that all engines find, the static predicate asserted or, if it may be, not.
    fn of(&self, problem: &Problem<'_>, may_leave_out: bool) -> Result<usize, String> {
        let expected = self.instances(problem, Engine::Brute, [true; 2]);
        if let Some(fault) = expected.iter().find_map(|instance| problem.fault(instance)) {
            return Err(format!("brute force found an instance, but {fault}"));
        }
        for engine in [Engine::Enumerator, Engine::Varisat] {
            let ways = [[true, true], [true, false], [false, true]];
            for [breaking, patterns] in ways.into_iter().filter(|way| way[0] || may_leave_out) {
                let found = self.instances(problem, engine, [breaking, patterns]);
                if let Some(difference) = self.difference(problem, &expected, &found) {
                    let (classes, rooted) = (self.classes, problem.symmetry.rooted.len());
                    return Err(format!(
                        "{engine:?}, {classes:?}, static breaking {breaking}, patterns {patterns}, {rooted} rooted classes: {difference}"
                    ));
                }
            }
        }
        Ok(expected.len())
    }

    fn instances(
        &self,
        problem: &Problem<'_>,
        engine: Engine,
        [static_breaking, patterns]: [bool; 2],
    ) -> Vec<Instance> {
        // With symmetry broken, the search also asks first if there is any instance.
        let (classes, asks_first) = (self.classes, static_breaking);
        // And models are searched to the last, or only walked to.
        let compiles = if patterns { CompileWhen::After(0) } else { CompileWhen::Never };
        let strategy =
            Strategy { engine, classes, static_breaking, asks_first, patterns, compiles };
        self.spec.instances(problem, strategy)
    }

    fn difference(
        &self,
        problem: &Problem<'_>,
        expected: &[Instance],
        found: &[Instance],
    ) -> Option<String> {
        let show = |instance| show(problem, instance);
        if let Some((extra, fault)) =
            found.iter().find_map(|instance| Some((instance, problem.fault(instance)?)))
        {
            return Some(format!("found, but {fault}:\n{}", show(extra)));
        }
        let holds =
            |all: &[Instance], one: &Instance| all.iter().any(|other| self.same(other, one));
        if let Some(extra) = found.iter().find(|instance| !holds(expected, instance)) {
            return Some(format!("found what is not to be found:\n{}", show(extra)));
        }
        if let Some(missing) = expected.iter().find(|instance| !holds(found, instance)) {
            return Some(format!("missed:\n{}", show(missing)));
        }
        if found.len() > expected.len() {
            return Some(format!("{} instances, {} different ones", found.len(), expected.len()));
        }
        let at = (0..found.len()).find(|&at| !self.same(&found[at], &expected[at]))?;
        let (is, should) = (show(&found[at]), show(&expected[at]));
        Some(format!("another order: at {at} stands\n{is}instead of\n{should}"))
    }

    /// Witnesses are no part of an instance.
    fn same(&self, a: &Instance, b: &Instance) -> bool {
        a.universe == b.universe
            && a.relations.sigs() == b.relations.sigs()
            && a.relations.fields() == b.relations.fields()
            && (self.meaning.ignore_parameters || a.variables() == b.variables())
    }
}

pub(crate) fn show(problem: &Problem<'_>, instance: &Instance) -> String {
    let name = |atom| problem.question.bounds.universe().name(problem.question.model, atom);
    let tuples = |relation| {
        let tuple = |t: Vec<_>| t.into_iter().map(name).collect::<Vec<_>>().join("->");
        instance.get(relation).tuples().map(tuple).collect::<Vec<_>>().join(", ")
    };
    problem.question.bounds.relations().map(|r| format!("  {r:?} = {{{}}}\n", tuples(r))).collect()
}

/// The number of tuples that the bounds leave open: brute force tries up to two to this power.
pub fn open_cells(problem: &Problem<'_>) -> usize {
    let bounds = &problem.question.bounds;
    bounds.relations().map(|r| bounds.get(r).upper.len() - bounds.get(r).lower.len()).sum()
}
