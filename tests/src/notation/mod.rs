//! A resolved spec in the notation in which Alloy prints its own: a field with its sig,
//! `(A <: f)`, so that it shows what each name stands for. Domains of variables are left out, and so
//! are brackets; names stand without the module's path.

mod expression;
mod sign;
#[cfg(test)]
mod tests;

use korrel_lang::model::{
    CommandKind, Declaration, Expr, Fact, FactOrigin, Formula, FormulaKind, FunctionId, Model,
    Quantifier, Value, VariableId,
};

use sign::{comparison_sign, count_word};

/// The functions, the commands and the facts of a model in Alloy's print, each with its name: `p`, `run$1`,
/// `A fact`. All facts without a name are one, `fact`, whose conjuncts are listed.
pub fn resolved(model: &Model) -> Vec<(String, String)> {
    let notation = Notation { model };
    let mut lines = Vec::new();
    for (_, function) in model.functions.iter() {
        lines.push((function.name.clone(), notation.value(&function.body)));
    }
    for (at, command) in model.commands.iter().enumerate() {
        let name = match (command.label.contains('$'), command.kind) {
            (false, _) => command.label.clone(),
            (true, CommandKind::Run) => format!("run${}", at + 1),
            (true, CommandKind::Check) => format!("check${}", at + 1),
        };
        lines.push((name, notation.formula(&command.goal)));
    }
    let mut facts: Vec<(String, String)> = Vec::new();
    for fact in model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written) {
        let (name, formula) = notation.fact(fact);
        match facts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, conjuncts)) => *conjuncts += &format!(", {formula}"),
            None => facts.push((name, formula)),
        }
    }
    lines.extend(facts);
    lines
}

struct Notation<'m> {
    model: &'m Model,
}

impl Notation<'_> {
    /// An appended fact without its quantifier.
    fn fact(&self, fact: &Fact) -> (String, String) {
        match (&fact.formula.kind, fact.name.strip_prefix("fact of ")) {
            (FormulaKind::Quantified { body, .. }, Some(sig)) => {
                (format!("{sig} fact"), self.formula(body))
            }
            _ => ("fact".to_owned(), self.formula(&fact.formula)),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Formula(formula) => self.formula(formula),
            Value::Relation(expr) => self.expr(expr),
            Value::Integer(int) => self.int(int),
        }
    }

    fn formula(&self, formula: &Formula) -> String {
        use FormulaKind as F;
        match &formula.kind {
            F::Constant(holds) => holds.to_string(),
            F::Not(inner) => match &inner.kind {
                F::Subset(a, b) => self.between(a, "!in", b),
                F::Equal(a, b) => self.between(a, "!=", b),
                _ => format!("! {}", self.formula(inner)),
            },
            F::And(_) => list("AND", self.parts(formula, true)),
            F::Or(_) => list("OR", self.parts(formula, false)),
            F::Implies(a, b) => format!("{} => {}", self.formula(a), self.formula(b)),
            F::Iff(a, b) => format!("{} <=> {}", self.formula(a), self.formula(b)),
            F::Conditional(c, a, b) => {
                format!("({} => {} else {})", self.formula(c), self.formula(a), self.formula(b))
            }
            F::Quantified { quantifier, declarations, body } => {
                let word = if *quantifier == Quantifier::All { "all" } else { "some" };
                format!("({word} {} | {})", self.names(declarations), self.formula(body))
            }
            F::Count(count, expr) => format!("{} {}", count_word(*count), self.expr(expr)),
            F::Subset(a, b) => self.between(a, "in", b),
            F::Equal(a, b) => self.between(a, "=", b),
            F::Compare(comparison, a, b) => {
                format!("{} {} {}", self.int(a), comparison_sign(*comparison), self.int(b))
            }
            F::TotalOrder(sets) => {
                list("TOTALORDER", sets.iter().map(|set| self.expr(set)).collect())
            }
            F::Let(variable, value, body) => self.let_in(*variable, value, &self.formula(body)),
            F::Variable(variable) => self.name(*variable),
            F::Call(function, arguments) => self.call(&self.function(*function), arguments),
            F::In(..) | F::Previously(_) | F::Temporal(..) => {
                unreachable!("Alloy's answers are about one state")
            }
        }
    }

    /// All conjuncts of a conjunction of conjunctions; the same for disjunctions.
    fn parts(&self, formula: &Formula, of_conjunction: bool) -> Vec<String> {
        match (&formula.kind, of_conjunction) {
            (FormulaKind::And(parts), true) | (FormulaKind::Or(parts), false) => {
                parts.iter().flat_map(|part| self.parts(part, of_conjunction)).collect()
            }
            _ => vec![self.formula(formula)],
        }
    }

    fn between(&self, a: &Expr, sign: &str, b: &Expr) -> String {
        format!("{} {sign} {}", self.expr(a), self.expr(b))
    }

    fn let_in(&self, variable: VariableId, value: &Value, body: &str) -> String {
        format!("(let {}= {} | {body})", self.name(variable), self.value(value))
    }

    fn call(&self, function: &str, arguments: &[Expr]) -> String {
        let arguments: Vec<String> = arguments.iter().map(|a| self.expr(a)).collect();
        if arguments.is_empty() {
            return function.to_owned();
        }
        format!("{function}[{}]", arguments.join(", "))
    }

    fn function(&self, function: FunctionId) -> String {
        self.model.functions[function].name.clone()
    }

    fn name(&self, variable: VariableId) -> String {
        self.model.variables[variable].name.clone()
    }

    fn names(&self, declarations: &[Declaration]) -> String {
        let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
        variables.map(|&variable| self.name(variable)).collect::<Vec<_>>().join(",")
    }
}

/// Alloy writes a conjunction of one part as that part, and one of none as `true`.
fn list(word: &str, mut parts: Vec<String>) -> String {
    match (parts.len(), word) {
        (0, "AND") => "true".to_owned(),
        (1, _) => parts.remove(0),
        _ => format!("{word}[{}]", parts.join(", ")),
    }
}
