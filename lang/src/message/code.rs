//! The codes of diagnostics: the name of each, its severity, and the text that `korrel explain`
//! shows. A code never changes its meaning and is never given out again.

use std::fmt::{Debug, Display, Formatter, Result};

/// The subject of a message. It is stable.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code(&'static CodeRow);

/// The facts about a code.
#[derive(PartialEq, Eq)]
struct CodeRow {
    /// `E0001`.
    name: &'static str,
    severity: Severity,
    /// The mistake, in one line.
    title: &'static str,
    /// The meaning of the code, a wrong example and the mended one, and the reason why the language
    /// is so: Markdown. The first block of Alloy is wrong, the second is not.
    text: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
    /// Neither wrong nor suspicious: an answer about the spec.
    Note,
}

macro_rules! codes {
    ($($severity:ident { $($name:ident = $code:literal, $title:literal;)* })*) => {
        $($(
            #[doc = $title]
            pub const $name: Code = Code(&CodeRow {
                name: $code,
                severity: Severity::$severity,
                title: $title,
                text: include_str!(concat!("explain/", $code, ".md")),
            });
        )*)*
        /// All of them, in order.
        pub const ALL: &[Code] = &[$($($name),*),*];
    };
}

codes! {
    Error {
        SYNTAX = "E0001", "the text does not follow the grammar";
        TOO_DEEP = "E0002", "nested too deeply";
        NUMBER = "E0003", "a number does not fit";
        UNSUPPORTED = "E0004", "a construct that Korrel does not have";
        TEMPORAL = "E0005", "a temporal construct";
        UNKNOWN_NAME = "E0006", "a name that nothing declares";
        DUPLICATE = "E0007", "a name that is declared twice";
        ARITY = "E0008", "arities do not fit";
        KIND = "E0009", "a formula, a set or a number stands where another belongs";
        ARGUMENTS = "E0010", "arguments do not fit";
        CYCLIC_SIG = "E0011", "a sig extends itself";
        RECURSION = "E0012", "a predicate, a function or a macro uses itself";
        AMBIGUOUS = "E0013", "a name that several declarations fit";
        SCOPE_TARGET = "E0014", "a scope for something that takes none";
        SCOPE_MISSING = "E0015", "a sig without a scope";
        SCOPE_VALUE = "E0016", "a scope that cannot be";
        PARENT = "E0017", "a sig that cannot be extended in this way";
        HIGHER_ORDER = "E0018", "a variable over sets where each value would have to be tried";
        COMMAND = "E0019", "a command that does not exist, or that two fit";
        FILE = "E0020", "a file that cannot be read as a spec";
        MULTIPLICITY = "E0021", "a multiplicity where none belongs";
        TOO_LARGE = "E0022", "a spec whose translation would not fit";
        ROOT_NAMES = "E0023", "two roots of the heap graph have one name";
        MODULE = "E0024", "a module that does not exist";
        CYCLIC_OPEN = "E0025", "a module opens itself";
        EXTENSION = "E0026", "an extension of Korrel's";
        HEAP_NAMES = "E0027", "a name or a text that would mean something else in a heap graph";
        HEAP = "E0028", "a heap that does not fit its spec";
        VIOLATED = "E0029", "a constraint that a heap violates";
        SEQUENCE_INTEGERS = "E0032", "integers that cannot number a sequence";
        HIDDEN_FIELD = "E0036", "a variable hides a field";
        STREAM = "E0046", "a stream that is not what its end record says";
        HEAP_TOO_LARGE = "E0047", "a heap that is too large to be judged";
        AFTER = "E0048", "there is no instance to continue after";
        NOTATIONS = "E0050", "two notations for states in one predicate";
        POSTCONDITION = "E0051", "a postcondition that says nothing about what an operation does";
        NO_STATE = "E0052", "a state beyond the two that there are";
        OPERATION = "E0053", "an operation that does not exist, or whose predicates do not fit";
        WEIGHT = "E0054", "a weight that is no number from 0 on";
        DRIVER = "E0055", "a driver that is missing or cannot be asked";
        PROTOCOL = "E0056", "a driver whose first line is no answer";
        KEY = "E0057", "an input that no key names";
        VAR = "E0059", "a `var` where nothing can change";
    }
    Warning {
        CAN_OVERFLOW = "W0001", "an integer operation that can overflow";
        EMPTY = "W0002", "an expression that is always empty";
        UNUSED = "W0003", "a variable that nothing uses";
        IRRELEVANT = "W0004", "a part of an expression that cannot change its value";
        SIGN = "W0005", "`+` or `-` between numbers";
        MAYBE_EMPTY = "W0006", "a number taken from a set that may be empty";
        BEYOND = "W0007", "a number outside the scope's integers";
        VACUOUS = "W0008", "facts that contradict each other";
        HALF_MARKED = "W0009", "a closure over one state that begins in the other";
        IDLE = "W0010", "a part of the spec that says nothing within the scopes";
        FOREIGN_FIELD = "W0011", "a field of another sig";
        DROPPED = "W0012", "a multiplicity in a macro, which Alloy drops";
        REDUNDANT_VAR = "W0013", "a `var` that changes nothing";
        STATIC_IN_VAR = "W0014", "a sig or a field that never changes, within a sig that does";
        FIRST_STATE = "W0015", "a fact that speaks of the first state only";
        UNNAMED = "W0016", "an action by which no step is called, as it has too many arguments";
        ENDS = "W0017", "traces that all end";
        LEFT_OUT = "W0018", "a part of the spec that a graph of states leaves out";
        RAISED_SCOPE = "W0020", "a parent's scope is less than what its children need";
        NO_STRINGS = "W0021", "a field of strings where there is no string";
        ALL_INTEGERS = "W0022", "a field of integers where the scope has no range for them";
        UNASKED = "W0023", "a predicate that nothing uses, where the command asks for nothing";
        ALMOST = "W0024", "a predicate whose name is almost that of an operation's";
        ENDLESS = "W0025", "a search that does not end";
        UNHEEDED = "W0026", "a part of a theme that no drawing heeds";
        UNTAKEN = "W0027", "an action that no behaviour takes";
        UNMET = "W0028", "a premise that never holds";
        DEAD_END = "W0029", "a state that no step leaves";
    }
}

/// Codes that no message has any more, and the code that says it now.
const RETIRED: &[(&str, Code)] = &[("E0037", FOREIGN_FIELD), ("E0058", UNKNOWN_NAME)];

impl Code {
    /// `E0001`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    pub fn severity(self) -> Severity {
        self.0.severity
    }

    /// The mistake, in one line.
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// All that there is to say of it.
    pub fn text(self) -> String {
        format!("# {self}: {}\n\n{}", self.title(), self.0.text)
    }

    /// The code of a name, in any case. For a retired name, the code that took its place.
    pub fn named(name: &str) -> Option<Code> {
        known(name).map(|(_, code)| code)
    }

    /// The name that a mistyped one most likely means (`e7`, `E00007`), and its code: another one, if the name is
    /// retired.
    pub fn similar(written: &str) -> Option<(&'static str, Code)> {
        let letter = written.chars().find(char::is_ascii_alphabetic).unwrap_or('E');
        let digits: String = written.chars().filter(char::is_ascii_digit).collect();
        let number: u32 = digits.parse().ok()?;
        known(&format!("{letter}{number:04}"))
    }
}

/// A name as it is spelled, and the code that has it or took its place.
fn known(name: &str) -> Option<(&'static str, Code)> {
    let own = ALL.iter().map(|&code| (code.name(), code));
    let mut known = own.chain(RETIRED.iter().copied());
    known.find(|(known, _)| known.eq_ignore_ascii_case(name))
}

impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.name())
    }
}

impl Debug for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, `korrel explain` has nothing to say of a code that a message names, or a
    /// warning is called an error.
    #[test]
    fn each_code_has_a_text() {
        for code in ALL {
            let text = code.text();
            assert!(text.starts_with(&format!("# {code}: ")), "{code}");
            assert!(code.title().len() <= 80, "{code}");
            assert_eq!(text.matches("\n```alloy\n").count(), 2, "{code}: two examples");
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{code}");
            assert_eq!(
                code.name().starts_with('W'),
                code.severity() == Severity::Warning,
                "{code}"
            );
        }
    }

    /// If this fails, a code has changed its meaning, or a user who looks up an old message finds nothing.
    #[test]
    fn a_retired_code_is_never_given_out_again() {
        for (name, now) in RETIRED {
            assert!(ALL.iter().all(|code| code.name() != *name), "{name}");
            assert_eq!(Code::named(name), Some(*now), "{name}");
        }
    }

    /// If this fails, a slip of the pen is answered by the list of all codes.
    #[test]
    fn a_slip_is_understood() {
        for (written, meant) in
            [("e7", SEVEN), ("7", SEVEN), ("E00007", SEVEN), ("w2", Some(EMPTY))]
        {
            assert_eq!(Code::similar(written), meant.map(|code| (code.name(), code)), "{written}");
        }
        assert_eq!(Code::similar("E0999"), None);
        assert_eq!(Code::similar("Node"), None);
    }

    const SEVEN: Option<Code> = Some(DUPLICATE);
}
