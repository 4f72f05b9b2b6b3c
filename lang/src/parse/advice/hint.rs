//! Remedies for a text that does not parse: habits from other languages, and signs that are easily
//! forgotten.

use super::containers;
use crate::parse::Rule;

/// The remedy. `text[at..]` starts with the token that was `found`.
pub(in crate::parse) fn hint(
    text: &str,
    at: usize,
    found: &str,
    wanted: &[Rule],
) -> Option<String> {
    let before = text[..at].trim_end();
    let after = text[at + found.len()..].trim_start();
    if let Some(misplaced) = misplaced_var(before, found, after) {
        return Some(misplaced);
    }
    if let Some(taken) = taken_word(before, found, after, wanted) {
        return Some(taken);
    }
    if let Some(turned) = type_first(before, found, wanted) {
        return Some(turned);
    }
    if let Some(typed) = container(before, found, after) {
        return Some(typed);
    }
    let fixed = foreign_type(before, found, after, wanted)
        .or_else(|| foreign_form(before, found, wanted))
        .or_else(|| sign(before, found, after))
        .or_else(|| separator(before, found, after, wanted))
        .or_else(|| foreign_word(before, found))
        .or_else(|| foreign_paragraph(found, wanted))
        .or_else(|| bracket(text, at, found, wanted));
    fixed.map(String::from).or_else(|| misspelt(found, wanted))
}

/// `sig var A`, `f: var lone A`, `lone var f: A`.
fn misplaced_var(before: &str, found: &str, after: &str) -> Option<String> {
    if found == "var" && before.ends_with("sig") {
        let name = after.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        return Some(format!("`var` stands before `sig`: `var sig {name}`"));
    }
    let is_field = found == "var" && before.ends_with(':')
        || matches!(found, "lone" | "one" | "some" | "set") && after.starts_with("var ");
    is_field.then(|| "`var` stands before the field's name, as in `var f: lone A`".to_owned())
}

/// The operators of time, which take the words of many a field and predicate.
const OF_TIME: [&str; 10] = [
    "always",
    "after",
    "eventually",
    "until",
    "releases",
    "before",
    "historically",
    "once",
    "since",
    "triggered",
];

/// A word of the language in the place of a name.
fn taken_word(before: &str, found: &str, after: &str, wanted: &[Rule]) -> Option<String> {
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next();
    let is_declared = after.starts_with(':') || matches!(last, Some("pred" | "fun" | "sig"));
    if is_declared && OF_TIME.contains(&found) {
        return Some(format!(
            "`{found}` is a keyword of Alloy 6, which speaks of time: choose another name, as in `{found}_`; \
             `korrel fmt --from alloy5 FILE` does"
        ));
    }
    let is_word = found.len() > 1 && found.starts_with(|c: char| c.is_ascii_lowercase());
    let wants_name = matches!(wanted, [Rule::identifier] | [Rule::let_binding]);
    (is_word && wants_name).then(|| {
        format!("`{found}` is a word of the language: choose another name, as in `{found}_`")
    })
}

/// `pred p[Node n]`.
fn type_first(before: &str, found: &str, wanted: &[Rule]) -> Option<String> {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_alphabetic());
    let ty = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    let opener = before[..before.len() - ty.len()].trim_end();
    (wanted.contains(&Rule::colon) && is_name(found) && is_name(ty) && opener.ends_with(['[', '(']))
        .then(|| format!("the name stands first, then a colon: `{found}: {ty}`"))
}

/// `next: List<Node>`, `next: Node | null`.
fn container(before: &str, found: &str, after: &str) -> Option<String> {
    let line = before.rsplit(['\n', '{']).next()?;
    let (_, ty) = line.rsplit_once(':')?;
    let is_null = || {
        let end = after.find(|c: char| !is_of_a_name(c)).unwrap_or(after.len());
        matches!(&after[..end], "null" | "undefined" | "None" | "nil")
    };
    let is_name = |text: &str| !text.is_empty() && text.chars().all(is_of_a_name);
    let typed = match found {
        "|" if is_null() && is_name(ty.trim()) => format!("lone {}", ty.trim()),
        _ => containers::angled(ty)?,
    };
    Some(format!("there are no such types: write `{typed}`"))
}

/// Forms of declaration, assignment and counting that are foreign to Alloy.
fn foreign_form(before: &str, found: &str, wanted: &[Rule]) -> Option<&'static str> {
    Some(match found {
        "implements" | "inherits" => "a sig extends one other: `sig A extends B { … }`",
        "=" if before.ends_with(['+', '-']) => {
            "nothing is assigned: what is so afterwards is a field of another atom; `plus[a, 1]` is \
             a number"
        }
        _ if before.ends_with("++") => {
            "a variable does not change: the next number is `plus[a, 1]`"
        }
        _ if before.ends_with('#') => "`#` stands before the set: `#e`",
        "for" | "while" if wanted.contains(&Rule::close_brace) => "write `all x: A | …`",
        ":" if matches!(before.split_whitespace().rev().nth(1), Some("run" | "check")) => {
            "a label stands before its command, as in `small: run { … }`, or in it without a colon, as in \
             `run small { … }`"
        }
        "->" if before.ends_with('<') => "equivalence is written `<=>`",
        "=>" if before.ends_with('=') => "implication is written `=>`",
        ":" if wanted == [Rule::block] => {
            "a predicate holds or does not, and gives no value; a function gives one: `fun`"
        }
        _ if before.ends_with(']') && wanted == [Rule::colon] => {
            "a function says what it gives after a colon, as in `fun f [x: A]: lone B { … }`"
        }
        _ if found.starts_with(|c: char| c.is_ascii_digit())
            && wanted.contains(&Rule::command_target) =>
        {
            "a command asks for something: `run {} for 3 Node`"
        }
        _ => return None,
    })
}

/// Types as they are written elsewhere.
fn foreign_type(before: &str, found: &str, after: &str, wanted: &[Rule]) -> Option<&'static str> {
    let words = || before.rsplit(|c: char| !c.is_alphanumeric());
    if words().next() == Some("int") && found != "[" {
        return Some("the sig of all integers is `Int`");
    }
    let line = before.rsplit(['\n', '{', ',']).next().unwrap_or("");
    if line.contains(':') && line.contains('<') && line.ends_with('>') {
        return Some("there are no type parameters: a list is `seq Node`, a set `set Node`");
    }
    let starts_name = after.starts_with(|c: char| c.is_alphabetic());
    let wants_field = wanted.iter().any(|rule| matches!(rule, Rule::field | Rule::fields));
    if wants_field && starts_name && found.starts_with(char::is_alphabetic) {
        return Some("the name stands first, then a colon, as in `key: Int`");
    }
    None
}

const LISTS: &str = "a sequence is not written out: `no s` says that it is empty; `s.add[x]`, `s.insert[0, x]` and `s.rest` make others";

const PRIME: &str = "a name has no primes: `x'` is what `x` is afterwards; `korrel fmt --from alloy5 FILE` renames those of a \
                     spec of Alloy 4 or 5";

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Signs that are written otherwise here.
fn sign(before: &str, found: &str, after: &str) -> Option<&'static str> {
    Some(match found {
        "=" if before.ends_with('=') => "equality is written `=`",
        "=" if before.ends_with('!') => "inequality is written `!=`",
        ">" if before.ends_with('<') => "inequality is written `!=`",
        ":" if after.starts_with('=') => "there is no assignment; equality is written `=`",
        "|" => "a quantifier names its variable, as in `some x: A | …`; `or` is written `||`",
        "?" if after.starts_with([',', '}', ']']) => {
            "what may be missing is `lone`, as in `next: lone Node`"
        }
        "?" => "a conditional is written `c => a else b`",
        "[" if before.trim_end().ends_with(['=', '+', '(', ',']) => LISTS,
        "/" if after.starts_with('*') => "a comment `/*` is never closed",
        "-" => "a negative number is written `-1`; of an expression, `negate[e]`",
        "'" if before.ends_with(is_of_a_name) => PRIME,
        ":" if before.trim_end().ends_with('\'') => PRIME,
        "'" | "‘" | "’" | "“" | "”" => "a string stands in double quotes, as in `\"text\"`",
        "∧" => "conjunction is written `and` or `&&`",
        "∨" => "disjunction is written `or` or `||`",
        "¬" => "negation is written `not` or `!`",
        "∀" => "write `all x: A | …`",
        "∃" => "write `some x: A | …`",
        "⇒" => "implication is written `=>`",
        "⇔" | "↔" => "equivalence is written `<=>`",
        "→" | "×" => "the product, and the type of a relation, is written `->`",
        "≠" => "inequality is written `!=`",
        "≤" => "write `<=`",
        "≥" => "write `>=`",
        "∈" | "⊆" => "write `in`",
        "∪" => "the union is written `+`",
        "∩" => "the intersection is written `&`",
        "∅" => "the empty set is written `none`",
        "set" => "a sig is a set as it is; `one`, `lone` or `some` may stand before `sig`",
        "#" => "a comment starts with `--` or `//`",
        _ => return None,
    })
}

/// Words of other languages, here or just before.
fn foreign_word(before: &str, found: &str) -> Option<&'static str> {
    let mut words = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_');
    let (last, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    [found, last, second].into_iter().find_map(|word| {
        Some(match word {
            "forall" | "foreach" | "every" => "write `all x: A | …`",
            "exists" | "exist" => "write `some x: A | …`",
            "optional" => "at most one is written `lone`",
            _ => return None,
        })
    })
}

/// Words that declarations start with in other languages.
fn foreign_paragraph(found: &str, wanted: &[Rule]) -> Option<&'static str> {
    if !wants_paragraph(wanted) {
        return None;
    }
    Some(match found {
        "module" => "a spec has one `module` line, before which only `open` stands",
        "predicate" => "a predicate is declared by `pred`",
        "function" | "def" | "define" => "a function is declared by `fun`",
        "class" | "type" | "signature" | "interface" => "a set of objects is declared by `sig`",
        "axiom" | "invariant" | "constraint" => "what always holds is a `fact { … }`",
        "import" | "include" | "use" | "using" => "another module is named by `open`",
        "assertion" | "theorem" => "what is to be checked is an `assert`",
        _ => return None,
    })
}

fn wants_paragraph(wanted: &[Rule]) -> bool {
    wanted.iter().any(|rule| matches!(rule, Rule::file | Rule::sig_decl | Rule::command))
}

/// The sign that separates fields, or stands between a name and its range.
fn separator(before: &str, found: &str, after: &str, wanted: &[Rule]) -> Option<&'static str> {
    let starts_field = found.starts_with(char::is_alphabetic) && after.starts_with(':');
    if starts_field && wanted.contains(&Rule::close_brace) {
        return Some("fields are separated by commas; a comma may be missing before this");
    }
    let opened = before.rsplit_once('{').map_or("", |(head, _)| head);
    if wanted == [Rule::close_brace] && opened.split_whitespace().rev().nth(1) == Some("enum") {
        return Some("an enum's values are separated by commas");
    }
    if found == ":" && before.rsplit([',', '{', '\n']).next()?.contains(';') {
        return Some("fields are separated by commas, not by `;`");
    }
    if wanted.contains(&Rule::colon) && wanted.contains(&Rule::defined_as) {
        return Some("a field is declared with a colon, as in `next: lone Node`");
    }
    if found == "{" && wanted.contains(&Rule::colon) {
        return Some("a function says what it gives, as in `fun f [x: A]: set B { … }`");
    }
    if wanted.contains(&Rule::colon) {
        return Some("a variable is declared with a colon, as in `all x: A | …`");
    }
    if found == "," && wanted.contains(&Rule::open_brace) {
        return Some("a sig extends one other; a subset of several is declared `in A + B`");
    }
    if wanted == [Rule::arrow] {
        return Some(
            "a multiplicity stands before what it is of, as in `lone A`; a `|` may be missing",
        );
    }
    if wanted.contains(&Rule::number) && found.starts_with(char::is_alphabetic) {
        return Some("the number stands first, as in `for exactly 3 Node`");
    }
    (found == "(" && wants_paragraph(wanted))
        .then_some("`run`, `check` and `open` take no round brackets: `run p for 3`, `open m[A]`")
}

/// Brackets that are missing, or one too many.
fn bracket(text: &str, at: usize, found: &str, wanted: &[Rule]) -> Option<&'static str> {
    let closing = [Rule::close_brace, Rule::close_bracket, Rule::close_paren];
    let wants_closing = wanted.iter().any(|rule| closing.contains(rule));
    if found.is_empty() {
        return Some("a bracket may be missing");
    }
    if text[at..].starts_with("/*") {
        return Some("a comment `/*` is never closed");
    }
    let starts_paragraph = PARAGRAPHS.contains(&found);
    if wants_closing && (starts_paragraph || matches!(found, "}" | "]" | ")")) {
        return Some("a bracket may be missing before this");
    }
    (found == "}" && wants_paragraph(wanted))
        .then_some("no bracket is open here: this one, or one before, is too many")
}

/// The words that paragraphs start with.
const PARAGRAPHS: [&str; 15] = [
    "module", "open", "abstract", "lone", "one", "some", "private", "sig", "enum", "fact", "pred",
    "fun", "assert", "run", "check",
];

/// A keyword that is nearly the word that was found.
fn misspelt(found: &str, wanted: &[Rule]) -> Option<String> {
    if !wants_paragraph(wanted) || found.chars().count() < 3 {
        return None;
    }
    let near = |word: &&&str| strsim::damerau_levenshtein(found, word) <= 1 + word.len() / 5;
    let similar = PARAGRAPHS
        .iter()
        .filter(near)
        .min_by_key(|word| strsim::damerau_levenshtein(found, word))?;
    Some(format!("did you mean `{similar}`?"))
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;
    use crate::source::Sources;

    fn hint(text: &str) -> String {
        let mut sources = Sources::default();
        let file = sources.add("spec.als", text);
        let mistakes = parse(&sources, file).expect_err(text);
        mistakes[0].help.join("; ")
    }

    /// If this fails, a user who writes as in another language reads only that it is wrong.
    #[test]
    fn habits_are_known() {
        for (text, expected) in [
            ("run { a = b == c }", "`=`"),
            ("run { all x: A | x <> x }", "`!=`"),
            ("run { x := y }", "no assignment"),
            ("run { some A | some B }", "`||`"),
            ("run { a = -b }", "`negate[e]`"),
            ("run { a = 'x' }", "double quotes"),
            ("enum E { A B }", "separated by commas"),
            ("sig A { before: lone A }", "`before` is a keyword"),
            ("pred since[a: A] {}", "`since` is a keyword"),
            ("run { all a, once: A | some a }", "`once` is a keyword"),
            ("sig A' {}", "no primes"),
            ("enum E' { A }", "no primes"),
            ("enum E { A' }", "no primes"),
            ("run { some a': A | some a }", "no primes"),
            ("run { a ∧ b }", "`and`"),
            ("run { a ∨ b }", "`or`"),
            ("run { ¬ a }", "`not`"),
            ("run { ∀ x: A | x = x }", "`all x: A"),
            ("run { ∃ x: A | x = x }", "`some x: A"),
            ("run { a ⇒ b }", "`=>`"),
            ("run { a ⇔ b }", "`<=>`"),
            ("sig A { f: A → B }", "`->`"),
            ("run { a ≠ b }", "`!=`"),
            ("run { a ≤ b }", "`<=`"),
            ("run { a ≥ b }", "`>=`"),
            ("run { a ∈ b }", "`in`"),
            ("run { a ∪ b = c }", "`+`"),
            ("run { a ∩ b = c }", "`&`"),
            ("run { a = ∅ }", "`none`"),
            ("run { forall x: A | x = x }", "`all x: A"),
            ("class A {}", "`sig`"),
            ("sig A {} invariant { some A }", "`fact { … }`"),
            ("import util", "`open`"),
            ("sig A {} asert a { some A }", "`assert`"),
        ] {
            assert!(hint(text).contains(expected), "{text}: {}", hint(text));
        }
    }

    /// If this fails, a field's name is taken for a word of another language.
    #[test]
    fn names_are_no_habits() {
        for text in ["sig A { type lone B }", "sig A { optional lone B }", "sig A { use lone B }"] {
            assert!(hint(text).contains("with a colon"), "{text}: {}", hint(text));
        }
    }
}
