//! `--format parquet` and arrow, `--ids text`. The witnesses are pyarrow, polars, DuckDB and pandas.

use std::process::Command;

use crate::program::{file, korrel, korrel_on, library, path, root};

/// If it failed, a table would be begun that cannot be, or be taken for whole when it is not.
#[test]
fn what_is_no_table_is_refused_before_it_is_written() {
    let traces = file("tables", "traces.als", "sig N { var n: set N } run {} for 2");
    let traces = path(&traces);
    let output = file("tables", "kept", "").with_file_name("refused.parquet");
    let output = path(&output);
    for (words, why) in [
        (&[traces, "-n", "1"][..], "this command is about traces"),
        (
            &["specs/binary_tree.als", "--near-miss", "repOk"],
            "no column for the parts of a question",
        ),
        (&["specs/binary_tree.als", "--bare"], "cannot be used with"),
        (&["specs/binary_tree.als", "--resume"], "lines go on: `korrel find"),
    ] {
        let found = korrel(&[&["find", "--format", "parquet", "-o", output], words].concat());
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{words:?}");
        assert!(found.stderr.contains(why), "{}", found.stderr);
    }
    assert!(!root().join(output).exists() && !root().join(format!("{output}.part")).exists());
    let ids = korrel(&["find", "specs/binary_tree.als", "--format", "text", "--ids", "text"]);
    assert!(ids.code == Some(2) && ids.stderr.contains("is for `--format json`"), "{}", ids.stderr);
}

/// If it failed, a table would not be the stream's, or be cut without a word.
#[test]
fn a_file_gets_its_name_at_the_end() {
    let output = file("tables", "kept", "").with_file_name("trees.parquet");
    let _ = std::fs::remove_file(&output);
    let asked = ["find", "specs/red_black_tree.als", "--format", "parquet", "-o", path(&output)];
    let found = korrel(&asked);
    assert_eq!((found.code, found.stdout.as_str(), found.stderr.as_str()), (Some(0), "", ""));
    let bytes = std::fs::read(&output).expect("it is there");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let stream = korrel(&["find", "specs/red_black_tree.als"]);
    let has = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    // The header and the end record are the stream's.
    assert!(has(stream.stdout.lines().next().expect("a header")));
    assert!(has(stream.stdout.lines().last().expect("an end")));
    assert_eq!(korrel(&asked).code, Some(2), "it is not written over");
    // By way of a stream.
    let command = |words: &[&str]| {
        let mut shown = crate::program::command(words);
        shown.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = shown.spawn().expect("it was built");
        let mut stdin = child.stdin.take().expect("it is piped");
        std::io::Write::write_all(&mut stdin, stream.stdout.as_bytes()).expect("it reads all");
        drop(stdin);
        child.wait_with_output().expect("it ends").stdout
    };
    let shown = command(&["show", "-", "--format", "parquet", "-n", "0"]);
    // Its rows are the same bytes; the end record is not there yet when the last row is.
    let length = bytes[bytes.len() - 8..bytes.len() - 4].try_into().expect("four bytes");
    let rows = bytes.len() - 8 - u32::from_le_bytes(length) as usize;
    assert!(rows > 500 && shown[..rows] == bytes[..rows]);
}

/// If it failed, a part of a table would be taken for all of it, or a user be sent to a flag that is refused.
#[test]
fn a_table_that_was_stopped_is_not_whole() {
    let output = file("tables", "kept", "").with_file_name("stopped.parquet");
    let part = output.with_file_name("stopped.parquet.part");
    let (_, _) = (std::fs::remove_file(&output), std::fs::remove_file(&part));
    let many = ["find", "specs/heap_array.als", "--scope", "0..14 Int", "--timeout", "1s"];
    let stopped = korrel(&[&many[..], &["--format", "parquet", "-o", path(&output)]].concat());
    assert!(stopped.code == Some(3) && part.exists() && !output.exists());
    let again =
        korrel(&["find", "specs/binary_tree.als", "--format", "parquet", "-o", path(&output)]);
    assert_eq!(again.code, Some(2));
    for told in [stopped.stderr, again.stderr] {
        assert!(told.contains("another format is written from its beginning"), "{told}");
    }
    // Arrow has an end only if it has all rows.
    let written = |words: &[&str]| {
        let words = [words, &["--format", "arrow"]].concat();
        crate::program::command(&words).output().expect("it was built").stdout
    };
    assert!(
        written(&["find", "specs/binary_tree.als"]).ends_with(&[255, 255, 255, 255, 0, 0, 0, 0])
    );
    assert!(written(&many).ends_with(&[255, 255, 255, 255, 8, 0, 0, 0]));
}

/// If it failed, a table of a part would have no sign of it.
#[test]
fn a_table_of_a_stream_ends_as_the_stream() {
    let whole = korrel(&["find", "specs/binary_tree.als"]).stdout;
    let cut = &whole[..whole.rfind("{\"kind\":\"end\"").expect("an end")];
    let stopped = whole.replace("\"status\":\"complete\"", "\"status\":\"timeout\"");
    for (stream, code, status) in
        [(&*whole, 0, "complete"), (cut, 3, "truncated"), (&stopped, 3, "timeout")]
    {
        let given = file("tables", &format!("{status}.jsonl"), stream);
        let written = |format| {
            let words = ["show", path(&given), "-n", "0", "--format", format];
            crate::program::command(&words).output().expect("it was built")
        };
        let (parquet, arrow) = (written("parquet"), written("arrow"));
        assert_eq!((parquet.status.code(), arrow.status.code()), (Some(code), Some(code)));
        let end = format!("{{\"kind\":\"end\",\"status\":\"{status}\",\"count\":");
        let has_it = parquet.stdout.windows(end.len()).any(|part| part == end.as_bytes());
        assert!(has_it && parquet.stdout.ends_with(b"PAR1"), "{status}");
        let last = if code == 0 { 0 } else { 8 };
        assert!(arrow.stdout.ends_with(&[255, 255, 255, 255, last, 0, 0, 0]), "{status}");
    }
}

/// If it failed, an id would be rounded by readers whose numbers are floats, or a stream be called broken.
#[test]
fn ids_are_texts() {
    let asked = ["find", "specs/binary_tree.als", "two_nodes", "--ids", "text"];
    let texts = korrel(&asked);
    let ids: Vec<String> = texts
        .instances()
        .iter()
        .map(|one| one["id"].as_str().expect("a text").to_owned())
        .collect();
    assert_eq!((texts.code, ids), (Some(0), vec!["0".to_owned(), "1".to_owned()]));
    let numbers = korrel(&asked[..3]);
    assert_eq!(texts.stdout.lines().next(), numbers.stdout.lines().next());
    assert_eq!(texts.end()["count"], 2);
    assert!(texts.end().get("digest").is_none(), "it is that of other lines");
    let judged = korrel_on(&texts.stdout, &["eval", "specs/binary_tree.als", "--heap", "-"]);
    assert_eq!(judged.code, Some(0), "{}", judged.stderr);
    // 2^125 labelled relations.
    let many = file("tables", "many.als", "sig A { r: A -> A } run {} for exactly 5 A");
    let beyond = "36893488147419103232";
    let one = ["find", path(&many), "--symmetry", "none", "--id", beyond];
    let text = korrel(&[&one[..], &["--ids", "text"]].concat());
    assert_eq!(
        (text.code, text.instances()[0]["id"].as_str()),
        (Some(0), Some(beyond)),
        "{}",
        text.stderr
    );
}

/// `tables.py` with these arguments.
fn read(arguments: &[&str]) {
    let read = Command::new("python3")
        .args(["cli/tests/program/formats/tables.py", env!("CARGO_BIN_EXE_korrel")])
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("python3 is there");
    let stderr = String::from_utf8_lossy(&read.stderr);
    assert!(read.status.success(), "{stderr}");
    println!("{}", String::from_utf8_lossy(&read.stdout));
}

/// If it failed, another program would read other heaps than the stream has, of the specs of the library.
#[test]
#[ignore = "python3 with pyarrow, polars, duckdb, pandas: cargo test -p korrel --test program tables -- --ignored"]
fn readers_find_the_records_of_the_library() {
    let library = library();
    let mut specs: Vec<&str> = library.iter().map(String::as_str).collect();
    let several = file("tables", "shapes.als", SHAPES);
    specs.push(path(&several));
    read(&specs);
}

/// The same of all shapes, in 200 random headers.
#[test]
#[ignore = "python3 with pyarrow, polars, duckdb, pandas: cargo test -p korrel --test program tables -- --ignored"]
fn readers_find_the_records_of_random_specs() {
    read(&["--random", "200"]);
}

/// If it failed, the page would name a way to read lines that loses more than it says.
#[test]
#[ignore = "python3 with pyarrow, polars, duckdb, pandas; jq: cargo test -p korrel --test program tables -- --ignored"]
fn readers_find_the_records_in_lines() {
    read(&["--lines", "200"]);
}

/// If it failed, R would lose something of a line, or the page show a way that does.
#[test]
#[ignore = "Rscript with jsonlite: cargo test -p korrel --test program r_reads_lines -- --ignored"]
fn r_reads_lines() {
    let folder = file("tables/r", "kept", "");
    let folder = folder.parent().expect("it is in one");
    let run = |script: &str, words: &[&str]| {
        let script = std::fs::canonicalize(root().join(script)).expect("it is there");
        let mut read = Command::new("Rscript");
        let read = read.arg(script).args(words).current_dir(folder).output().expect("R is there");
        assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
        String::from_utf8_lossy(&read.stdout).trim().parse().unwrap_or(0_usize)
    };
    let listed = |spec: &str, name: &str, most: &str| {
        let lines = korrel(&["find", spec, "--keys", "--bare", "-q", "-n", most]).stdout;
        file("tables/r", name, &lines)
    };
    let several = file("tables", "shapes_in_r.als", SHAPES);
    let relations = file("tables", "relations_in_r.als", "sig A { r: set A } run {} for 4");
    let library = library();
    let specs = library.iter().map(String::as_str).chain([path(&several)]);
    let files: Vec<_> =
        specs.enumerate().map(|(at, spec)| listed(spec, &format!("{at}.jsonl"), "50")).collect();
    let count = run(
        "cli/tests/program/formats/lines.R",
        &files.iter().map(|one| path(one)).collect::<Vec<_>>(),
    );
    assert!(count > 1000, "{count} lines");
    listed(path(&relations), "relations.jsonl", "1000000");
    run("examples/r/tables.R", &[]);
}

/// Fields of one name in two sigs, and values of several kinds.
const SHAPES: &str = "enum E { x, y }
abstract sig N {} sig A extends N { f: Int, g: set (N + Int), m: E -> lone Int } sig B extends N { f: set N, s: seq Int, u: lone univ }
sig M in N { w: lone E } one sig R { to: lone N, t: N -> N }
run { #N < 3 } for 2 but 0..1 Int, 2 seq";

/// If it failed, the page would show a way to read a stream that loses something.
#[test]
#[ignore = "python3 with pyarrow, polars, duckdb, pandas: cargo test -p korrel --test program tables -- --ignored"]
fn the_page_loses_nothing() {
    let folder = file("tables/page", "kept", "");
    let folder = folder.parent().expect("it is in one");
    let spec = file("tables", "relations.als", "sig A { r: set A } run {} for 4");
    for (format, name) in [
        ("json", "relations.jsonl"),
        ("parquet", "relations.parquet"),
        ("arrow", "relations.arrows"),
    ] {
        let output = folder.join(name);
        let _ = std::fs::remove_file(&output);
        let bare = if format == "json" { vec!["--bare"] } else { vec!["--format", format] };
        let asked = ["find", path(&spec), "--keys", "-o", path(&output)];
        let found = korrel(&[&asked[..], &bare].concat());
        assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""));
    }
    let script = root().join("examples/python/tables.py");
    let script = std::fs::canonicalize(script).expect("it is there");
    let read =
        Command::new("python3").arg(script).current_dir(folder).output().expect("python3 is there");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
}
