//! The question that is asked about each heap.

use korrel_enumerate::heap::{Extent, Schema};
use korrel_lang::model::{Command, CommandKind, Formula, FormulaKind, Model, Value, VariableId};
use korrel_lang::parse::parse_expression;
use korrel_lang::resolve::Session;
use korrel_lang::spec::Spec;
use korrel_translate::{Overflow, Scopes};

use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// Invariant: `texts` is as long as `values`.
pub struct Questions {
    /// The spec's model, with the declarations that the expressions added.
    pub model: Model,
    pub schema: Schema,
    pub extent: Extent,
    pub texts: Vec<String>,
    pub values: Vec<Value>,
    /// The atoms that expressions name, `Node$0`, and the variables that stand for them in the
    /// values.
    pub atoms: Atoms,
}

/// Names of atoms, and the variables that stand for them.
type Atoms = Vec<(String, VariableId)>;

impl Questions {
    /// # Errors
    /// Expressions that mean nothing in the spec; a scope that cannot be; names that clash.
    pub fn new(
        spec: &mut Spec,
        command: Command,
        expressions: &[String],
        report: &Reporter,
    ) -> Result<Questions, Error> {
        let schema = Schema::of(spec, &command)?;
        let scopes = Scopes::new(&spec.model, &command, Overflow::Forbid);
        let scopes = scopes.map_err(|diagnostic| Error::about(spec, diagnostic))?;
        let (model, mut values, atoms) = resolved(spec, &command, expressions, report)?;
        let mut texts = expressions.to_vec();
        if expressions.is_empty() {
            texts.push(title(spec, &command));
            values.push(Value::Formula(own_formula(&command)));
        }
        let extent = Extent::new(&model, &command, &scopes, &values);
        Ok(Questions { model, schema, extent, texts, values, atoms })
    }
}

fn resolved(
    spec: &mut Spec,
    command: &Command,
    expressions: &[String],
    report: &Reporter,
) -> Result<(Model, Vec<Value>, Atoms), Error> {
    let mut session = Session::new(&spec.program).expect("the spec was resolved before");
    let (mut values, mut mistakes) = (Vec::new(), Vec::new());
    for (number, text) in (1..).zip(expressions) {
        let file = spec.sources.add(format!("expression {number}"), text);
        session.read(&spec.sources, file);
        let parsed = parse_expression(&spec.sources, file).map_err(|mistake| vec![mistake]);
        match parsed.and_then(|expr| session.resolve(&command.parameters, &expr)) {
            Ok((value, warnings)) => {
                report.remarks(&spec.sources, &warnings);
                values.push(value);
            }
            Err(found) => mistakes.extend(found),
        }
    }
    let atoms = session.atoms().to_vec();
    let model = session.into_model();
    match mistakes.is_empty() {
        true => Ok((model, values, atoms)),
        false => Err(Error::Spec(Box::new(spec.sources.clone()), mistakes)),
    }
}

/// A command by its label, or as it is written if it has none.
fn title(spec: &Spec, command: &Command) -> String {
    match command.label.contains('$') {
        true => spec.text(command, None),
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
