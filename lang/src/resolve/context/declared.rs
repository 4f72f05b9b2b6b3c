//! The declarations of the program, as far as they have been resolved.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::id;
use crate::ast;
use crate::model::{FieldId, Formula, FunctionId, Range, SigId, Type};
use crate::source::Span;

id!(/// An instance of a module.
    ModuleId);

/// An instance of a module.
pub(crate) struct ModuleState<'a> {
    pub(crate) ast: &'a ast::Module,
    /// Built in.
    pub(crate) is_library: bool,
    /// The chain of aliases by which the main module reaches it: `time/ordering/`. Empty for the
    /// main module.
    pub(crate) path: String,
    /// Its place in the program.
    pub(crate) source: usize,
    pub(crate) parameters: Vec<(String, SigId)>,
    pub(crate) opens: Vec<OpenedModule>,
    pub(crate) sigs: FxHashMap<String, SigId>,
    /// They may be overloaded.
    pub(crate) functions: FxHashMap<String, Vec<DeclaredId>>,
    pub(crate) macros: FxHashMap<String, &'a ast::Macro>,
    pub(crate) assertions: FxHashMap<String, (Formula, Span)>,
    /// It and all modules that its `open`s lead to, but for those that others open privately.
    pub(crate) nameable: Vec<ModuleId>,
}

/// An `open` that has been resolved.
pub(crate) struct OpenedModule {
    /// `None` if another `open` took the name.
    pub(crate) alias: Option<String>,
    pub(crate) target: ModuleId,
    pub(crate) is_private: bool,
}

id!(/// A predicate or function as declared, in an instance of a module.
    DeclaredId);

/// The progress of a predicate or function.
pub(crate) struct FunctionState<'a> {
    pub(crate) ast: &'a ast::Function,
    pub(crate) module: ModuleId,
    pub(crate) id: Option<FunctionId>,
    pub(crate) failed: bool,
    /// The functions of its circle of calls, where they are unrolled.
    pub(crate) circle: FxHashSet<DeclaredId>,
}

/// The facts that a call needs beside the parameters.
pub(crate) struct CallSignature {
    /// The range in which a function's value lies, and its type, or `None` for a predicate.
    pub(crate) result: Option<(Range, Type)>,
}

/// Calls that lead to themselves, while they are unrolled.
pub(crate) struct Unrolling {
    /// The number of calls of itself within which a function is still called.
    pub(crate) depth: u32,
    /// The functions that lead to each other.
    pub(crate) members: FxHashSet<DeclaredId>,
    /// The number of calls of each function that the one at hand is within.
    pub(crate) open: FxHashMap<DeclaredId, u32>,
    /// What each function is within such calls.
    pub(crate) copies: FxHashMap<(DeclaredId, Vec<(DeclaredId, u32)>), FunctionId>,
    pub(crate) copied: usize,
}

impl Unrolling {
    /// Outside of all calls.
    pub(crate) fn new(depth: u32, members: FxHashSet<DeclaredId>) -> Unrolling {
        let (open, copies) = (FxHashMap::default(), FxHashMap::default());
        Unrolling { depth, members, open, copies, copied: 0 }
    }
}

/// The atoms that stand for sigs and fields, each a `one` sig, with what it stands for. There are none unless
/// the spec names one.
#[derive(Default)]
pub(crate) struct MetaAtoms {
    pub(crate) sigs: Vec<(SigId, SigId)>,
    pub(crate) fields: Vec<(SigId, FieldId)>,
}

/// The notation by which a body says which state it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `e'`, `after F`.
    Primes,
    /// `` e` ``.
    Backticks,
}
