//! The parts of an expression that is known here: names, literals, arguments.

use sqlparser::ast::{
    Array, BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Ident,
    InTarget, UnaryOperator, Value as Literal,
};

use crate::value::Value;

/// The names and the literals of an expression.
#[derive(Default)]
pub(crate) struct Mentioned {
    pub names: Vec<String>,
    pub literals: Vec<Value>,
    /// It asks how long a text is.
    pub measures: bool,
    /// Regular expressions that texts are to match, or not.
    pub patterns: Vec<String>,
}

/// What an expression mentions, or why it cannot be evaluated.
pub(crate) fn mentioned(expr: &Expr) -> Result<Mentioned, String> {
    let mut mentioned = Mentioned::default();
    mentioned.add(expr)?;
    Ok(mentioned)
}

impl Mentioned {
    fn add(&mut self, expr: &Expr) -> Result<(), String> {
        match expr {
            Expr::Identifier(name) => self.name(name),
            Expr::CompoundIdentifier(names) => self.name(names.last().expect("a name has parts")),
            Expr::Value(literal) => match value(&literal.value) {
                Some(value) => self.literals.push(value),
                None => return Err(format!("{literal} is not known")),
            },
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } => {
                let from = self.literals.len();
                self.add(expr)?;
                for literal in &mut self.literals[from..] {
                    match literal {
                        Value::Integer(number) => *number = number.wrapping_neg(),
                        Value::Decimal(digits) => match digits.strip_prefix('-') {
                            Some(rest) => *digits = rest.to_owned(),
                            None => digits.insert(0, '-'),
                        },
                        _ => {}
                    }
                }
            }
            Expr::BinaryOp { left, op, right } if is_match(op) => {
                self.add(left)?;
                let mut pattern = Mentioned::default();
                pattern.add(right)?;
                self.names.extend(pattern.names);
                self.patterns.extend(pattern.literals.into_iter().filter_map(|of| match of {
                    Value::Text(text) => Some(text),
                    _ => None,
                }));
            }
            Expr::Function(function) => {
                let name = function.name.to_string().to_ascii_lowercase();
                self.measures |= name.contains("length");
                for part in arguments(function)? {
                    self.add(part)?;
                }
            }
            other => {
                for part in parts(other)? {
                    self.add(part)?;
                }
            }
        }
        Ok(())
    }

    fn name(&mut self, name: &Ident) {
        let name = name.value.clone();
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }
}

/// PostgreSQL's `~`.
fn is_match(op: &BinaryOperator) -> bool {
    matches!(
        op,
        BinaryOperator::PGRegexMatch
            | BinaryOperator::PGRegexIMatch
            | BinaryOperator::PGRegexNotMatch
            | BinaryOperator::PGRegexNotIMatch
    )
}

/// The parts of an expression that is known here.
pub(crate) fn parts(expr: &Expr) -> Result<Vec<&Expr>, String> {
    Ok(match expr {
        Expr::Nested(of)
        | Expr::IsNull(of)
        | Expr::IsNotNull(of)
        | Expr::IsTrue(of)
        | Expr::IsNotTrue(of)
        | Expr::IsFalse(of)
        | Expr::IsNotFalse(of)
        | Expr::IsUnknown(of)
        | Expr::IsNotUnknown(of)
        | Expr::UnaryOp { expr: of, .. }
        | Expr::Cast { expr: of, .. } => vec![of],
        Expr::IsDistinctFrom(a, b) | Expr::IsNotDistinctFrom(a, b) => vec![a, b],
        Expr::BinaryOp { left, right, .. }
        | Expr::AnyOp { left, right, .. }
        | Expr::AllOp { left, right, .. } => vec![left, right],
        Expr::Between { expr, low, high, .. } => vec![expr, low, high],
        Expr::Like { expr, pattern, .. } | Expr::ILike { expr, pattern, .. } => vec![expr, pattern],
        Expr::In { expr, target: InTarget::List(list), .. } => {
            std::iter::once(&**expr).chain(list).collect()
        }
        Expr::Array(Array { elem, .. }) => elem.iter().collect(),
        Expr::Case { operand, conditions, else_result, .. } => {
            let each = conditions.iter().flat_map(|when| [&when.condition, &when.result]);
            operand.iter().chain(else_result).map(|of| &**of).chain(each).collect()
        }
        Expr::Substring { expr, substring_from, substring_for, .. } => std::iter::once(expr)
            .chain(substring_from)
            .chain(substring_for)
            .map(|of| &**of)
            .collect(),
        Expr::Trim { expr, trim_what, trim_characters: None, .. } => {
            std::iter::once(expr).chain(trim_what).map(|of| &**of).collect()
        }
        Expr::TypedString(_) => Vec::new(),
        other => return Err(format!("`{other}` is not known")),
    })
}

pub(super) fn arguments(function: &Function) -> Result<Vec<&Expr>, String> {
    let unknown = || format!("the function {} is not known in this form", function.name);
    let FunctionArguments::List(list) = &function.args else { return Err(unknown()) };
    let is_plain = list.clauses.is_empty()
        && list.duplicate_treatment.is_none()
        && function.over.is_none()
        && function.filter.is_none();
    let argument = |argument: &'_ FunctionArg| match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(_)) if is_plain => Ok(()),
        _ => Err(unknown()),
    };
    list.args.iter().try_for_each(argument)?;
    Ok(list
        .args
        .iter()
        .filter_map(|argument| match argument {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
            _ => None,
        })
        .collect())
}

/// The value of a literal.
pub(crate) fn value(literal: &Literal) -> Option<Value> {
    match literal {
        Literal::Number(digits, _) => Value::number(digits),
        Literal::SingleQuotedString(text)
        | Literal::NationalStringLiteral(text)
        | Literal::EscapedStringLiteral(text) => Some(Value::Text(text.clone())),
        Literal::HexStringLiteral(digits) => Some(Value::Bytes(digits.to_ascii_uppercase())),
        Literal::Boolean(is_so) => Some(Value::Boolean(*is_so)),
        Literal::Null => Some(Value::Null),
        _ => None,
    }
}
