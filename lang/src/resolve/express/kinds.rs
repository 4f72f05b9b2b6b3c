//! A node as a value of the kind that its context wants: a relation, a number, a formula.

use crate::ast::{self, BinaryOp, Quantifier, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{integer_atom, number_of};
use crate::model::{Expr, Formula, IntExpr, Sig, Type, Value};
use crate::resolve::context::node::{Pending, PendingNode, ValueKind};
use crate::resolve::context::place::Local;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    /// A node as a relation that may still hold candidates. Numbers become their atoms.
    pub(crate) fn pending(&mut self, node: PendingNode) -> Result<Pending> {
        match node {
            PendingNode::Relation(pending) => Ok(pending),
            PendingNode::Integer(int) => {
                let span = int.span;
                Ok(Pending::done(integer_atom(int, span), Type::of(Sig::INT)))
            }
            PendingNode::Choice(choice) => self.chosen_relation(choice, "a set or a relation"),
            PendingNode::Partial(partial) => self.incomplete(&partial),
            PendingNode::Macro(call) => self.incomplete_macro(&call),
            PendingNode::Formula(formula) => {
                self.wrong_kind("a set or a relation", ValueKind::Formula.describe(), formula.span)
            }
        }
    }

    pub(crate) fn relation(&mut self, node: PendingNode) -> Result<Expr> {
        let pending = self.pending(node)?;
        let ty = pending.ty.clone();
        self.finish(pending, &ty)
    }

    /// A relation of one arity, whatever its candidates.
    pub(crate) fn relation_with_type(&mut self, node: PendingNode) -> Result<(Expr, Type)> {
        let expr = self.relation(node)?;
        let ty = self.final_type(&expr);
        Ok((expr, ty))
    }

    /// A node as a number. Sets of integers become their sum.
    pub(crate) fn integer(&mut self, node: PendingNode) -> Result<IntExpr> {
        match node {
            PendingNode::Integer(int) => Ok(int),
            PendingNode::Choice(choice) => {
                let pending = self.chosen_relation(choice, "a number")?;
                self.sum_of(pending)
            }
            PendingNode::Relation(pending) => self.sum_of(pending),
            PendingNode::Partial(partial) => self.incomplete(&partial),
            PendingNode::Macro(call) => self.incomplete_macro(&call),
            PendingNode::Formula(formula) => {
                self.wrong_kind("a number", ValueKind::Formula.describe(), formula.span)
            }
        }
    }

    fn sum_of(&mut self, pending: Pending) -> Result<IntExpr> {
        self.integers_in(pending).map(number_of)
    }

    /// A node that is no number by itself, as the integers in it.
    pub(crate) fn set_of_integers(&mut self, node: PendingNode) -> Result<Expr> {
        let pending = match node {
            PendingNode::Choice(choice) => self.chosen_relation(choice, "a number")?,
            node => self.pending(node)?,
        };
        self.integers_in(pending)
    }

    fn integers_in(&mut self, pending: Pending) -> Result<Expr> {
        self.require_numbers(&pending)?;
        let integers = self.integers(&pending.ty);
        self.finish(pending, &integers)
    }

    pub(crate) fn require_numbers(&mut self, pending: &Pending) -> Result<()> {
        let is_numeric = self.model.overlaps(&pending.ty, &Type::of(Sig::INT));
        let is_none = pending.ty.has_arity(1) && pending.ty.is_empty();
        if is_numeric || is_none {
            return Ok(());
        }
        let found = format!("this has type {}", self.model.describe(&pending.ty));
        let whole = self.whole_relation(pending.span, &pending.ty, &Type::of(Sig::INT));
        let help = whole.unwrap_or_else(|| {
            let set = self.text(pending.span).filter(|text| text.len() <= 40).unwrap_or("e");
            format!("`#{set}` is the number of its elements; `in` and `=` compare sets")
        });
        self.report(
            Diagnostic::new(code::KIND, "a number is needed here")
                .at(pending.span, found)
                .help(help),
        )
    }

    /// The value of a macro or a block, as an operand.
    pub(crate) fn operand(&self, node: PendingNode) -> PendingNode {
        match node {
            PendingNode::Relation(pending) => PendingNode::Relation(self.grouped(pending)),
            node => node,
        }
    }

    pub(crate) fn formula_of(&mut self, node: PendingNode) -> Result<Formula> {
        match node {
            PendingNode::Formula(formula) => Ok(formula),
            PendingNode::Choice(choice) => self.chosen_formula(choice),
            PendingNode::Partial(partial) => self.incomplete(&partial),
            PendingNode::Macro(call) => self.incomplete_macro(&call),
            other => {
                let (span, found) = (other.span(), other.describe());
                if let Some(truth) = self.truth_value(&other) {
                    let diagnostic = Diagnostic::new(code::KIND, "a formula is needed here");
                    return self.report(diagnostic.at(span, "this is a truth value").help(truth));
                }
                let is_number = matches!(other, PendingNode::Integer(_));
                let ty = self.type_of(&other).filter(|_| !is_number);
                self.no_formula(span, found, ty.as_ref())
            }
        }
    }

    /// The replacement for a `Bool` of util/boolean where a formula belongs.
    fn truth_value(&self, node: &PendingNode) -> Option<String> {
        let ty = self.type_of(node)?;
        let is_bool = |product: &Vec<_>| match product.as_slice() {
            [sig] => {
                let sig = &self.model.sigs[self.model.top(*sig)];
                sig.is_library && sig.name == "Bool"
            }
            _ => false,
        };
        let text = self.text(node.span()).filter(|text| text.len() <= 60)?;
        (!ty.is_empty() && ty.products.iter().all(is_bool))
            .then(|| format!("the formula `isTrue[{text}]` says that it is `True`"))
    }

    /// A value of whatever kind the node has.
    pub(crate) fn value(&mut self, node: PendingNode) -> Result<(Value, ValueKind)> {
        match node {
            PendingNode::Formula(formula) => Ok((Value::Formula(formula), ValueKind::Formula)),
            PendingNode::Integer(int) => Ok((Value::Integer(int), ValueKind::Integer)),
            other => {
                let (expr, ty) = self.relation_with_type(other)?;
                Ok((Value::Relation(expr), ValueKind::Relation(ty)))
            }
        }
    }

    /// The implication that was meant by `->` within a formula or beside it.
    fn implied(&self, span: Span) -> Option<String> {
        let length = self.program.texts.get(&span.file)?.len() as u32;
        let text = |start, end| self.text(Span { start, end, ..span });
        let (before, own, after) =
            (text(0, span.start)?, text(span.start, span.end)?, text(span.end, length)?);
        let is_beside = after.trim_start().starts_with("->") || before.trim_end().ends_with("->");
        let condition = own.split_once("->").map_or(own, |(condition, _)| condition).trim();
        (is_beside || own.contains("->")).then(|| match condition.len() <= 60 && !before.trim_end().ends_with("->") {
            true => format!("`->` is the product of sets; the implication is written `=>`: `{condition} => …`"),
            false => "`->` is the product of sets; the implication is written `=>`".to_owned(),
        })
    }

    pub(crate) fn wrong_kind<T>(&mut self, wanted: &str, found: &str, span: Span) -> Result<T> {
        let diagnostic = Diagnostic::new(code::KIND, format!("{wanted} is needed here"))
            .at(span, format!("this is {found}"));
        let implied = self.implied(span);
        self.report(match found == ValueKind::Formula.describe() {
            true if implied.is_some() => implied.into_iter().fold(diagnostic, Diagnostic::help),
            true => diagnostic.help(
                "a formula holds or does not: formulas are joined by `and`, `or`, `=>`; the set of those \
                 for which one holds is `{ x: A | … }`",
            ),
            false => diagnostic,
        })
    }
}

// Expressions that are numbers by themselves, not sets of one integer.
//
// In Alloy `#e`, sums, shifts and `a fun/add b` have a type of their own, and everything else that
// stands for a number is a set: `plus[a, b]` and the like are functions that give one, and so are
// literals and `int[e]` where a set can stand. It shows in conditionals only.

impl Resolver<'_> {
    pub(crate) fn is_bare_number(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ast::ExprKind::Unary(op, _) => *op == UnaryOp::Cardinality,
            ast::ExprKind::Quantified(quantifier, ..) => *quantifier == Quantifier::Sum,
            ast::ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Integer(_)),
            ast::ExprKind::Conditional(_, then, _) => self.is_bare_number(then),
            ast::ExprKind::Block(parts) if parts.len() == 1 => self.is_bare_number(&parts[0]),
            ast::ExprKind::Let(bindings, body) => match &body.kind {
                ast::ExprKind::Name(name) => {
                    let bound = bindings.iter().rev().find(|(bound, _)| bound.text == *name);
                    bound.map_or_else(
                        || self.is_bare_number(body),
                        |(_, value)| self.is_bare_number(value),
                    )
                }
                _ => self.is_bare_number(body),
            },
            ast::ExprKind::Name(name) => match self.place.local(name) {
                Some(Local::Variable(variable)) => self.bare_numbers.contains(variable),
                _ => false,
            },
            _ => false,
        }
    }
}
