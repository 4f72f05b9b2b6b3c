//! The number of atoms that each sig may have: the command's scope, with what Alloy derives from
//! it.
//!
//! The rules are Alloy's. A stated scope holds. `one` and `lone` sigs have theirs. An abstract sig
//! without one has the sum of its children's, and a child without one has what its abstract parent
//! leaves over. The default goes to the top-level sigs that are left, and is 3 if the command says
//! nothing at all ([`derive`]). Some sigs then have exactly as many atoms as they may ([`exact`]), and
//! ordered sets hold all that they could ([`fill`]).

mod derive;

mod exact;

mod fill;

mod integers;

pub(crate) mod ordered;

pub(crate) mod strings;

mod unstated;

mod upper;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Model, SigId, Sizes};
use korrel_lang::universe::Arithmetic;

use derive::Derivation;
use ordered::ordered_sets;
use strings::count_strings;
use unstated::unstated;

pub use fill::Fill;

/// The effect of an overflow in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Overflow {
    /// The comparison that it reaches fails.
    #[default]
    Forbid,
    /// The result wraps around.
    Wrap,
}

/// The sizes of a command's universe.
///
/// Invariant: every top-level sig has sizes, and a parent can hold what its children must have.
#[derive(Clone, Debug)]
pub struct Scopes {
    /// The sizes of each sig, or `None` for a sig that only its parent bounds.
    sizes: Vec<Option<Sizes>>,
    /// Sets that hold all that they could: subset sigs that are ordered.
    fills: Vec<Fill>,
    /// Sigs that hold more than the command says, because their children need it.
    raised: Vec<RaisedSig>,
    /// Least and greatest integer.
    pub integers: (i64, i64),
    pub arithmetic: Arithmetic,
    /// The length of the longest sequence.
    pub max_sequence: u32,
}

/// A sig whose scope is less than what its children must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RaisedSig {
    sig: SigId,
    from: u32,
    to: u32,
}

/// More atoms than this are a mistake in all likelihood, and would not fit in any case.
const MAX_ATOMS: u64 = 1 << 16;

impl Scopes {
    /// # Errors
    /// A sig without a scope, a scope that contradicts a multiplicity, integers that cannot number a
    /// sequence, or more atoms than can be.
    pub fn new(model: &Model, command: &Command, overflow: Overflow) -> Result<Scopes, Diagnostic> {
        if let Some(mistake) = &command.scope.mistake {
            return Err((**mistake).clone());
        }
        let mut derivation = Derivation::new(model, command)?;
        let mut ordered = ordered_sets(model, command);
        let mut fills = derivation.make_exact();
        fills.extend(derivation.fill_open(&mut ordered));
        let raised = derivation.make_room();
        fills.extend(derivation.fill_alike(&ordered));
        let sizes = derivation.sizes();
        let atoms = named_atoms(model, command, &sizes);
        let (integers, arithmetic) = integers::integers(command, overflow, atoms);
        let max_sequence = integers::sequences(model, command, integers)?;
        let scopes = Scopes { sizes, fills, raised, integers, arithmetic, max_sequence };
        scopes.check_total(model, command)?;
        Ok(scopes)
    }

    /// The stated or derived sizes, or `None` if only the parent bounds the sig.
    pub fn sizes(&self, sig: SigId) -> Option<Sizes> {
        self.sizes[sig.0 as usize]
    }

    /// The sizes of a top-level sig.
    pub fn top_level(&self, sig: SigId) -> Sizes {
        self.sizes(sig).expect("every top-level sig has sizes")
    }

    /// The sigs of the spec that have sizes, parents before children. Those of built-in modules and enums are not among
    /// them.
    pub fn stated(&self, model: &Model) -> Vec<(SigId, Sizes)> {
        let is_own = |sig: &SigId| !model.sigs[*sig].is_library && !model.sigs[*sig].is_enum;
        let mut left: Vec<SigId> = model.top_level().filter(is_own).collect();
        left.reverse();
        let mut stated = Vec::new();
        while let Some(sig) = left.pop() {
            left.extend(model.sigs[sig].children.iter().rev());
            stated.extend(self.sizes(sig).map(|sizes| (sig, sizes)));
        }
        stated
    }

    pub fn fills(&self) -> &[Fill] {
        &self.fills
    }

    /// Warnings: each sig that may hold more than the command says, because its children need it, and what the command
    /// leaves out as it was asked.
    pub(crate) fn warnings(
        &self,
        model: &Model,
        command: &Command,
        asked: (&Model, &Command),
    ) -> Vec<Diagnostic> {
        let raised = self.raised.iter().map(|raised| warning(model, command, *raised));
        raised.chain(unstated(asked.0, asked.1, self)).collect()
    }

    fn check_total(&self, model: &Model, command: &Command) -> Result<(), Diagnostic> {
        let objects: u64 = model.top_level().map(|sig| u64::from(self.top_level(sig).max)).sum();
        let integers = (self.integers.1 - self.integers.0 + 1) as u64;
        let strings = count_strings(model, command);
        let total = objects + integers + strings;
        if total <= MAX_ATOMS {
            return Ok(());
        }
        let message = format!("a universe of {total} atoms is too large");
        let span = command.scope.span.unwrap_or(command.span);
        let and_strings = if strings > 0 { format!(", {strings} strings") } else { String::new() };
        Err(Diagnostic::new(code::TOO_LARGE, message)
            .at(span, format!("{objects} of sigs{and_strings} and {integers} integers"))
            .help(format!("at most {MAX_ATOMS} atoms; small scopes find most faults")))
    }
}

/// The number of objects and strings. An atom that has no name of the spec's, the shape of a trace, is not
/// counted.
fn named_atoms(model: &Model, command: &Command, sizes: &[Option<Sizes>]) -> u32 {
    let named = model.top_level().filter(|&sig| model.sigs[sig].name != "Trace$");
    let objects = named.filter_map(|sig| sizes[sig.0 as usize]).map(|sizes| u64::from(sizes.max));
    let atoms = objects.sum::<u64>() + count_strings(model, command);
    u32::try_from(atoms).unwrap_or(u32::MAX >> 1).min(u32::MAX >> 1)
}

fn warning(model: &Model, command: &Command, raised: RaisedSig) -> Diagnostic {
    let RaisedSig { sig, from, to } = raised;
    let declared = &model.sigs[sig];
    let stated = command.scope.sigs.iter().find(|scope| scope.sig == sig);
    let span = stated.map_or(command.scope.span.unwrap_or(command.span), |scope| scope.span);
    let name = &declared.name;
    let message = format!("the scope of `{name}` is raised from {from} to {to}");
    Diagnostic::new(code::RAISED_SCOPE, message)
        .at(span, format!("its children need {to}"))
        .related(declared.span, "declared here")
        .help(format!("write `{to} {name}`, or give its children smaller scopes"))
}

/// A sig and all that extend it, parents first.
pub(crate) fn descendants(model: &Model, sig: SigId) -> Vec<SigId> {
    let mut all = Vec::new();
    let mut open = vec![sig];
    while let Some(sig) = open.pop() {
        all.push(sig);
        open.extend(model.sigs[sig].children.iter().rev());
    }
    all
}
