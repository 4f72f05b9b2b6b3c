//! The line that is missing in a predicate, from heaps that it must allow and heaps that it must not.
//!
//! *Problem.* An invariant is easy to recognise and hard to write. *Choice.* The sentences that people write of their
//! structures are a small grammar (`terms`) over the words of the spec (`vocabulary`). Each is read by the
//! language and judged by the evaluator. Of those that hold of all good heaps, a cheapest choice is proposed that
//! excludes every bad one (`crate::question::covering`). Where several choices fit, an instance of the scope tells the
//! best two apart, and a person says whether it is good (`Learning::question`): of such instances one that breaks as
//! few other terms as possible, so that the answer is about these two, and a bad one can be excluded in few ways.
//! *Rejected.* Terms made from the syntax of expressions up to a size: at the size of "sorted along" there are
//! millions, and what is found first reads like none that a person would write.
//!
//! Sources: the grammar of terms is that of invariants in specs/ and in the literature that they name; to ask where
//! hypotheses disagree is query by committee (Seung, Opper, Sompolinsky 1992), to ask about what is nearly an example is
//! Angluin's way with monomials (Queries and concept learning, 1988).

mod agreement;
mod distinctions;
mod question;
mod separation;
mod terms;
#[cfg(test)]
mod tests;
mod values;
mod vocabulary;
mod words;

use std::collections::HashSet;
use std::fmt;

use korrel_enumerate::Meaning;
use korrel_enumerate::heap::Schema;
use korrel_enumerate::questions::formula::{denied, in_all};
use korrel_heapgraph::counted;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Formula, Model, Value};
use korrel_lang::parse::parse_expression;
use korrel_lang::resolve::ExpressionSession;
use korrel_lang::spec::Mistakes;
use korrel_lang::{code, visible::visible};
use korrel_sat::Effort;
use serde::Serialize;

use crate::question::covering::{ColumnChoice, CoverColumn, cheapest};
use crate::question::evaluation::{GivenHeap, RecordInstances};
use crate::question::expressions::one_state;
use crate::question::first::{amount, first};
use crate::question::{Amount, NoAnswer, ShownInstance, SpecCommand};
use crate::stream::plain_header;

pub use self::agreement::Agreement;
pub use self::question::{AskingEnd, LearnQuestion};
pub use self::separation::{FoundRules, NearRule, Nearness, Rule, Separation};
use self::terms::terms;
use self::vocabulary::Vocabulary;

/// A heap that somebody says is good, or bad.
#[derive(Clone, Debug)]
pub struct Example {
    /// The heap as messages call it: `good.jsonl, line 3`.
    pub name: String,
    pub is_good: bool,
    pub heap: GivenHeap,
}

/// The search for conjuncts that a predicate lacks.
///
/// Invariant: `truths` has a row for each world and a column for each term; the first worlds are the examples.
pub struct Learning {
    asked: SpecCommand,
    schema: Schema,
    predicate: Formula,
    terms: Vec<LearntTerm>,
    names: Vec<String>,
    /// Whether it is good, by example.
    verdicts: Vec<bool>,
    truths: Vec<Vec<bool>>,
    /// The bad examples that the predicate excludes already.
    excluded: Vec<String>,
    pool: Vec<ShownInstance>,
    pool_truths: Vec<Vec<bool>>,
    /// The terms that hold of all good examples.
    fitting: Vec<usize>,
    /// Those of them that do not hold of all bad ones.
    alive: Vec<usize>,
    /// The last conjunction whose first instances were taken into the pool.
    listed: Option<Vec<usize>>,
    /// The number of answers, and of questions about terms that no bad example asks for.
    questions: usize,
    probes: usize,
}

#[derive(Clone, Debug)]
struct LearntTerm {
    text: String,
    size: usize,
    formula: Formula,
}

/// A conjunct that is proposed.
#[derive(Clone, Debug)]
pub struct LearntConjunct {
    pub text: String,
    /// One for what it says, and the names and signs in what it says it of.
    pub size: usize,
    /// The number of bad heaps that it excludes: of few, another conjunct may be meant.
    pub bad: usize,
    /// The instances that the predicate allows and the conjunct does not.
    pub excludes: Amount,
    /// The smallest of these.
    pub example: Option<ShownInstance>,
}

/// A good and a bad heap between which the grammar has no conjunct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inseparable {
    /// Missing if no term excludes the bad one at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub good: Option<String>,
    pub bad: String,
    /// Terms that hold of the good one and not of the bad one, smallest first. Each fails for some other good heap.
    pub differing: Vec<String>,
    /// The number of terms that were tried.
    #[serde(skip)]
    pub tried: usize,
}

/// More terms are not named in a message.
const NAMED: usize = 3;

impl fmt::Display for Inseparable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bad, tried) = (visible(&self.bad), counted(self.tried, "term"));
        let Some(good) = self.good.as_deref().map(visible) else {
            return write!(f, "{bad}: no term excludes this heap ({tried} tried)");
        };
        if self.differing.is_empty() {
            return write!(
                f,
                "{bad}: none of {tried} tells this bad heap from the good one of {good}"
            );
        }
        let named = self.differing.iter().take(NAMED).map(|term| format!("`{}`", visible(term)));
        let named = named.collect::<Vec<_>>().join(", ");
        let rest = match self.differing.len().saturating_sub(NAMED) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        write!(
            f,
            "{bad}: no term excludes this heap and holds of all good ones ({tried} tried); {good}, which is good, is most \
             like it: of it hold {named}{rest}, each of which fails for another good heap"
        )
    }
}

/// The number of conjunctions that vote, and how much more than the best one they may cost.
const COMMITTEE: usize = 24;
const SLACK: u64 = 2;

impl Learning {
    /// So many rivals are looked for.
    pub const MOST_RIVALS: usize = COMMITTEE - 1;

    /// `asked`: a command with the predicate's roots.
    ///
    /// # Errors
    /// A predicate that means nothing in the spec; a command about traces; a heap that does not fit, or a good one that
    /// the predicate excludes.
    pub fn new(
        asked: &SpecCommand,
        predicate: &str,
        examples: &[Example],
    ) -> Result<Learning, Mistakes> {
        if asked.spec.model.is_temporal(&asked.command) {
            let message = "conjuncts are learnt of single states, and this command is about traces";
            return Err(asked.spec.mistake(Diagnostic::new(code::TEMPORAL, message)));
        }
        let words = Vocabulary::new(&asked.spec, &asked.command);
        // Its mistakes are told; it is read again beside the terms.
        let (read, whole) = asked.formulas(&[predicate.to_owned()])?;
        one_state(&whole, &read, &[predicate.to_owned()])?;
        let candidates = terms(&asked.spec.model, &words);
        let own = terms::Term { text: predicate.to_owned(), size: 0 };
        let (mut terms, asked) = resolved(asked, [own].into_iter().chain(candidates));
        let predicate = terms.remove(0).formula;
        let schema = Schema::of(&asked.spec, &asked.command)?;
        let learning = Learning {
            asked,
            schema,
            predicate,
            terms,
            names: Vec::new(),
            verdicts: Vec::new(),
            truths: Vec::new(),
            excluded: Vec::new(),
            pool: Vec::new(),
            pool_truths: Vec::new(),
            fitting: Vec::new(),
            alive: Vec::new(),
            listed: None,
            questions: 0,
            probes: 0,
        };
        learning.with(examples)
    }

    fn with(mut self, examples: &[Example]) -> Result<Learning, Mistakes> {
        let spec = &self.asked.spec;
        let records = RecordInstances::new(spec, &self.asked.command, self.schema.clone())?;
        for Example { name, is_good, heap } in examples {
            let misfit = |why: &str| {
                let message = format!("{}: the heap does not fit the spec: {why}", visible(name));
                self.asked.spec.mistake(Diagnostic::new(code::HEAP, message))
            };
            if let Some(repeat) = heap.repeats.first() {
                return Err(misfit(&repeat.to_string()));
            }
            let [state] = &heap.states[..] else {
                return Err(misfit("it has two states, and conjuncts are learnt of single ones"));
            };
            let instance = records.instance(&state.json).map_err(|why| misfit(&why))?.instance;
            match (self.is_allowed(&instance), is_good) {
                (Err(what), _) => return Err(misfit(&what)),
                (Ok(None), _) => {
                    let truths = self.judged(&instance, 0..self.terms.len());
                    self.truths.push(truths);
                    self.names.push(name.clone());
                    self.verdicts.push(*is_good);
                }
                (Ok(Some(_)), false) => self.excluded.push(name.clone()),
                (Ok(Some(what)), true) => {
                    let message = format!(
                        "{}: {what} excludes this heap, which should be good",
                        visible(name)
                    );
                    let help = "conjuncts only exclude more; weaken what excludes it first, or give it as `--bad`";
                    let mistake = Diagnostic::new(code::HEAP, message).help(help);
                    return Err(self.asked.spec.mistake(mistake));
                }
            }
        }
        self.revive();
        Ok(self)
    }

    /// What excludes an instance already: the predicate, or a fact.
    ///
    /// # Errors
    /// Why the evaluator gives up.
    fn is_allowed(&self, instance: &Instance) -> Result<Option<String>, String> {
        let model = &self.asked.spec.model;
        let mut evaluator = Evaluator::new(model, instance).limited();
        let fact = model.facts.iter().find(|fact| !evaluator.formula(&fact.formula));
        let what = match fact {
            Some(fact) => Some(format!("the fact `{}`", fact.name)),
            None => {
                let asked = [&self.asked.command.declared, &self.predicate];
                let holds = asked.into_iter().all(|formula| evaluator.formula(formula));
                (!holds).then(|| "the predicate".to_owned())
            }
        };
        match evaluator.excess() {
            Some(excess) => Err(format!("the evaluator would have to {}", excess.what)),
            None => Ok(what),
        }
    }

    fn judged(&self, instance: &Instance, terms: impl Iterator<Item = usize>) -> Vec<bool> {
        judged(&self.asked.spec.model, &self.terms, instance, terms)
    }

    /// The spec that the conjuncts are resolved in.
    pub fn asked(&self) -> &SpecCommand {
        &self.asked
    }

    /// The header of a stream of instances as they are asked about.
    pub fn header(&self) -> String {
        plain_header(&self.asked, &self.schema, None)
    }

    /// The bad heaps that the predicate, or a fact, excludes already.
    pub fn excluded_already(&self) -> &[String] {
        &self.excluded
    }

    /// Finds the terms that hold of all good examples and fail for some bad one.
    fn revive(&mut self) {
        let holds = |term: &usize, is_good: bool| {
            let worlds = self.verdicts.iter().zip(&self.truths);
            worlds.filter(|(good, _)| **good == is_good).all(|(_, truths)| truths[*term])
        };
        self.fitting = (0..self.terms.len()).filter(|at| holds(at, true)).collect();
        self.alive = self.fitting.iter().filter(|at| !holds(at, false)).copied().collect();
    }

    fn bad(&self) -> impl Iterator<Item = usize> {
        (0..self.verdicts.len()).filter(|world| !self.verdicts[*world])
    }

    /// Of terms that agree on all that is known, the first; smallest first.
    fn distinct(&self, mut terms: Vec<usize>) -> Vec<usize> {
        let alike = |term: usize| {
            let examples = self.truths.iter().map(move |truths| truths[term]);
            let pool = self.pool_truths.iter().map(move |truths| truths[term]);
            examples.chain(pool).collect::<Vec<bool>>()
        };
        terms.sort_by_key(|at| (self.terms[*at].size, *at));
        let mut seen = HashSet::new();
        terms.retain(|at| seen.insert(alike(*at)));
        terms
    }

    /// The cheapest conjunctions, by places of terms.
    fn committee(&self) -> Vec<ColumnChoice> {
        let order = self.distinct(self.alive.clone());
        let bad: Vec<usize> = self.bad().filter(|world| self.has_term(*world)).collect();
        let column = |term: &usize| CoverColumn {
            // One for the `and`.
            cost: self.terms[*term].size as u64 + 1,
            covers: bad.iter().map(|world| !self.truths[*world][*term]).collect(),
        };
        let columns: Vec<CoverColumn> = order.iter().map(column).collect();
        let choices = cheapest(&columns, bad.len(), COMMITTEE, SLACK);
        let terms = |choice: ColumnChoice| {
            let columns = choice.columns.into_iter().map(|column| order[column]).collect();
            ColumnChoice { columns, ..choice }
        };
        choices.found.into_iter().map(terms).collect()
    }

    /// The cheapest conjunction, smallest conjunct first.
    fn best(&self) -> Vec<usize> {
        let mut terms = self.committee().into_iter().next().map_or(Vec::new(), |best| best.columns);
        terms.sort_by_key(|at| (self.terms[*at].size, *at));
        terms
    }

    /// True if some term excludes a bad example, and no good one.
    fn has_term(&self, world: usize) -> bool {
        self.alive.iter().any(|term| !self.truths[world][*term])
    }

    /// A bad example that no conjunction of terms excludes, with the good one that is most like it.
    pub fn inseparable(&self) -> Option<Inseparable> {
        self.bad().find(|world| !self.has_term(*world)).map(|bad| self.most_like(bad))
    }

    /// The good heap that is most like a bad one that no term excludes.
    fn most_like(&self, bad: usize) -> Inseparable {
        let unlike = |good: &usize| {
            let both = self.truths[*good].iter().zip(&self.truths[bad]);
            both.filter(|(good, bad)| good != bad).count()
        };
        let good = (0..self.verdicts.len()).filter(|world| self.verdicts[*world]);
        let good = good.min_by_key(|world| (unlike(world), *world));
        let differing = good.map_or(Vec::new(), |good| {
            let terms = 0..self.terms.len();
            terms.filter(|term| self.truths[good][*term] && !self.truths[bad][*term]).collect()
        });
        let differing = self.distinct(differing).into_iter();
        Inseparable {
            bad: self.names[bad].clone(),
            differing: differing.map(|term| self.terms[term].text.clone()).collect(),
            good: good.map(|world| self.names[world].clone()),
            tried: self.terms.len(),
        }
    }

    /// The number of terms that were tried.
    pub fn tried(&self) -> usize {
        self.terms.len()
    }

    /// The number of bad heaps that the predicate allows.
    pub fn bad_count(&self) -> usize {
        self.bad().count()
    }

    /// The number of other conjunctions that fit the examples, and are about as small as the best one; no more than
    /// [`Learning::MOST_RIVALS`] are looked for. Answers to questions tell them apart.
    pub fn rivals(&self) -> usize {
        self.committee().len().saturating_sub(1)
    }

    /// The texts of the conjunction that is best so far.
    pub fn texts(&self) -> Vec<String> {
        self.best().into_iter().map(|term| self.terms[term].text.clone()).collect()
    }

    /// The conjunction that is best so far, and what each of its conjuncts excludes.
    ///
    /// # Errors
    /// A conjunct that cannot be translated; a stop.
    pub fn conjuncts(
        &self,
        meaning: Meaning,
        effort: &Effort,
    ) -> Result<Vec<LearntConjunct>, NoAnswer> {
        let conjunct = |term: usize| {
            let LearntTerm { text, size, formula } = &self.terms[term];
            let broken = in_all(vec![self.predicate.clone(), denied(formula)], formula.span);
            let how = (meaning, effort);
            let (shown, _) = first(&self.asked, broken.clone(), &self.schema, how, 1)?;
            let excludes = amount(&self.asked, broken, meaning, effort)?;
            let example = shown.into_iter().next();
            let bad = self.bad().filter(|world| !self.truths[*world][term]).count();
            Ok(LearntConjunct { text: text.clone(), size: *size, bad, excludes, example })
        };
        self.best().into_iter().map(conjunct).collect()
    }
}

/// The truth of some terms; of the others, false. A term that the evaluator gives up on is not true of anything.
fn judged(
    model: &Model,
    terms: &[LearntTerm],
    instance: &Instance,
    which: impl Iterator<Item = usize>,
) -> Vec<bool> {
    let mut evaluator = Evaluator::new(model, instance).limited();
    let mut truths = vec![false; terms.len()];
    for term in which {
        let holds = evaluator.formula(&terms[term].formula);
        if evaluator.excess().is_some() {
            evaluator = Evaluator::new(model, instance).limited();
        } else {
            truths[term] = holds;
        }
    }
    truths
}

/// The terms that mean something in the spec, given ones and those without a warning, and the spec with them.
fn resolved(
    asked: &SpecCommand,
    candidates: impl Iterator<Item = terms::Term>,
) -> (Vec<LearntTerm>, SpecCommand) {
    let SpecCommand { spec, command } = asked;
    let mut session = ExpressionSession::new(&spec.program).expect("the spec was resolved before");
    let mut sources = spec.sources.clone();
    let mut read = Vec::new();
    for (number, term) in candidates.enumerate() {
        let file = sources.add(format!("term {number}"), term.text.as_str());
        session.read(&sources, file);
        let Ok(expr) = parse_expression(&sources, file) else { continue };
        if let Ok((Value::Formula(formula), warnings)) = session.resolve(&command.parameters, &expr)
            && (term.size == 0 || warnings.is_empty())
        {
            read.push(LearntTerm { text: term.text, size: term.size, formula });
        }
    }
    let mut spec = spec.clone();
    (spec.sources, spec.model) = (sources, session.into_model());
    (read, SpecCommand { spec, command: command.clone() })
}
