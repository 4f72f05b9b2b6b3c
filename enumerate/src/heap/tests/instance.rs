//! Values.

use korrel_lang::instance::Relation;
use korrel_lang::model::{Declaration, Sig};
use serde_json::json;

use super::super::{Schema, instance_record};
use super::build::{Build, NOWHERE, lone, one, set};
use super::files::files;
use super::fill::{Fill, universe};
use super::{header, valid};

const FILES: &str = r#"{"kind":"instance","id":0,"roots":{"d":"Dir$0","e":null,"s":["Dir$0","File$1"],"Config":"Config$0"},"objects":{"Dir$0":{"$type":"Dir","name":"x\"y","hidden":false,"entries":["File$1"],"at":{"2":"Dir$0","3":"File$1"},"tone":{"RED":2,"BLUE":3},"mixed":[["RED","Dir$0"],[3,"File$1"]],"links":[["File$1","RED",3]],"near":[["Dir$0","File$1"]],"first":"File$1","all":["File$1"],"any":["File$1","BLUE",3]},"File$1":{"$type":"File","name":"RED","hidden":true,"owner":"Dir$0","weight":2},"Config$0":{"$type":"Config","home":"Dir$0"}},"sets":{"Marked":["File$1"],"Warm":["RED"]},"relations":{"Warm.degree":[["RED","BLUE",3]]}}"#;

/// If this fails, a value does not have the shape that the header promises, an inherited field is
/// missing or out of place, or atoms that are not in use show.
#[test]
fn every_shape() {
    let files = files();
    for spare in [0, 2] {
        let mut line = Vec::new();
        let instance = files.instance(spare);
        instance_record(&mut line, &files.schema(), &files.build.model, &instance, 0, &[]);
        let line = String::from_utf8(line).expect("JSON is UTF-8");
        assert_eq!(line, FILES);
        valid(&line);
    }
}

/// If this fails, `--ignore-parameters` and counterexamples lose their witnesses, or parameters that
/// are not part of the instance are shown as roots.
#[test]
fn witnesses_stand_beside() {
    let mut files = files();
    let w = files.build.variable("w", 1);
    let fresh = |_| unreachable!("it has no arrow");
    let some_w = Declaration::new(vec![w], set(&[files.color]), NOWHERE, fresh);
    let model = &files.build.model;
    let schema = files.schema().with_witnesses(model, &[some_w]).ignoring_parameters();
    let names: Vec<&str> = schema.witnesses.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["d", "e", "s", "w"]);
    let first = valid(&header(&schema));
    assert_eq!(
        first["witness"],
        json!({ "d": "Dir", "e": "Entry?", "s": "set Entry", "w": "set Color" })
    );
    let instance = files.instance(0);
    let mut line = Vec::new();
    let [d, ..] = files.parameters;
    let values = [(d, instance.get(Relation::Variable(d)).clone())];
    instance_record(&mut line, &schema, &files.build.model, &instance, 9, &values);
    let record = valid(std::str::from_utf8(&line).expect("JSON is UTF-8"));
    assert_eq!(record["roots"], json!({ "Config": "Config$0" }));
    assert_eq!(record["witness"], json!({ "d": "Dir$0" }));
}

/// A list with integers, empty and not: if this fails, the simplest spec of the book is written
/// wrongly, or the buffer's earlier lines are lost.
#[test]
fn list_with_integers() {
    let mut build = Build::new();
    let (list, node) = (build.top("List"), build.top("Node"));
    let start = build.field(list, "header", lone(&[node]));
    let elem = build.field(node, "elem", one(&[Sig::INT]));
    build.field(node, "next", lone(&[node]));
    let l = build.parameter("l", one(&[list]));
    let schema = Schema::new(&build.model, &build.command()).expect("one root");
    let mut fill = Fill::new(&build.model, universe(&[(list, 1), (node, 1)], &[]));
    let list = fill.put(list, 0);
    fill.parameter(l, &[list]);
    let mut lines = Vec::new();
    instance_record(&mut lines, &schema, &build.model, &fill.instance, 0, &[]);
    lines.push(b'\n');
    let (node, one) = (fill.put(node, 0), fill.int(1));
    fill.add(Relation::Field(start), &[list, node]);
    fill.add(Relation::Field(elem), &[node, one]);
    instance_record(&mut lines, &schema, &build.model, &fill.instance, 1, &[]);
    let expected = concat!(
        r#"{"kind":"instance","id":0,"roots":{"l":"List$0"},"objects":{"List$0":{"$type":"List","header":null}}}"#,
        "\n",
        r#"{"kind":"instance","id":1,"roots":{"l":"List$0"},"objects":{"List$0":{"$type":"List","header":"Node$0"},"Node$0":{"$type":"Node","elem":1,"next":null}}}"#,
    );
    assert_eq!(String::from_utf8(lines).expect("JSON is UTF-8"), expected);
}
