//! Contradictions of random specs: what is named contradicts itself, and each named part is needed.
//!
//! The witness is the evaluator, which tries all values of all relations. It is asked about the spec from which all
//! is taken out that the core does not name, and then about the same with one more part taken out at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use korrel_enumerate::{Conflict, Meaning, Problem, conflict};
use korrel_lang::conjuncts::conjuncts;
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Formula, FormulaKind, Model, Quantifier, SigId, Value, VariableId};
use korrel_lang::tuples::TupleSet;
use korrel_sat::Effort;
use korrel_tests::{Spec, open_cells};
use korrel_translate::{PartOrigin, SubFormula};

use crate::generator::Generator;
use crate::setting;

/// All values are tried for each part of a core.
const MOST_CELLS: usize = 9;

/// The greatest number of conjuncts that a goal is taken apart into.
const MOST_CONJUNCTS: usize = 400;

/// A part that is not needed sends the author to the wrong line, and one that is missing leaves no contradiction.
#[test]
fn cores_of_random_specs_are_contradictions_and_minimal() {
    let (count, seed) = (setting("KORREL_RANDOM_SPECS", 200), setting("KORREL_RANDOM_SEED", 1));
    let mut generator = Generator::new(seed ^ 54);
    let (mut done, mut parts, mut smaller) = (0, 0, 0);
    while done < count {
        let text = generator.spec();
        let spec = Spec::new(&text);
        let command = spec.first();
        let problem = spec.problem(&command, Meaning::default());
        if open_cells(&problem) > MOST_CELLS || problem.check_judged().is_err() {
            continue;
        }
        // A quantifier that is left out, or an instance.
        let found = conflict(&problem.question, 100_000, &Effort::default());
        let Some(core) = found.unwrap_or_else(|why| panic!("{why:?}\n{text}")) else { continue };
        if let Some(fault) = fault(&problem, &core) {
            panic!("seed {seed}, spec {done}: {fault}\n{core:?}\n{text}");
        }
        done += 1;
        parts += core.sub_formulas.as_ref().map_or(0, Vec::len);
        smaller += u64::from(core.parts.iter().any(|(_, needed)| !needed.is_empty()));
    }
    // A test of whole facts only, or of single comparisons, would test little.
    assert!(smaller * 4 > count, "only {smaller} of {count} go into a formula");
    assert!(parts as u64 > count, "{parts} sub-formulas in {count} cores");
}

fn fault(problem: &Problem<'_>, core: &Conflict) -> Option<String> {
    let Some(needed) = core.sub_formulas.as_ref().filter(|_| core.is_minimal) else {
        return Some("small specs have minimal cores".to_string());
    };
    let is_scope = |(origin, _): &(PartOrigin, _)| match origin {
        PartOrigin::Scope(sig) => Some(*sig),
        _ => None,
    };
    let scopes: Vec<SigId> = core.parts.iter().filter_map(is_scope).collect();
    if Remains::of(problem, core, needed).has_instance(problem, &scopes) {
        return Some("the core is no contradiction".to_string());
    }
    for (at, sub) in needed.iter().enumerate() {
        let others = [&needed[..at], &needed[at + 1..]].concat();
        if !Remains::of(problem, core, &others).has_instance(problem, &scopes) {
            return Some(format!("not needed: {sub:?}"));
        }
    }
    for sig in &scopes {
        let others: Vec<SigId> = scopes.iter().copied().filter(|other| other != sig).collect();
        if !Remains::of(problem, core, needed).has_instance(problem, &others) {
            return Some(format!("the scope of {sig:?} is not needed"));
        }
    }
    None
}

/// What is left of a spec.
struct Remains {
    formulas: Vec<Formula>,
}

impl Remains {
    /// The parts of the core, in which no other sub-formulas than these say anything.
    fn of(problem: &Problem<'_>, core: &Conflict, kept: &[SubFormula]) -> Remains {
        let (model, command) = (problem.question.model, problem.question.command);
        let is_named = |one: PartOrigin| core.parts.iter().any(|(origin, _)| *origin == one);
        let facts = model.facts.iter().enumerate();
        let facts = facts.filter(|(at, _)| is_named(PartOrigin::Fact(*at)));
        let goal = conjuncts(model, &command.goal, MOST_CONJUNCTS).into_iter().filter(|part| {
            let function = part.calls.last().map(|(function, _)| *function);
            is_named(PartOrigin::Goal(part.span, function))
        });
        let all = facts.map(|(_, fact)| fact.formula.clone()).chain(goal.map(|part| part.formula));
        let left = |formula: Formula| {
            let mut weaker = Weaker { model, kept, lets: BTreeMap::new() };
            weaker.of(&formula, true)
        };
        Remains { formulas: all.map(left).collect() }
    }

    /// True if some values of the relations satisfy it, with sigs of these within their scopes.
    fn has_instance(&self, problem: &Problem<'_>, scopes: &[SigId]) -> bool {
        let question = &problem.question;
        let universe = Arc::clone(question.bounds.universe());
        let mut instance = Instance::empty(question.model, universe);
        for (variable, bound) in question.bounds.parameters() {
            let empty = TupleSet::empty(bound.upper.atoms(), bound.upper.arity());
            instance.relations.declare(*variable, empty);
        }
        let relations: Vec<Relation> = question.bounds.relations().collect();
        self.any(problem, scopes, &relations, &mut instance)
    }

    fn any(
        &self,
        problem: &Problem<'_>,
        scopes: &[SigId],
        open: &[Relation],
        instance: &mut Instance,
    ) -> bool {
        let question = &problem.question;
        let Some((&relation, rest)) = open.split_first() else {
            instance.close_universe(question.model);
            let is_within = |sig: &SigId| {
                let sizes = question.scopes.sizes(*sig).expect("it has a scope");
                (sizes.min as usize..=sizes.max as usize).contains(&instance.sig(*sig).len())
            };
            let mut evaluator = Evaluator::new(question.model, instance);
            return scopes.iter().all(is_within)
                && self.formulas.iter().all(|formula| evaluator.formula(formula));
        };
        let bound = question.bounds.get(relation);
        let cells: Vec<_> = bound.upper.difference(&bound.lower).tuples().collect();
        (0..1u64 << cells.len()).any(|choice| {
            let mut value = bound.lower.clone();
            let chosen = cells.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
            chosen.for_each(|(_, tuple)| value.insert(tuple));
            *instance.get_mut(relation) = value;
            self.any(problem, scopes, rest, instance)
        })
    }
}

/// A formula in which some sub-formulas only count.
struct Weaker<'m> {
    model: &'m Model,
    kept: &'m [SubFormula],
    lets: BTreeMap<VariableId, Formula>,
}

impl Weaker<'_> {
    fn of(&mut self, formula: &Formula, positive: bool) -> Formula {
        let span = formula.span;
        let is_kept = self.kept.contains(&SubFormula::new(formula, positive));
        let nothing = FormulaKind::Constant(positive);
        let kind = match &formula.kind {
            FormulaKind::Not(inner) => FormulaKind::Not(self.below(inner, !positive)),
            FormulaKind::And(parts) if !parts.is_empty() => {
                FormulaKind::And(self.all(parts, positive))
            }
            FormulaKind::Or(parts) if !parts.is_empty() => {
                FormulaKind::Or(self.all(parts, positive))
            }
            FormulaKind::Implies(a, b) => {
                FormulaKind::Implies(self.below(a, !positive), self.below(b, positive))
            }
            FormulaKind::Conditional(c, a, b) => FormulaKind::Conditional(
                c.clone(),
                self.below(a, positive),
                self.below(b, positive),
            ),
            FormulaKind::Quantified { quantifier, declarations, body } => {
                if (*quantifier == Quantifier::Some) == positive && !is_kept {
                    return Formula { kind: nothing, span };
                }
                FormulaKind::Quantified {
                    quantifier: *quantifier,
                    declarations: declarations.clone(),
                    body: self.below(body, positive),
                }
            }
            FormulaKind::Let(variable, value, body) => {
                if let Value::Formula(value) = &**value {
                    self.lets.insert(*variable, value.clone());
                }
                FormulaKind::Let(*variable, value.clone(), self.below(body, positive))
            }
            FormulaKind::Variable(variable) => {
                return self.of(&self.lets[variable].clone(), positive);
            }
            FormulaKind::Call(function, arguments) => {
                let function = &self.model.functions[*function];
                let Value::Formula(body) = &function.body else {
                    unreachable!("a predicate's body is a formula")
                };
                let body = self.of(body, positive);
                let parameters = function.parameters.iter().flat_map(|one| &one.variables);
                let bound: Vec<_> = parameters.zip(arguments).collect();
                return bound.into_iter().rfold(body, |body, (&parameter, argument)| {
                    let value = Box::new(Value::Relation(argument.clone()));
                    Formula { kind: FormulaKind::Let(parameter, value, Box::new(body)), span }
                });
            }
            kept if is_kept => kept.clone(),
            _ => nothing,
        };
        Formula { kind, span }
    }

    fn below(&mut self, formula: &Formula, positive: bool) -> Box<Formula> {
        Box::new(self.of(formula, positive))
    }

    fn all(&mut self, formulas: &[Formula], positive: bool) -> Vec<Formula> {
        formulas.iter().map(|formula| self.of(formula, positive)).collect()
    }
}
