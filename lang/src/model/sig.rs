//! Sigs, their hierarchy and fields, and the types that are made of them.

use super::{Expr, ExprKind, FieldId, Model, Range, SigId, VariableId};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Sig {
    /// The name as declared, without the module: `Node`.
    pub name: String,
    /// The name that tells it from a sig of the same name elsewhere: `Node` in the main module,
    /// `alias/Node` in an opened one.
    pub path: String,
    pub kind: SigKind,
    pub is_abstract: bool,
    pub multiplicity: SigMultiplicity,
    pub is_private: bool,
    /// Declared by `var`: its atoms may be others in each state of a trace.
    pub is_variable: bool,
    /// Declared by `enum`: its children are values, not objects.
    pub is_enum: bool,
    /// Declared in a built-in module.
    pub is_library: bool,
    /// The sigs that extend it, in order of declaration.
    pub children: Vec<SigId>,
    /// Its own fields, in order of declaration.
    pub fields: Vec<FieldId>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SigKind {
    Builtin,
    /// Shares no atom with any other top-level sig.
    TopLevel,
    /// `extends`: disjoint from its siblings.
    Extends(SigId),
    /// `in` (or `=`, then `exact`) the union of these.
    Subset {
        parents: Vec<SigId>,
        exact: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SigMultiplicity {
    One,
    Lone,
    Some,
    Any,
}

impl Sig {
    /// A top-level sig without any other declaration.
    pub fn new(name: &str, span: Span) -> Sig {
        Sig {
            name: name.to_string(),
            path: name.to_string(),
            kind: SigKind::TopLevel,
            is_abstract: false,
            multiplicity: SigMultiplicity::Any,
            is_private: false,
            is_variable: false,
            is_enum: false,
            is_library: false,
            children: Vec::new(),
            fields: Vec::new(),
            span,
        }
    }

    /// `univ`: all atoms in use.
    pub const UNIVERSE: SigId = SigId(0);
    /// `none`, as a sig: always empty.
    pub const NONE: SigId = SigId(1);
    /// `Int`: all integers of the scope.
    pub const INT: SigId = SigId(2);
    /// `seq/Int`: the indices of sequences, 0..maxseq-1.
    pub const SEQ_INT: SigId = SigId(3);
    /// `String`: the string literals of the spec.
    pub const STRING: SigId = SigId(4);
}

impl Model {
    /// The sig whose atoms include the atoms of `sig`: itself, if no `extends` leads further up.
    ///
    /// # Panics
    /// On a subset sig, which has no top of its own.
    pub fn top(&self, mut sig: SigId) -> SigId {
        loop {
            match self.sigs[sig].kind {
                SigKind::Extends(parent) => sig = parent,
                SigKind::TopLevel | SigKind::Builtin => return sig,
                SigKind::Subset { .. } => panic!("a subset sig has no top-level sig"),
            }
        }
    }

    /// The sig without parts that holds all of a sig's atoms by declaration: itself, or the only child of
    /// an abstract sig, or the only parent of an equality sig. `None` for a *union*: of children and
    /// the rest, of several children, of several parents.
    pub fn part_of(&self, sig: SigId) -> Option<SigId> {
        let declared = &self.sigs[sig];
        match &declared.kind {
            SigKind::Subset { parents, exact: true } => match parents.as_slice() {
                [parent] => self.part_of(*parent),
                _ => None,
            },
            SigKind::Subset { .. } | SigKind::Builtin => Some(sig),
            SigKind::TopLevel | SigKind::Extends(_) => match declared.children.as_slice() {
                [] => Some(sig),
                [child] if declared.is_abstract => self.part_of(*child),
                _ => None,
            },
        }
    }

    /// True if an expression is a sig that is a union: only such a sig can be empty and yet have an
    /// order.
    pub fn is_union(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Sig(sig) if self.part_of(sig).is_none())
    }

    /// True if a sig is `sig$` or `field$`, or an atom of these, which stands for a sig or a field. They are
    /// constants, and no part of an instance.
    pub fn is_meta(&self, sig: SigId) -> bool {
        let declared = &self.sigs[sig];
        let top = match declared.kind {
            SigKind::Extends(parent) => &self.sigs[parent],
            _ => declared,
        };
        top.is_enum && top.name.ends_with('$')
    }

    /// The user's top-level sigs, in order of declaration.
    pub fn top_level(&self) -> impl Iterator<Item = SigId> {
        self.sigs.iter().filter(|(_, sig)| sig.kind == SigKind::TopLevel).map(|(id, _)| id)
    }

    /// True if every atom of `sub` is one of `sup` by declaration (`extends` chains only).
    pub fn is_descendant(&self, mut sub: SigId, sup: SigId) -> bool {
        loop {
            if sub == sup {
                return true;
            }
            match self.sigs[sub].kind {
                SigKind::Extends(parent) => sub = parent,
                // `seq/Int` holds integers, though nothing declares it.
                _ => return sup == Sig::UNIVERSE || (sub == Sig::SEQ_INT && sup == Sig::INT),
            }
        }
    }
}

/// A field: a relation whose first column is its sig.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub sig: SigId,
    /// The declared range of `this.field`, where `this` is [`Field::this`].
    pub range: Range,
    pub this: VariableId,
    /// Declared by `=`: `this.field` equals the range.
    pub is_defined: bool,
    /// Declared by `seq`: from the indices 0 to n-1, for some n, to one element each.
    pub is_sequence: bool,
    pub is_private: bool,
    /// Declared by `var`: its tuples may be others in each state of a trace.
    pub is_variable: bool,
    /// The relation's type, the first column included.
    pub ty: Type,
    pub span: Span,
}

/// A union of products of sigs: which tuples a relation may hold, as far as types tell.
///
/// Invariant: all products have the same length, the arity.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Type {
    pub products: Vec<Vec<SigId>>,
}
