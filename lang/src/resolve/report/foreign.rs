//! Words that newcomers take to be built in.
//!
//! A word of another language is a name here, one that nothing declares, and "did you mean `f`?" is no
//! answer to `if`. So these words are looked for before similar names are.

/// True if a word stands for nothing elsewhere.
pub(crate) fn is_null(name: &str) -> bool {
    const WORDS: [&str; 11] = [
        "null",
        "nil",
        "NULL",
        "Null",
        "Nil",
        "NIL",
        "None",
        "NONE",
        "undefined",
        "nullptr",
        "empty",
    ];
    WORDS.contains(&name)
}

/// The module that the name comes from, or the replacement to write.
pub(crate) fn what_to_write(name: &str) -> Option<&'static str> {
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
        "string" | "str" | "Str" | "text" | "Text" => "the sig of all strings is `String`",
        "char" | "Char" | "character" => "there are no characters; strings are `String`",
        "Integer" | "integer" | "INT" | "num" | "number" | "Number" | "long" | "Long" | "short"
        | "byte" | "uint" | "unsigned" => "the sig of all integers is `Int`",
        "float" | "double" | "Float" | "Double" | "real" | "Real" | "decimal" => {
            "numbers are integers: `Int`"
        }
        "List" | "list" | "Array" | "array" | "Vector" | "ArrayList" | "Sequence" => {
            "a list of objects is `seq Node`, of the objects' own sig"
        }
        "Set" | "HashSet" | "Collection" => {
            "a set of objects is `set Node`, of the objects' own sig"
        }
        "Map" | "HashMap" | "Dict" | "dict" => "a map is a relation: `Key -> lone Value`",
        "Optional" | "Option" | "Maybe" | "Nullable" => {
            "at most one is written `lone`, as in `next: lone Node`"
        }
        "disjoint" => {
            "write `disj`, as in `disj[a, b]`; `korrel fmt --from alloy5 FILE` writes it in all the file"
        }
        "Object" | "object" | "any" | "Any" => {
            "any object is `univ`; declare a sig, as in `sig Data {}`"
        }
        "Date" | "Time" => "declare it: `sig Time {}`; `open util/ordering[Time]` orders it",
        "void" => "what gives nothing is a predicate: `pred p[x: A] { … }`",
        "abs" => "the absolute value is `i < 0 => negate[i] else i`",
        "len" | "length" | "size" | "count" => "the number of elements is `#e`",
        "TRUE" => {
            "a formula that always holds is `no none`; a truth value is `True`, of util/boolean"
        }
        "FALSE" => {
            "a formula that never holds is `some none`; a truth value is `False`, of util/boolean"
        }
        "Nat" | "Natural" => "`open util/natural` declares `Natural`",
        _ if is_null(name) => {
            "there is no null: `some x` says that there is something, `no x` that there is nothing"
        }
        "if" | "then" | "endif" => "a conditional is written `c => a else b`",
        "globally" | "henceforth" => "what holds from here on is written `always F`",
        "finally" | "sometime" | "sometimes" => "what holds at some time is written `eventually F`",
        "self" | "me" => "the atom at hand is `this`",
        _ => return None,
    })
}
