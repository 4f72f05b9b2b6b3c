//! The field that a name means: the algorithm of ALLOY-RULES.md ("Names"), and nothing else.
//!
//! Bottom-up each expression gets a type, a name the union of what it can stand for; top-down the
//! type that is relevant in a place chooses.

mod relevant;
mod settled;
mod typed;

use super::tree::{
    Before, Binary, Comparison, Count, Expr, Formula, OrderCall, Ordered, Parameter, SigId,
    SizeSign, Spec, Unary, Values,
};
use super::types::Type;

/// An expression with its type; once settled, without choices.
#[derive(Clone, Debug)]
pub struct Node {
    pub ty: Type,
    pub kind: NodeKind,
}

#[derive(Clone, Debug)]
pub enum NodeKind {
    Sig(SigId),
    Field(usize),
    Variable(Slot),
    Ordered(SigId, Ordered),
    OrderCall(SigId, OrderCall, Box<Node>),
    None,
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<Node>, Box<Node>),
    IfElse(Box<Settled>, Box<Node>, Box<Node>),
    Let(Box<Node>, Box<Node>),
    Comprehension(Box<Node>, Box<Settled>),
    /// The meanings that a name can have.
    Choice(Vec<Node>),
}

/// No value has more.
const MOST_COLUMNS: usize = 3;

/// A variable is its place among those around it, the outermost first.
pub type Slot = usize;

/// A formula whose names are settled.
#[derive(Clone, Debug)]
pub enum Settled {
    True,
    Count(Count, Node),
    Compare(Comparison, Node, Node),
    Size(Node, SizeSign, usize),
    Before(SigId, Before, Node, Node),
    Not(Box<Settled>),
    Connected(super::tree::Connective, Box<Settled>, Box<Settled>),
    Quantified {
        count: Count,
        values: Values,
        is_disjoint: bool,
        variables: usize,
        domain: Node,
        body: Box<Settled>,
    },
    Let(Node, Box<Settled>),
}

/// A name stays ambiguous, or the arities do not fit: Alloy refuses the spec. So is what has too many
/// columns for the witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// The variables that are known in a place, with their types.
pub struct Names<'s> {
    spec: &'s Spec,
    variables: Vec<(String, Type)>,
}

impl<'s> Names<'s> {
    pub fn new(spec: &'s Spec, parameters: &[Parameter]) -> Names<'s> {
        let typed = |p: &Parameter| (p.name.clone(), spec.type_of_sig(p.sig));
        Names { spec, variables: parameters.iter().map(typed).collect() }
    }

    pub fn formula(&mut self, formula: &Formula) -> Result<Settled, Refused> {
        Ok(match formula {
            Formula::True => Settled::True,
            Formula::Count(count, e) => Settled::Count(*count, self.alone(e)?),
            Formula::Compare(comparison, a, b) => {
                let (a, b) = (self.typed(a)?, self.typed(b)?);
                let (for_a, for_b) = self.compared(*comparison, &a.ty, &b.ty);
                let (a, b) = (self.settled(&a, &for_a)?, self.settled(&b, &for_b)?);
                let (a, b) = (of_one_arity(a)?, of_one_arity(b)?);
                if a.ty.arity() != b.ty.arity() {
                    return Err(Refused);
                }
                Settled::Compare(*comparison, a, b)
            }
            Formula::Size(e, sign, number) => Settled::Size(self.alone(e)?, *sign, *number),
            Formula::Before(order, before, a, b) => {
                let sig = self.spec.orders[*order].sig;
                Settled::Before(sig, *before, self.argument(sig, a)?, self.argument(sig, b)?)
            }
            Formula::Not(inner) => Settled::Not(Box::new(self.formula(inner)?)),
            Formula::Connected(connective, a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                Settled::Connected(*connective, Box::new(a), Box::new(b))
            }
            Formula::Quantified(q) => {
                let domain = self.alone(&q.domain)?;
                let columns = match q.values {
                    Values::Atoms | Values::Sets(_) => 1,
                    Values::Pairs | Values::Arrows(..) => 2,
                };
                if domain.ty.arity() != Some(columns) {
                    return Err(Refused);
                }
                let body = self.within(&q.variables, &domain.ty, |names| names.formula(&q.body))?;
                let (variables, body) = (q.variables.len(), Box::new(body));
                let (count, values, is_disjoint) = (q.count, q.values, q.is_disjoint);
                Settled::Quantified { count, values, is_disjoint, variables, domain, body }
            }
            Formula::Let(name, value, body) => {
                let value = self.alone(value)?;
                let names = [name.clone()];
                let body = self.within(&names, &value.ty, |names| names.formula(body))?;
                Settled::Let(value, Box::new(body))
            }
        })
    }

    fn within<T>(&mut self, names: &[String], ty: &Type, of: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.variables.len();
        self.variables.extend(names.iter().map(|name| (name.clone(), ty.clone())));
        let result = of(self);
        self.variables.truncate(known);
        result
    }

    /// An expression that is settled by its own type at once.
    pub fn alone(&mut self, expr: &Expr) -> Result<Node, Refused> {
        let node = self.typed(expr)?;
        let own = node.ty.clone();
        of_one_arity(self.settled(&node, &own)?)
    }

    fn argument(&mut self, sig: SigId, expr: &Expr) -> Result<Node, Refused> {
        let (node, parameter) = (self.typed(expr)?, self.spec.type_of_sig(sig));
        if !self.spec.intersection(&node.ty, &parameter).has_tuples() {
            return Err(Refused);
        }
        of_one_arity(self.settled(&node, &parameter)?)
    }

    fn compared(&self, comparison: Comparison, a: &Type, b: &Type) -> (Type, Type) {
        let met = self.spec.intersection(a, b);
        match comparison {
            Comparison::In | Comparison::NotIn => (a.of_common_arity(b), met),
            _ if met.has_tuples() => (met.clone(), met),
            _ => (a.of_common_arity(b), b.of_common_arity(a)),
        }
    }
}

fn of_one_arity(node: Node) -> Result<Node, Refused> {
    if node.ty.arity().is_some() { Ok(node) } else { Err(Refused) }
}
