//! Values of flags: choices, and texts that are read.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use korrel::stream::{Shard, is_key};
use korrel_harness::report::Claim;
use korrel_harness::{Relabel, report};
use korrel_heapgraph::graph6::GraphFormat;
use korrel_lang::code::Code;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShellFlag {
    Bash,
    Elvish,
    Fish,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WhenFlag {
    Auto,
    Always,
    Never,
}

/// The languages that specs are rewritten from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FromFlag {
    /// Alloy 4 and 5
    Alloy5,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessagesFlag {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OverflowFlag {
    /// A comparison with an overflowing term makes the instance fail
    Forbid,
    /// Results wrap around
    Wrap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SymmetryFlag {
    /// Exactly one instance of each isomorphism class
    Full,
    /// Every labelled instance
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolverFlag {
    /// The search that is made for listing everything
    Enumerator,
    /// A general solver with blocking clauses
    Varisat,
    /// Every assignment, judged by the evaluator; for tiny scopes
    Brute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitFlag {
    /// The syntax tree
    Ast,
    /// The resolved model, as Alloy
    Model,
    /// The tuples that each relation must and may hold
    Bounds,
    /// The cells, the assertions and the gates
    Circuit,
    /// The clauses, as DIMACS
    Cnf,
    /// A command about traces as a system for model checkers, as AIGER 1.9
    Aiger,
    /// The same for readers of AIGER 1.0: one output that is true if there is a trace
    AigerPlain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatFlag {
    /// Heap graphs, one a line
    Json,
    /// Drawings for a terminal
    Text,
    /// A table for each type
    Table,
    /// One picture
    Svg,
    /// Graphviz's language
    Dot,
    /// One page with all instances, which needs nothing else
    Html,
    /// One instance for Alloy's viewer
    AlloyXml,
    /// A predicate of the spec that holds of the instance alone, and a command that finds it
    AlloyPredicate,
    /// Traces for Apalache's and Quint's tools, one a line
    Itf,
    /// The databases of a spec that `korrel init` made of an SQL schema, as INSERT statements
    Sql,
    /// The same as a folder with a file for each table, in which each row begins with the number of its database
    Csv,
    /// Undirected graphs without loops for nauty's programs, one a line, of a spec with one sig and one relation
    Graph6,
    /// Undirected graphs, also with loops, in a form that is short if they have few edges
    Sparse6,
    /// Directed graphs
    Digraph6,
    /// A table with a row for each instance, whose types are those of the header
    Parquet,
    /// The same as a stream of Apache Arrow
    Arrow,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum IdsFlag {
    /// As numbers; in tables they have at most 38 digits
    #[default]
    Number,
    /// As texts, which no reader rounds
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DialectFlag {
    Sqlite,
    Postgres,
    Mysql,
    Duckdb,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorsFlag {
    Light,
    Dark,
    /// Without hues, for print
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodFlag {
    /// List a few; if there are more, count them in another way, as long as that costs little
    Auto,
    /// Find one instance after the other
    List,
    /// Take the formula apart, where each of its models is an instance of its own
    Compile,
    /// Add up the labellings that each kind of permutation leaves unchanged
    Burnside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UnboundedMethodFlag {
    /// The one that is probably the quickest
    Auto,
    /// Look at the graph of states
    Graph,
    /// Show by induction that each step keeps what is asserted
    Induction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CountFormatFlag {
    /// The number alone
    Text,
    /// A record that names the question, so that `korrel merge` can add the counts of shards
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormatFlag {
    /// A line for each command
    Text,
    /// A JSON object for each command, one a line, and one at the end
    Json,
    /// JUnit's XML, for build servers
    Junit,
}

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TongueFlag {
    Python,
    Java,
    #[value(name = "typescript")]
    TypeScript,
    Rust,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DriverLanguageFlag {
    Python,
    #[value(name = "javascript")]
    JavaScript,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormatFlag {
    /// For people
    Text,
    /// For programs: a JSON object for each answer, one a line
    Json,
}

/// What is asked of queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SqlQuestionFlag {
    /// Whether two queries return the same
    Diff,
    /// Whether a query returns nothing
    Check,
    /// Few databases on which each predicate and each join of a query decides, both ways
    Cover,
    /// Few databases on which each small change of a query shows
    Mutants,
}

/// The formats of answers about queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SqlFormatFlag {
    /// For people
    Text,
    /// For programs: a JSON object for each answer, one a line
    Json,
    /// The databases as INSERT statements, with what the queries return as comments
    Sql,
}

/// The format of commands that write records only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RecordsFormatFlag {
    /// Records, one a line; `korrel show` draws the heaps among them
    Json,
}

/// The format of instances that are drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SampleFormatFlag {
    /// Records, one a line; `korrel show` draws the heaps among them
    Json,
    /// The databases of a spec that `korrel init` made of an SQL schema, as INSERT statements
    Sql,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormatFlag {
    /// For people
    Text,
    /// A header, a line for each failing input, the end
    Json,
    /// JUnit's XML
    Junit,
    /// The Test Anything Protocol
    Tap,
    /// One page, with states before and after beside each other
    Html,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatesFormatFlag {
    /// For people
    Text,
    /// For programs: records, one a line; `korrel show` draws the states among them
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExploreFormatFlag {
    /// For people
    Text,
    /// For programs: records, one a line; `korrel show` draws the states among them
    Json,
    /// Without a driver: the graph for Graphviz
    Dot,
    /// Without a driver: the numbers alone
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoverTracesFlag {
    /// Each state is in one of them
    States,
    /// Each pair of a state and a next one is in one of them
    Transitions,
    /// Each action is taken by one of them
    Actions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameworkFlag {
    Pytest,
    Junit,
    Node,
    Rust,
}

/// Each of these choices stands for the library's value of the same name.
macro_rules! stand_for {
    ($($(#[$cfg:meta])? $flag:ident: $of:ty { $($value:ident),* })*) => {$(
        $(#[$cfg])?
        impl From<$flag> for $of {
            fn from(flag: $flag) -> $of {
                match flag {
                    $($flag::$value => <$of>::$value,)*
                }
            }
        }
    )*};
}

stand_for! {
    OverflowFlag: korrel::Overflow { Forbid, Wrap }
    SolverFlag: korrel::Engine { Enumerator, Varisat, Brute }
    MethodFlag: korrel::Method { Auto, List, Compile, Burnside }
    UnboundedMethodFlag: korrel::UnboundedMethod { Auto, Graph, Induction }
    ColorsFlag: korrel_draw::Theme { Light, Dark, Plain }
    CoverTracesFlag: korrel_enumerate::states::CoverGoal { States, Transitions, Actions }
    FrameworkFlag: korrel_harness::emit::Framework { Pytest, Junit, Node, Rust }
    #[cfg(feature = "full")]
    TongueFlag: korrel_gen::Language { Python, Java, TypeScript, Rust }
    #[cfg(feature = "full")]
    DriverLanguageFlag: korrel_init::TemplateLanguage { Python, JavaScript }
    #[cfg(feature = "full")]
    ShellFlag: clap_complete::Shell { Bash, Elvish, Fish, PowerShell, Zsh }
}

impl FormatFlag {
    /// True of a table, which is no text.
    pub fn is_table(self) -> bool {
        matches!(self, FormatFlag::Parquet | FormatFlag::Arrow)
    }

    /// The format of graphs that it names.
    pub fn of_graphs(self) -> Option<GraphFormat> {
        match self {
            FormatFlag::Graph6 => Some(GraphFormat::Graph6),
            FormatFlag::Sparse6 => Some(GraphFormat::Sparse6),
            FormatFlag::Digraph6 => Some(GraphFormat::Digraph6),
            _ => None,
        }
    }
}

/// A choice as it is typed.
pub fn name(choice: impl ValueEnum) -> String {
    let value = choice.to_possible_value().expect("no choice is hidden");
    value.get_name().to_owned()
}

/// A scope or an expression, which may well begin with a minus.
pub fn unlike_a_flag(text: &str) -> Result<String, String> {
    match text.starts_with("--") {
        true => Err("a value is required, and this is a flag".to_owned()),
        false => Ok(text.to_owned()),
    }
}

/// A claim of the user's about what is tested, for a certificate.
pub fn claim(text: &str) -> Result<(Claim, String), String> {
    let names = Claim::ALL.map(Claim::name).join(", ");
    let (name, words) = text
        .split_once('=')
        .ok_or_else(|| format!("`NAME=TEXT`, where the name is one of: {names}"))?;
    let claim = Claim::ALL.into_iter().find(|claim| claim.name() == name);
    let claim = claim.ok_or_else(|| format!("there is no `{name}`; there are: {names}"))?;
    match words.trim() {
        "" => Err(format!("`{name}` is empty")),
        words => Ok((claim, words.to_owned())),
    }
}

/// `3/7`.
pub fn shard(text: &str) -> Result<Shard, String> {
    match report::shard(text) {
        Some((part, of)) if 1 <= part && part <= of => Ok(Shard { part, of }),
        Some(_) => Err("in I/N, I must be between 1 and N".to_string()),
        None => Err("a part is written I/N, such as 3/7".to_string()),
    }
}

/// The colours of drawings, or a theme of Alloy's viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThemeFlag {
    Colors(ColorsFlag),
    File(PathBuf),
}

/// `dark`, `file_system.thm`.
pub fn theme(text: &str) -> Result<ThemeFlag, String> {
    match ColorsFlag::from_str(text, false) {
        Ok(colors) => Ok(ThemeFlag::Colors(colors)),
        Err(_) if text.contains(['.', '/']) => Ok(ThemeFlag::File(text.into())),
        Err(_) => Err("there are light, dark and plain, and files *.thm".to_owned()),
    }
}

/// `Time`, `Time:2`.
pub fn projection(text: &str) -> Result<(String, Option<usize>), String> {
    let Some((sig, at)) = text.rsplit_once(':') else { return Ok((text.to_owned(), None)) };
    let at = at.parse().map_err(|_| "an object is chosen by its place: `Time:2`".to_owned())?;
    Ok((sig.to_owned(), Some(at)))
}

/// `E0006`, in any case.
pub fn code(text: &str) -> Result<Code, String> {
    Code::named(text).ok_or_else(|| match Code::similar(text) {
        Some((name, code)) if name == code.name() => {
            format!("there is no such code; did you mean `{name}`?")
        }
        Some((name, code)) => {
            format!("there is no such code; {name} is retired, and its message is {code} now")
        }
        None => "there is no such code; `korrel explain` lists them".to_string(),
    })
}

/// The key of an instance, in any case.
pub fn key(text: &str) -> Result<String, String> {
    let key = text.to_ascii_lowercase();
    let wrong = "a key is 16 hexadecimal digits, as `find --keys` writes it: 05a0d2c1e9b84f37";
    if is_key(&key) { Ok(key) } else { Err(wrong.to_string()) }
}

/// `20`, `all`.
pub fn relabel(text: &str) -> Result<Relabel, String> {
    match (text, text.parse()) {
        ("all", _) => Ok(Relabel::All),
        (_, Ok(wanted)) => Ok(Relabel::Some(wanted)),
        (_, Err(_)) => Err("write a number of labellings, or `all`".to_string()),
    }
}

/// `Key=String`.
pub fn typed_sig(text: &str) -> Result<(String, String), String> {
    let wrong = || "a sig and a type are written SIG=TYPE, such as Key=String".to_string();
    let (sig, ty) = text.split_once('=').ok_or_else(wrong)?;
    let is_one_line = !ty.trim().is_empty() && !ty.contains(char::is_control);
    let is_given = !sig.trim().is_empty() && is_one_line;
    is_given.then(|| (sig.trim().to_owned(), ty.trim().to_owned())).ok_or_else(wrong)
}

/// `30s`, `1m 30s`. A number by itself could be of anything.
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || {
        let number = text.trim().chars().all(|c| c.is_ascii_digit() || c == '.');
        match number && !text.trim().is_empty() {
            true => format!("a time has a unit: {text}s for seconds, {text}m for minutes, {text}h"),
            false => "a time is a number with a unit: 500ms, 30s, 5m, 2h".to_string(),
        }
    };
    humantime::parse_duration(text).map_err(|_| wrong())
}

/// `2G`: thousands of bytes in powers of 1024. A number by itself could be of anything.
pub fn bytes(text: &str) -> Result<u64, String> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
    let split = |(unit, shift)| Some((text.strip_suffix(unit)?, shift));
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("a size has a unit: {text}K, {text}M, {text}G or {text}T"));
    }
    let (number, shift) = units.into_iter().find_map(split).unwrap_or(("", 0));
    let number: Option<u64> = number.parse().ok();
    number
        .and_then(|number| number.checked_mul(1 << shift))
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "a size is a number with a unit, K, M, G or T: 500M, 2G".to_string())
}

/// `0..3`
pub fn integers(text: &str) -> Result<std::ops::RangeInclusive<i64>, String> {
    let ends = text.split_once("..");
    let ends: Option<(i64, i64)> =
        ends.and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
    match ends {
        Some((least, most)) if least <= most && most.abs_diff(least) < 1000 => Ok(least..=most),
        Some((least, most)) if least <= most => Err("more than 1000 integers".to_owned()),
        _ => Err("not a range of integers, as `0..3` is".to_owned()),
    }
}

/// `3`, from none on, or `1..3`
pub fn rows(text: &str) -> Result<std::ops::RangeInclusive<u16>, String> {
    let (least, most) = text.split_once("..").unwrap_or(("0", text));
    match (least.parse::<u16>(), most.parse::<u16>()) {
        (Ok(least), Ok(most)) if least <= most && most > 0 => Ok(least..=most),
        _ => Err("not a number from 1 on, nor two of them, as `1..3`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A limit taken for another one would stop a search at once, or never.
    #[test]
    fn sizes() {
        assert_eq!(bytes("2K"), Ok(2048));
        assert_eq!(bytes("500M"), Ok(500 << 20));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        for wrong in ["", "0", "4096", "G", "0G", "-1", "2g", "1.5G", "99999999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    /// Thirty of what? A limit that is read as another unit stops at once, or never.
    #[test]
    fn times() {
        assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(time("1m 30s"), Ok(Duration::from_secs(90)));
        assert!(time("30").is_err_and(|message| message.contains("30s")));
        for wrong in ["", "soon", "30q", "-5s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    /// Shard 0, or 8 of 7, would be empty, and the missing part would not be noticed.
    #[test]
    fn shards() {
        assert_eq!(shard("3/7"), Ok(Shard { part: 3, of: 7 }));
        assert_eq!(shard("1/1"), Ok(Shard { part: 1, of: 1 }));
        for wrong in ["", "3", "0/7", "8/7", "0/0", "-1/7", "3/7/9", "3/", "a/b"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
