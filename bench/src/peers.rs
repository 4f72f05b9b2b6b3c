//! Korrel beside the programs that are best at a row: `korrel-bench peers`.
//!
//! A row is a whole command, as a user types it, and the peer's command for the same answer: start-up and output are in
//! both. They take turns, and the least of three counts, for what disturbs a run only adds to it. A peer that is not
//! installed has a dash. Where the answer is a number of lines, both must have as many as is known.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

use crate::cases::rows;
use crate::child::{self, ProcessCost};

const ROUNDS: usize = 3;

/// A row of `bench/peers.tsv`.
struct PeerCase {
    name: &'static str,
    /// The arguments of Korrel.
    question: &'static str,
    /// How many lines both print, or empty.
    known: &'static str,
    peer: &'static str,
    /// `{korrel}`, `{bench}` and `{clauses}` are the programs of this folder, and what `korrel translate` writes.
    command: &'static str,
    /// What each of the peer's lines begins with that counts.
    begin: &'static str,
}

fn cases() -> impl Iterator<Item = PeerCase> {
    rows(include_str!("../peers.tsv")).map(|mut cell| PeerCase {
        name: cell(),
        question: cell(),
        known: cell(),
        peer: cell(),
        command: cell(),
        begin: cell(),
    })
}

/// Prints the table; whether all numbers are as known. `limit`: CPU seconds of a run.
///
/// # Errors
/// An output that cannot be written, a program that cannot be found.
pub fn print(korrel: &Path, filter: &str, limit: u32, out: &mut impl Write) -> io::Result<bool> {
    let shell = Shell { korrel: korrel.canonicalize()?, bench: std::env::current_exe()?, limit };
    let mut is_right = true;
    writeln!(out, "| row | answers | Korrel, s | MB | peer | s | MB | ratio |")?;
    writeln!(out, "|---|--:|--:|--:|---|--:|--:|--:|")?;
    for case in cases().filter(|case| case.name.contains(filter)) {
        match shell.pair(&case) {
            Ok((ours, theirs)) => writeln!(out, "{}", row(&case, ours, theirs))?,
            Err(message) => {
                is_right = false;
                eprintln!("error: {}: {message}", case.name);
            }
        }
        out.flush()?;
    }
    Ok(is_right)
}

fn row(case: &PeerCase, ours: ProcessCost, theirs: Option<ProcessCost>) -> String {
    let cost = |cost: ProcessCost| format!("{:.3} | {:.0}", cost.seconds, cost.peak as f64 / 1e6);
    let (theirs, ratio) = match theirs {
        Some(theirs) => (cost(theirs), format!("{:.2}", ours.seconds / theirs.seconds)),
        None => ("– | –".to_owned(), "–".to_owned()),
    };
    format!(
        "| {} | {} | {} | {} | {theirs} | {ratio} |",
        case.name,
        case.known,
        cost(ours),
        case.peer
    )
}

struct Shell {
    korrel: PathBuf,
    bench: PathBuf,
    limit: u32,
}

/// What a shell says of a program that is not there.
const MISSING: i32 = 127;

impl Shell {
    /// The least cost of each. There is none of a peer that is missing.
    fn pair(&self, case: &PeerCase) -> Result<(ProcessCost, Option<ProcessCost>), String> {
        let clauses = std::env::temp_dir().join(format!("korrel-bench-{}.cnf", std::process::id()));
        if case.command.contains("{clauses}") {
            self.translate(case.question, &clauses)?;
        }
        let question = format!("{{korrel}} {}", case.question);
        let (mut ours, mut theirs) = (None, None);
        for _ in 0..ROUNDS {
            let begin = begin_of(&question, "");
            least(&mut ours, self.run(&question, &clauses, (case.known, begin))?);
            if !case.command.is_empty() {
                let begin = begin_of(case.command, case.begin);
                least(&mut theirs, self.run(case.command, &clauses, (case.known, begin))?);
            }
        }
        // A file that was not written need not go.
        let _ = std::fs::remove_file(&clauses);
        Ok((ours.ok_or("korrel is not there")?, theirs))
    }

    /// Nothing if there is no such program.
    fn run(
        &self,
        words: &str,
        clauses: &Path,
        (known, begin): (&str, &str),
    ) -> Result<Option<ProcessCost>, String> {
        let mut command = self.command(words, clauses);
        command.stderr(Stdio::null());
        let (found, status, cost) = child::run_to_end(&mut command, |out| answer(out, begin))?;
        if status.code() == Some(MISSING) {
            return Ok(None);
        }
        match known {
            "" => Ok(Some(cost)),
            known if found.is(known) => Ok(Some(cost)),
            _ => Err(format!("`{words}` has {} instead of {known} ({status})", found.lines)),
        }
    }

    fn command(&self, words: &str, clauses: &Path) -> Command {
        let words = words
            .replace("{korrel}", "\"$KORREL\"")
            .replace("{bench}", "\"$BENCH\"")
            .replace("{clauses}", "\"$CLAUSES\"");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -t {}; exec {words}", self.limit)]);
        command.env("KORREL", &self.korrel).env("BENCH", &self.bench).env("CLAUSES", clauses);
        command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        command
    }

    /// The clauses of a `count` or a `check`.
    fn translate(&self, question: &str, to: &Path) -> Result<(), String> {
        let (_, question) = question.split_once(' ').ok_or("a question has a spec")?;
        let question = question.replace(" --method compile", "");
        let words = format!("{{korrel}} translate --quiet --emit cnf {question}");
        let out = File::create(to).map_err(|error| error.to_string())?;
        let status = self.command(&words, to).stdout(out).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("`{words}`: {other:?}")),
        }
    }
}

/// What a line begins with that counts. A list of Korrel has a header and an end besides the instances, whichever side it is on.
fn begin_of<'a>(words: &str, said: &'a str) -> &'a str {
    if words.starts_with("{korrel} find") { "{\"kind\":\"instance\"" } else { said }
}

fn least(least: &mut Option<ProcessCost>, cost: Option<ProcessCost>) {
    let Some(cost) = cost else { return };
    if least.is_none_or(|least| cost.seconds < least.seconds) {
        *least = Some(cost);
    }
}

/// What a program printed: lines that count, and its last line.
struct PrintedAnswer {
    lines: u64,
    last: String,
}

impl PrintedAnswer {
    fn is(&self, known: &str) -> bool {
        self.lines.to_string() == known || self.last == known
    }
}

fn answer(stdout: ChildStdout, begin: &str) -> io::Result<PrintedAnswer> {
    let mut reader = BufReader::with_capacity(1 << 16, stdout);
    let (mut line, mut lines, mut last) = (Vec::new(), 0, Vec::new());
    while reader.read_until(b'\n', &mut line)? > 0 {
        lines += u64::from(line.starts_with(begin.as_bytes()));
        std::mem::swap(&mut line, &mut last);
        line.clear();
    }
    Ok(PrintedAnswer { lines, last: String::from_utf8_lossy(&last).trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::{begin_of, cases};

    #[test]
    fn a_list_of_korrel_has_its_instances_on_both_sides() {
        // If this failed, a row beside Korrel's own list would have two lines too many, and no figures.
        let lists: Vec<_> =
            cases().filter(|case| case.command.starts_with("{korrel} find")).collect();
        assert!(!lists.is_empty());
        for case in lists {
            let ours = begin_of(&format!("{{korrel}} {}", case.question), "");
            assert_eq!(begin_of(case.command, case.begin), ours, "{}", case.name);
            assert!(!ours.is_empty(), "{}", case.name);
        }
    }
}
