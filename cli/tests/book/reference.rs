//! The reference names all that there is: flags with their values and defaults, and codes of messages.

use crate::markdown::Document;
use crate::shell::{commands, groups, run_here};

#[test]
fn every_flag_is_documented() {
    // If this failed, a flag would be missing in a table of flags, stand there without existing, or have another value or
    // another default there.
    let mut mistakes = Vec::new();
    for command in commands() {
        let flags = flags_of(&command);
        let rows = rows_of(&command);
        for row in &rows {
            let cited = row.cited.as_ref().map(|cited| flags_of(cited));
            for (name, value) in &row.flags {
                let Some(flag) = flags.iter().find(|flag| flag.names.contains(name)) else {
                    mistakes.push(format!("{command} has no {name}"));
                    continue;
                };
                let same = |other: &Flag| other.names == flag.names && other.takes == flag.takes;
                let is_right = match &cited {
                    Some(cited) => {
                        cited.iter().any(same) && (value.is_none() || flag.takes(value.as_deref()))
                    }
                    None => flag.takes(value.as_deref()),
                };
                if !is_right {
                    mistakes.push(format!("{command}: {name} is not {value:?}, but {flag:?}"));
                }
            }
        }
        for flag in flags.iter().filter(|flag| command == "find" || !flag.is_global()) {
            let own = |row: &&TableRow| row.flags.iter().any(|(name, _)| flag.names.contains(name));
            let own: Vec<&TableRow> = rows.iter().filter(own).collect();
            let is_named = |name: &String| own.iter().any(|row| row.has(name));
            mistakes.extend(
                flag.names
                    .iter()
                    .filter(|name| !is_named(name))
                    .map(|name| format!("{command}: {name} is missing")),
            );
            let is_written =
                |choice: &String| own.iter().any(|row| row.tells_choice(&command, choice));
            let unwritten = flag.takes.choices.iter().filter(|choice| !is_written(choice));
            mistakes.extend(unwritten.map(|value| format!("{command} {:?}: {value}", flag.names)));
            let is_told = |default: &String| {
                own.iter().any(|row| row.cited.is_some() || row.tells_default(default))
            };
            if let Some(default) = flag.takes.default.as_ref().filter(|default| !is_told(default)) {
                mistakes.push(format!("{command}: the default of {:?} is {default}", flag.names));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn tables_of_flags_have_the_headings_of_the_help() {
    // If this failed, a reader who looks for a flag under the heading that `--help` gives would not find it there.
    let mut compared = 0;
    for command in commands() {
        let rows = rows_of(&command);
        let flags = flags_of(&command);
        let is_long = flags.len() > 30;
        assert!(!is_long || rows.iter().any(|row| row.heading.is_some()), "{command}: one table");
        for (row, heading) in rows.iter().filter_map(|row| Some((row, row.heading.as_ref()?))) {
            for (name, _) in &row.flags {
                let flag = flags.iter().find(|flag| flag.names.contains(name));
                assert_eq!(flag.map(|flag| &flag.heading), Some(heading), "{command}: {name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared} flags stand under a heading");
}

#[test]
fn commands_stand_in_the_groups_of_the_help() {
    // If this failed, the reference would show the commands in another order than `--help`, or have no page for one.
    let overview = Document::read("docs/commands.md");
    let mut listed: Vec<(String, Vec<String>)> = Vec::new();
    for line in overview.prose() {
        if let Some(heading) = line.strip_prefix("## ") {
            listed.push((heading.to_owned(), Vec::new()));
        } else if let Some(row) = line.strip_prefix("| [") {
            let (name, rest) = row.split_once("](commands/").expect("a command leads to its page");
            assert!(rest.starts_with(&format!("{name}.md) | `korrel {name}")), "{line}");
            listed.last_mut().expect("a table has a heading").1.push(name.to_owned());
        }
    }
    listed.retain(|(_, names)| !names.is_empty());
    assert_eq!(listed, groups());
    let summary = Document::read("docs/SUMMARY.md");
    let pages = summary.links().into_iter().filter_map(|link| link.strip_prefix("commands/"));
    let pages: Vec<String> = pages.map(|page| page.replace(".md", "")).collect();
    assert_eq!(pages, commands());
}

#[test]
fn every_code_is_documented() {
    // If this failed, someone who looks up the code of a message would not find it.
    let document = Document::read("docs/language.md");
    let rows: Vec<&str> = document.prose().collect();
    for code in korrel_lang::code::ALL {
        let row = format!("| {code} |");
        assert!(
            rows.iter().any(|line| line.starts_with(&row)),
            "{code} is missing in docs/language.md"
        );
    }
}

/// A flag, as the help of its command shows it.
#[derive(Clone, Debug)]
struct Flag {
    /// The short one first.
    names: Vec<String>,
    takes: Taken,
    heading: String,
}

/// The value that a flag takes.
#[derive(Clone, Debug, PartialEq)]
struct Taken {
    /// `N`, `SCOPE RANGE`, `FILE…`.
    value: Option<String>,
    choices: Vec<String>,
    default: Option<String>,
}

impl Flag {
    /// True if a table may write this behind the flag: the value's name, or some of the choices.
    fn takes(&self, written: Option<&str>) -> bool {
        let Taken { value, choices, .. } = &self.takes;
        match (value, written) {
            (None, None) => true,
            (Some(value), Some(written)) => {
                let is_one = |part: &str| {
                    choices.iter().any(|choice| choice == part)
                        || value.split('|').any(|v| v == part)
                };
                value == written || written.split('|').all(is_one)
            }
            _ => false,
        }
    }

    fn is_global(&self) -> bool {
        let global = ["--color", "--messages", "--quiet"];
        self.names.iter().any(|name| global.contains(&name.as_str()))
    }
}

/// The flags of a command, but for those that every program has.
fn flags_of(command: &str) -> Vec<Flag> {
    let help = run_here(&format!("korrel {command} --help")).1;
    let (_, options) = help.split_once("\nOptions:\n").expect("there are options");
    let options = options.split("\nExamples:\n").next().expect("splitting gives a first part");
    let begins = |line: &str| {
        let text = line.trim_start();
        text.starts_with('-') && line.len() - text.len() <= 6
    };
    let mut heading = "Options";
    let mut texts: Vec<(&str, String)> = Vec::new();
    for line in options.lines() {
        let named = line.strip_suffix(':').filter(|name| !name.starts_with(' '));
        match (named, texts.last_mut()) {
            (Some(name), _) => heading = name,
            (None, Some((_, text))) if !begins(line) => *text = format!("{text}\n{line}"),
            (None, _) => texts.push((heading, line.trim_start().to_owned())),
        }
    }
    let flags = texts.iter().map(|(heading, text)| flag(heading, text));
    flags
        .filter(|flag| {
            !["--help", "--version"].contains(&flag.names[flag.names.len() - 1].as_str())
        })
        .collect()
}

fn flag(heading: &str, text: &str) -> Flag {
    let head = text.split("  ").next().expect("there is a first part");
    let head = head.lines().next().expect("there is a first line");
    let (names, values): (Vec<&str>, Vec<&str>) =
        head.split_whitespace().partition(|word| word.starts_with('-'));
    let values: Vec<String> =
        values.iter().map(|value| value.replace("...", "…").replace(['<', '>'], "")).collect();
    let bracketed = |key: &str| text.split_once(&format!("[{key}: "))?.1.split(']').next();
    let listed = text.split_once("Possible values:").map_or("", |(_, list)| list);
    let listed = listed.lines().filter_map(|line| line.trim_start().strip_prefix("- "));
    let listed = listed.map(|line| line.split(':').next().unwrap_or(line));
    let choices = bracketed("possible values").map_or(Vec::new(), |all| all.split(", ").collect());
    Flag {
        names: names.iter().map(|name| name.trim_end_matches(',').to_owned()).collect(),
        takes: Taken {
            value: (!values.is_empty()).then(|| values.join(" ")),
            choices: choices.into_iter().chain(listed).map(str::to_owned).collect(),
            default: bracketed("default").map(str::to_owned),
        },
        heading: heading.to_owned(),
    }
}

/// A row of a table of flags.
struct TableRow {
    /// Each with the value that is written behind it.
    flags: Vec<(String, Option<String>)>,
    /// The command whose flags they are, too: `as in [find](find.md)`.
    cited: Option<String>,
    /// What stands in bold above the table.
    heading: Option<String>,
    text: String,
}

impl TableRow {
    fn has(&self, name: &str) -> bool {
        self.flags.iter().any(|(own, _)| own == name)
    }

    /// In the row, or in code on the page of the command, or on one that the row sends to.
    fn tells_choice(&self, command: &str, choice: &str) -> bool {
        let is_in = |text: &str| {
            text.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|word| word == choice)
        };
        let linked = self.text.split("](").skip(1).filter_map(|link| link.split(".md)").next());
        let mut pages =
            std::iter::once(command).chain(linked).map(|page| format!("docs/commands/{page}.md"));
        is_in(&self.text)
            || pages.any(|page| {
                Document::read(&page)
                    .prose()
                    .any(|line| line.split('`').skip(1).step_by(2).any(is_in))
            })
    }

    /// `(5s)`, or the word beside the value.
    fn tells_default(&self, default: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '-';
        let mut words = self.text.split(|c| !is_part(c));
        let is_beside = self.text.contains("default") && words.any(|word| word == default);
        is_beside
            || [format!("({default})"), format!("(`{default}`)")]
                .iter()
                .any(|told| self.text.contains(told))
    }
}

/// The rows of the tables of a command's flags.
fn rows_of(command: &str) -> Vec<TableRow> {
    let document = Document::read(&format!("docs/commands/{command}.md"));
    let (mut heading, mut is_of_flags) = (None, false);
    let mut rows = Vec::new();
    for line in document.prose() {
        if let Some(bold) = line.strip_prefix("**").and_then(|rest| rest.strip_suffix("**")) {
            heading = Some(bold);
        }
        is_of_flags = line.starts_with("| flag |") || is_of_flags && line.starts_with('|');
        if is_of_flags && line.starts_with("| `") {
            rows.push(row(heading, line));
        }
    }
    rows
}

fn row(heading: Option<&str>, line: &str) -> TableRow {
    let text = line.replace("\\|", "\u{0}");
    let cells: Vec<String> = text.split('|').map(|cell| cell.replace('\u{0}', "|")).collect();
    let named = cells[1].split('`').skip(1).step_by(2).filter(|named| !named.contains(" -- "));
    let flag = |named: &str| match named.split_once(' ') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (named.to_owned(), None),
    };
    let cited = cells[2].trim().strip_prefix("as in [").and_then(|rest| rest.split(']').next());
    TableRow {
        flags: named.map(flag).collect(),
        cited: cited.map(str::to_owned),
        heading: heading.map(str::to_owned),
        text: cells.concat(),
    }
}
