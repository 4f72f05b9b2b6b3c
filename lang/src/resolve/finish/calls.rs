//! Calls whose arguments still hold choices. The parameter's declaration settles each argument,
//! whatever the context of the call.

use std::rc::Rc;

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::integer_atom;
use crate::model::{Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Sig, Type, Value};
use crate::resolve::context::node::Preference;
use crate::resolve::context::node::{Callee, Candidate, PendingCall, PendingFormula, PendingNode};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn settle_call(&mut self, call: PendingCall) -> Result<PendingNode> {
        self.appraisals.clear();
        self.settle_call_of(call, None)
    }

    pub(crate) fn settle_call_as_relation(&mut self, call: PendingCall, ty: Type) -> Result<Expr> {
        let span = call.span;
        Ok(match self.settle_call_of(call, Some(ty))? {
            PendingNode::Integer(int) => integer_atom(int, span),
            PendingNode::Relation(pending) => {
                return self.settle(Rc::new(pending), &Type::default());
            }
            _ => unreachable!("only relations and numbers are pending as relations"),
        })
    }

    /// `ty`: of the value, where it is known.
    fn settle_call_of(&mut self, call: PendingCall, ty: Option<Type>) -> Result<PendingNode> {
        let for_arguments = self.for_arguments(&call);
        let PendingCall { callee, arguments, span } = call;
        let mut values = Vec::new();
        for (argument, relevant) in arguments.into_iter().zip(&for_arguments) {
            values.push(self.settle(argument, relevant)?);
        }
        let function = match callee {
            Callee::Function(function) => function,
            Callee::Integer(operation) => {
                return Ok(operation.apply(values, span));
            }
            Callee::Disj | Callee::TotalOrder => unreachable!("they are called at once"),
        };
        Ok(match &self.model.functions[function].body {
            Value::Formula(_) => {
                PendingNode::Formula(Formula { kind: FormulaKind::Call(function, values), span })
            }
            Value::Integer(_) => {
                PendingNode::Integer(IntExpr { kind: IntExprKind::Call(function, values), span })
            }
            Value::Relation(body) => {
                let arity = body.arity;
                let types = || values.iter().map(|value| self.final_type(value)).collect();
                let ty = ty.unwrap_or_else(|| self.call_type(function, types()));
                let kind = ExprKind::Call(function, values);
                PendingNode::done(Expr { kind, arity, span }, ty)
            }
        })
    }

    /// The formula that a name stands for.
    pub(crate) fn settle_formulas(
        &mut self,
        candidates: Vec<Candidate<PendingFormula>>,
        span: Span,
    ) -> Result<Formula> {
        self.appraisals.clear();
        let mut fitting =
            cheapest(candidates, |c| c.cost.saturating_add(operands_cost(&c.meaning)));
        if fitting.len() > 1 {
            let mut known = Vec::new();
            for candidate in &fitting {
                let cost = self.appraise_formula(&candidate.meaning, Preference::Alloy);
                known.extend(cost.map(|cost| (candidate.clone(), cost + candidate.cost)));
            }
            if !known.is_empty() {
                fitting = cheapest(known, |(_, cost)| *cost).into_iter().map(|(c, _)| c).collect();
            }
        }
        if fitting.len() > 1 {
            return self.report(
                Diagnostic::new(code::AMBIGUOUS, "several declarations fit this name")
                    .at(span, "which one is meant?")
                    .help("write the arguments so that only one of them fits, or rename one"),
            );
        }
        match fitting.remove(0).meaning {
            PendingFormula::Done(formula) => Ok(formula),
            PendingFormula::Call(call) => match self.settle_call_of(call, None)? {
                PendingNode::Formula(formula) => Ok(formula),
                _ => unreachable!("it is a formula"),
            },
        }
    }

    /// The cost, if it can be settled.
    fn appraise_formula(
        &mut self,
        formula: &PendingFormula,
        preference: Preference,
    ) -> Option<u32> {
        let PendingFormula::Call(call) = formula else { return Some(0) };
        let for_arguments = self.for_arguments(call);
        let mut total = 0_u32;
        for (argument, relevant) in call.arguments.iter().zip(&for_arguments) {
            let (_, cost) = self.appraise(argument, relevant, preference)?;
            total = total.saturating_add(cost);
        }
        Some(total)
    }

    /// The type of the value of a call, by those of its arguments.
    pub(crate) fn type_of_call(&self, call: &PendingCall, types: &[&Type]) -> Option<Type> {
        let Callee::Function(function) = call.callee else { return Some(Type::of(Sig::INT)) };
        let parameters = (0..).map_while(|at| self.parameter_type(function, at));
        let fits = types.iter().zip(parameters).all(|(ty, parameter)| ty.shares_arity(&parameter));
        fits.then(|| match self.model.functions[function].body {
            Value::Integer(_) => Type::of(Sig::INT),
            _ => self.call_type(function, types.iter().map(|&ty| ty.clone()).collect()),
        })
    }
}

fn operands_cost(formula: &PendingFormula) -> u32 {
    match formula {
        PendingFormula::Done(_) => 0,
        PendingFormula::Call(call) => {
            call.arguments.iter().fold(0, |cost, a| cost.saturating_add(a.cost))
        }
    }
}

fn cheapest<T>(candidates: Vec<T>, cost: impl Fn(&T) -> u32) -> Vec<T> {
    let least = candidates.iter().map(&cost).min();
    candidates.into_iter().filter(|candidate| Some(cost(candidate)) == least).collect()
}
