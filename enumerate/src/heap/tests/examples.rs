//! The example that docs/heapgraph.md prints, byte for byte.

use korrel_lang::instance::Relation;
use korrel_lang::model::Sig;

use super::super::{Heading, Schema, Status, StreamTally, end, header, instance_record};
use super::build::{Build, lone, one};
use super::fill::{Fill, universe};
use super::{HEADING, valid};

const HEADER: &str = r#"{"kind":"header","format":"heapgraph/1","tool":"korrel 0.1.0","spec":"rbt.als","command":"run repOk for exactly 1 Tree, 3 Node, 1..3 Int","question":"0123456789abcdef","symmetry":"full","roots":{"t":"Tree"},"types":{"Tree":{"root":"Node?"},"Node":{"key":"int","color":"Color","left":"Node?","right":"Node?","parent":"Node?"}},"enums":{"Color":["RED","BLACK"]}}"#;
const INSTANCE: &str = r#"{"kind":"instance","id":2,"roots":{"t":"Tree$0"},"objects":{"Tree$0":{"$type":"Tree","root":"Node$0"},"Node$0":{"$type":"Node","key":1,"color":"BLACK","left":null,"right":"Node$1","parent":null},"Node$1":{"$type":"Node","key":2,"color":"RED","left":null,"right":null,"parent":"Node$0"}}}"#;
const END: &str = r#"{"kind":"end","status":"complete","count":1,"digest":"crc32:196047ea"}"#;

/// If this fails, the format is not the one that is published: keys, their order, or the spelling of
/// types and values have changed. The third node is not in use and must not show.
#[test]
fn red_black_tree() {
    let mut build = Build::new();
    let (tree, node) = (build.top("Tree"), build.top("Node"));
    let color = build.enumeration("Color", &["RED", "BLACK"]);
    let root = build.field(tree, "root", lone(&[node]));
    let key = build.field(node, "key", one(&[Sig::INT]));
    let colored = build.field(node, "color", one(&[color]));
    build.field(node, "left", lone(&[node]));
    let right = build.field(node, "right", lone(&[node]));
    let parent = build.field(node, "parent", lone(&[node]));
    let t = build.parameter("t", one(&[tree]));
    let schema = Schema::new(&build.model, &build.command()).expect("one root");

    let mut fill = Fill::new(&build.model, universe(&[(tree, 1), (node, 3), (color, 2)], &[]));
    let tree = fill.put(tree, 0);
    let (first, second) = (fill.put(node, 0), fill.put(node, 1));
    let colors = fill.constants(color);
    let (one, two) = (fill.int(1), fill.int(2));
    let tuples = [
        (root, [tree, first]),
        (key, [first, one]),
        (key, [second, two]),
        (colored, [first, colors[1]]),
        (colored, [second, colors[0]]),
        (right, [first, second]),
        (parent, [second, first]),
    ];
    for (field, tuple) in tuples {
        fill.add(Relation::Field(field), &tuple);
    }
    fill.parameter(t, &[tree]);

    let command = "run repOk for exactly 1 Tree, 3 Node, 1..3 Int";
    let heading = Heading { spec: "rbt.als", command, ..HEADING };
    assert_eq!(header(&schema, &heading), HEADER);
    let mut line = Vec::new();
    instance_record(&mut line, &schema, &build.model, &fill.instance, 2, &[]);
    let mut tally = StreamTally::default();
    tally.add_line(&line);
    assert_eq!(String::from_utf8(line).expect("JSON is UTF-8"), INSTANCE);
    assert_eq!(end(Status::Complete, &tally), END);
}

/// If this fails, the JSON Schema refuses the published example.
#[test]
fn the_examples_are_valid() {
    for line in [HEADER, INSTANCE, END] {
        valid(line);
    }
}
