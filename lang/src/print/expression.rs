//! Formulas, relations and numbers. Composed ones stand in parentheses.

use crate::model::{
    Comparison, Count, Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind,
    IntOp, Measure, Quantifier, Sig, SigId, State, TemporalOp, Value, VariableId,
};

use super::Printer;

impl<'m> Printer<'m> {
    pub(super) fn formula(&self, formula: &'m Formula) -> String {
        match &formula.kind {
            FormulaKind::Constant(true) => "(no none)".into(),
            FormulaKind::Constant(false) => "(some none)".into(),
            FormulaKind::Not(inner) => format!("(not {})", self.formula(inner)),
            FormulaKind::And(parts) => self.joined(parts, " and ", "(no none)"),
            FormulaKind::Or(parts) => self.joined(parts, " or ", "(some none)"),
            FormulaKind::Implies(a, b) => format!("({} => {})", self.formula(a), self.formula(b)),
            FormulaKind::Iff(a, b) => format!("({} <=> {})", self.formula(a), self.formula(b)),
            FormulaKind::Conditional(c, a, b) => self.choice(c, &self.formula(a), &self.formula(b)),
            FormulaKind::Quantified { quantifier, declarations, body } => {
                let word = match quantifier {
                    Quantifier::All => "all",
                    Quantifier::Some => "some",
                };
                format!("({word} {} | {})", self.declarations(declarations), self.formula(body))
            }
            FormulaKind::Count(count, expr) => {
                let word = match count {
                    Count::No => "no",
                    Count::Some => "some",
                    Count::Lone => "lone",
                    Count::One => "one",
                };
                format!("({word} {})", self.relation(expr))
            }
            FormulaKind::Subset(a, b) => format!("({} in {})", self.relation(a), self.relation(b)),
            FormulaKind::Equal(a, b) => format!("({} = {})", self.relation(a), self.relation(b)),
            FormulaKind::Compare(comparison, a, b) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "=<",
                };
                format!("({} {sign} {})", self.integer(a), self.integer(b))
            }
            FormulaKind::TotalOrder(parts) => self.total_order(parts),
            FormulaKind::Let(variable, value, body) => {
                self.binding(*variable, value, &self.formula(body))
            }
            FormulaKind::Variable(variable) => self.names.variables[*variable].clone(),
            FormulaKind::Call(function, arguments) => self.call(*function, arguments),
            FormulaKind::In(state, inner) => in_state(*state, &self.formula(inner), "after "),
            FormulaKind::Previously(inner) => format!("(before {})", self.formula(inner)),
            FormulaKind::Temporal(op, sides) => self.temporal(*op, sides),
        }
    }

    fn temporal(&self, op: TemporalOp, [a, b]: &'m [Formula; 2]) -> String {
        let (alone, truth, between) = match op {
            TemporalOp::Until => ("eventually", true, "until"),
            TemporalOp::Releases => ("always", false, "releases"),
            TemporalOp::Since => ("once", true, "since"),
            TemporalOp::Triggered => ("historically", false, "triggered"),
        };
        let other = self.formula(b);
        match a.kind {
            FormulaKind::Constant(constant) if constant == truth => format!("({alone} {other})"),
            _ => format!("({} {between} {other})", self.formula(a)),
        }
    }

    /// Prints `pred/totalOrder`. The order of an enum is that of its values.
    fn total_order(&self, parts: &'m [Expr; 3]) -> String {
        let order = format!("pred/totalOrder[{}]", self.arguments(parts.as_slice()));
        match parts[0].kind {
            ExprKind::Sig(sig) if self.model.sigs[sig].is_enum => {
                let values = &self.model.sigs[sig].children;
                let steps = values.windows(2).map(|pair| {
                    format!("{} -> {}", self.sig_name(pair[0]), self.sig_name(pair[1]))
                });
                let steps: String = steps.map(|step| format!(" + ({step})")).collect();
                format!("({order} and {} = (none -> none){steps})", self.relation(&parts[2]))
            }
            _ => order,
        }
    }

    pub(super) fn relation(&self, expr: &'m Expr) -> String {
        match &expr.kind {
            ExprKind::Empty => format!("({})", vec!["none"; expr.arity].join(" -> ")),
            ExprKind::Identity => "iden".into(),
            ExprKind::Sig(sig) => self.sig_name(*sig),
            ExprKind::Field(field) => {
                let at = if self.this.is_some() { "@" } else { "" };
                format!("{at}{}", self.names.fields[*field])
            }
            ExprKind::Variable(variable) if self.this == Some(*variable) => "this".into(),
            ExprKind::Variable(variable) => self.names.variables[*variable].clone(),
            // `*f'` is `(*f)'`.
            ExprKind::Unary(op, inner) => match inner.kind {
                ExprKind::In(..) => format!("({}({}))", op.sign(), self.relation(inner)),
                _ => format!("({}{})", op.sign(), self.relation(inner)),
            },
            ExprKind::Binary(op, a, b) => {
                format!("({} {} {})", self.relation(a), op.sign(), self.relation(b))
            }
            ExprKind::Conditional(c, a, b) => self.choice(c, &self.relation(a), &self.relation(b)),
            ExprKind::Comprehension(declarations, body) => {
                format!("{{ {} | {} }}", self.declarations(declarations), self.formula(body))
            }
            ExprKind::Let(variable, value, body) => {
                self.binding(*variable, value, &self.relation(body))
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::In(state, inner) => in_state(*state, &self.relation(inner), ""),
            ExprKind::IntegerAtom(number) => format!("Int[{}]", self.integer(number)),
            ExprKind::NextInteger => "fun/next".into(),
            ExprKind::String(text) => {
                format!(
                    "\"{}\"",
                    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
                )
            }
        }
    }

    pub(super) fn integer(&self, int: &'m IntExpr) -> String {
        match &int.kind {
            IntExprKind::Constant(number) => number.to_string(),
            IntExprKind::Measure(Measure::Cardinality, set) => format!("(#{})", self.relation(set)),
            IntExprKind::Measure(Measure::Sum, set) => format!("int[{}]", self.relation(set)),
            IntExprKind::Sum(declarations, body) => {
                format!("(sum {} | {})", self.declarations(declarations), self.integer(body))
            }
            IntExprKind::Binary(op, a, b) => {
                format!("({} {} {})", self.integer(a), int_sign(*op), self.integer(b))
            }
            IntExprKind::Conditional(c, a, b) => self.choice(c, &self.integer(a), &self.integer(b)),
            IntExprKind::Let(variable, value, body) => {
                self.binding(*variable, value, &self.integer(body))
            }
            IntExprKind::Variable(variable) => self.names.variables[*variable].clone(),
            IntExprKind::Call(function, arguments) => self.call(*function, arguments),
            IntExprKind::In(state, inner) => in_state(*state, &self.integer(inner), ""),
            IntExprKind::Least => "fun/min".into(),
            IntExprKind::Greatest => "fun/max".into(),
        }
    }

    fn value(&self, value: &'m Value) -> String {
        match value {
            Value::Formula(formula) => self.formula(formula),
            Value::Relation(expr) => self.relation(expr),
            Value::Integer(int) => self.integer(int),
        }
    }

    fn joined(&self, parts: &'m [Formula], word: &str, of_none: &str) -> String {
        match parts {
            [] => of_none.into(),
            [part] => self.formula(part),
            _ => {
                let parts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
                format!("({})", parts.join(word))
            }
        }
    }

    fn choice(&self, condition: &'m Formula, a: &str, b: &str) -> String {
        format!("({} => {a} else {b})", self.formula(condition))
    }

    fn binding(&self, variable: VariableId, value: &'m Value, body: &str) -> String {
        format!("(let {} = {} | {body})", self.names.variables[variable], self.value(value))
    }

    fn call(&self, function: FunctionId, arguments: &'m [Expr]) -> String {
        // `this/`: modules that are always open have functions of such names, too. In parentheses, for
        // `x.f[y]` is another call.
        format!("(this/{}[{}])", self.names.functions[function], self.arguments(arguments))
    }

    fn arguments(&self, arguments: &'m [Expr]) -> String {
        arguments.iter().map(|argument| self.relation(argument)).collect::<Vec<_>>().join(", ")
    }

    fn sig_name(&self, sig: SigId) -> String {
        match sig {
            Sig::NONE => "none".into(),
            sig => self.names.sigs[sig].clone(),
        }
    }
}

/// `prefix` is the text before a formula.
fn in_state(state: State, inner: &str, prefix: &str) -> String {
    match (state, prefix) {
        (State::Before, _) => format!("{inner}`"),
        (State::After, "") => format!("{inner}'"),
        (State::After, _) => format!("({prefix}{inner})"),
    }
}

fn int_sign(op: IntOp) -> &'static str {
    match op {
        IntOp::Plus => "fun/add",
        IntOp::Minus => "fun/sub",
        IntOp::Times => "fun/mul",
        IntOp::Divide => "fun/div",
        IntOp::Remainder => "fun/rem",
        IntOp::ShiftLeft => "<<",
        IntOp::ShiftRight => ">>",
        IntOp::UnsignedShiftRight => ">>>",
    }
}
