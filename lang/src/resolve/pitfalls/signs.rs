//! `+` and `-` where numbers are added and subtracted in other languages.
//!
//! On sets of integers they are the union and the difference, as on all sets, and that is meant
//! where a set is: `1 + 2 + 3` after `in`. A number is clearly meant where a set is cast to one
//! without being asked (`a.k + 1 > 3`), where single numbers are compared with one
//! (`a.k - 1 = 0`), and where a single number is looked up (`m.items[i - 1]`).

use super::single::{SingleVariables, multiplicity};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Declaration, Expr, ExprKind, FormulaKind, FunctionId, IntExprKind, Measure, Multiplicity, Node,
    RelationOp, Value,
};
use crate::resolve::context::Resolver;
use crate::source::Span;

/// A longer formula is not written out again.
const MOST_QUOTED: usize = 80;

/// The state of a pass over a formula.
struct Pass<'a> {
    values: &'a SingleVariables<'a>,
    /// The comparison that was met last.
    comparison: Option<Span>,
    found: &'a mut Vec<Diagnostic>,
}

impl Resolver<'_> {
    pub(crate) fn signs(
        &self,
        node: Node<'_>,
        values: &SingleVariables<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let mut pass = Pass { values, comparison: None, found };
        node.descendants().for_each(|node| self.sign_at(node, &mut pass));
    }

    /// A function that is to give one number and gives a set.
    pub(crate) fn signs_in_functions(&self, values: &SingleVariables<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut pass = Pass { values, comparison: None, found: &mut found };
        for (id, function) in self.model.functions.iter() {
            let result = self.signatures.get(&id).and_then(|signature| signature.result.as_ref());
            let is_one =
                result.is_some_and(|(range, _)| multiplicity(range) == Some(Multiplicity::One));
            if let Value::Relation(body) = &function.body
                && is_one
                && self.is_of_integers(body)
            {
                self.warn_of_signs(body, &mut pass);
            }
        }
        found
    }

    fn sign_at(&self, node: Node<'_>, pass: &mut Pass<'_>) {
        if let Some((function, arguments)) = node.call() {
            self.in_arguments(function, arguments, pass);
        }
        match node {
            Node::Formula(formula) => match &formula.kind {
                FormulaKind::Compare(..) => pass.comparison = Some(formula.span),
                FormulaKind::Equal(a, b) => {
                    pass.comparison = Some(formula.span);
                    self.in_equality(a, b, pass);
                    self.in_equality(b, a, pass);
                }
                FormulaKind::Subset(element, _) => {
                    pass.comparison = Some(formula.span);
                    self.in_place_of_one(element, pass);
                }
                _ => {}
            },
            Node::Relation(expr) => {
                if let ExprKind::Binary(RelationOp::Join | RelationOp::Product, a, b) = &expr.kind {
                    self.in_place_of_one(a, pass);
                    self.in_place_of_one(b, pass);
                }
            }
            Node::Integer(int) => {
                // `int[a + b]` asks for the sum of a set.
                if let IntExprKind::Measure(Measure::Sum, set) = &int.kind
                    && set.span == int.span
                {
                    self.warn_of_signs(set, pass);
                }
            }
        }
    }

    /// `a.k - 1 = 0`: of single numbers, equal to a single number.
    fn in_equality(&self, side: &Expr, other: &Expr, pass: &mut Pass<'_>) {
        let Some(signed) = self.signed(side, pass.values) else { return };
        let are_single = || terms(signed).iter().all(|term| self.is_single(term, pass.values));
        if self.is_single(other, pass.values) && self.is_of_integers(side) && are_single() {
            self.warn_of_signs(side, pass);
        }
    }

    /// `f[i - 1]`: a single number that is not written as one, and a constant or a size.
    fn in_place_of_one(&self, expr: &Expr, pass: &mut Pass<'_>) {
        let Some(signed) = self.signed(expr, pass.values) else { return };
        let terms = terms(signed);
        let is_written = |term: &&&Expr| matches!(term.kind, ExprKind::IntegerAtom(_));
        let written = terms.iter().filter(is_written).count();
        let are_single = || terms.iter().all(|term| self.is_single(term, pass.values));
        if 0 < written && written < terms.len() && are_single() && self.is_of_integers(signed) {
            self.warn_of_signs(expr, pass);
        }
    }

    /// An argument for a parameter that is one number.
    fn in_arguments(&self, function: FunctionId, arguments: &[Expr], pass: &mut Pass<'_>) {
        let parameters = self.model.functions[function].parameters.iter();
        let is_one = |d: &Declaration| multiplicity(&d.range) == Some(Multiplicity::One);
        let ones = parameters.flat_map(|d| d.variables.iter().map(move |_| is_one(d)));
        for (argument, is_one) in arguments.iter().zip(ones) {
            if is_one
                && self.signed(argument, pass.values).is_some()
                && self.is_of_integers(argument)
            {
                self.warn_of_signs(argument, pass);
            }
        }
    }

    /// The sum or difference that an expression stands for, through `let`.
    fn signed<'e>(&self, expr: &'e Expr, values: &SingleVariables<'e>) -> Option<&'e Expr> {
        match &expr.kind {
            ExprKind::Binary(RelationOp::Union | RelationOp::Difference, ..) => Some(expr),
            ExprKind::Variable(variable) => self.signed(values.bound.get(variable)?, values),
            _ => None,
        }
    }

    /// Warns of the signs in an expression where a number belongs.
    fn warn_of_signs(&self, expr: &Expr, pass: &mut Pass<'_>) {
        match &expr.kind {
            ExprKind::Binary(op @ (RelationOp::Union | RelationOp::Difference), a, b) => {
                let warning = self.sign_warning(*op, expr, [a, b], pass.comparison);
                if let Some(warning) = warning
                    && !pass.found.iter().any(|other| other.place == warning.place)
                {
                    pass.found.push(warning);
                }
            }
            ExprKind::Conditional(_, a, b) => Self::with_stack(|| {
                self.warn_of_signs(a, pass);
                self.warn_of_signs(b, pass);
            }),
            ExprKind::Let(_, _, body) => Self::with_stack(|| self.warn_of_signs(body, pass)),
            ExprKind::Variable(variable) => {
                if let Some(&bound) = pass.values.bound.get(variable) {
                    self.warn_of_signs(bound, pass);
                }
            }
            _ => {}
        }
    }

    fn sign_warning(
        &self,
        op: RelationOp,
        expr: &Expr,
        [a, b]: [&Expr; 2],
        comparison: Option<Span>,
    ) -> Option<Diagnostic> {
        let (left, right) = (self.quoted(a.span)?, self.quoted(b.span)?);
        let (message, label, result) = match op {
            RelationOp::Union => (
                "`+` between numbers is the union of sets",
                format!("the set of {left} and {right}, not their sum"),
                "sum",
            ),
            _ => (
                "`-` between numbers is the difference of sets",
                format!("removes {right} from the set {{{left}}}"),
                "difference",
            ),
        };
        let warning = Diagnostic::new(code::SIGN, message).at(expr.span, label);
        let Some(mended) = self.in_words(expr) else {
            return Some(
                warning.help("numbers are added by `plus[a, b]`, subtracted by `minus[a, b]`"),
            );
        };
        Some(match self.in_its_place(expr.span, &mended, comparison) {
            Some(whole) => warning.help(format!("the {result} is `{mended}`; write `{whole}`")),
            None => warning.help(format!("the {result} is `{mended}`")),
        })
    }

    /// `plus[a.k, 1]` for `a.k + 1`.
    fn in_words(&self, expr: &Expr) -> Option<String> {
        let word = match expr.kind {
            ExprKind::Binary(RelationOp::Union, ..) => "plus",
            ExprKind::Binary(RelationOp::Difference, ..) => "minus",
            _ => return self.quoted(expr.span),
        };
        let ExprKind::Binary(_, a, b) = &expr.kind else { unreachable!("it has a sign") };
        let (a, b) = Self::with_stack(|| Some((self.in_words(a)?, self.in_words(b)?)))?;
        (a.len() + b.len() <= MOST_QUOTED).then(|| format!("{word}[{a}, {b}]"))
    }

    /// The comparison around it with its text replaced, if that is short.
    fn in_its_place(&self, at: Span, mended: &str, comparison: Option<Span>) -> Option<String> {
        let around = comparison.filter(|around| {
            around.file == at.file && around.start <= at.start && at.end <= around.end
        })?;
        let before = self.quoted(Span { end: at.start, ..around })?;
        let after = self.quoted(Span { start: at.end, ..around })?;
        let is_apart = |edge: Span| self.text(edge).is_some_and(|c| c.trim().is_empty());
        let gap = |start: u32, end: u32| {
            let is_inside = around.start <= start && end <= around.end;
            if is_inside && is_apart(Span { start, end, ..at }) { " " } else { "" }
        };
        let first = gap(at.start.saturating_sub(1), at.start);
        let last = gap(at.end, at.end + 1);
        let whole = format!("{before}{first}{mended}{last}{after}");
        (whole.len() <= MOST_QUOTED).then_some(whole)
    }
}

/// The operands of a row of signs.
fn terms(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(RelationOp::Union | RelationOp::Difference, a, b) => {
            stacker::maybe_grow(256 << 10, 16 << 20, || [terms(a), terms(b)].concat())
        }
        _ => vec![expr],
    }
}
