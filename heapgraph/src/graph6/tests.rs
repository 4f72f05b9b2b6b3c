//! Lines of graphs.

use super::*;

const ALL: [GraphFormat; 3] = [GraphFormat::Graph6, GraphFormat::Sparse6, GraphFormat::Digraph6];

/// Lines of nauty's `formats.txt`.
#[test]
fn examples_of_the_definition() {
    let both = |edges: &[(usize, usize)]| {
        edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect::<Vec<_>>()
    };
    let path = Graph::new(5, both(&[(0, 2), (0, 4), (1, 3), (3, 4)]));
    assert_eq!(path.line(GraphFormat::Graph6).as_deref(), Ok("DQc"));
    assert_eq!(Graph::read("DQc"), Ok(path));
    let sparse = Graph::new(7, both(&[(0, 1), (0, 2), (1, 2), (5, 6)]));
    assert_eq!(sparse.line(GraphFormat::Sparse6).as_deref(), Ok(":Fa@x^"));
    assert_eq!(Graph::read(":Fa@x^"), Ok(sparse));
    let directed = Graph::new(5, vec![(0, 2), (0, 4), (3, 1), (3, 4)]);
    assert_eq!(directed.line(GraphFormat::Digraph6).as_deref(), Ok("&DI?AO?"));
    assert_eq!(Graph::read("&DI?AO?"), Ok(directed));
}

/// If it failed, a graph would be another one behind a pipe. Numbers of nodes at which their form changes, and the powers of two
/// at which sparse6 fills up otherwise, are among them.
#[test]
fn what_is_written_is_read() {
    let mut draw = 7_u64;
    let mut random = move |below: usize| {
        draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (draw >> 33) as usize % below
    };
    for nodes in (0..=34).chain([61, 62, 63, 64, 65, 300]) {
        for round in 0..60 {
            let count = if nodes == 0 { 0 } else { random(1 + nodes * (1 + round % 3)) };
            let mut edges = Vec::new();
            for _ in 0..count {
                let (from, to) = (random(nodes), random(nodes));
                match round % 3 {
                    0 if from != to => edges.extend([(from, to), (to, from)]),
                    0 => {}
                    1 => edges.extend([(from, to), (to, from)]),
                    _ => edges.push((from, to)),
                }
            }
            let graph = Graph::new(nodes, edges);
            for format in ALL {
                match graph.line(format) {
                    Ok(line) => assert_eq!(Graph::read(&line).as_ref(), Ok(&graph), "{line}"),
                    Err(_) => assert!(round % 3 > usize::from(format != GraphFormat::Graph6)),
                }
            }
        }
    }
    // Beyond 258,047 the number takes eight characters.
    for nodes in [258_047, 258_048] {
        let graph = Graph::new(nodes, vec![(0, nodes - 1), (nodes - 1, 0)]);
        let line = graph.line(GraphFormat::Sparse6).expect("it is undirected");
        assert_eq!(Graph::read(&line), Ok(graph), "{line}");
    }
}

/// If it failed, a line that was cut off or joined with another one would be taken for another graph.
#[test]
fn what_is_malformed_is_refused() {
    for (line, why) in [
        ("", "the number of nodes is cut off"),
        ("~?", "the number of nodes is cut off"),
        ("DQ", "takes 2 characters in graph6"),
        ("DQcDQc", "takes 2 characters in graph6"),
        ("D\u{e9}c", "character 2 stands in no graph"),
        ("DQ c", "character 3"),
        ("DQd", "beyond the last two nodes"),
        ("&DI?AO", "takes 5 characters in digraph6"),
        ("&DI?AO@", "beyond the last two nodes"),
        (":Fa@x", "goes on after its last edge, or was cut off"),
        (":Fa@x^~", "goes on after its last edge, or was cut off"),
        (":An", ""),
        (":B_", "stands twice"),
        (":~~~~~~~~", "are more than"),
        (";Fa", "differs from the one before"),
    ] {
        let found = Graph::read(line);
        if why.is_empty() {
            assert!(found.is_ok(), "{line}");
            continue;
        }
        let found = found.expect_err(line).to_string();
        assert!(found.contains(why), "{line}: {found}");
    }
}
