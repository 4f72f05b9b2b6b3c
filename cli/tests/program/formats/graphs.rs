//! `--format graph6`, sparse6 and digraph6, written and read. The witness are nauty's programs; where there are none, its lists.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::program::{file, korrel, korrel_on, path, root};

/// What `geng 4` writes.
const GENG_4: [&str; 11] = ["C?", "CC", "CE", "CF", "CQ", "CU", "CT", "CV", "C]", "C^", "C~"];

/// Which of the six pairs of four nodes are edges, as the definition of graph6 has them.
fn pairs(line: &str) -> Vec<(usize, usize)> {
    let bits = line.as_bytes()[1] - 63;
    let pairs = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)];
    (0..6).filter(|at| bits >> (5 - at) & 1 == 1).map(|at| pairs[at]).collect()
}

/// The least edges under all ways to name four nodes.
fn canonical(line: &str) -> BTreeSet<(usize, usize)> {
    let names = (0..256).map(|code| [code % 4, code / 4 % 4, code / 16 % 4, code / 64]);
    let names = names.filter(|names| names.iter().collect::<BTreeSet<_>>().len() == 4);
    let named = names.map(|names| {
        let edges = pairs(line).into_iter().map(|(a, b)| (names[a], names[b]));
        edges.map(|(a, b)| (a.min(b), a.max(b))).collect::<BTreeSet<_>>()
    });
    named.min().expect("there are 24 ways")
}

/// If it failed, another program would see other graphs than the spec has, or a line that is none.
#[test]
fn the_graphs_of_four_nodes() {
    let found = korrel(&["find", "specs/simple_graph.als", "--format", "graph6"]);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""));
    let ours: BTreeSet<_> = found.stdout.lines().map(canonical).collect();
    assert_eq!((found.stdout.lines().count(), ours.len()), (11, 11));
    assert_eq!(ours, GENG_4.into_iter().map(canonical).collect());
    // And back, each in another form.
    for format in ["graph6", "sparse6", "digraph6"] {
        let lines = GENG_4.map(|line| format!("{line}\n")).concat();
        let other = korrel_on(&lines, &["show", "-", "--format", format, "-n", "0"]);
        assert_eq!((other.code, other.stdout.lines().count()), (Some(0), 11), "{}", other.stderr);
        let back = korrel_on(&other.stdout, &["show", "-", "--format", "graph6", "-n", "0"]);
        assert_eq!(back.stdout, lines, "{format}");
        let judged = korrel_on(
            &other.stdout,
            &["eval", "specs/simple_graph.als", "--heap", "-", "connected"],
        );
        let holds = judged.records().iter().filter(|record| record["holds"] == true).count();
        assert_eq!((holds, judged.code), (6, Some(1)), "{}", judged.stderr);
    }
}

/// If it failed, a stream would begin and then break off, or graphs be written that are not the instances.
#[test]
fn what_is_no_graph_is_refused_before_it_is_written() {
    let loops = file("graphs", "loops.als", "sig N { n: set N } fact { n = ~n } run {} for 2");
    let traces = file("graphs", "traces.als", "sig N { var n: set N } run {} for 2");
    let several = file("graphs", "several.als", "sig N { a: set N, k: Int } run {} for 2");
    for (spec, format, message, help) in [
        (path(&loops), "graph6", "some instance has a loop", "`--format sparse6` has loops"),
        ("specs/directed_graph.als", "graph6", "an edge without one back", "`--format digraph6`"),
        ("specs/directed_graph.als", "sparse6", "an edge without one back", "`edges = ~edges`"),
        (path(&traces), "digraph6", "this command is about traces", ""),
        (path(&several), "digraph6", "they also have `N.k`", "`--by a` writes this relation alone"),
        ("specs/heap_array.als", "digraph6", "are no graphs", "sig Node { edges: set Node }"),
    ] {
        let output = file("graphs", "kept", "").with_file_name("refused.g6");
        let asked = ["find", spec, "--format", format];
        for (more, place) in [(&[][..], ""), (&["-o", path(&output)], "file")] {
            let found = korrel(&[&asked, more].concat());
            assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{spec} {place}");
            assert!(
                found.stderr.contains(message) && found.stderr.contains(help),
                "{}",
                found.stderr
            );
        }
        assert!(!output.exists() && !output.with_extension("g6.part").exists(), "{spec}");
    }
    let sparse = korrel(&["find", path(&loops), "--format", "sparse6"]);
    assert_eq!(sparse.stdout, ":?\n:@\n:@^\n:A\n:A~\n:An\n:Af\n:AN\n:AH\n");
    let by = korrel(&["find", path(&several), "--format", "digraph6", "--by", "a", "-n", "2"]);
    assert_eq!((by.code, by.stdout.as_str()), (Some(0), "&?\n&@?\n"));
    assert!(by.stderr.contains("leave out `N.k`"), "{}", by.stderr);
}

/// If it failed, a line that was cut would be another graph, or nobody would know which line it was.
#[test]
fn malformed_lines_are_told_with_their_number() {
    for (lines, place, why) in [
        ("C~\nC\n", "line 2", "takes 1 characters"),
        ("C~\n\nC~~\n", "line 3", "takes 1 characters"),
        (":Fa@x\n", "line 1", "was cut off"),
        ("&C~~\n", "line 1", "takes 3 characters"),
        (":B_\n", "line 1", "stands twice"),
        (":~~~~~~~~\n", "line 1", "are more than 1048576"),
    ] {
        for asked in
            [&["eval", "specs/simple_graph.als", "--heap", "-"][..], &["show", "-", "-n", "0"]]
        {
            let read = korrel_on(lines, asked);
            assert_eq!(read.code, Some(2), "{lines}");
            assert!(read.stderr.contains(place) && read.stderr.contains(why), "{}", read.stderr);
        }
    }
    let rooted = korrel_on("C~\n", &["eval", "specs/binary_tree.als", "--heap", "-"]);
    assert_eq!(rooted.code, Some(2));
    assert!(rooted.stderr.contains("no whole instance of this spec"), "{}", rooted.stderr);
    // A spec whose first line is one word is no graph.
    let spec = korrel_on("sig\nA {}\nrun {} for exactly 1 A", &["show", "-"]);
    assert_eq!(
        (spec.code, spec.stdout.as_str()),
        (Some(0), "instance 0\nA: A$0\n"),
        "{}",
        spec.stderr
    );
}

/// What a program of nauty's writes about these lines. Debian calls it `nauty-geng`.
fn nauty(program: &str, arguments: &[&str], input: &str) -> String {
    let start = |name: &str| {
        let piped = || Stdio::piped();
        Command::new(name).args(arguments).stdin(piped()).stdout(piped()).stderr(piped()).spawn()
    };
    let mut child = start(&format!("nauty-{program}")).or_else(|_| start(program)).expect(program);
    let mut stdin = child.stdin.take().expect("it is piped");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).expect("it reads all"));
        child.wait_with_output().expect("it ends")
    });
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it writes ASCII")
}

/// One line of each class, sorted.
fn classes(lines: &str) -> Vec<String> {
    let mut classes: Vec<String> =
        nauty("shortg", &["-q", "-g"], lines).lines().map(str::to_owned).collect();
    classes.sort();
    classes
}

fn graphs_of(nodes: u32) {
    let scope = format!("exactly {nodes} Node");
    let asked = ["find", "specs/simple_graph.als", "--scope", &scope, "--format"];
    let theirs = nauty("geng", &["-q", &nodes.to_string()], "");
    for format in ["graph6", "sparse6"] {
        let ours = korrel(&[&asked[..], &[format]].concat()).stdout;
        assert_eq!(ours.lines().count(), theirs.lines().count(), "{nodes} nodes, {format}");
        assert_eq!(classes(&ours), classes(&theirs), "{nodes} nodes, {format}");
    }
    let theirs =
        nauty("copyg", &["-q", if nodes.is_multiple_of(2) { "-s" } else { "-g" }], &theirs);
    let judged = korrel_on(&theirs, &["eval", "specs/simple_graph.als", "--heap", "-", "simple"]);
    let count = theirs.lines().count();
    let verb = if count == 1 { "heap satisfies" } else { "heaps satisfy" };
    assert_eq!(judged.stderr, format!("{count} of {count} {verb} the spec\n"));
    // Written by us, the labelling is kept.
    let again = korrel_on(&theirs, &["show", "-", "-n", "0", "--format", "graph6"]).stdout;
    assert_eq!(again, nauty("copyg", &["-q", "-g"], &theirs), "{nodes} nodes");
}

/// If it failed, a graph would be lost or doubled between two programs.
#[test]
#[ignore = "nauty: apt-get install nauty; cargo test -p korrel --test program nauty -- --ignored"]
fn all_graphs_to_8_nodes_are_those_of_nauty() {
    (1..=8).for_each(graphs_of);
}

/// The 274,668 graphs of 9 nodes.
#[test]
#[ignore = "nauty: apt-get install nauty; cargo test -p korrel --test program nauty -- --ignored"]
fn all_graphs_of_9_nodes_are_those_of_nauty() {
    graphs_of(9);
}

/// The same of directed graphs, and of undirected ones with loops, which only sparse6 and digraph6 have.
#[test]
#[ignore = "nauty: apt-get install nauty; cargo test -p korrel --test program nauty -- --ignored"]
fn directed_graphs_and_loops_are_those_of_nauty() {
    for nodes in 1..=4 {
        let scope = format!("exactly {nodes} Node");
        let asked = ["find", "specs/directed_graph.als", "--format", "digraph6", "--scope", &scope];
        let ours = korrel(&[&asked[..], &["loop_free_3"]].concat()).stdout;
        let undirected = nauty("geng", &["-q", &nodes.to_string()], "");
        let theirs = nauty("directg", &["-q"], &undirected);
        let classes = |lines: &str| {
            let lines = nauty("shortg", &["-q"], lines);
            lines.lines().map(str::to_owned).collect::<BTreeSet<_>>()
        };
        assert_eq!(classes(&ours), classes(&theirs), "{nodes} nodes");
        assert_eq!(ours.lines().count(), theirs.lines().count());

        let spec = "sig N { n: set N } fact { n = ~n } run {}";
        let spec = file("graphs", "with_loops.als", &format!("{spec} for exactly {nodes} N"));
        let sparse = korrel(&["find", path(&spec), "--format", "sparse6"]).stdout;
        let directed = korrel(&["find", path(&spec), "--format", "digraph6"]).stdout;
        // A loop is a colour of its node, of two.
        let coloured = nauty("vcolg", &["-q", "-m2", "-T"], &undirected);
        assert_eq!(sparse.lines().count(), coloured.lines().count(), "{nodes} nodes");
        assert_eq!(classes(&sparse).len(), coloured.lines().count());
        let back = korrel_on(&directed, &["show", "-", "-n", "0", "--format", "sparse6"]).stdout;
        assert_eq!(back, sparse);
    }
}

/// If it failed, networkx would read other graphs. It reads a loop at the only node of a graph as no edge, and nauty does not.
#[test]
#[ignore = "python3 with networkx: cargo test -p korrel --test program networkx -- --ignored"]
fn networkx_reads_them() {
    const READ: &str = "import sys, json, networkx as nx
for line in sys.stdin.buffer:
    line = line.strip()
    graph = nx.from_sparse6_bytes(line) if line[:1] == b':' else nx.from_graph6_bytes(line)
    edges = sorted(sorted(edge) for edge in graph.edges)
    print(json.dumps([graph.number_of_nodes(), edges]))";
    let spec = "sig N { n: set N } fact { n = ~n } run {} for 2..4 N";
    let loops = file("graphs", "networkx.als", spec);
    for (spec, format) in [(path(&loops), "sparse6"), ("specs/simple_graph.als", "graph6")] {
        let lines = korrel(&["find", spec, "--format", format]).stdout;
        let mut python = Command::new("python3");
        let mut child = python
            .args(["-c", READ])
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 is there");
        let mut stdin = child.stdin.take().expect("it is piped");
        let input = lines.clone();
        let writing = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("it ends");
        writing.join().expect("no panic").expect("it reads all");
        let read = String::from_utf8(output.stdout).expect("it is JSON");
        let instances = korrel(&["find", spec]).instances();
        assert_eq!(read.lines().count(), instances.len());
        for (line, instance) in read.lines().zip(&instances) {
            let objects = instance["objects"].as_object().expect("it is a heap");
            let number = |id: &str| id.rsplit_once('$').expect("an id").1.parse::<usize>();
            let mut edges = BTreeSet::new();
            for (id, object) in objects {
                let (_, ends) =
                    object.as_object().expect("fields").iter().nth(1).expect("one field");
                for end in ends.as_array().expect("a set") {
                    let pair = [number(id), number(end.as_str().expect("an id"))];
                    let [a, b] = pair.map(|number| number.expect("a number"));
                    edges.insert([a.min(b), a.max(b)]);
                }
            }
            let found: (usize, BTreeSet<[usize; 2]>) = {
                let json: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
                let pair = |pair: &serde_json::Value| {
                    [0, 1].map(|at| pair[at].as_u64().expect("a node") as usize)
                };
                let edges = json[1].as_array().expect("edges").iter().map(pair).collect();
                (json[0].as_u64().expect("a number") as usize, edges)
            };
            assert_eq!(found, (objects.len(), edges), "{line}");
        }
    }
}
