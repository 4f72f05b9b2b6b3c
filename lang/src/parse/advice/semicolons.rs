//! Semicolons, which end what has an end of its own here.

use super::{Advice, Cut};

/// A semicolon at the place where the parser gave up, or just before.
pub(in crate::parse) fn needless(cut: &Cut<'_>, found: &str) -> Option<Advice> {
    if found == ";" {
        let joined = cut.word(cut.at.wrapping_sub(1));
        let help = match joined {
            "&" | "and" | "||" | "or" | ">" => {
                "drop the `;`: a formula is missing after the operator"
            }
            _ => "drop the `;`: what stands in a row needs nothing between",
        };
        return Some(at_semicolon(cut, cut.at, help));
    }
    let before = cut.at.checked_sub(1)?;
    if cut.word(before) == ";" {
        return Some(at_semicolon(cut, before, FORMULAS));
    }
    // `f: A; g: B` reads on to the second colon.
    let field = before.checked_sub(1).filter(|&at| found == ":" && cut.word(at) == ";")?;
    let help = "fields are separated by commas, not by `;`";
    Some(at_semicolon(cut, field, help))
}

/// The remedy for a semicolon between formulas.
pub(crate) const FORMULAS: &str = "drop the `;`: formulas that follow each other are and-ed";

fn at_semicolon(cut: &Cut<'_>, at: usize, help: &str) -> Advice {
    let advice = Advice::help(help).message("unexpected `;`");
    advice.at(cut.range(at), "it ends nothing")
}
