//! The relations that change, and their copies: one for each state.
//!
//! A mutable top-level sig stays, as the atoms that it ever holds. Its copies are subsets. A mutable sig that extends
//! another one has no copies. An atom that is in it once is in it as long as it is in its top-level sig, so in each
//! state the sig is what the two share. Of all other relations the first state's copy has the id of the relation
//! itself.

use rustc_hash::FxHashMap;

use super::{Unroller, intersection};
use crate::arena::Id;
use crate::instance::{Instance, Relation};
use crate::model::build::conjunction;
use crate::model::{
    Count, Expr, ExprKind, Field, FieldId, Formula, FormulaKind, Function, Model, Multiplicity,
    Range, Sig, SigId, SigKind, SigMultiplicity, StateCopies, Value,
};
use crate::source::Span;
use crate::trace::Trace;
use crate::tuples::TupleSet;

impl StateCopies {
    /// Declares the copies. What changes in the model as it was is as if it did not.
    pub fn declare(model: &mut Model, states: usize) -> StateCopies {
        let mutable: Vec<bool> = model.sigs.iter().map(|(_, sig)| sig.is_variable).collect();
        let is_top = |sig: &SigId| model.sigs[*sig].kind == SigKind::TopLevel;
        let changing: Vec<SigId> = model.sigs.ids().filter(|sig| mutable[sig.index()]).collect();
        let has_mutable_atoms = changing.iter().any(is_top);
        let mut copies = StateCopies {
            of: FxHashMap::default(),
            order: Vec::new(),
            mutable,
            has_mutable_atoms,
            same: FxHashMap::default(),
        };
        for &sig in &changing {
            copies.declare_sig(model, sig, states);
        }
        for sig in changing {
            let sig = &mut model.sigs[sig];
            sig.is_variable = false;
            let is_part = matches!(sig.kind, SigKind::Subset { .. });
            sig.multiplicity =
                if is_part { at_most(sig.multiplicity) } else { SigMultiplicity::Any };
        }
        let fields: Vec<FieldId> = model.fields.ids().collect();
        for field in fields {
            copies.declare_field(model, field, states);
        }
        copies
    }

    fn declare_sig(&mut self, model: &mut Model, id: SigId, states: usize) {
        let sig = model.sigs[id].clone();
        let (parents, first) = match &sig.kind {
            SigKind::TopLevel => (vec![id], None),
            SigKind::Subset { parents, .. } => (parents.clone(), Some(Relation::Sig(id))),
            SigKind::Extends(_) | SigKind::Builtin => return,
        };
        let mut all: Vec<Relation> = first.into_iter().collect();
        for state in all.len()..states {
            let kind = SigKind::Subset { parents: parents.clone(), exact: false };
            let multiplicity = at_most(sig.multiplicity);
            let name = format!("{}${state}", sig.name);
            let copy = Sig { kind, multiplicity, ..Sig::new(&name, sig.span) };
            all.push(Relation::Sig(model.sigs.push(copy)));
        }
        self.order.push(Relation::Sig(id));
        self.of.insert(Relation::Sig(id), all);
    }

    /// The range of a copy is only a bound, and says no more than that it is a function. Facts say the rest about its
    /// values in each state.
    fn declare_field(&mut self, model: &mut Model, id: FieldId, states: usize) {
        let is_open = model.fields[id].is_variable || self.mutable[model.fields[id].sig.index()];
        let field = &mut model.fields[id];
        let range = if is_open { partial(&field.range) } else { field.range.clone() };
        field.range = timeless(&range);
        if !field.is_variable {
            return;
        }
        field.is_variable = false;
        let field = field.clone();
        let mut all = vec![Relation::Field(id)];
        for state in 1..states {
            let name = format!("{}${state}", field.name);
            let copy = model.fields.push(Field { name, ..field.clone() });
            model.sigs[field.sig].fields.push(copy);
            all.push(Relation::Field(copy));
        }
        self.order.push(Relation::Field(id));
        self.of.insert(Relation::Field(id), all);
    }

    /// The copies of a relation, if it has any.
    pub fn of(&self, relation: Relation) -> Option<&[Relation]> {
        self.of.get(&relation).map(Vec::as_slice)
    }

    /// The relation that a copy is of, and the state.
    pub fn original(&self, copy: Relation) -> Option<(Relation, usize)> {
        let place = |of: &Relation| self.of[of].iter().position(|&other| other == copy);
        self.order.iter().find_map(|of| Some((*of, place(of)?)))
    }

    /// True if the sig changes and is kept as the atoms that it ever holds.
    pub fn lasts(&self, sig: SigId) -> bool {
        self.changes(sig)
            && self.of(Relation::Sig(sig)).is_none_or(|copies| copies[0] != Relation::Sig(sig))
    }

    pub fn changes(&self, sig: SigId) -> bool {
        self.mutable.get(sig.index()).copied().unwrap_or(false)
    }

    /// The value of a relation of the model as it was.
    pub fn value(
        &self,
        model: &Model,
        instance: &Instance,
        relation: Relation,
        state: usize,
    ) -> TupleSet {
        match (self.of(relation), relation) {
            (Some(copies), _) => instance.get(copies[state]).clone(),
            (None, Relation::Sig(sig)) if self.changes(sig) => {
                let top =
                    self.of(Relation::Sig(model.top(sig))).expect("its top-level sig changes");
                instance.get(relation).intersection(instance.get(top[state]))
            }
            _ => instance.get(relation).clone(),
        }
    }

    /// The values of a relation of the model as it was, and of its copies, in an instance that is this trace.
    pub fn recorded(&self, relation: Relation, trace: &Trace) -> Vec<(Relation, TupleSet)> {
        let states = &trace.states;
        let ever = || {
            let values = states.iter().map(|state| state.get(relation).clone());
            values.reduce(|all, value| all.union(&value)).expect("there is a state")
        };
        let Some(copies) = self.of(relation) else { return vec![(relation, ever())] };
        let none = || {
            let value = states[0].get(relation);
            TupleSet::empty(value.atoms(), value.arity())
        };
        let value = |(at, &copy): (usize, &Relation)| {
            (copy, states.get(at).map_or_else(none, |state| state.get(relation).clone()))
        };
        let mut values: Vec<_> = copies.iter().enumerate().map(value).collect();
        if copies[0] != relation {
            values.push((relation, ever()));
        }
        values
    }

    /// Nothing that changes holds anything in a state.
    pub fn none_in(&self, model: &Model, state: usize, span: Span) -> Vec<Formula> {
        let copies = self.order.iter().map(|relation| self.of[relation][state]);
        let none = copies.map(|copy| Formula {
            kind: FormulaKind::Count(Count::No, expression(copy, arity(model, copy), span)),
            span,
        });
        none.collect()
    }
}

impl Unroller<'_> {
    /// Two states are the same.
    pub fn same(&mut self, one: usize, other: usize) -> Formula {
        let span = self.model.sigs[self.shape.trace()].span;
        let function = match self.copies.same.get(&(one, other)) {
            Some(&function) => function,
            None => {
                let equal = self.copies.order.iter().map(|relation| {
                    let [a, b] = [one, other].map(|state| {
                        let copy = self.copies.of[relation][state];
                        expression(copy, arity(&self.model, copy), span)
                    });
                    Formula { kind: FormulaKind::Equal(a, b), span }
                });
                let body = Value::Formula(conjunction(equal.collect(), span));
                let function = self.model.functions.push(Function {
                    name: format!("same${one}${other}"),
                    parameters: Vec::new(),
                    body,
                    is_private: false,
                    span,
                });
                self.copies.same.insert((one, other), function);
                function
            }
        };
        Formula { kind: FormulaKind::Call(function, Vec::new()), span }
    }

    /// A sig as it is in a state.
    pub fn sig(&self, sig: SigId, state: usize, span: Span) -> Expr {
        let whole = expression(Relation::Sig(sig), 1, span);
        match self.copies.of(Relation::Sig(sig)) {
            Some(copies) => self.shape.chosen(state, &|state| expression(copies[state], 1, span)),
            None if self.copies.changes(sig) => {
                let top = self.original.top(sig);
                intersection(whole, self.sig(top, state, span))
            }
            None => whole,
        }
    }

    pub fn field(&self, field: FieldId, state: usize, arity: usize, span: Span) -> Expr {
        let relation = Relation::Field(field);
        match self.copies.of(relation) {
            Some(copies) => {
                self.shape.chosen(state, &|state| expression(copies[state], arity, span))
            }
            None => expression(relation, arity, span),
        }
    }
}

pub(super) fn expression(relation: Relation, arity: usize, span: Span) -> Expr {
    let kind = match relation {
        Relation::Sig(sig) => ExprKind::Sig(sig),
        Relation::Field(field) => ExprKind::Field(field),
        Relation::Variable(variable) => ExprKind::Variable(variable),
    };
    Expr { kind, arity, span }
}

fn arity(model: &Model, relation: Relation) -> usize {
    match relation {
        Relation::Field(field) => model.fields[field].ty.arity(),
        Relation::Sig(_) | Relation::Variable(_) => 1,
    }
}

/// The multiplicity of a copy: it may be empty, where the trace has ended.
fn at_most(multiplicity: SigMultiplicity) -> SigMultiplicity {
    match multiplicity {
        SigMultiplicity::One | SigMultiplicity::Lone => SigMultiplicity::Lone,
        SigMultiplicity::Some | SigMultiplicity::Any => SigMultiplicity::Any,
    }
}

/// The range without what says that there is a value.
fn partial(range: &Range) -> Range {
    let lessened = |multiplicity: &Multiplicity| match multiplicity {
        Multiplicity::One | Multiplicity::Lone => Multiplicity::Lone,
        Multiplicity::Some | Multiplicity::Set => Multiplicity::Set,
    };
    match range {
        Range::Of { multiplicity, domain } => Range::of(lessened(multiplicity), domain.clone()),
        Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => Range::arrow(
            partial(left),
            [lessened(left_multiplicity), lessened(right_multiplicity)],
            partial(right),
        ),
    }
}

/// The range with an expression of whose domain each state's value is a part.
pub(super) fn timeless(range: &Range) -> Range {
    match range {
        Range::Of { multiplicity, domain } => Range::of(*multiplicity, without_states(domain)),
        Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => {
            Range::arrow(timeless(left), [*left_multiplicity, *right_multiplicity], timeless(right))
        }
    }
}

fn without_states(expr: &Expr) -> Expr {
    let kind = match &expr.kind {
        ExprKind::In(_, of) => return without_states(of),
        ExprKind::Unary(op, of) => ExprKind::Unary(*op, Box::new(without_states(of))),
        ExprKind::Binary(op, a, b) => {
            ExprKind::Binary(*op, Box::new(without_states(a)), Box::new(without_states(b)))
        }
        kind => kind.clone(),
    };
    Expr { kind, ..expr.clone() }
}
