//! A smaller scope from which instances can be drawn.

use korrel_enumerate::counting::sampling::Samples;
use korrel_lang::ast::SizeRange;
use korrel_lang::parse::rewritten;
use korrel_sat::Effort;
use korrel_sat::counter::Limits;
use num_bigint::BigUint;

use crate::settings::Settings;

use super::SpecCommand;
use super::sample::NODES;

/// The divisor of the limits in the search for a smaller scope: a proposal must be quick.
const SHARE: u64 = 1 << 4;
/// All numbers of a scope are made smaller by the same, by no more than this.
const LESS: i64 = 12;

/// The largest scope, made by lesser numbers in that of the command, from which instances can be drawn.
pub fn smaller_scope(asked: &SpecCommand, settings: &Settings, effort: &Effort) -> Option<String> {
    let scope = asked.spec.sizes(&asked.command)?;
    let mut found = None;
    for less in (1..=LESS).rev() {
        let smaller = with_less(&scope, less)?;
        if effort.is_stopped() {
            break;
        }
        match can_be_drawn_from(asked, &smaller, settings, effort) {
            Some(true) => found = Some(smaller),
            Some(false) if found.is_some() => break,
            _ => {}
        }
    }
    found
}

/// Nothing if it is no scope, or has no instances.
fn can_be_drawn_from(
    asked: &SpecCommand,
    scope: &str,
    settings: &Settings,
    effort: &Effort,
) -> Option<bool> {
    let mut row = asked.clone();
    row.command = row.spec.with_scope(row.command, "--scope", scope).ok()?;
    let problem = row.posed(settings, effort).ok()?.problem;
    let limits = Limits { nodes: NODES / SHARE, ..Limits::within(effort) };
    let prepared = Samples::prepare(&problem, settings.classes(), limits, effort).ok()?;
    match prepared.done() {
        None => Some(false),
        Some(samples) => (*samples.count() != BigUint::ZERO).then_some(true),
    }
}

/// Each number of a scope that is above 1 less by this, but not less than 1.
fn with_less(scope: &str, less: i64) -> Option<String> {
    let lesser = |number: i64| if number > 1 { (number - less).max(1) } else { number };
    rewritten(scope, |clause| {
        let sizes = clause.default.iter().chain(clause.sigs.iter().map(|sig| &sig.sizes));
        let edit = |sizes: &SizeRange| match sizes.max {
            Some(max) => format!("{}..{}", lesser(sizes.min), lesser(max)),
            None => lesser(sizes.min).to_string(),
        };
        sizes.map(|sizes| (sizes.span, edit(sizes))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::with_less;

    /// If it failed, a proposal would name another sig, or a range that ends before it begins.
    #[test]
    fn numbers_become_smaller() {
        let less = |scope| with_less(scope, 3).expect("it is a scope");
        let scope = "exactly 8 Node2, 1..16 Int, 0..3 A, 1 B";
        assert_eq!(less(scope), "exactly 5 Node2, 1..13 Int, 0..1 A, 1 B");
        assert_eq!(less("0x10 but -5..5 Int"), "13 but -5..2 Int");
    }
}
