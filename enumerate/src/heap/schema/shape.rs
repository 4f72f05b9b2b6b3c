//! The shapes of fields' values, derived from their declarations.

use korrel_lang::model::{Expr, ExprKind, Model, Multiplicity, Range, RelationOp, SigId, Type};

use super::column::SortColumn;
use super::names::SchemaNames;

/// The way in which the value of a field or of a root is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `T`: one value.
    One(SortColumn),
    /// `T?`: a value or null.
    Lone(SortColumn),
    /// `set T`: a sorted array.
    Set(SortColumn),
    /// `seq T`: an array in order.
    Sequence(SortColumn),
    /// `map K V`: an object, keyed by what K's values are called. K is of one kind.
    Map(SortColumn, SortColumn),
    /// `rel A B …`: a sorted array of arrays.
    Relation(Vec<SortColumn>),
}

/// The form of a declaration, beside its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredForm {
    Plain,
    /// It is declared by `=`, where a multiplicity means nothing.
    Defined,
    /// It is declared by `seq`.
    Sequence,
}

impl Shape {
    /// The shape of what `range` declares. `ty` is the type of the value, or ends with it. It is
    /// without products if it is not known.
    pub fn of(model: &Model, range: &Range, ty: &Type, form: DeclaredForm) -> Shape {
        let mut columns = Vec::new();
        add_columns(model, range, ty, range.arity(), &mut columns);
        let is_defined = form == DeclaredForm::Defined;
        // The first column of a sequence's pairs holds the indices. A sequence of tuples is a
        // `rel`.
        if form == DeclaredForm::Sequence && columns.len() == 2 {
            return Shape::Sequence(columns.remove(1));
        }
        if columns.len() == 1 {
            let column = columns.remove(0);
            return match range {
                Range::Of { multiplicity: Multiplicity::One, .. } if !is_defined => {
                    Shape::One(column)
                }
                Range::Of { multiplicity: Multiplicity::Lone, .. } if !is_defined => {
                    Shape::Lone(column)
                }
                _ => Shape::Set(column),
            };
        }
        // `K -> lone V` and `K -> one V`.
        let is_map = range.arity() == 2 && range.is_function();
        if form == DeclaredForm::Plain && is_map && columns[0].is_uniform() {
            let value = columns.remove(1);
            return Shape::Map(columns.remove(0), value);
        }
        Shape::Relation(columns)
    }

    /// The number of columns of the value.
    pub fn arity(&self) -> usize {
        match self {
            Shape::One(_) | Shape::Lone(_) | Shape::Set(_) => 1,
            Shape::Sequence(_) | Shape::Map(..) => 2,
            Shape::Relation(columns) => columns.len(),
        }
    }

    /// The shape as a header declares it: `Node?`, `map Color int`.
    pub(super) fn declared(&self, names: &SchemaNames) -> korrel_heapgraph::Shape {
        use korrel_heapgraph::Shape as Declared;
        let declared = |column: &SortColumn| column.declared(names);
        match self {
            Shape::One(column) => Declared::One(declared(column)),
            Shape::Lone(column) => Declared::Lone(declared(column)),
            Shape::Set(column) => Declared::Set(declared(column)),
            Shape::Sequence(column) => Declared::Sequence(declared(column)),
            Shape::Map(key, value) => Declared::Map(declared(key), declared(value)),
            Shape::Relation(columns) => Declared::Relation(columns.iter().map(declared).collect()),
        }
    }
}

/// Adds the columns of a range that begins at the `from_end`-th column of its declaration, counted
/// from the right: a field's type has its sig's column in front. A leaf that is not simply made of
/// sigs has the columns that `ty` has at its place.
fn add_columns(
    model: &Model,
    range: &Range,
    ty: &Type,
    from_end: usize,
    columns: &mut Vec<SortColumn>,
) {
    match range {
        Range::Arrow { left, right, .. } => {
            add_columns(model, left, ty, from_end, columns);
            add_columns(model, right, ty, from_end - left.arity(), columns);
        }
        Range::Of { domain, .. } => match sigs_of(domain) {
            Some(written) => {
                columns.extend(written.into_iter().map(|sigs| SortColumn::new(model, sigs)));
            }
            None => columns
                .extend((0..domain.arity).map(|column| typed_column(model, ty, from_end - column))),
        },
    }
}

/// The sigs of each column of an expression that is nothing but sigs, unions and products of them.
fn sigs_of(expr: &Expr) -> Option<Vec<Vec<SigId>>> {
    match &expr.kind {
        ExprKind::Sig(sig) => Some(vec![vec![*sig]]),
        ExprKind::Binary(RelationOp::Product, left, right) => {
            Some([sigs_of(left)?, sigs_of(right)?].concat())
        }
        ExprKind::Binary(RelationOp::Union, left, right) => {
            let pairs = sigs_of(left)?.into_iter().zip(sigs_of(right)?);
            Some(pairs.map(|(left, right)| [left, right].concat()).collect())
        }
        _ => None,
    }
}

/// The `from_end`-th column of a type, 1 being the last, or anything if there is no type.
fn typed_column(model: &Model, ty: &Type, from_end: usize) -> SortColumn {
    if ty.products.is_empty() {
        return SortColumn::any();
    }
    SortColumn::new(model, ty.products.iter().map(|product| product[product.len() - from_end]))
}
