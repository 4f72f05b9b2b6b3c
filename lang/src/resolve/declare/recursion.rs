//! Predicates and functions that call themselves, unrolled to a depth.
//!
//! The model knows no recursion, as its values would have no end. Where somebody asks for a depth, each of the
//! functions in a circle of calls is resolved once more for each way to be within calls of them all, with a body of
//! its own. Within so many calls of itself a function is not called any more: as in Alloy, a predicate is then false,
//! and a function's value is empty, or the number 0 where it may be a number. So a formula may hold, or not, because
//! the depth ends; a greater depth tells.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::Id;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::integer_atom;
use crate::model::{
    Expr, ExprKind, Formula, FormulaKind, Function, FunctionId, IntExpr, IntExprKind, Node, Sig,
    Type, Value,
};
use crate::resolve::context::declared::{DeclaredId, FunctionState, Unrolling};
use crate::resolve::context::place::Nameable;
use crate::resolve::context::{Resolver, Result};

/// The greatest number of bodies that are made of the functions of one circle.
const MOST_COPIES: usize = 1 << 10;

impl Resolver<'_> {
    /// Gives each function in a circle of calls a body without recursion.
    pub(crate) fn unroll_recursion(&mut self, depth: u32) {
        let circles = self.circles();
        for circle in &circles {
            let members: FxHashSet<DeclaredId> = circle.iter().copied().collect();
            for &declared in circle {
                self.functions[declared].circle = members.clone();
                self.unrolling = Some(Unrolling::new(depth, members.clone()));
                let unrolled = self.unrolled(declared);
                self.unrolling = None;
                if let (Ok(unrolled), Some(id)) = (unrolled, self.functions[declared].id) {
                    self.model.functions[id] = self.model.functions[unrolled].clone();
                }
            }
        }
    }

    /// The functions that lead to themselves, those that lead to each other together.
    fn circles(&self) -> Vec<Vec<DeclaredId>> {
        let declared: FxHashMap<FunctionId, DeclaredId> =
            self.functions.iter().filter_map(|(at, state)| Some((state.id?, at))).collect();
        let called = |id: FunctionId| -> Vec<FunctionId> {
            let nodes = Node::from(&self.model.functions[id].body).descendants();
            nodes.filter_map(|node| node.call().map(|(function, _)| function)).collect()
        };
        let calls: Vec<Vec<FunctionId>> = self.model.functions.ids().map(called).collect();
        let reached = |from: FunctionId| {
            let mut reached = FxHashSet::default();
            let mut open = calls[from.index()].clone();
            while let Some(next) = open.pop() {
                if reached.insert(next) {
                    open.extend(&calls[next.index()]);
                }
            }
            reached
        };
        let reached: Vec<FxHashSet<FunctionId>> = self.model.functions.ids().map(reached).collect();
        let mut circles: Vec<Vec<DeclaredId>> = Vec::new();
        let mut placed = FxHashSet::default();
        for id in self.model.functions.ids() {
            if !reached[id.index()].contains(&id) || placed.contains(&id) {
                continue;
            }
            let together = |other: &FunctionId| {
                reached[id.index()].contains(other) && reached[other.index()].contains(&id)
            };
            let members: Vec<FunctionId> = self.model.functions.ids().filter(together).collect();
            circles
                .push(members.iter().filter_map(|member| declared.get(member).copied()).collect());
            placed.extend(members);
        }
        circles
    }

    /// A predicate or function as a command runs it. Its body is no call there, as in Alloy: it stands outside of
    /// all calls, and leads one call further than a call of it.
    pub(crate) fn function_to_unroll(&mut self, declared: DeclaredId) -> Result<FunctionId> {
        let known = self.function(declared)?;
        let FunctionState { ast, module, ref circle, .. } = self.functions[declared];
        let Some(depth) = self.program.recursion.filter(|_| !circle.is_empty()) else {
            return Ok(known);
        };
        self.unrolling = Some(Unrolling::new(depth, circle.clone()));
        let unrolled = Self::with_stack(|| {
            self.in_module(module, |resolver| resolver.resolve_function(declared, ast))
        });
        self.unrolling = None;
        unrolled
    }

    /// True while calls of this function are unrolled.
    pub(crate) fn is_unrolled(&self, declared: DeclaredId) -> bool {
        self.unrolling.as_ref().is_some_and(|unrolling| unrolling.members.contains(&declared))
    }

    /// The function as it is within the calls at hand.
    pub(crate) fn unrolled(&mut self, declared: DeclaredId) -> Result<FunctionId> {
        let unrolling = self.unrolling.as_mut().expect("calls are being unrolled");
        let within = unrolling.open.get(&declared).copied().unwrap_or(0);
        let is_end = within > unrolling.depth;
        let mut key: Vec<(DeclaredId, u32)> = unrolling
            .open
            .iter()
            .map(|(&open, &count)| (open, count))
            .filter(|at| at.1 > 0)
            .collect();
        key.sort_unstable();
        if let Some(&known) = unrolling.copies.get(&(declared, key.clone())) {
            return Ok(known);
        }
        unrolling.copied += 1;
        if unrolling.copied > MOST_COPIES {
            return self.too_deep(declared);
        }
        unrolling.open.insert(declared, within + 1);
        let (ast, module) = (self.functions[declared].ast, self.functions[declared].module);
        let copy = Self::with_stack(|| {
            self.in_module(module, |resolver| match is_end {
                true => {
                    let signature = |resolver: &mut Self| resolver.signature(ast);
                    let (function, result) = resolver.within_reach(Nameable::NoCalls, signature)?;
                    end(&mut resolver.model.functions[function], result.map(|(_, ty)| ty));
                    Ok(function)
                }
                false => resolver.resolve_function(declared, ast),
            })
        });
        let unrolling = self.unrolling.as_mut().expect("calls are being unrolled");
        unrolling.open.insert(declared, within);
        unrolling.copies.insert((declared, key), copy?);
        copy
    }

    fn too_deep<T>(&mut self, declared: DeclaredId) -> Result<T> {
        let name = &self.functions[declared].ast.name;
        let message = format!("`{}` is unrolled into too much", name.text);
        let diagnostic = Diagnostic::new(code::TOO_LARGE, message)
            .at(name.span, format!("more than {MOST_COPIES} bodies"))
            .help("give `--recursion` a smaller depth");
        self.report(diagnostic)
    }
}

/// What a function is where the depth ends. `result`: the type of its values.
fn end(function: &mut Function, result: Option<Type>) {
    let span = function.span;
    function.body = match result {
        None => Value::Formula(Formula { kind: FormulaKind::Constant(false), span }),
        Some(ty) if ty.products.iter().any(|product| product == &[Sig::INT]) => {
            let zero = IntExpr { kind: IntExprKind::Constant(0), span };
            Value::Relation(integer_atom(zero, span))
        }
        Some(ty) => Value::Relation(Expr { kind: ExprKind::Empty, arity: ty.arity(), span }),
    };
}
