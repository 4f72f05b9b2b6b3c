//! Commands, and their scopes as written, names resolved.

use std::fmt::{self, Display, Formatter};

use super::build::truth;
use super::{CommandKind, Declaration, Formula, FormulaKind, FunctionId, Model, SigId, Unrolling};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Command {
    pub kind: CommandKind,
    /// Its label, else the predicate's or assertion's name, else `run$1`-like.
    pub label: String,
    /// The parameters of the predicate that is run, free in `goal`: part of an instance, unless
    /// asked otherwise.
    pub parameters: Vec<Declaration>,
    /// The meaning of the ranges of the parameters. The goal says it, too.
    pub declared: Formula,
    /// The formula that an instance satisfies beside the facts: the predicate's body and its
    /// parameters' ranges. For a `check`, the negated assertion.
    pub goal: Formula,
    pub scope: Scope,
    pub expect: Option<Expect>,
    /// Written after another command and `=>`.
    pub is_chained: bool,
    /// The record of the trace with whose states its traces begin. The goal says it.
    pub begins: Option<String>,
    /// `None` for a command that the spec does not write.
    pub written: Option<CommandSpans>,
    pub traces: TraceKind,
    /// The predicates by which steps are called, or `None` for those that the spec calls under
    /// `always` ([`Model::actions`]).
    pub actions: Option<Vec<FunctionId>>,
    pub unrolled: Unrolling,
    pub span: Span,
}

/// The traces that a command about traces asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TraceKind {
    /// Infinite ones that end in a loop.
    #[default]
    Lassos,
    /// Beginnings, of which nothing more is known.
    Prefixes,
    /// Beginnings that no other one within the scope begins with.
    Maximal,
    /// Beginnings after which anything may come true: each infinite trace begins with one of every number of states.
    Openings,
    /// Openings that break the assertion of a check, however they go on.
    Refuting,
}

impl TraceKind {
    /// True if they are beginnings of traces, and no infinite ones.
    pub fn are_beginnings(self) -> bool {
        self != TraceKind::Lassos
    }
}

impl Command {
    /// A command that the spec does not write, without parameters and in the default scope.
    pub fn unwritten(kind: CommandKind, label: String, goal: Formula) -> Command {
        Command {
            kind,
            label,
            parameters: Vec::new(),
            declared: truth(goal.span),
            scope: Scope::default(),
            expect: None,
            is_chained: false,
            begins: None,
            written: None,
            traces: TraceKind::default(),
            actions: None,
            unrolled: Unrolling::default(),
            span: goal.span,
            goal,
        }
    }

    /// The command with the same roots and scope that asks for something else: its own predicate is not
    /// required.
    pub fn asking(&self, asked: Formula) -> Command {
        let span = asked.span;
        let kind = FormulaKind::And(vec![self.declared.clone(), asked]);
        Command { kind: CommandKind::Run, goal: Formula { kind, span }, ..self.clone() }
    }
}

/// The places of the parts of a command.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpans {
    /// `run p`: all before the scope and `expect`.
    pub subject: Span,
    /// `for 3 but 2 A`.
    pub scope: Option<Span>,
    /// The number after `expect`.
    pub expected: Option<Span>,
    /// A `=` stands before it.
    pub is_count: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// `expect 0`: a verdict, as in Alloy.
    Unsatisfiable,
    /// `expect 1`: likewise.
    Satisfiable,
    /// `expect 35`, `expect = 1`, `expect = 0`: this many non-isomorphic instances.
    Exactly(u64),
}

/// A command's scope as written, names resolved.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// `for 3`, `for 1..3`.
    pub default: Option<Sizes>,
    pub sigs: Vec<SigScope>,
    pub integers: Option<IntegerScope>,
    pub sequences: Option<SequenceScope>,
    pub strings: Option<SigScope>,
    pub steps: Option<StepScope>,
    pub span: Option<Span>,
    /// The mistake in it, if there is one: then no question about the command has an answer.
    /// Questions about other commands have.
    pub mistake: Option<Box<Diagnostic>>,
}

impl Scope {
    /// The scope with some more parts, as a command would write it: `3 but 0..3 Int`.
    pub fn text(&self, model: &Model, more: &[&str]) -> String {
        let named = |scope: &SigScope| format!("{} {}", scope.sizes, model.sigs[scope.sig].path);
        let mut parts: Vec<String> = self.sigs.iter().map(named).collect();
        parts.extend(self.integers.map(|integers| match integers {
            IntegerScope::BitWidth(bits) => format!("{bits} Int"),
            IntegerScope::Range(least, greatest) => format!("{least}..{greatest} Int"),
        }));
        parts.extend(self.sequences.map(|sequences| format!("{} seq", sequences.max)));
        parts.extend(self.strings.map(|strings| format!("{} String", strings.sizes)));
        parts.extend(self.steps.map(|steps| match steps.end {
            StepEnd::Endless => format!("{}.. steps", steps.min),
            _ => format!("{}..{} steps", steps.min, steps.max),
        }));
        parts.extend(more.iter().map(|&part| part.to_owned()));
        let default = self.default.or(self.sigs.is_empty().then_some(Sizes::DEFAULT));
        match (default, parts.join(", ")) {
            (Some(default), parts) if parts.is_empty() => default.to_string(),
            (Some(default), parts) => format!("{default} but {parts}"),
            (None, parts) => parts,
        }
    }
}

/// The number of atoms: from `min` to `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub min: u32,
    pub max: u32,
    /// Written as a range, `1..2 A`: each size is wanted, even of a sig whose scope is exact. A range
    /// of one size does not count: `2..2 A` is `exactly 2 A`.
    pub is_range: bool,
}

impl Sizes {
    /// The size of a top-level sig that a command does not mention.
    pub const DEFAULT: Sizes = Sizes { min: 0, max: 3, is_range: false };

    pub fn up_to(max: u32) -> Sizes {
        Sizes { min: 0, max, is_range: false }
    }

    pub fn exactly(size: u32) -> Sizes {
        Sizes { min: size, max: size, is_range: false }
    }
}

/// As a command writes it.
impl Display for Sizes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Sizes { min, max, is_range: true } => write!(f, "{min}..{max}"),
            Sizes { min: 0, max, .. } => write!(f, "{max}"),
            Sizes { max, .. } => write!(f, "exactly {max}"),
        }
    }
}

impl Scope {
    /// True if all infinite traces are meant: `1.. steps`.
    pub fn is_endless(&self) -> bool {
        self.steps.is_some_and(|steps| steps.end == StepEnd::Endless)
    }

    /// The scope with traces of so many states, where more are not meant.
    pub fn with_steps(&self, min: u32, max: u32, span: Span) -> Scope {
        Scope { steps: Some(StepScope { min, max, end: StepEnd::Bounded, span }), ..self.clone() }
    }
}

/// `3 seq`: the length of the longest sequence.
#[derive(Clone, Copy, Debug)]
pub struct SequenceScope {
    pub max: u32,
    pub span: Span,
}

/// `6 steps`, `3..6 steps`: the least and the greatest number of states of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepScope {
    pub min: u32,
    pub max: u32,
    pub end: StepEnd,
    pub span: Span,
}

/// What the greatest number of states means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// No trace has more.
    Bounded,
    /// `1.. steps`: nothing. All infinite traces are meant, however many states they have.
    Endless,
    /// `1.. steps`, of which the traces of so many states are looked at, since these are enough.
    Enough,
}

#[derive(Clone, Copy, Debug)]
pub struct SigScope {
    pub sig: SigId,
    /// `2 A` is 0..2, `exactly 2 A` is 2..2, `1..2 A` as written.
    pub sizes: Sizes,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerScope {
    /// `4 Int`: −8..7.
    BitWidth(u32),
    /// `0..4 Int`: exactly these.
    Range(i64, i64),
}
