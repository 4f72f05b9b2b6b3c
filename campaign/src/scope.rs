//! The scope of an operation's inputs: fixed, or growing.

use korrel_enumerate::heap::Schema;
use korrel_harness::Unit;
use korrel_lang::model::{Command, Sizes};
use korrel_lang::spec::Spec;
use korrel_translate::{Overflow, Scopes};

use crate::error::CampaignError;

/// The size where none is given.
const EVERYTHING: &str = "n but 0..n Int, n seq";

/// The n at which a scope is tested: at lesser ones `1..n Int` may be no range yet.
const TRIED: u64 = 2;

/// The sizes of an operation's inputs.
#[derive(Clone, Debug)]
pub enum InputSize {
    /// The size is that of the command.
    Fixed,
    Growing(ScopePattern),
}

/// A scope that names n.
#[derive(Clone, Debug)]
pub struct ScopePattern {
    text: String,
}

impl ScopePattern {
    pub(crate) fn everything() -> ScopePattern {
        ScopePattern::new(EVERYTHING)
    }

    pub(crate) fn new(text: &str) -> ScopePattern {
        ScopePattern { text: text.to_owned() }
    }

    /// The scope as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A command with this scope.
    ///
    /// # Errors
    /// There is no such scope for this n.
    pub(crate) fn command(
        &self,
        spec: &mut Spec,
        command: &Command,
        n: u64,
    ) -> Result<Command, CampaignError> {
        let command = spec.with_pattern(command.clone(), "--grow", &self.text, n)?;
        let scopes = Scopes::new(&spec.model, &command, Overflow::Forbid);
        scopes.map_err(|diagnostic| CampaignError::about(spec, diagnostic))?;
        Ok(command)
    }

    /// A command with a small scope of these.
    ///
    /// # Errors
    /// A scope that means nothing.
    pub(crate) fn typical(
        &self,
        spec: &mut Spec,
        command: &Command,
    ) -> Result<Command, CampaignError> {
        self.command(spec, command, TRIED)
    }
}

/// True if an input of n may also be an input of n + 1. None is if some sig has more objects each
/// time.
///
/// # Errors
/// A scope that cannot be.
pub(crate) fn may_repeat(
    spec: &mut Spec,
    command: &Command,
    size: &InputSize,
) -> Result<bool, CampaignError> {
    let InputSize::Growing(pattern) = size else { return Ok(false) };
    let this = pattern.command(spec, command, TRIED)?;
    let next = pattern.command(spec, command, TRIED + 1)?;
    let scopes = |command| Scopes::new(&spec.model, command, Overflow::Forbid);
    let (Ok(this), Ok(next)) = (scopes(&this), scopes(&next)) else { return Ok(true) };
    let is_apart = |sig| next.top_level(sig).min > this.top_level(sig).max;
    Ok(!spec.model.top_level().any(is_apart))
}

/// The unit in which the size of an input is counted.
///
/// # Errors
/// A scope that cannot be.
pub(crate) fn unit(
    spec: &mut Spec,
    schema: &Schema,
    command: &Command,
    size: &InputSize,
) -> Result<Unit, CampaignError> {
    let commands = match size {
        InputSize::Fixed => vec![command.clone()],
        // The sigs that differ between two of the scopes grow.
        InputSize::Growing(pattern) => {
            vec![pattern.command(spec, command, TRIED)?, pattern.command(spec, command, TRIED + 1)?]
        }
    };
    let scopes = commands.iter().map(|command| Scopes::new(&spec.model, command, Overflow::Forbid));
    let scopes: Vec<Scopes> = scopes
        .collect::<Result<_, _>>()
        .map_err(|diagnostic| CampaignError::about(spec, diagnostic))?;
    let top = schema.types.iter().filter(|ty| ty.parent.is_none());
    let sizes = top.map(|ty| {
        let sizes = || scopes.iter().map(|scopes| scopes.top_level(ty.sig));
        let least = sizes().map(|Sizes { min, .. }| min).min().unwrap_or(0);
        (ty.name.as_str(), least, sizes().map(|Sizes { max, .. }| max).max().unwrap_or(0))
    });
    Ok(counted(&sizes.collect::<Vec<_>>()))
}

/// The one sig whose size varies, or else the one that may have more than one object, or else all objects.
fn counted(sizes: &[(&str, u32, u32)]) -> Unit {
    let varies = |(_, least, greatest): &&(&str, u32, u32)| least < greatest;
    let is_many = |(_, least, greatest): &&(&str, u32, u32)| least == greatest && *greatest > 1;
    let only = match sizes.iter().filter(varies).count() {
        0 => sizes.iter().filter(is_many).collect::<Vec<_>>(),
        _ => sizes.iter().filter(varies).collect(),
    };
    match only.as_slice() {
        [(name, ..)] => {
            let others = sizes.iter().filter(|(other, ..)| other != name);
            let apart = others.map(|(_, _, greatest)| u64::from(*greatest)).sum();
            Unit { name: (*name).to_owned(), apart }
        }
        _ => Unit::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, `MINIMAL: fails at 5 Node` counts the tree itself, or calls nodes objects.
    #[test]
    fn what_varies_is_counted() {
        let unit = |sizes: &[(&str, u32, u32)]| {
            let unit = counted(sizes);
            (unit.name, unit.apart)
        };
        assert_eq!(unit(&[("Tree", 1, 1), ("Node", 0, 5)]), ("Node".to_owned(), 1));
        assert_eq!(unit(&[("List", 1, 1), ("Node", 3, 3)]), ("Node".to_owned(), 1));
        assert_eq!(unit(&[("Dir", 0, 2), ("File", 0, 2)]), ("objects".to_owned(), 0));
        assert_eq!(unit(&[("Tree", 1, 1)]), ("objects".to_owned(), 0));
    }
}
