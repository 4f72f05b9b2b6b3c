//! The rows that are counted without a list, each beside listing: `korrel-bench counts`.
//!
//! Seconds are CPU time of one run; listing is stopped after a time on the clock, and a dash stands for it then. Each
//! count is compared with one that is not from Korrel.

use std::fmt::Write;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::child;

/// A spec of the library or of this folder, at a scope.
struct CountedCase {
    structure: &'static str,
    size: &'static str,
    spec: &'static str,
    command: &'static str,
    scope: &'static str,
    known: &'static str,
}

const fn case(
    structure: &'static str,
    size: &'static str,
    spec: [&'static str; 3],
    known: &'static str,
) -> CountedCase {
    let [spec, command, scope] = spec;
    CountedCase { structure, size, spec, command, scope, known }
}

const HEAPS: &str = "specs/heap_array.als";
const LISTS: &str = "specs/singly_linked_list.als";
const JSON: &str = "specs/json_document.als";
const TREES: &str = "specs/binary_tree.als";
const KEYS: &str = "specs/search_tree.als";
const GRAPHS: &str = "specs/simple_graph.als";
const UNIVERSES: &str = "specs/package_universe.als";

/// In brackets, where a count is from; else its spec says it.
const CASES: &[CountedCase] = &[
    case("heap arrays", "8", [HEAPS, "0", "0..8 Int"], "1005075"),
    case("heap arrays", "16", [HEAPS, "0", "0..16 Int"], "1396744898166425"),
    case("heap arrays", "24", [HEAPS, "0", "0..24 Int"], "88207192881400578193566605"),
    case(
        "lists",
        "12 of 12 values",
        [LISTS, "0", "exactly 1 List, exactly 12 Node, 0..11 Int"],
        "8916100448256",
    ),
    case("JSON documents", "9 values", [JSON, "0", "exactly 9 Value, 0..1 Int, 2 seq"], "45571631"),
    case(
        "JSON documents",
        "11 values",
        [JSON, "0", "exactly 11 Value, 0..1 Int, 2 seq"],
        "3765918009",
    ),
    case(
        "JSON documents",
        "12 values",
        [JSON, "0", "exactly 12 Value, 0..1 Int, 2 seq"],
        "34859740167",
    ),
    case("binary trees (A000108)", "12 nodes", [TREES, "0", "exactly 12 Node"], "208012"),
    case("binary trees (A000108)", "16 nodes", [TREES, "0", "exactly 16 Node"], "35357670"),
    case("binary trees (A000108)", "20 nodes", [TREES, "0", "exactly 20 Node"], "6564120420"),
    case("search trees", "8 of 16 keys", [KEYS, "0", "exactly 8 Node, 1..16 Int"], "18404100"),
    case("simple graphs (A000088)", "8 nodes", [GRAPHS, "0", "exactly 8 Node"], "12346"),
    case("simple graphs (A000088)", "12 nodes", [GRAPHS, "0", "exactly 12 Node"], "165091172592"),
    case(
        "simple graphs (A000088)",
        "16 nodes",
        [GRAPHS, "0", "exactly 16 Node"],
        "64001015704527557894928",
    ),
    case(
        "relations (A000595)",
        "5 atoms",
        ["specs/directed_graph.als", "any", "exactly 5 Node"],
        "291968",
    ),
    case(
        "relations (A000595)",
        "8 atoms",
        ["specs/directed_graph.als", "any", "exactly 8 Node"],
        "458297100061728",
    ),
    case(
        "functions (A001372)",
        "14 atoms",
        ["bench/specs/function.als", "0", "exactly 14 A"],
        "466199",
    ),
    case(
        "matrices (A002724)",
        "5 by 5",
        ["bench/specs/matrix.als", "0", "exactly 5 R, exactly 5 C"],
        "5624",
    ),
    case(
        "matrices (A002724)",
        "7 by 7",
        ["bench/specs/matrix.als", "0", "exactly 7 R, exactly 7 C"],
        "33642660",
    ),
    case("posets (A000112)", "8 elements", ["specs/poset.als", "0", "exactly 8 Element"], "16999"),
    case(
        "acyclic graphs (A003087)",
        "7 nodes",
        ["specs/acyclic_graph.als", "0", "exactly 7 Node"],
        "243668",
    ),
    case(
        "package universes",
        "4, 2 versions",
        [UNIVERSES, "0", "exactly 4 Package, 1..2 Int"],
        "1719220",
    ),
    case(
        "package universes",
        "6, 3 versions",
        [UNIVERSES, "0", "exactly 6 Package, 1..3 Int"],
        "2991203596625377860552368",
    ),
];

/// Prints the table; whether all counts are as known.
///
/// # Errors
/// A program that cannot be run, an output that cannot be written.
pub fn print(
    korrel: &Path,
    filter: &str,
    timeout: &str,
    out: &mut impl io::Write,
) -> io::Result<bool> {
    let mut is_right = true;
    writeln!(out, "| structure | size | instances | s | by | nodes | listed, s |")?;
    writeln!(out, "|---|---|--:|--:|---|--:|--:|")?;
    for case in CASES.iter().filter(|case| case.structure.contains(filter)) {
        let counted = Counted::run(case, korrel, timeout)?;
        let mut row = format!("| {} | {} | {} ", case.structure, case.size, case.known);
        match &counted {
            Some(counted) if counted.number == case.known => {
                let Counted { seconds, way, nodes, .. } = counted;
                let _ = write!(row, "| {seconds:.2} | {way} | {nodes} ");
            }
            other => {
                is_right = false;
                let found = other.as_ref().map_or("nothing", |counted| &counted.number);
                eprintln!("error: {} {}: {found} found", case.structure, case.size);
                row.push_str("| – | – | – ");
            }
        }
        let mut list = question(case, korrel, timeout);
        list.args(["--method", "list"]).stderr(Stdio::null());
        match child::run(&mut list, text) {
            Ok((found, cost)) if found == case.known => {
                let _ = write!(row, "| {:.2} |", cost.seconds);
            }
            _ => row.push_str("| – |"),
        }
        writeln!(out, "{row}")?;
        out.flush()?;
    }
    Ok(is_right)
}

/// The answer of `korrel count`, and its cost.
struct Counted {
    number: String,
    seconds: f64,
    way: String,
    nodes: String,
}

impl Counted {
    /// By the method that the structure is for: that of classes, or that of labellings.
    fn run(case: &CountedCase, korrel: &Path, timeout: &str) -> io::Result<Option<Counted>> {
        for method in ["compile", "burnside"] {
            let mut count = question(case, korrel, timeout);
            count.args(["--method", method, "--stats"]);
            // A method that does not fit says so at once.
            let told = count.output()?;
            if !told.status.success() {
                continue;
            }
            let told = String::from_utf8_lossy(&told.stderr).into_owned();
            let way = told.lines().find_map(|line| line.strip_prefix("method ")).unwrap_or("");
            let mut words = way.split(", ").map(str::trim);
            let way = words.next().unwrap_or("").to_owned();
            let nodes = words.find_map(|word| word.strip_suffix(" nodes")).unwrap_or("").to_owned();
            let mut again = question(case, korrel, timeout);
            again.args(["--method", method]);
            let (number, cost) = child::run(&mut again, text).map_err(io::Error::other)?;
            return Ok(Some(Counted { number, seconds: cost.seconds, way, nodes }));
        }
        Ok(None)
    }
}

fn question(case: &CountedCase, korrel: &Path, timeout: &str) -> Command {
    let mut command = Command::new(korrel);
    command.args(["count", "--quiet", case.spec, case.command, "--scope", case.scope]);
    command.args(["--timeout", timeout]);
    command
}

fn text(mut stdout: impl Read) -> io::Result<String> {
    let mut text = String::new();
    stdout.read_to_string(&mut text)?;
    Ok(text.trim().to_owned())
}
