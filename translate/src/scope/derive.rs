//! Sizes from a command's scope, the multiplicities of sigs, and each other.

use korrel_lang::arena::Id;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Model, Sig, SigId, SigKind, SigMultiplicity, SigScope, Sizes};
use korrel_lang::source::Span;

use super::RaisedSig;
use super::descendants;

/// Sizes by sig, and where they are from.
pub(super) struct Derivation<'m> {
    pub(super) model: &'m Model,
    /// `None` for a sig that only its parent bounds.
    sized: Vec<Option<SigSize>>,
}

/// The number of atoms that a sig may have.
#[derive(Clone, Copy)]
pub(super) struct SigSize {
    pub(super) sizes: Sizes,
    pub(super) from: SizeSource,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SizeSource {
    /// The command or the sig's multiplicity says so, or it is the default.
    Stated,
    /// An abstract sig: the sum of its children's.
    Children,
    /// The rest that an abstract parent leaves over.
    Parent(SigId),
}

/// The size of each top-level sig where a command states no scope at all.
const SIZE: u32 = 3;

impl<'m> Derivation<'m> {
    /// # Errors
    /// A sig without a scope, or a scope that contradicts a multiplicity.
    pub(super) fn new(model: &'m Model, command: &Command) -> Result<Derivation<'m>, Diagnostic> {
        let mut derivation = Derivation { model, sized: vec![None; model.sigs.len()] };
        for (id, sig) in model.sigs.iter() {
            if let Some(sizes) = from_multiplicity(sig) {
                derivation.set(id, sizes, SizeSource::Stated);
            }
        }
        for scope in &command.scope.sigs {
            derivation.state(scope)?;
        }
        derivation.derive(command)?;
        Ok(derivation)
    }

    pub(super) fn get(&self, sig: SigId) -> Option<SigSize> {
        self.sized[sig.index()]
    }

    pub(super) fn set(&mut self, sig: SigId, sizes: Sizes, from: SizeSource) {
        self.sized[sig.index()] = Some(SigSize { sizes, from });
    }

    pub(super) fn sizes(&self) -> Vec<Option<Sizes>> {
        self.sized.iter().map(|sized| sized.map(|sized| sized.sizes)).collect()
    }

    fn state(&mut self, scope: &SigScope) -> Result<(), Diagnostic> {
        let sig = &self.model.sigs[scope.sig];
        if sig.is_enum {
            return Err(scope_of_enum(sig, scope.span));
        }
        let mut sizes = scope.sizes;
        if let Some(SigSize { sizes: own, .. }) = self.get(scope.sig) {
            if sizes.max < own.min || sizes.max > own.max {
                return Err(contradiction(sig, scope.span));
            }
            sizes.min = sizes.min.max(own.min);
        }
        self.set(scope.sig, sizes, SizeSource::Stated);
        Ok(())
    }

    /// Derives sizes until nothing changes. Gives the default only where nothing can be derived.
    fn derive(&mut self, command: &Command) -> Result<(), Diagnostic> {
        let all: Vec<SigId> = self.model.sigs.ids().collect();
        self.derive_each(&all);
        for top in self.model.top_level() {
            if self.get(top).is_none() {
                let sizes = default_sizes(self.model, command, top)?;
                self.set(top, sizes, SizeSource::Stated);
                // Nothing follows from it for other families.
                let mut family = descendants(self.model, top);
                family.sort_unstable();
                self.derive_each(&family);
            }
        }
        Ok(())
    }

    /// One sig after the other as declared, until nothing changes, as in Alloy: of a parent and a child that
    /// can be derived from each other the first one is.
    fn derive_each(&mut self, sigs: &[SigId]) {
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for &sig in sigs {
                has_changed |= self.derive_hierarchy(sig);
            }
        }
    }

    /// An abstract sig from its children, or the one child that lacks a scope from the others. Says
    /// whether it changed anything.
    fn derive_hierarchy(&mut self, parent: SigId) -> bool {
        let sig = &self.model.sigs[parent];
        if !sig.is_abstract || sig.children.is_empty() {
            return false;
        }
        let mut missing = sig.children.iter().filter(|&&child| self.get(child).is_none());
        match (self.get(parent), missing.next(), missing.next()) {
            (None, None, _) => {
                self.set(parent, self.sum(&sig.children), SizeSource::Children);
                true
            }
            (Some(own), Some(&child), None) => {
                let others: Vec<SigId> =
                    sig.children.iter().copied().filter(|&other| other != child).collect();
                let sum = self.sum(&others);
                let is_range = own.sizes.is_range || sum.is_range;
                let max = own.sizes.max.saturating_sub(sum.max);
                self.set(child, Sizes { min: 0, max, is_range }, SizeSource::Parent(parent));
                true
            }
            _ => false,
        }
    }

    /// The sum of the sizes of sigs that have some.
    pub(super) fn sum(&self, sigs: &[SigId]) -> Sizes {
        let known = sigs.iter().filter_map(|&sig| self.get(sig));
        known.fold(Sizes::exactly(0), |sum, SigSize { sizes, .. }| Sizes {
            min: sum.min.saturating_add(sizes.min),
            max: sum.max.saturating_add(sizes.max),
            is_range: sum.is_range || sizes.is_range,
        })
    }

    /// Widens the sizes of parents to hold what their children must have. Returns which of them.
    pub(super) fn make_room(&mut self) -> Vec<RaisedSig> {
        let mut raised = Vec::new();
        for sig in self.model.top_level() {
            self.room_for_children(sig, &mut raised);
        }
        raised
    }

    /// Returns what the sig must have.
    fn room_for_children(&mut self, sig: SigId, raised: &mut Vec<RaisedSig>) -> u32 {
        let model = self.model;
        let children = model.sigs[sig].children.iter();
        let needed: u32 = children.map(|&child| self.room_for_children(child, raised)).sum();
        let Some(SigSize { mut sizes, from }) = self.get(sig) else { return needed };
        if sizes.max < needed {
            raised.push(RaisedSig { sig, from: sizes.max, to: needed });
        }
        sizes.min = sizes.min.max(needed);
        sizes.max = sizes.max.max(needed);
        self.set(sig, sizes, from);
        sizes.min
    }
}

/// A multiplicity holds in each state. A sig that changes may have another atom in each.
fn from_multiplicity(sig: &Sig) -> Option<Sizes> {
    if sig.is_variable || matches!(sig.kind, SigKind::Builtin | SigKind::Subset { .. }) {
        return None;
    }
    match sig.multiplicity {
        SigMultiplicity::One => Some(Sizes::exactly(1)),
        SigMultiplicity::Lone => Some(Sizes::up_to(1)),
        SigMultiplicity::Some | SigMultiplicity::Any => None,
    }
}

/// The mistake of a scope for an enum. As in Alloy, an enum has all of its values.
fn scope_of_enum(sig: &Sig, span: Span) -> Diagnostic {
    Diagnostic::new(code::SCOPE_TARGET, format!("the enum `{}` takes no scope", sig.name))
        .at(span, "it always has all of its values")
        .related(sig.span, "declared here")
        .help("leave its scope out; a subset of its values is a field or a parameter")
}

/// The mistake of a scope that contradicts a multiplicity. As in Alloy, it is one even if some of
/// the sizes would do.
fn contradiction(sig: &Sig, span: Span) -> Diagnostic {
    let message = format!("the scope of `{}` contradicts its multiplicity", sig.name);
    Diagnostic::new(code::SCOPE_VALUE, message)
        .at(span, "beyond what it may have")
        .related(sig.span, "declared here")
        .help(match sig.multiplicity {
            SigMultiplicity::One => "leave its scope out, or `one` before the sig",
            SigMultiplicity::Lone => "give it 0 or 1 atoms, or leave out `lone` before the sig",
            SigMultiplicity::Some | SigMultiplicity::Any => "give it 1 atom or more",
        })
}

fn default_sizes(model: &Model, command: &Command, sig: SigId) -> Result<Sizes, Diagnostic> {
    match command.scope.default {
        // At most so many in a whole trace.
        Some(default) if model.sigs[sig].is_variable => Ok(Sizes::up_to(default.max)),
        Some(default) => Ok(default),
        None if command.scope.sigs.is_empty() => Ok(Sizes::up_to(SIZE)),
        None => {
            let name = &model.sigs[sig].name;
            let span = command.scope.span.unwrap_or(command.span);
            Err(Diagnostic::new(code::SCOPE_MISSING, format!("`{name}` has no scope"))
                .at(span, "it is not stated here, and cannot be derived")
                .related(model.sigs[sig].span, "this sig")
                .help(format!("add `3 {name}`, or a default as in `for 3 but …`")))
        }
    }
}
