//! How many atoms each sig may have: the command's scope, with what Alloy derives from it.
//!
//! The rules are Alloy's: a stated scope holds; `one` and `lone` sigs have theirs; an abstract sig
//! without one has the sum of its children's, and a child without one has what its abstract parent
//! leaves over; the default goes to the top-level sigs that are left, and is 3 if the command says
//! nothing at all.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{
    Command, IntegerScope, Model, Sig, SigId, SigKind, SigMultiplicity, Sizes,
};
use korrel_lang::source::Span;
use korrel_lang::universe::Arithmetic;

use crate::circuit::Budget;

/// What an overflow in two's complement does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Overflow {
    /// The comparison that it reaches fails.
    #[default]
    Forbid,
    /// The result wraps around.
    Wrap,
}

/// The sizes of a command's universe, and how large its translation may be.
///
/// Invariant: every top-level sig has sizes; a parent can hold what its children must have.
#[derive(Clone, Debug)]
pub struct Scopes {
    /// By sig; `None` for a sig that only its parent bounds.
    sizes: Vec<Option<Sizes>>,
    /// Least and greatest integer.
    pub integers: (i64, i64),
    pub arithmetic: Arithmetic,
    /// The length of the longest sequence.
    pub max_sequence: u32,
    /// How large a translation may be, and what stops it.
    pub budget: Budget,
}

/// The bit width where a command states none.
const BIT_WIDTH: u32 = 4;
/// The size of each top-level sig where a command states no scope at all.
const SIZE: Sizes = Sizes { min: 0, max: 3 };
/// More atoms than this are a mistake in all likelihood, and would not fit in any case.
const MAX_ATOMS: u64 = 1 << 16;

impl Scopes {
    /// # Errors
    /// A sig without a scope; a scope that contradicts a multiplicity; more atoms than can be.
    pub fn new(model: &Model, command: &Command, overflow: Overflow) -> Result<Scopes, Diagnostic> {
        let mut sizes = vec![None; model.sigs.len()];
        for (id, sig) in model.sigs.iter() {
            sizes[id.0 as usize] = from_multiplicity(sig);
        }
        for scope in &command.scope.sigs {
            let sig = &model.sigs[scope.sig];
            if sig.is_enum {
                return Err(scope_of_enum(sig, scope.span));
            }
            let slot = &mut sizes[scope.sig.0 as usize];
            let contradicts = |own: Sizes| scope.sizes.max < own.min || scope.sizes.max > own.max;
            if slot.is_some_and(contradicts) {
                return Err(contradiction(sig, scope.span));
            }
            *slot = Some(slot.map_or(scope.sizes, |own| Sizes {
                min: own.min.max(scope.sizes.min),
                max: own.max.min(scope.sizes.max),
            }));
        }
        derive(model, command, &mut sizes)?;
        for &sig in &model.exact {
            make_exact(model, sig, &mut sizes);
        }
        for sig in model.top_level() {
            make_room(model, sig, &mut sizes);
        }
        let (integers, arithmetic) = integers(command, overflow);
        let max_sequence = sequences(command, integers);
        let budget = Budget::default();
        let scopes = Scopes { sizes, integers, arithmetic, max_sequence, budget };
        scopes.check_total(model, command)?;
        Ok(scopes)
    }

    /// The same, translated until this flag is raised.
    pub fn until(&self, stop: &Arc<AtomicBool>) -> Scopes {
        Scopes { budget: self.budget.clone().until(stop), ..self.clone() }
    }

    /// The stated or derived sizes; `None` if only the parent bounds the sig.
    pub fn sizes(&self, sig: SigId) -> Option<Sizes> {
        self.sizes[sig.0 as usize]
    }

    /// The sizes of a top-level sig.
    pub fn top_level(&self, sig: SigId) -> Sizes {
        self.sizes(sig).expect("every top-level sig has sizes")
    }

    fn check_total(&self, model: &Model, command: &Command) -> Result<(), Diagnostic> {
        let objects: u64 = model.top_level().map(|sig| u64::from(self.top_level(sig).max)).sum();
        let integers = (self.integers.1 - self.integers.0 + 1) as u64;
        if objects + integers <= MAX_ATOMS {
            return Ok(());
        }
        let message = format!("a universe of {} atoms is too large", objects + integers);
        let span = command.scope.span.unwrap_or(command.span);
        Err(Diagnostic::error(code::TOO_LARGE, message)
            .at(span, format!("{objects} of sigs and {integers} integers"))
            .help(format!("at most {MAX_ATOMS} atoms; small scopes find most faults")))
    }
}

fn from_multiplicity(sig: &Sig) -> Option<Sizes> {
    if matches!(sig.kind, SigKind::Builtin | SigKind::Subset { .. }) {
        return None;
    }
    match sig.multiplicity {
        SigMultiplicity::One => Some(Sizes { min: 1, max: 1 }),
        SigMultiplicity::Lone => Some(Sizes { min: 0, max: 1 }),
        SigMultiplicity::Some | SigMultiplicity::Any => None,
    }
}

/// As in Alloy: it has its values.
fn scope_of_enum(sig: &Sig, span: Span) -> Diagnostic {
    Diagnostic::error(code::SCOPE_TARGET, format!("the enum `{}` takes no scope", sig.name))
        .at(span, "it always has all of its values")
        .related(sig.span, "declared here")
        .help("leave its scope out; a subset of its values is a field or a parameter")
}

/// As in Alloy, also for sizes of which some would do.
fn contradiction(sig: &Sig, span: Span) -> Diagnostic {
    let message = format!("the scope of `{}` contradicts its multiplicity", sig.name);
    Diagnostic::error(code::SCOPE_VALUE, message)
        .at(span, "beyond what it may have")
        .related(sig.span, "declared here")
        .help(match sig.multiplicity {
            SigMultiplicity::One => "leave its scope out, or `one` before the sig",
            SigMultiplicity::Lone => "give it 0 or 1 atoms, or leave out `lone` before the sig",
            SigMultiplicity::Some | SigMultiplicity::Any => "give it 1 atom or more",
        })
}

/// Derives until nothing changes, and gives the default only where nothing can be derived.
fn derive(model: &Model, command: &Command, sizes: &mut [Option<Sizes>]) -> Result<(), Diagnostic> {
    loop {
        if model.sigs.ids().any(|sig| derive_hierarchy(model, sig, sizes)) {
            continue;
        }
        let Some(sig) = model.top_level().find(|sig| sizes[sig.0 as usize].is_none()) else {
            return Ok(());
        };
        sizes[sig.0 as usize] = Some(default_sizes(model, command, sig)?);
    }
}

fn default_sizes(model: &Model, command: &Command, sig: SigId) -> Result<Sizes, Diagnostic> {
    match command.scope.default {
        Some(default) => Ok(default),
        None if command.scope.sigs.is_empty() => Ok(SIZE),
        None => {
            let name = &model.sigs[sig].name;
            let span = command.scope.span.unwrap_or(command.span);
            Err(Diagnostic::error(code::SCOPE_MISSING, format!("`{name}` has no scope"))
                .at(span, "neither stated here nor to be derived")
                .related(model.sigs[sig].span, "this sig")
                .help(format!("add `3 {name}`, or a default as in `for 3 but …`")))
        }
    }
}

/// An abstract sig from its children, or the one child that lacks a scope from the others. Says
/// whether it changed anything.
fn derive_hierarchy(model: &Model, parent: SigId, sizes: &mut [Option<Sizes>]) -> bool {
    let sig = &model.sigs[parent];
    if !sig.is_abstract || sig.children.is_empty() {
        return false;
    }
    let missing: Vec<SigId> =
        sig.children.iter().copied().filter(|child| sizes[child.0 as usize].is_none()).collect();
    let known = || sig.children.iter().filter_map(|child| sizes[child.0 as usize]);
    let (min, max) = known().fold((0, 0), |(min, max), size| (min + size.min, max + size.max));
    match (sizes[parent.0 as usize], missing.as_slice()) {
        (None, []) => {
            sizes[parent.0 as usize] = Some(Sizes { min, max });
            true
        }
        (Some(own), [child]) => {
            let left = own.max.saturating_sub(max);
            sizes[child.0 as usize] = Some(Sizes { min: 0, max: left });
            true
        }
        _ => false,
    }
}

/// Leaves one size to a sig that a module wants exact: the greatest. A range of sizes stays one.
fn make_exact(model: &Model, sig: SigId, sizes: &mut [Option<Sizes>]) {
    if matches!(model.sigs[sig].kind, SigKind::Builtin | SigKind::Subset { .. }) {
        return;
    }
    let mut bounding = sig;
    while sizes[bounding.0 as usize].is_none() {
        let SigKind::Extends(parent) = model.sigs[bounding].kind else { return };
        bounding = parent;
    }
    let bounds = sizes[bounding.0 as usize].expect("the loop ends at one that has sizes");
    let is_range = bounds.min > 0 && bounding == sig;
    let min = if is_range { bounds.min } else { bounds.max };
    sizes[sig.0 as usize] = Some(Sizes { min, max: bounds.max });
}

/// Widens a parent's sizes to hold what its children must have; returns what it must have.
fn make_room(model: &Model, sig: SigId, sizes: &mut [Option<Sizes>]) -> u32 {
    let children = model.sigs[sig].children.iter();
    let needed: u32 = children.map(|&child| make_room(model, child, sizes)).sum();
    match &mut sizes[sig.0 as usize] {
        Some(own) => {
            own.min = own.min.max(needed);
            own.max = own.max.max(own.min);
            own.min
        }
        None => needed,
    }
}

fn integers(command: &Command, overflow: Overflow) -> ((i64, i64), Arithmetic) {
    let bit_width = match command.scope.integers {
        Some(IntegerScope::Range(least, greatest)) => {
            return ((least, greatest), Arithmetic::Exact);
        }
        Some(IntegerScope::BitWidth(bit_width)) => bit_width,
        None => BIT_WIDTH,
    };
    let arithmetic = match overflow {
        Overflow::Forbid => Arithmetic::Forbid { bit_width },
        Overflow::Wrap => Arithmetic::Wrap { bit_width },
    };
    match bit_width {
        0 => ((0, -1), arithmetic),
        _ => ((-(1 << (bit_width - 1)), (1 << (bit_width - 1)) - 1), arithmetic),
    }
}

/// Stated, else the default scope, else 4; never more indices than there are numbers.
fn sequences(command: &Command, (_, greatest): (i64, i64)) -> u32 {
    let wanted =
        command.scope.sequences.or(command.scope.default.map(|sizes| sizes.max)).unwrap_or(4);
    wanted.min(u32::try_from((greatest + 1).max(0)).unwrap_or(u32::MAX))
}
