//! Formulas with a temporal operator within an expression, or a prime within a prime.
//!
//! *Problem.* Whether `{ x: A | always p[x] } in B` holds cannot be read from a state and the next one. *Choice.* It is said
//! tuple by tuple: each that may be on the left is not there, or is on the right. That a tuple is in an expression is a
//! formula of linear time, by what the expression is made of. `e'` is a matter of the next position. *Rejected.* A case for
//! each value that the expression may have: exponentially many.

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Comparison, Count, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Measure, PairOp,
    RelationOp, State, Value, VariableId,
};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;

use super::ground::{Around, Grounding, LetValue, within_expression};
use super::ltl::{Ltl, LtlId, LtlTable};

/// That something holds, and that it does not.
type Both = [LtlId; 2];

/// A formula, what its variables stand for, and whether it reads the next state.
type Read = (Formula, Vec<(VariableId, TupleSet)>, bool);

impl<'m> Grounding<'m> {
    /// A formula about expressions.
    pub(super) fn by_tuples(
        &mut self,
        formula: &'m Formula,
        is_positive: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let [holds, fails] = match &formula.kind {
            FormulaKind::Subset(a, b) => {
                let tuples = self.upper(a, around);
                self.each(&tuples, |grounding, tuple| {
                    let [a, not_a] = grounding.both_members(tuple, a, around)?;
                    let [b, not_b] = grounding.both_members(tuple, b, around)?;
                    let table = &mut grounding.table;
                    Ok([table.add(Ltl::Or(not_a, b)), table.add(Ltl::And(a, not_b))])
                })?
            }
            FormulaKind::Equal(a, b) => {
                let tuples = self.upper(a, around).union(&self.upper(b, around));
                self.each(&tuples, |grounding, tuple| {
                    let [a, not_a] = grounding.both_members(tuple, a, around)?;
                    let [b, not_b] = grounding.both_members(tuple, b, around)?;
                    let table = &mut grounding.table;
                    let both = table.add(Ltl::And(a, b));
                    let none = table.add(Ltl::And(not_a, not_b));
                    let one = table.add(Ltl::And(a, not_b));
                    let other = table.add(Ltl::And(not_a, b));
                    Ok([table.add(Ltl::Or(both, none)), table.add(Ltl::Or(one, other))])
                })?
            }
            FormulaKind::Count(count, of) => {
                let sizes = self.sizes(of, around)?;
                let [no, some] = at_most(&sizes, 0);
                let [lone, several] = at_most(&sizes, 1);
                match count {
                    Count::No => [no, some],
                    Count::Some => [some, no],
                    Count::Lone => [lone, several],
                    Count::One => {
                        let table = &mut self.table;
                        [table.add(Ltl::And(some, lone)), table.add(Ltl::Or(no, several))]
                    }
                }
            }
            FormulaKind::Compare(comparison, a, b) => {
                let compared = self.compared(*comparison, [a, b], around)?;
                compared.ok_or_else(|| within_expression(formula.span))?
            }
            _ => return Err(within_expression(formula.span)),
        };
        Ok(if is_positive { holds } else { fails })
    }

    /// Of all tuples, and not of all.
    fn each(
        &mut self,
        tuples: &TupleSet,
        mut of: impl FnMut(&mut Self, &[AtomId]) -> Result<Both, Diagnostic>,
    ) -> Result<Both, Diagnostic> {
        let [mut all, mut not_all] = [LtlTable::TRUE, LtlTable::FALSE];
        for tuple in tuples.tuples() {
            let [holds, fails] = of(self, &tuple)?;
            all = self.table.add(Ltl::And(all, holds));
            not_all = self.table.add(Ltl::Or(not_all, fails));
        }
        Ok([all, not_all])
    }

    /// For each number that an expression has at most so many tuples, and that it has more.
    fn sizes(&mut self, of: &'m Expr, around: &Around<'m>) -> Result<Vec<Both>, Diagnostic> {
        let mut sizes: Vec<Both> = vec![[LtlTable::TRUE, LtlTable::FALSE]];
        for tuple in self.upper(of, around).tuples() {
            let [is_in, is_out] = self.both_members(&tuple, of, around)?;
            let mut next = Vec::new();
            for most in 0..=sizes.len() {
                let [few, many] = at_most(&sizes, most);
                let [fewer, as_many] = match most.checked_sub(1) {
                    Some(less) => at_most(&sizes, less),
                    None => [LtlTable::FALSE, LtlTable::TRUE],
                };
                let table = &mut self.table;
                let [with, without] =
                    [table.add(Ltl::And(is_in, fewer)), table.add(Ltl::And(is_out, few))];
                let at_most = table.add(Ltl::Or(with, without));
                let [with, without] =
                    [table.add(Ltl::And(is_in, as_many)), table.add(Ltl::And(is_out, many))];
                next.push([at_most, table.add(Ltl::Or(with, without))]);
            }
            sizes = next;
        }
        Ok(sizes)
    }

    /// `#e < 3` and the like, or `None` of other numbers.
    fn compared(
        &mut self,
        comparison: Comparison,
        [a, b]: [&'m IntExpr; 2],
        around: &Around<'m>,
    ) -> Result<Option<Both>, Diagnostic> {
        let left = size_and_number(a, b).map(|(of, number)| (of, number, true));
        let right = || size_and_number(b, a).map(|(of, number)| (of, number, false));
        let Some((of, number, is_left)) = left.or_else(right) else { return Ok(None) };
        let sizes = self.sizes(of, around)?;
        let at_most = |number: i64| match usize::try_from(number) {
            Ok(number) => at_most(&sizes, number),
            Err(_) => [LtlTable::FALSE, LtlTable::TRUE],
        };
        let turned = |[holds, fails]: Both| [fails, holds];
        Ok(Some(match (comparison, is_left) {
            (Comparison::Less, true) => at_most(number - 1),
            (Comparison::LessOrEqual, true) => at_most(number),
            (Comparison::Less, false) => turned(at_most(number)),
            (Comparison::LessOrEqual, false) => turned(at_most(number - 1)),
            (Comparison::Equal, _) => {
                let [[most, more], [fewer, as_many]] = [at_most(number), at_most(number - 1)];
                let table = &mut self.table;
                [table.add(Ltl::And(most, as_many)), table.add(Ltl::Or(more, fewer))]
            }
        }))
    }

    fn both_members(
        &mut self,
        tuple: &[AtomId],
        of: &'m Expr,
        around: &Around<'m>,
    ) -> Result<Both, Diagnostic> {
        Ok([self.member(tuple, of, true, around)?, self.member(tuple, of, false, around)?])
    }

    /// That a tuple is in an expression, or that it is not.
    pub(super) fn member(
        &mut self,
        tuple: &[AtomId],
        of: &'m Expr,
        is_in: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let around = around.narrowed(of.into(), &mut self.free);
        let key = around.key(std::ptr::from_ref(of).addr(), tuple, is_in);
        self.once(key, of.span, |grounding| grounding.made_member(tuple, of, is_in, &around))
    }

    fn made_member(
        &mut self,
        tuple: &[AtomId],
        of: &'m Expr,
        is_in: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let truth = |holds: bool| if holds == is_in { LtlTable::TRUE } else { LtlTable::FALSE };
        if !self.upper(of, around).contains(tuple) {
            return Ok(truth(false));
        }
        if let ExprKind::Variable(variable) = &of.kind {
            if let Some(value) = around.value(*variable) {
                return Ok(truth(value.contains(tuple)));
            }
            if let Some((value, outer)) = around.expression(*variable) {
                return self.member(tuple, value, is_in, &outer);
            }
        }
        if let Some((formula, bindings, is_of_step)) = self.is_in(tuple, of, around) {
            return Ok(self.proposition(formula, is_in, &bindings, is_of_step));
        }
        match &of.kind {
            ExprKind::In(State::After, inner) => {
                let inner = self.member(tuple, inner, is_in, around)?;
                Ok(self.table.add(Ltl::Next(inner)))
            }
            ExprKind::Conditional(condition, a, b) => {
                let is_a = self.formula(condition, true, around)?;
                let is_b = self.formula(condition, false, around)?;
                let a = self.member(tuple, a, is_in, around)?;
                let b = self.member(tuple, b, is_in, around)?;
                let [a, b] = [self.table.add(Ltl::And(is_a, a)), self.table.add(Ltl::And(is_b, b))];
                Ok(self.table.add(Ltl::Or(a, b)))
            }
            ExprKind::Let(variable, value, body) => {
                let around = around.with(*variable, LetValue::Let(value));
                self.member(tuple, body, is_in, &around)
            }
            ExprKind::Call(function, arguments) => {
                let function = &self.model.functions[*function];
                let Value::Relation(body) = &function.body else {
                    return Err(within_expression(of.span));
                };
                let around = around.within(function, arguments);
                self.member(tuple, body, is_in, &around)
            }
            ExprKind::Comprehension(declarations, body) => {
                let (mut parts, mut around) = (Vec::new(), around.clone());
                if declarations.iter().any(|of| of.is_disjoint) {
                    return Err(within_expression(of.span));
                }
                let variables = declarations
                    .iter()
                    .flat_map(|of| of.variables.iter().map(move |variable| (of, *variable)));
                for ((declaration, variable), atom) in variables.zip(tuple) {
                    parts.push(self.member(
                        &[*atom],
                        declaration.range.domain(),
                        is_in,
                        &around,
                    )?);
                    around.bindings.push((variable, self.single(&[*atom])));
                }
                parts.push(self.formula(body, is_in, &around)?);
                Ok(self.joined(is_in, parts))
            }
            ExprKind::Unary(PairOp::Transpose, inner) => {
                self.member(&[tuple[1], tuple[0]], inner, is_in, around)
            }
            ExprKind::Binary(op, a, b) => self.member_of_both(tuple, (*op, a, b), is_in, around),
            _ => Err(within_expression(of.span)),
        }
    }

    fn member_of_both(
        &mut self,
        tuple: &[AtomId],
        (op, a, b): (RelationOp, &'m Expr, &'m Expr),
        is_in: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let (first, last) = (&tuple[..1], &tuple[tuple.len() - 1..]);
        let (left, right, is_other_in) = match op {
            RelationOp::Join => return self.member_of_join(tuple, [a, b], is_in, around),
            RelationOp::Override => return self.member_of_override(tuple, [a, b], is_in, around),
            RelationOp::Union | RelationOp::Intersection => (tuple, tuple, is_in),
            RelationOp::Difference => (tuple, tuple, !is_in),
            RelationOp::Product => (&tuple[..a.arity], &tuple[a.arity..], is_in),
            RelationOp::DomainRestriction => (first, tuple, is_in),
            RelationOp::RangeRestriction => (tuple, last, is_in),
        };
        let left = self.member(left, a, is_in, around)?;
        let right = self.member(right, b, is_other_in, around)?;
        Ok(self.joined((op != RelationOp::Union) == is_in, vec![left, right]))
    }

    fn member_of_join(
        &mut self,
        tuple: &[AtomId],
        [a, b]: [&'m Expr; 2],
        is_in: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let mut parts = Vec::new();
        let (left, right) = tuple.split_at(a.arity - 1);
        let uppers = [self.upper(a, around), self.upper(b, around)];
        for atom in self.upper.universe.atoms() {
            let (left, right) = ([left, &[atom]].concat(), [&[atom], right].concat());
            if !uppers[0].contains(&left) || !uppers[1].contains(&right) {
                continue;
            }
            let left = self.member(&left, a, is_in, around)?;
            let right = self.member(&right, b, is_in, around)?;
            parts.push(self.joined(is_in, vec![left, right]));
        }
        Ok(self.joined(!is_in, parts))
    }

    /// In the second one, or in the first one if nothing in the second begins like it.
    fn member_of_override(
        &mut self,
        tuple: &[AtomId],
        [a, b]: [&'m Expr; 2],
        is_in: bool,
        around: &Around<'m>,
    ) -> Result<LtlId, Diagnostic> {
        let mut stays = vec![self.member(tuple, a, is_in, around)?];
        for other in self.upper(b, around).tuples().filter(|other| other[0] == tuple[0]) {
            stays.push(self.member(&other, b, !is_in, around)?);
        }
        let stays = self.joined(is_in, stays);
        let comes = self.member(tuple, b, is_in, around)?;
        Ok(self.joined(!is_in, vec![stays, comes]))
    }

    /// All parts, or one of them.
    pub(super) fn joined(&mut self, is_all: bool, parts: Vec<LtlId>) -> LtlId {
        if is_all { self.table.and(parts) } else { self.table.or(parts) }
    }

    fn single(&self, tuple: &[AtomId]) -> TupleSet {
        TupleSet::from_tuples(self.upper.universe.len(), tuple.len(), [tuple])
    }

    /// The formula that a tuple is in an expression, if it reads no further than the next state.
    fn is_in(&self, tuple: &[AtomId], of: &Expr, around: &Around<'m>) -> Option<Read> {
        let (variable, span) = (*self.tuples.get(of.arity - 1)?, of.span);
        let value = Expr { kind: ExprKind::Variable(variable), arity: of.arity, span };
        let within = Formula { kind: FormulaKind::Subset(value, of.clone()), span };
        let formula = around.wrapped(&within);
        let ahead = self.model.lookahead(&formula).filter(|&ahead| ahead <= 1)?;
        let mut bindings = around.bindings.clone();
        bindings.push((variable, self.single(tuple)));
        Some((formula, bindings, ahead > 0))
    }
}

/// That there are at most so many, and that there are more.
fn at_most(sizes: &[Both], number: usize) -> Both {
    sizes.get(number).copied().unwrap_or([LtlTable::TRUE, LtlTable::FALSE])
}

/// A size and a number.
fn size_and_number<'m>(a: &'m IntExpr, b: &'m IntExpr) -> Option<(&'m Expr, i64)> {
    match (&a.kind, &b.kind) {
        (IntExprKind::Measure(Measure::Cardinality, of), IntExprKind::Constant(number)) => {
            Some((of, *number))
        }
        _ => None,
    }
}
