//! Is exactly one instance of each isomorphism class found, of all that there are?
//!
//! The oracle of [`crate::differences`], brute force, ends where heaps begin: three nodes with two
//! pointers have too many cells. Here the oracle is a list of all labelled instances, which varisat
//! makes by blocking clauses of a translation without any shortcut: without symmetry, rooted classes
//! or patterns. The evaluator judges each, and all permutations of interchangeable atoms put them into
//! classes. Where there are few assignments to the fields at all, the evaluator chooses among these,
//! so that nothing but it says what an instance is. Rejected: the canonicity test of the enumerator
//! (under test itself), and invariants of classes such as degrees, which do not tell all of them apart.

mod oracle;

use std::collections::BTreeSet;

use korrel_enumerate::{Classes, Engine, Meaning, Problem, Strategy};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Command, FactOrigin, Formula, FormulaKind};
use korrel_sat::{CompileWhen, Effort, Enumerator};
use korrel_translate::{Contents, Question, RootedClass, Translation, leading};

use crate::Spec;
use crate::engines::show;
use oracle::{Key, Oracle, key};

/// The figures on which all ways to search agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    pub classes: usize,
    /// The number of classes of atoms that are numbered by discovery, and how many of these are trees.
    pub rooted: usize,
    pub trees: usize,
    /// The evaluator chose the instances from all assignments to the fields.
    pub is_chosen: bool,
}

/// More labelled instances than this are too many for varisat.
const MOST_INSTANCES: usize = 400;
/// More assignments than this are too many for the evaluator.
const MOST_ASSIGNMENTS: usize = 1000;

/// Checks that the enumerator finds one instance of each class, with rooted classes and without, with
/// patterns recognised and without; `None` if there are too many instances to tell.
///
/// # Errors
/// Their disagreement, as text.
pub fn one_of_each_class(
    spec: &Spec,
    command: &Command,
    meaning: Meaning,
) -> Result<Option<Agreed>, String> {
    let unrooted = spec.unrooted_problem(command, meaning);
    if spec.has_more_than(&unrooted, labelled(Engine::Enumerator), MOST_INSTANCES) {
        return Ok(None);
    }
    let instances = spec.instances(&unrooted, labelled(Engine::Varisat));
    let is_chosen = compare_with_chosen(spec, &unrooted, &instances, meaning)?;
    let oracle = Oracle::new(&unrooted, &instances, meaning)?;
    let rooted = spec.problem(command, meaning);
    for problem in [&rooted, &unrooted] {
        for patterns in [true, false] {
            let compiles = if patterns { CompileWhen::After(0) } else { CompileWhen::Never };
            let strategy = Strategy { patterns, compiles, ..Strategy::default() };
            let found = spec.instances(problem, strategy);
            oracle.compare(problem, &found).map_err(|difference| {
                let classes = problem.symmetry.rooted.len();
                format!("patterns {patterns}, {classes} rooted classes: {difference}")
            })?;
        }
    }
    let (classes, trees) = (oracle.classes.len(), trees(&rooted));
    Ok(Some(Agreed { classes, rooted: rooted.symmetry.rooted.len(), trees, is_chosen }))
}

fn labelled(engine: Engine) -> Strategy {
    let (classes, patterns, asks_first) = (Classes::Labelled, false, false);
    let compiles = CompileWhen::Never;
    Strategy { engine, classes, patterns, asks_first, compiles, static_breaking: false }
}

/// Lets the evaluator choose the instances from all assignments that the declarations allow; false if these
/// are too many.
///
/// # Errors
/// An instance that one of both has not.
fn compare_with_chosen(
    spec: &Spec,
    problem: &Problem<'_>,
    instances: &[Instance],
    meaning: Meaning,
) -> Result<bool, String> {
    let mut model = problem.question.model.clone();
    model.facts.retain(|fact| fact.origin != FactOrigin::Written);
    let goal =
        Formula { kind: FormulaKind::Constant(true), ..problem.question.command.goal.clone() };
    let command = Command { goal, ..problem.question.command.clone() };
    let asked = Question { model: &model, command: &command, ..problem.question.clone() };
    let declared = Problem { question: asked, symmetry: problem.symmetry.clone() };
    if spec.has_more_than(&declared, labelled(Engine::Enumerator), MOST_ASSIGNMENTS) {
        return Ok(false);
    }
    let found: BTreeSet<Key> = instances.iter().map(|instance| key(instance, meaning)).collect();
    let assignments = spec.instances(&declared, labelled(Engine::Enumerator));
    let mut chosen = assignments.iter().filter(|instance| problem.fault(instance).is_none());
    match chosen.find(|instance| !found.contains(&key(instance, meaning))) {
        None => Ok(true),
        Some(missed) => Err(format!("varisat missed\n{}", show(problem, missed))),
    }
}

/// The number of rooted classes that probing shows to be trees.
fn trees(problem: &Problem<'_>) -> usize {
    if problem.symmetry.rooted.is_empty() {
        return 0;
    }
    let translation = problem
        .translate(Contents::default(), &Effort::default())
        .expect("it was translated before");
    let (cnf, projection) = (&translation.cnf, &translation.projection);
    let mut search = Enumerator::new(cnf, projection, Default::default(), Effort::default());
    if search.probe().is_none() {
        return 0;
    }
    let rooted = problem.symmetry.rooted.iter();
    rooted.filter(|rooted| is_tree(rooted, &translation, &mut search)).count()
}

fn is_tree(rooted: &RootedClass, translation: &Translation, search: &mut Enumerator) -> bool {
    let literals = translation.literals();
    leading(rooted).into_iter().all(|cells| {
        let open: Vec<_> = cells.iter().filter_map(|cell| literals.get(*cell).copied()).collect();
        search.are_exclusive(&open)
    })
}
