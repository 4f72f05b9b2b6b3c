//! The expressions that stand for at most one atom, by their declarations.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{
    Binder, Declaration, Expr, ExprKind, FieldId, FunctionId, Multiplicity, Node, Range,
    RelationOp, Sig, SigId, SigMultiplicity, Value, VariableId,
};
use crate::resolve::context::Resolver;

/// A variable, or a sig of one atom, with which a path of fields begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathStart {
    Variable(VariableId),
    Sig(SigId),
}

/// The possible values of the variables of a spec.
#[derive(Default)]
pub(crate) struct SingleVariables<'m> {
    /// The variables that are one atom.
    one: FxHashSet<VariableId>,
    /// The variables that are one atom or none.
    lone: FxHashSet<VariableId>,
    /// The values of the variables that `let` binds.
    pub bound: FxHashMap<VariableId, &'m Expr>,
    /// Fields that facts say to be there for each atom.
    pub total: FxHashSet<FieldId>,
}

impl<'m> SingleVariables<'m> {
    pub(crate) fn new(resolver: &'m Resolver<'_>, nodes: &[Node<'m>]) -> SingleVariables<'m> {
        let mut values = SingleVariables::default();
        for (_, function) in resolver.model.functions.iter() {
            values.declare(&function.parameters);
        }
        for command in &resolver.model.commands {
            values.declare(&command.parameters);
        }
        values.one.extend(resolver.model.fields.iter().map(|(_, field)| field.this));
        for node in nodes {
            node.descendants().for_each(|node| values.see(node));
        }
        values.total = resolver.total_fields(&values);
        values
    }

    fn see(&mut self, node: Node<'m>) {
        match node.binder() {
            Some(Binder::Declarations(declarations)) => self.declare(declarations),
            Some(Binder::Let(variable, value)) => self.bind(variable, value),
            None => {}
        }
    }

    fn declare(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            let variables = declaration.variables.iter().copied();
            match multiplicity(&declaration.range) {
                Some(Multiplicity::One) => self.one.extend(variables),
                Some(Multiplicity::Lone) => self.lone.extend(variables),
                _ => {}
            }
        }
    }

    fn bind(&mut self, variable: VariableId, value: &'m Value) {
        if let Value::Relation(expr) = value {
            self.bound.insert(variable, expr);
        }
    }

    pub(crate) fn is_one(&self, start: PathStart) -> bool {
        match start {
            PathStart::Variable(variable) => self.one.contains(&variable),
            PathStart::Sig(_) => true,
        }
    }

    fn is_lone(&self, variable: VariableId) -> bool {
        self.one.contains(&variable) || self.lone.contains(&variable)
    }
}

/// The multiplicity of a range of one column.
pub(crate) fn multiplicity(range: &Range) -> Option<Multiplicity> {
    match range {
        Range::Of { multiplicity, domain } if domain.arity == 1 => Some(*multiplicity),
        _ => None,
    }
}

impl Resolver<'_> {
    /// True if it is one atom or none, whatever the instance.
    pub(crate) fn is_single(&self, expr: &Expr, values: &SingleVariables<'_>) -> bool {
        Self::with_stack(|| self.is_single_kind(expr, values))
    }

    fn is_single_kind(&self, expr: &Expr, values: &SingleVariables<'_>) -> bool {
        match &expr.kind {
            ExprKind::IntegerAtom(_) | ExprKind::String(_) => true,
            ExprKind::Sig(sig) => {
                let multiplicity = self.model.sigs[*sig].multiplicity;
                matches!(multiplicity, SigMultiplicity::One | SigMultiplicity::Lone)
            }
            ExprKind::Variable(variable) => {
                values.is_lone(*variable)
                    || values.bound.get(variable).is_some_and(|bound| self.is_single(bound, values))
            }
            ExprKind::Binary(RelationOp::Join, a, b) => {
                b.arity == 2 && self.is_single(a, values) && self.is_function(b, values)
            }
            ExprKind::Conditional(_, a, b) => {
                self.is_single(a, values) && self.is_single(b, values)
            }
            ExprKind::Let(_, _, body) | ExprKind::In(_, body) => self.is_single(body, values),
            ExprKind::Call(function, _) => self.gives_one(*function),
            _ => false,
        }
    }

    /// True if the other columns determine the last one.
    fn is_function(&self, expr: &Expr, values: &SingleVariables<'_>) -> bool {
        match &expr.kind {
            ExprKind::NextInteger => true,
            ExprKind::In(_, e) => self.is_function(e, values),
            ExprKind::Field(field) => {
                let field = &self.model.fields[*field];
                field.is_sequence || field.range.is_function()
            }
            ExprKind::Binary(RelationOp::Join, a, b) => {
                self.is_single(a, values) && self.is_function(b, values)
            }
            _ => false,
        }
    }

    fn gives_one(&self, function: FunctionId) -> bool {
        let result = self.signatures[&function].result.as_ref();
        let multiplicity = result.and_then(|(range, _)| multiplicity(range));
        multiplicity.is_some_and(Multiplicity::at_most_one)
    }

    pub(crate) fn is_of_integers(&self, expr: &Expr) -> bool {
        let ty = stacker::maybe_grow(4 << 20, 16 << 20, || self.final_type(expr));
        let is_integer = |product: &Vec<_>| self.model.is_descendant(product[0], Sig::INT);
        expr.arity == 1 && !ty.is_empty() && ty.products.iter().all(is_integer)
    }
}
