//! What the program declares, as far as it has been resolved.

use rustc_hash::FxHashMap;

use crate::arena::id;
use crate::ast;
use crate::model::{Formula, FunctionId, Range, SigId, Type};
use crate::source::Span;

id!(/// An instance of a module.
    ModuleId);

/// An instance of a module.
pub(crate) struct ModuleState<'a> {
    pub(crate) ast: &'a ast::Module,
    /// Built in.
    pub(crate) is_library: bool,
    /// The chain of aliases by which the main module reaches it: `time/ordering/`; empty for the
    /// main module.
    pub(crate) path: String,
    /// Its place in the program.
    pub(crate) source: usize,
    pub(crate) parameters: Vec<(String, SigId)>,
    pub(crate) opens: Vec<Opened>,
    pub(crate) sigs: FxHashMap<String, SigId>,
    /// They may be overloaded.
    pub(crate) functions: FxHashMap<String, Vec<DeclaredId>>,
    pub(crate) macros: FxHashMap<String, &'a ast::Macro>,
    pub(crate) assertions: FxHashMap<String, (Formula, Span)>,
    /// It and all modules that its `open`s lead to, but for those that others open privately.
    pub(crate) nameable: Vec<ModuleId>,
}

/// An `open` that has been resolved.
pub(crate) struct Opened {
    /// `None` if another `open` took the name.
    pub(crate) alias: Option<String>,
    pub(crate) target: ModuleId,
    pub(crate) is_private: bool,
}

id!(/// A predicate or function as declared, in an instance of a module.
    DeclaredId);

/// How far a predicate or function has come.
pub(crate) struct FunctionState<'a> {
    pub(crate) ast: &'a ast::Function,
    pub(crate) module: ModuleId,
    pub(crate) id: Option<FunctionId>,
    pub(crate) failed: bool,
}

/// What a call needs to know beside the parameters.
pub(crate) struct CallSignature {
    /// Of a function, what its value lies in, and the type of that.
    pub(crate) result: Option<(Range, Type)>,
}

/// How a body says which state it speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `e'`, `after F`.
    Primes,
    /// `` e` ``.
    Backticks,
}
