//! The free variables of every node, found once.

use std::collections::BTreeSet;
use std::rc::Rc;

use korrel_lang::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Range, Value,
    VariableId,
};
use rustc_hash::FxHashMap;

use crate::encode::environment::address;

type Set = BTreeSet<VariableId>;

/// By address, and by type: a node may lie at the very start of another.
#[derive(Default)]
pub(crate) struct FreeVariables {
    formulas: FxHashMap<usize, Rc<[VariableId]>>,
    relations: FxHashMap<usize, Rc<[VariableId]>>,
    integers: FxHashMap<usize, Rc<[VariableId]>>,
}

impl FreeVariables {
    /// Ascending.
    pub fn of_formula(&mut self, formula: &Formula) -> Rc<[VariableId]> {
        if let Some(known) = self.formulas.get(&address(formula)) {
            return known.clone();
        }
        let mut set = Set::new();
        self.formula(formula, &mut set);
        let free: Rc<[VariableId]> = set.into_iter().collect();
        self.formulas.insert(address(formula), free.clone());
        free
    }

    /// Ascending.
    pub fn of_relation(&mut self, expr: &Expr) -> Rc<[VariableId]> {
        if let Some(known) = self.relations.get(&address(expr)) {
            return known.clone();
        }
        let mut set = Set::new();
        self.relation(expr, &mut set);
        let free: Rc<[VariableId]> = set.into_iter().collect();
        self.relations.insert(address(expr), free.clone());
        free
    }

    /// Ascending.
    pub fn of_integer(&mut self, expr: &IntExpr) -> Rc<[VariableId]> {
        if let Some(known) = self.integers.get(&address(expr)) {
            return known.clone();
        }
        let mut set = Set::new();
        self.integer(expr, &mut set);
        let free: Rc<[VariableId]> = set.into_iter().collect();
        self.integers.insert(address(expr), free.clone());
        free
    }

    fn formula(&mut self, formula: &Formula, set: &mut Set) {
        match &formula.kind {
            FormulaKind::Constant(_) => {}
            FormulaKind::Not(a) => self.add_formulas([&**a], set),
            FormulaKind::And(all) | FormulaKind::Or(all) => self.add_formulas(all, set),
            FormulaKind::Implies(a, b) | FormulaKind::Iff(a, b) => {
                self.add_formulas([&**a, &**b], set);
            }
            FormulaKind::Conditional(c, a, b) => self.add_formulas([&**c, &**a, &**b], set),
            FormulaKind::Quantified { declarations, body, .. } => {
                self.add_formulas([&**body], set);
                self.declarations(declarations, set);
            }
            FormulaKind::Count(_, e) => self.add_relations([e], set),
            FormulaKind::Subset(a, b) | FormulaKind::Equal(a, b) => {
                self.add_relations([a, b], set);
            }
            FormulaKind::Compare(_, a, b) => self.add_integers([a, b], set),
            FormulaKind::TotalOrder(parts) => self.add_relations(parts.iter(), set),
            FormulaKind::Let(variable, value, body) => {
                self.add_formulas([&**body], set);
                self.close(*variable, value, set);
            }
            FormulaKind::Variable(variable) => {
                set.insert(*variable);
            }
            FormulaKind::Call(_, arguments) => self.add_relations(arguments, set),
        }
    }

    fn relation(&mut self, expr: &Expr, set: &mut Set) {
        match &expr.kind {
            ExprKind::Empty
            | ExprKind::Identity
            | ExprKind::Sig(_)
            | ExprKind::Field(_)
            | ExprKind::NextInteger
            | ExprKind::String(_) => {}
            ExprKind::Variable(variable) => {
                set.insert(*variable);
            }
            ExprKind::Transpose(e) | ExprKind::Closure(e) | ExprKind::ReflexiveClosure(e) => {
                self.add_relations([&**e], set);
            }
            ExprKind::Binary(_, a, b) => self.add_relations([&**a, &**b], set),
            ExprKind::Conditional(c, a, b) => {
                self.add_formulas([&**c], set);
                self.add_relations([&**a, &**b], set);
            }
            ExprKind::Comprehension(declarations, body) => {
                self.add_formulas([&**body], set);
                self.declarations(declarations, set);
            }
            ExprKind::Let(variable, value, body) => {
                self.add_relations([&**body], set);
                self.close(*variable, value, set);
            }
            ExprKind::Call(_, arguments) => self.add_relations(arguments, set),
            ExprKind::IntegerAtom(i) => self.add_integers([&**i], set),
        }
    }

    fn integer(&mut self, expr: &IntExpr, set: &mut Set) {
        match &expr.kind {
            IntExprKind::Constant(_) | IntExprKind::Least | IntExprKind::Greatest => {}
            IntExprKind::Cardinality(e) | IntExprKind::OfSet(e) => self.add_relations([e], set),
            IntExprKind::Sum(declarations, body) => {
                self.add_integers([&**body], set);
                self.declarations(declarations, set);
            }
            IntExprKind::Binary(_, a, b) => self.add_integers([&**a, &**b], set),
            IntExprKind::Conditional(c, a, b) => {
                self.add_formulas([&**c], set);
                self.add_integers([&**a, &**b], set);
            }
            IntExprKind::Let(variable, value, body) => {
                self.add_integers([&**body], set);
                self.close(*variable, value, set);
            }
            IntExprKind::Variable(variable) => {
                set.insert(*variable);
            }
            IntExprKind::Call(_, arguments) => self.add_relations(arguments, set),
        }
    }

    fn add_formulas<'f>(&mut self, all: impl IntoIterator<Item = &'f Formula>, set: &mut Set) {
        all.into_iter().for_each(|formula| set.extend(self.of_formula(formula).iter()));
    }

    fn add_relations<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>, set: &mut Set) {
        all.into_iter().for_each(|expr| set.extend(self.of_relation(expr).iter()));
    }

    fn add_integers<'e>(&mut self, all: impl IntoIterator<Item = &'e IntExpr>, set: &mut Set) {
        all.into_iter().for_each(|expr| set.extend(self.of_integer(expr).iter()));
    }

    /// Turns the free variables of a body into those of the quantification: a declaration's domain
    /// sees the declarations before it.
    fn declarations(&mut self, declarations: &[Declaration], set: &mut Set) {
        for declaration in declarations.iter().rev() {
            declaration.variables.iter().for_each(|variable| {
                set.remove(variable);
            });
            self.range(&declaration.range, set);
        }
    }

    fn range(&mut self, range: &Range, set: &mut Set) {
        match range {
            Range::Of { domain, .. } => self.add_relations([domain], set),
            Range::Arrow { left, right, .. } => {
                self.range(left, set);
                self.range(right, set);
            }
        }
    }

    /// Turns the free variables of a `let`'s body into those of the `let`.
    fn close(&mut self, variable: VariableId, value: &Value, set: &mut Set) {
        set.remove(&variable);
        match value {
            Value::Formula(formula) => self.add_formulas([formula], set),
            Value::Relation(expr) => self.add_relations([expr], set),
            Value::Integer(expr) => self.add_integers([expr], set),
        }
    }
}
