//! The sort of a sig's atoms in a heap: objects, or values of some kind.

use korrel_lang::model::{Model, Sig, SigId, SigKind, SigMultiplicity};

/// Invariant: the sig of `Object` is top-level or extends one. That of `Enum` is the whole enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Object(SigId),
    Enum(SigId),
    Boolean,
    Integer,
    String,
    /// `univ`: anything.
    Any,
}

impl Sort {
    /// The sorts of a sig's atoms: several for a subset of a union, none for `none`.
    pub fn of(model: &Model, sig: SigId) -> Vec<Sort> {
        match (&model.sigs[sig].kind, sig) {
            (SigKind::Subset { parents, .. }, _) => {
                parents.iter().flat_map(|&parent| Sort::of(model, parent)).collect()
            }
            (SigKind::Builtin, Sig::NONE) => Vec::new(),
            (SigKind::Builtin, Sig::INT | Sig::SEQ_INT) => vec![Sort::Integer],
            (SigKind::Builtin, Sig::STRING) => vec![Sort::String],
            (SigKind::Builtin, _) => vec![Sort::Any],
            (SigKind::TopLevel | SigKind::Extends(_), _) => vec![Sort::of_declared(model, sig)],
        }
    }

    fn of_declared(model: &Model, sig: SigId) -> Sort {
        let top = model.top(sig);
        if is_boolean(model, top) {
            Sort::Boolean
        } else if model.sigs[top].is_enum {
            Sort::Enum(top)
        } else {
            Sort::Object(sig)
        }
    }

    /// True if both are written the same way: two types of object are, an object and an enum are
    /// not.
    pub fn is_alike(self, other: Sort) -> bool {
        self != Sort::Any && std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

/// True if a top-level sig is `Bool` of `util/boolean`: an abstract sig of a built-in module with
/// just the children `True` and `False`.
pub fn is_boolean(model: &Model, top: SigId) -> bool {
    let sig = &model.sigs[top];
    let is_constant = |child: SigId, name: &str| {
        let child = &model.sigs[child];
        child.name == name && child.multiplicity == SigMultiplicity::One && child.fields.is_empty()
    };
    sig.name == "Bool"
        && sig.is_library
        && sig.is_abstract
        && matches!(sig.children[..], [yes, no] if is_constant(yes, "True") && is_constant(no, "False"))
}

/// True if a sig is a private helper of an opened module, such as `Ord` of `util/ordering`, or stands for a sig
/// or a field: a reader does not see it.
pub fn is_hidden(model: &Model, sig: SigId) -> bool {
    let declared = &model.sigs[sig];
    (declared.is_private && declared.is_library) || model.is_meta(sig)
}
