//! Words that newcomers take to be built in.
//!
//! A word of another language is a name here, one that nothing declares, and "did you mean `f`?" is no
//! answer to `if`. So these words are looked for before similar names are.

/// Where the name comes from, or what to write instead.
pub(super) fn what_to_write(name: &str) -> Option<&'static str> {
    Some(match name {
        "Bool" | "Boolean" | "bool" | "boolean" | "True" | "False" | "isTrue" | "isFalse" => {
            "`open util/boolean` declares `Bool`, `True`, `False`, `isTrue` and `isFalse`"
        }
        "true" => "the formula `no none` always holds; a truth value is `True`, of util/boolean",
        "false" => "the formula `some none` never holds; a truth value is `False`, of util/boolean",
        "first" | "last" | "lt" | "lte" | "gt" | "gte" | "nexts" | "prevs" => {
            "`open util/ordering[A]` orders the sig `A` and declares it"
        }
        "show" => "declare it, as in `pred show {}`, or write `run {}`",
        "Integer" | "integer" => "the sig of all integers is `Int`",
        "Nat" | "Natural" => "`open util/natural` declares `Natural`",
        "null" | "nil" | "NULL" | "None" | "empty" => {
            "the empty set is `none`; `no e` says that there is nothing"
        }
        "if" | "then" | "endif" => "a conditional is written `c => a else b`",
        "self" => "the atom at hand is `this`",
        _ => return None,
    })
}
