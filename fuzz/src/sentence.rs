//! Bytes as choices in a small grammar, so that most texts parse and the resolver is reached.
//!
//! A hole in a template (`%e` an expression, `%d` declarations, `%n` a name, …) is filled by the
//! template that the next byte chooses. The names are few, so that they meet. Rejected: bytes as
//! tokens in a row alone, for next to no row of ten tokens is a formula; they are one of the holes
//! (`%t`), and what the target `front_end` finds from its dictionary.

/// The text that the bytes choose; the same for the same bytes.
pub fn sentences(bytes: &[u8]) -> String {
    let mut writer = Writer { choices: bytes.iter(), text: String::new() };
    while !writer.choices.as_slice().is_empty() {
        writer.fill(PARAGRAPHS, 0);
        writer.text.push('\n');
    }
    writer.text
}

/// Deeper holes get the first template of their kind, which has no holes of more than a word.
const DEPTH: usize = 24;

const PARAGRAPHS: &[&str] = &[
    "sig %n {}",
    "sig %n { %f }",
    "sig %n extends %n { %f, %f } { %e }",
    "abstract sig %n, %n { %f }",
    "one sig %n extends %n {}",
    "lone sig %n {}",
    "some sig %n in %n { %f }",
    "sig %n in %n + %n { %f }",
    "sig %n = %n + %n {}",
    "private sig %n {}",
    "enum %n { %n, %n }",
    "fact { %e %e }",
    "fact %n { %e }",
    "pred %n { %e }",
    "pred %n [%d] { %e %e }",
    "pred %n.%n [%d] { %e }",
    "fun %n : %r { %e }",
    "fun %n [%d] : %r { %e }",
    "fun %n.%n : %r { %e }",
    "assert %n { %e }",
    "let %n = %e",
    "let %n[%n, %n] = %e",
    "run %n %s",
    "run { %e } %s expect %i",
    "run %n [%d]",
    "check %n %s",
    "check { %e } %s",
    "module %n[%n]",
    "open util/ordering[%n]",
    "open util/integer as %n",
    "open %l",
    "open %l[%n] as %n",
    "private let %n = %e",
    "%t %t %t %t",
];

const FIELDS: &[&str] = &["%n : %r", "%n, %n : %r", "disj %n, %n : %r", "%n = %e", "var %n : %r"];

const RANGES: &[&str] = &[
    "%n",
    "lone %n",
    "set %e",
    "some %n",
    "one %e",
    "%n -> %n",
    "%n %m -> %m %n",
    "%n -> (%n %m -> %m %n)",
    "disj %n",
    "seq %n",
    "Int",
    "%e",
];

const DECLARATIONS: &[&str] =
    &["%n : %n", "%n, %n : %r", "%n : %r, %n : %r", "disj %n, %n : %r", "%n : set %e"];

const MULTIPLICITIES: &[&str] = &["set", "lone", "one", "some", ""];

const SCOPES: &[&str] = &[
    "",
    "for %i",
    "for %i but %i %n",
    "for exactly %i %n, %i %n",
    "for %i..%i %n",
    "for %i but %i Int",
    "for %i but %i..%i Int, %i seq",
    "for %i String",
];

const EXPRESSIONS: &[&str] = &[
    "%n",
    "%n",
    "%n.%n",
    "univ",
    "none",
    "iden",
    "Int",
    "this",
    "%i",
    "(%e)",
    "some %e",
    "no %e",
    "lone %e",
    "one %e",
    "set %e",
    "not %e",
    "%e and %e",
    "%e or %e",
    "%e => %e",
    "%e => %e else %e",
    "%e iff %e",
    "%e in %e",
    "%e = %e",
    "%e !in %e",
    "%e < %e",
    "%e >= %e",
    "%e + %e",
    "%e - %e",
    "%e & %e",
    "%e ++ %e",
    "%e -> %e",
    "%e %m -> %m %e",
    "%e <: %e",
    "%e :> %e",
    "%e.%e",
    "%e[%e]",
    "%e[%e, %e]",
    "%e[]",
    "~%e",
    "^%e",
    "*%e",
    "#%e",
    "int[%e]",
    "Int[%e]",
    "int %e",
    "sum %e",
    "plus[%e, %e]",
    "%k",
    "%k[%e]",
    "%e.%k",
    "%n/%k",
    "%n[%e, %e]",
    "%e.minus[%e]",
    "%e << %e",
    "%e >>> %e",
    "%e fun/mul %e",
    "fun/min",
    "fun/next",
    "all %d | %e",
    "some %d | %e",
    "no %d { %e }",
    "one %d | %e",
    "lone %d | %e",
    "sum %d | %e",
    "let %n = %e | %e",
    "let %n = %e, %n = %e { %e %e }",
    "{ %d | %e }",
    "{ %d }",
    "{ %e %e }",
    "{}",
    "disj[%e, %e]",
    "pred/totalOrder[%e, %e, %e]",
    "@%n",
    "this/%n",
    "seq/Int",
    "\"%n\"",
    "%n'",
    "always %e",
    "%e until %e",
    "%t",
];

const NAMES: &[&str] = &["A", "B", "C", "f", "g", "h", "p", "q", "x", "y", "A", "B", "f", "this"];

const LIBRARY: &[&str] = &[
    "korrel/ring",
    "korrel/shapes",
    "korrel/tree",
    "util/ordering",
    "util/integer",
    "util/boolean",
    "util/relation",
    "util/graph",
    "util/ternary",
    "util/natural",
    "util/time",
    "util/sequence",
    "util/sequniv",
    "util/seqrel",
];

const CALLS: &[&str] =
    &["first", "next", "prevs", "max", "add", "elems", "inds", "isTree", "dom", "True", "inc"];

const INTEGERS: &[&str] = &["1", "0", "2", "3", "4", "7", "-1", "-3", "31", "2147483647", "0x_ff"];

const TOKENS: &[&str] = &[
    "{", "}", "(", ")", "[", "]", ",", ":", "|", "=", "=>", "else", "<", ">", "+", "-", "->", ".",
    "'", "`", "@", "#", "~", "!", "in", "some", "all", "let", "for", "but", "exactly", "sig",
    "run", "%n", "%i", "--\n", "/*", "*/", "\"", "seq", "é", "\u{a0}", "..", "expect", ";",
];

struct Writer<'a> {
    choices: std::slice::Iter<'a, u8>,
    text: String,
}

impl Writer<'_> {
    fn fill(&mut self, templates: &[&str], depth: usize) {
        let choice = self.choices.next().map_or(0, |&byte| usize::from(byte));
        let choice = if depth < DEPTH { choice % templates.len() } else { 0 };
        let mut parts = templates[choice].split('%');
        self.text.push_str(parts.next().expect("a split has a first part"));
        for part in parts {
            let (hole, rest) = part.split_at(1);
            self.fill(kind(hole), depth + 1);
            self.text.push_str(rest);
        }
    }
}

fn kind(hole: &str) -> &'static [&'static str] {
    match hole {
        "e" => EXPRESSIONS,
        "d" => DECLARATIONS,
        "f" => FIELDS,
        "i" => INTEGERS,
        "k" => CALLS,
        "l" => LIBRARY,
        "m" => MULTIPLICITIES,
        "n" => NAMES,
        "r" => RANGES,
        "s" => SCOPES,
        "t" => TOKENS,
        other => unreachable!("no template has a hole %{other}"),
    }
}
