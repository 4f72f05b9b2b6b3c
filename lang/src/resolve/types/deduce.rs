//! The type of a call: that of the declared result, with the arguments' types for the parameters'.
//!
//! `fun dom[r: univ -> univ]: set r.univ` says little by itself, but `dom[parent]` has the type of
//! the first column of `parent`.

use rustc_hash::FxHashMap;

use crate::model::{Declaration, Expr, ExprKind, FunctionId, Sig, Type, Value, VariableId};
use crate::resolve::context::Resolver;
use crate::resolve::context::node::ValueKind;

type VariableTypes = FxHashMap<VariableId, Type>;

impl Resolver<'_> {
    /// `arguments`: the types of the arguments.
    pub(crate) fn call_type(&self, function: FunctionId, arguments: Vec<Type>) -> Type {
        let signature = &self.signatures[&function];
        let Some((range, declared)) = &signature.result else { return Type::of(Sig::INT) };
        let parameters = &self.model.functions[function].parameters;
        let variables = parameters.iter().flat_map(|declaration| &declaration.variables);
        let types = variables.copied().zip(arguments).collect();
        let deduced = self.type_of_expr(range.domain(), &types);
        let has_numbers = deduced.products.iter().any(|product| product == &[Sig::INT]);
        let fits = deduced.products.iter().all(|product| product.len() == declared.arity());
        if has_numbers || !fits { declared.clone() } else { deduced }
    }

    /// The type of an expression whose names are settled.
    pub(crate) fn final_type(&self, expr: &Expr) -> Type {
        self.type_of_expr(expr, &VariableTypes::default())
    }

    /// `types`: those of variables for which other ones are to be taken than declared.
    fn type_of_expr(&self, expr: &Expr, types: &VariableTypes) -> Type {
        let of = |expr: &Expr| self.type_of_expr(expr, types);
        match &expr.kind {
            ExprKind::Empty => Type::empty(expr.arity),
            ExprKind::Identity => Type::any(2),
            ExprKind::Sig(sig) => self.model.type_of_sig(*sig),
            ExprKind::Field(field) => self.model.fields[*field].ty.clone(),
            ExprKind::Variable(variable) => {
                match (types.get(variable), &self.variables[variable]) {
                    (Some(ty), _) | (None, ValueKind::Relation(ty)) => ty.clone(),
                    (None, ValueKind::Formula | ValueKind::Integer) => Type::any(expr.arity),
                }
            }
            ExprKind::Unary(op, e) => self.type_of_unary(*op, &of(e)).unwrap_or(Type::empty(2)),
            ExprKind::Binary(op, a, b) => {
                let ty = self.type_of_binary(*op, &of(a), &of(b));
                ty.unwrap_or(Type::empty(expr.arity))
            }
            ExprKind::Conditional(_, a, b) => self.model.union(&of(a), &of(b)),
            ExprKind::Comprehension(declarations, _) => self.type_of_tuples(declarations, types),
            ExprKind::Let(variable, value, body) => match &**value {
                Value::Relation(value) => {
                    let mut inner = types.clone();
                    inner.insert(*variable, of(value));
                    self.type_of_expr(body, &inner)
                }
                _ => of(body),
            },
            ExprKind::Call(function, arguments) => {
                self.call_type(*function, arguments.iter().map(of).collect())
            }
            ExprKind::In(_, e) => of(e),
            ExprKind::IntegerAtom(_) => Type::of(Sig::INT),
            ExprKind::NextInteger => Type { products: vec![vec![Sig::INT, Sig::INT]] },
            ExprKind::String(_) => Type::of(Sig::STRING),
        }
    }

    fn type_of_tuples(&self, declarations: &[Declaration], types: &VariableTypes) -> Type {
        let column =
            |declaration: &Declaration| self.type_of_expr(declaration.range.domain(), types);
        let columns = declarations.iter().flat_map(|declaration| {
            std::iter::repeat_n(column(declaration), declaration.variables.len())
        });
        columns.reduce(|a, b| a.product(&b)).expect("a comprehension declares a variable")
    }
}
