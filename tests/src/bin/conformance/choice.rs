//! Differences from Alloy by choice: in multiplicities of macros, and under overflow that is forbidden
//! (docs/language.md, "Differences from Alloy 6").
//!
//! The multiplicities of a macro are kept, and a warning says that Alloy drops them.
//!
//! Kodkod turns polarity around at `not` alone, so that `a => b` is not `!a or b` to it where an
//! overflow is reached, and adds the integers of a set pairwise, dropping those that overflowed.
//! Korrel keeps the laws: an implication is a disjunction, and integers are numbers. A difference is of these kinds only if the command can overflow
//! at all, as its warnings say, and speaks of an implication, an equivalence, a conditional or the sum
//! of a set.

#[cfg(test)]
mod tests;

use korrel_enumerate::{Meaning, Problem};
use korrel_lang::code::{self, Code};
use korrel_lang::load::no_files;
use korrel_lang::model::{
    Command, ExprKind, FactOrigin, FormulaKind, IntExprKind, Measure, Model, Node,
};
use korrel_sat::Effort;
use korrel_tests::Spec;
use korrel_translate::{Overflow, overflow_warnings};

use crate::rows::{Group, Question};

/// Differences of which no kind can be told, and why they are left.
const KNOWN: [(&str, u64, &str); 1] = [(
    "00344_mods_4.als",
    0,
    "`#f not in (-2 fun/sub #f) >>> #f`: Alloy has two classes more, and we do not know why",
)];

/// Why an answer may differ from Alloy's; `None` if it may not.
pub fn reason(question: &Question) -> Option<&'static str> {
    let text = std::fs::read_to_string(&question.path).ok()?;
    if is_warned_of(&text, code::DROPPED) {
        return Some("a multiplicity in a macro");
    }
    if question.group != Group::RandomForbid {
        return None;
    }
    let is_it = |known: &&(&str, u64, &str)| (known.0, known.1) == (&question.file, question.index);
    if let Some((_, _, why)) = KNOWN.iter().find(is_it) {
        return Some(why);
    }
    let spec = Spec::of_text(&text).ok()?;
    let command = spec.model.commands.get(question.index as usize)?;
    if !can_overflow(&spec.model, command) {
        return None;
    }
    spoken_of(&spec.model, command)
}

/// True if reading a spec gives the warning.
fn is_warned_of(text: &str, warning: Code) -> bool {
    let read = korrel_lang::spec::Spec::read("spec.als", text, false, &mut no_files);
    read.is_ok_and(|spec| spec.warnings.iter().any(|given| given.code == Some(warning)))
}

fn can_overflow(model: &Model, command: &Command) -> bool {
    let meaning = Meaning { overflow: Overflow::Forbid, ..Meaning::default() };
    let Ok(problem) = Problem::unrooted(model, command, meaning, &Effort::default()) else {
        return false;
    };
    !overflow_warnings(model, command, &problem.question.scopes, &problem.question.bounds)
        .is_empty()
}

/// The first thing that Alloy takes otherwise, in what is written.
fn spoken_of(model: &Model, command: &Command) -> Option<&'static str> {
    let written = model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written);
    let written = written.map(|fact| Node::Formula(&fact.formula));
    model.reachable(written.chain([Node::Formula(&command.goal)])).find_map(kind)
}

fn kind(node: Node<'_>) -> Option<&'static str> {
    match node {
        Node::Formula(formula) => match formula.kind {
            FormulaKind::Implies(..) => Some("an implication"),
            FormulaKind::Conditional(..) => Some("a conditional"),
            FormulaKind::Iff(..) => Some("an equivalence"),
            _ => None,
        },
        Node::Integer(int) => match int.kind {
            IntExprKind::Measure(Measure::Sum, _) => Some("the sum of a set"),
            IntExprKind::Conditional(..) => Some("a conditional"),
            _ => None,
        },
        Node::Relation(expr) => {
            matches!(expr.kind, ExprKind::Conditional(..)).then_some("a conditional")
        }
    }
}
