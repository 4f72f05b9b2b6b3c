//! Given heaps, judged by a spec: which facts and formulas each violates, and what expressions are on it.
//!
//! ```text
//! Spec, Command, texts ─► Evaluation   resolved once
//! JSON ─► GivenHeap ─► Judgement       misfits, violations and values, atoms as the heap calls them
//! ```
//!
//! There is no search and no scope: a heap is judged as it is, and arithmetic is exact.

mod examples;
mod given;
mod judge;
mod message;
mod record;
mod trace;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use korrel_enumerate::heap::{Extent, Keys, Schema};
use korrel_lang::conjuncts::Conjunct;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind, Formula, FormulaKind, Value, VariableId};
use korrel_lang::parse::parse_expression;
use korrel_lang::resolve::ExpressionSession;
use korrel_lang::source::Sources;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_translate::{Overflow, Scopes};

use crate::question::conjuncts::{conjuncts_of, said_conjuncts};
use crate::question::{ConjunctName, SpecCommand};

pub use examples::{JudgedExample, JudgedPredicate, judge_examples, truths};
pub use given::{GivenHeap, GivenState};
pub use judge::{Answer, Findings, Judgement, Violation};
pub use record::{RecordInstance, RecordInstances, RecordTrace};

/// Expressions about the heaps of a command.
///
/// Invariant: `texts` is as long as `values`.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The spec, with the texts of the expressions and the declarations that they added.
    spec: Spec,
    schema: Schema,
    extent: Extent,
    texts: Vec<String>,
    values: Vec<Value>,
    atoms: NamedAtoms,
    /// Once it is raised, a heap is given up.
    flag: Arc<AtomicBool>,
}

/// The atoms that expressions name, `Node$0`, and the variables that stand for them in the values.
type NamedAtoms = Vec<(String, VariableId)>;

impl Evaluation {
    /// Resolves expressions in which the parameters of the command are the roots. If none of them is a formula, that of the
    /// command is judged, too. `warn` is told of what they probably do not mean.
    ///
    /// # Errors
    /// Expressions that mean nothing in the spec, a scope that cannot be, or names that clash.
    pub fn new(
        spec: &Spec,
        command: &Command,
        expressions: &[String],
        warn: &mut dyn FnMut(&Sources, &[Diagnostic]),
    ) -> Result<Evaluation, Mistakes> {
        let mut evaluation = Evaluation::of_expressions(spec, command, expressions, warn)?;
        if evaluation.values.iter().any(|value| matches!(value, Value::Formula(_))) {
            return Ok(evaluation);
        }
        evaluation.texts.push(title(spec, command));
        evaluation.values.push(Value::Formula(own_formula(command)));
        let scopes = Scopes::new(&spec.model, command, Overflow::Forbid);
        let scopes = scopes.map_err(|diagnostic| spec.mistake(diagnostic))?;
        let model = &evaluation.spec.model;
        evaluation.extent = Extent::new(model, command, &scopes, &evaluation.values);
        Ok(evaluation)
    }

    /// Resolves expressions in which the parameters of the command are the roots. The command's own formula is not judged.
    ///
    /// # Errors
    /// Expressions that mean nothing in the spec, a scope that cannot be, or names that clash.
    pub fn of_expressions(
        spec: &Spec,
        command: &Command,
        expressions: &[String],
        warn: &mut dyn FnMut(&Sources, &[Diagnostic]),
    ) -> Result<Evaluation, Mistakes> {
        let schema = Schema::of(spec, command)?;
        let scopes = Scopes::new(&spec.model, command, Overflow::Forbid);
        let scopes = scopes.map_err(|diagnostic| spec.mistake(diagnostic))?;
        let mut spec = spec.clone();
        let (values, atoms) = resolved(&mut spec, command, expressions, warn)?;
        let texts = expressions.to_vec();
        let extent = Extent::new(&spec.model, command, &scopes, &values);
        Ok(Evaluation { spec, schema, extent, texts, values, atoms, flag: Arc::default() })
    }

    /// Evaluates each conjunct of what a command runs, or of what it asserts; their names in order.
    ///
    /// # Errors
    /// A scope that cannot be, or names that clash.
    pub fn of_conjuncts(asked: &SpecCommand) -> Result<(Evaluation, Vec<ConjunctName>), Mistakes> {
        let SpecCommand { spec, command } = asked;
        let schema = Schema::of(spec, command)?;
        let scopes = Scopes::new(&spec.model, command, Overflow::Forbid);
        let scopes = scopes.map_err(|diagnostic| spec.mistake(diagnostic))?;
        let (conjuncts, names) = named_conjuncts(asked);
        let texts = names.iter().map(|name| name.text.clone()).collect();
        let values: Vec<Value> =
            conjuncts.into_iter().map(|conjunct| Value::Formula(conjunct.formula)).collect();
        let extent = Extent::new(&spec.model, command, &scopes, &values);
        let evaluation = Evaluation {
            spec: spec.clone(),
            schema,
            extent,
            texts,
            values,
            atoms: Vec::new(),
            flag: Arc::default(),
        };
        Ok((evaluation, names))
    }

    /// A heap is given up as too large once the flag is raised.
    pub fn until(self, flag: Arc<AtomicBool>) -> Evaluation {
        Evaluation { flag, ..self }
    }

    /// True once that flag is raised.
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The spec, whose sources have the texts of the expressions.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The types of the heaps.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// What finds the keys of heaps.
    pub fn keys(&self) -> Keys {
        Keys::new(&self.schema)
    }

    /// The texts of what is evaluated, in the order of the answers.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }
}

/// The values of the expressions, and the atoms that they name.
fn resolved(
    spec: &mut Spec,
    command: &Command,
    expressions: &[String],
    warn: &mut dyn FnMut(&Sources, &[Diagnostic]),
) -> Result<(Vec<Value>, NamedAtoms), Mistakes> {
    let mut session = ExpressionSession::new(&spec.program).expect("the spec was resolved before");
    let (mut values, mut mistakes) = (Vec::new(), Vec::new());
    for (number, text) in (1..).zip(expressions) {
        let file = spec.sources.add(format!("expression {number}"), text);
        session.read(&spec.sources, file);
        let parsed = parse_expression(&spec.sources, file).map_err(|mistake| vec![mistake]);
        match parsed.and_then(|expr| session.resolve(&command.parameters, &expr)) {
            Ok((value, warnings)) => {
                warn(&spec.sources, &warnings);
                values.push(value);
            }
            Err(found) => mistakes.extend(found),
        }
    }
    if !mistakes.is_empty() {
        return Err(spec.mistakes(mistakes));
    }
    let atoms = session.atoms().to_vec();
    spec.model = session.into_model();
    Ok((values, atoms))
}

/// The conjuncts of what a command runs, or of what it asserts, but those that say nothing.
fn named_conjuncts(asked: &SpecCommand) -> (Vec<Conjunct>, Vec<ConjunctName>) {
    let SpecCommand { spec, command } = asked;
    if command.kind == CommandKind::Run {
        return said_conjuncts(asked);
    }
    let asserted = conjuncts_of(spec, &own_formula(command));
    let names = ConjunctName::of_all(spec, &asserted, &command.label);
    (asserted, names)
}

/// A command by its label, or as it is written if it has none.
fn title(spec: &Spec, command: &Command) -> String {
    match command.label.contains('$') {
        true => spec.text(command),
        false => command.label.clone(),
    }
}

/// The formula that a `run` asks for, or that a `check` asserts.
fn own_formula(command: &Command) -> Formula {
    match (command.kind, &command.goal.kind) {
        (CommandKind::Check, FormulaKind::Not(asserted)) => (**asserted).clone(),
        _ => command.goal.clone(),
    }
}
