//! Random trees against the evaluator, which was written independently: whatever either gets wrong
//! alone shows as a difference.

use korrel_lang::arena::Arena;
use korrel_lang::evaluate::Evaluator;
use korrel_lang::model::{
    Comparison, Count, Declaration, Expr, ExprKind, Formula, FormulaKind, Function, FunctionId,
    IntExpr, IntExprKind, IntOp, Model, Multiplicity, PairOp, Quantifier, RelationOp, Sig, Value,
    VariableId,
};
use korrel_lang::universe::Arithmetic;

use super::super::quantifier::factored::Thrift;
use super::build::*;
use super::world::{A, F, K, S, V, W, World};
use crate::testing::Random;

/// The kind of value that a variable in scope stands for.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Relation(usize),
    Number,
    Formula,
}

struct Trees {
    random: Random,
    scope: Vec<(VariableId, Kind)>,
    next: u32,
    /// A predicate of two sets and a function of one, to be called. There are none while they are built.
    functions: Option<[FunctionId; 2]>,
}

impl Trees {
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len())]
    }

    fn fresh(&mut self) -> VariableId {
        self.next += 1;
        VariableId(self.next - 1)
    }

    /// Makes the functions that the next formula may call.
    fn functions(&mut self, model: &mut Model) {
        self.functions = None;
        model.functions = Arena::default();
        let ids = [0, 1].map(|at| {
            let parameters: Vec<VariableId> = (at..2).map(|_| self.fresh()).collect();
            self.scope = parameters.iter().map(|&variable| (variable, Kind::Relation(1))).collect();
            let body = if at == 0 {
                Value::Formula(self.formula(2))
            } else {
                Value::Relation(self.relation(1, 2))
            };
            self.scope.clear();
            let parameters = vec![ranged(&parameters, Multiplicity::Set, sig(Sig::UNIVERSE))];
            let name = "called".into();
            model.functions.push(Function { name, parameters, body, is_private: false, span: SPAN })
        });
        self.functions = Some(ids);
    }

    fn variable(&mut self, kind: Kind) -> Option<VariableId> {
        let fitting: Vec<VariableId> =
            self.scope.iter().filter(|(_, of)| *of == kind).map(|(id, _)| *id).collect();
        (!fitting.is_empty()).then(|| self.pick(&fitting))
    }

    fn formula(&mut self, depth: usize) -> Formula {
        let d = depth.saturating_sub(1);
        let choice = if depth == 0 { 8 + self.random.below(6) } else { self.random.below(18) };
        match choice {
            0 => not(self.formula(d)),
            1 => and(vec![self.formula(d), self.formula(d)]),
            2 => or(vec![self.formula(d), self.formula(d)]),
            3 => implies(self.formula(d), self.formula(d)),
            4 => iff(self.formula(d), self.formula(d)),
            5 => if_else(self.formula(d), self.formula(d), self.formula(d)),
            6 | 7 => {
                let quantifier = self.pick(&[Quantifier::All, Quantifier::Some]);
                self.declared(d, |trees, declarations| {
                    quantified(quantifier, declarations, trees.formula(d))
                })
            }
            8 => {
                let kind = self.pick(&[Count::No, Count::Some, Count::Lone, Count::One]);
                let arity = 1 + self.random.below(2);
                count(kind, self.relation(arity, d))
            }
            9 | 10 => {
                let arity = 1 + self.random.below(2);
                let (a, b) = (self.relation(arity, d), self.relation(arity, d));
                if choice == 9 { subset(a, b) } else { equal(a, b) }
            }
            11..=13 => {
                let kinds = [Comparison::Equal, Comparison::Less, Comparison::LessOrEqual];
                let kind = self.pick(&kinds);
                compare(kind, self.integer(d), self.integer(d))
            }
            14 => self
                .bound(d, |trees, variable, value| let_formula(variable, value, trees.formula(d))),
            15 | 16 if self.functions.is_some() => {
                let [predicate, _] = self.functions.expect("just seen");
                call(predicate, vec![self.relation(1, d), self.relation(1, d)])
            }
            _ => match self.variable(Kind::Formula) {
                Some(variable) => formula(FormulaKind::Variable(variable)),
                None => self.formula(d),
            },
        }
    }

    fn relation(&mut self, arity: usize, depth: usize) -> Expr {
        if depth == 0 || self.random.below(4) == 0 {
            return self.leaf(arity);
        }
        let d = depth - 1;
        match self.random.below(13) {
            0..=3 => {
                let op = self.pick(&[
                    RelationOp::Union,
                    RelationOp::Difference,
                    RelationOp::Intersection,
                    RelationOp::Override,
                ]);
                binary(op, self.relation(arity, d), self.relation(arity, d))
            }
            4 => join(self.relation(1, d), self.relation(arity + 1, d)),
            5 => join(self.relation(arity + 1, d), self.relation(1, d)),
            6 if arity == 2 => {
                let inner = Box::new(self.relation(2, d));
                let ops = [PairOp::Transpose, PairOp::Closure, PairOp::ReflexiveClosure];
                expr(2, ExprKind::Unary(self.pick(&ops), inner))
            }
            6 if arity == 1 => atom_of(self.integer(d)),
            6 => self.leaf(arity),
            7 if arity > 1 => {
                binary(RelationOp::Product, self.relation(1, d), self.relation(arity - 1, d))
            }
            7 => atom_of(self.integer(d)),
            8 => {
                let parts = (self.formula(d), self.relation(arity, d), self.relation(arity, d));
                let (c, a, b) = (Box::new(parts.0), Box::new(parts.1), Box::new(parts.2));
                expr(arity, ExprKind::Conditional(c, a, b))
            }
            9 if arity == 1 => self.declared_atom(d, |trees, declarations| {
                expr(1, ExprKind::Comprehension(declarations, Box::new(trees.formula(d))))
            }),
            9 => {
                binary(RelationOp::DomainRestriction, self.relation(1, d), self.relation(arity, d))
            }
            10 => {
                binary(RelationOp::RangeRestriction, self.relation(arity, d), self.relation(1, d))
            }
            11 if arity == 1 && self.functions.is_some() => {
                let [_, function] = self.functions.expect("just seen");
                expr(1, ExprKind::Call(function, vec![self.relation(1, d)]))
            }
            _ => self.bound(d, |trees, variable, value| {
                let body = Box::new(trees.relation(arity, d));
                expr(arity, ExprKind::Let(variable, Box::new(value), body))
            }),
        }
    }

    fn leaf(&mut self, arity: usize) -> Expr {
        if self.random.below(2) == 0
            && let Some(variable) = self.variable(Kind::Relation(arity))
        {
            return expr(arity, ExprKind::Variable(variable));
        }
        match arity {
            1 => match self.random.below(8) {
                0 => sig(Sig::UNIVERSE),
                1 => sig(Sig::INT),
                2 | 3 => join(sig(S), field(self.pick(&[V, W]))),
                4 => sig(S),
                5 => join(sig(A), field(K)),
                _ => sig(A),
            },
            2 => match self.random.below(6) {
                0 => expr(2, ExprKind::Identity),
                1 => expr(2, ExprKind::NextInteger),
                2 => field(V),
                3 => field(K),
                _ => field(F),
            },
            _ => {
                let rest = self.leaf(arity - 1);
                binary(RelationOp::Product, self.leaf(1), rest)
            }
        }
    }

    fn integer(&mut self, depth: usize) -> IntExpr {
        if depth == 0 || self.random.below(4) == 0 {
            return match self.random.below(6) {
                0 => number(self.random.below(10) as i64 - 5),
                1 => size(self.leaf(1)),
                2 if self.random.below(2) == 0 => int(IntExprKind::Least),
                2 => int(IntExprKind::Greatest),
                3 if self.variable(Kind::Number).is_some() => {
                    let variable = self.variable(Kind::Number).expect("just seen");
                    int(IntExprKind::Variable(variable))
                }
                _ => value_of(self.leaf(1)),
            };
        }
        let d = depth - 1;
        match self.random.below(9) {
            0..=3 => {
                let op = self.pick(&IntOp::ALL);
                calc(op, self.integer(d), self.integer(d))
            }
            4 => {
                let arity = 1 + self.random.below(2);
                size(self.relation(arity, d))
            }
            5 => value_of(self.relation(1, d)),
            6 => self.declared(d, |trees, declarations| {
                int(IntExprKind::Sum(declarations, Box::new(trees.integer(d))))
            }),
            7 => {
                let parts = (self.formula(d), self.integer(d), self.integer(d));
                let (c, a, b) = (Box::new(parts.0), Box::new(parts.1), Box::new(parts.2));
                int(IntExprKind::Conditional(c, a, b))
            }
            _ => self.bound(d, |trees, variable, value| {
                int(IntExprKind::Let(variable, Box::new(value), Box::new(trees.integer(d))))
            }),
        }
    }

    fn domain(&mut self, depth: usize) -> Expr {
        match self.random.below(4) {
            0 => sig(Sig::INT),
            1 => self.relation(1, depth),
            _ => sig(A),
        }
    }

    fn declared<T>(
        &mut self,
        depth: usize,
        build: impl FnOnce(&mut Trees, Vec<Declaration>) -> T,
    ) -> T {
        let before = self.scope.len();
        let mut declarations = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let domain = self.domain(depth.min(1));
            let variables: Vec<VariableId> =
                (0..1 + self.random.below(2)).map(|_| self.fresh()).collect();
            self.scope.extend(variables.iter().map(|&variable| (variable, Kind::Relation(1))));
            let make = if self.random.below(2) == 0 { each } else { distinct };
            declarations.push(make(&variables, domain));
        }
        let result = build(self, declarations);
        self.scope.truncate(before);
        result
    }

    fn declared_atom<T>(
        &mut self,
        depth: usize,
        build: impl FnOnce(&mut Trees, Vec<Declaration>) -> T,
    ) -> T {
        let before = self.scope.len();
        let domain = self.domain(depth.min(1));
        let variable = self.fresh();
        self.scope.push((variable, Kind::Relation(1)));
        let result = build(self, vec![each(&[variable], domain)]);
        self.scope.truncate(before);
        result
    }

    fn bound<T>(
        &mut self,
        depth: usize,
        build: impl FnOnce(&mut Trees, VariableId, Value) -> T,
    ) -> T {
        let before = self.scope.len();
        let (value, kind) = match self.random.below(3) {
            0 => (Value::Formula(self.formula(depth)), Kind::Formula),
            1 => (Value::Integer(self.integer(depth)), Kind::Number),
            _ => (Value::Relation(self.relation(1, depth)), Kind::Relation(1)),
        };
        let variable = self.fresh();
        self.scope.push((variable, kind));
        let result = build(self, variable, value);
        self.scope.truncate(before);
        result
    }
}

/// Rounds of random formulas, deeper and deeper, on random states.
fn compare_with_evaluator(arithmetic: Arithmetic, seed: u64) {
    let mut world = World::new(arithmetic);
    let mut trees =
        Trees { random: Random::new(seed), scope: Vec::new(), next: 0, functions: None };
    for round in 0..1200 {
        trees.next = 0;
        trees.functions(&mut world.model);
        let formula = trees.formula(1 + round % 4);
        // All depths in either way.
        let thrift = [Thrift::USUAL, Thrift::NONE][round / 4 % 2];
        let differs = world.disagreement(&formula, 12, thrift, |model, instance| {
            Evaluator::new(model, instance).formula(&formula)
        });
        assert_eq!(differs, None, "{arithmetic:?}, {thrift:?}, round {round}: {formula:?}");
    }
}

/// A difference means that the evaluator or the translator has a bug, or that they got different
/// input.
#[test]
fn exact_numbers() {
    compare_with_evaluator(Arithmetic::Exact, 21);
}

/// Like the test above. Wrap-around has ways of its own through the encoder.
#[test]
fn wrapped_numbers() {
    compare_with_evaluator(Arithmetic::Wrap { bit_width: 3 }, 22);
}

/// Like the test above. Polarities, binders and taints matter only here.
#[test]
fn forbidden_overflow() {
    compare_with_evaluator(Arithmetic::Forbid { bit_width: 3 }, 23);
}
