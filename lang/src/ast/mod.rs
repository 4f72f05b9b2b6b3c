//! A spec as written: names unresolved, a span on every node.

// In reading order.
mod paragraph;

mod command;

mod expr;

mod operator;

use crate::source::Span;

pub use command::{
    Command, CommandKind, ExpectClause, ScopeClause, SigScopeClause, SizeRange, Target,
};
pub use expr::{
    Arrow, BinaryOp, Comparator, Constant, Expr, ExprKind, Mark, Multiplicity, Quantifier, UnaryOp,
};
pub use operator::{IntOp, PairOp, RelationOp};
pub use paragraph::{
    Declaration, Enum, Fact, Function, Macro, Open, Paragraph, Parent, Qualifier, Sig,
};

#[derive(Clone, Debug, Default)]
pub struct Module {
    pub header: Option<ModuleHeader>,
    pub paragraphs: Vec<Paragraph>,
    /// `seq` occurs in it, which opens the functions on sequences.
    pub has_sequences: bool,
    /// It names an atom that stands for a sig or a field: `sig$`, `A$`, `A$f`.
    pub names_meta: bool,
    /// The marks of states, in order.
    pub marks: Vec<StateMark>,
    /// The temporal operators: `always`, `until`, …, without marks and `;`.
    pub temporal: Vec<Span>,
    /// What Alloy does not read.
    pub additions: Vec<Addition>,
}

/// A notation that is wider than Alloy's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addition {
    pub kind: AdditionKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdditionKind {
    /// `steps` as a name.
    Steps,
    /// `x in lone e`.
    Multiplicity,
    NoBreakSpace,
}

/// A `'`, a backtick or an `after`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateMark {
    pub kind: StateMarkKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateMarkKind {
    Prime,
    /// A prime right after a box: `f[x]'`.
    PrimedBox,
    Backtick,
    After,
}

impl Module {
    /// Adds the paragraphs of a later part of the same text.
    pub(crate) fn extend(&mut self, later: Module) {
        self.header = self.header.take().or(later.header);
        self.paragraphs.extend(later.paragraphs);
        self.has_sequences |= later.has_sequences;
        self.names_meta |= later.names_meta;
        self.marks.extend(later.marks);
        self.temporal.extend(later.temporal);
        self.additions.extend(later.additions);
    }

    /// A sig or a field of it is declared by `var`.
    pub fn declares_var(&self) -> bool {
        self.paragraphs.iter().any(|paragraph| match paragraph {
            Paragraph::Sig(sig) => {
                let is_var = |(qualifier, _): &(Qualifier, Span)| *qualifier == Qualifier::Var;
                sig.qualifiers.iter().any(is_var) || sig.fields.iter().any(|f| f.var.is_some())
            }
            _ => false,
        })
    }
}

/// `module util/ordering[exactly elem]`.
#[derive(Clone, Debug)]
pub struct ModuleHeader {
    pub name: Name,
    pub parameters: Vec<ModuleParameter>,
}

#[derive(Clone, Debug)]
pub struct ModuleParameter {
    pub name: Name,
    pub is_exact: bool,
}

/// An identifier or a path such as `this/Node` or `seq/Int`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}
