use serde_json::json;

use super::AlloyXml;
use crate::{Header, Heap, Trace};

/// As Alloy writes it, with a subset sig, an enum, a sequence, numbers and a witness.
const STATIC: &str = r#"<alloy builddate="2024-01-01T00:00:00Z">
<instance bitwidth="4" maxseq="3" mintrace="-1" maxtrace="-1" command="Run p_of for 2" filename="/tmp/a &amp; b.als" tracelength="1" backloop="0">
<sig label="seq/Int" ID="0" parentID="1" builtin="yes"></sig>
<sig label="Int" ID="1" parentID="2" builtin="yes"></sig>
<sig label="this/T" ID="4" parentID="2"><atom label="T$0"/><atom label="T$1"/></sig>
<field label="s" ID="7" parentID="4">
 <tuple> <atom label="T$1"/> <atom label="1"/> <atom label="T$1"/> </tuple>
 <tuple> <atom label="T$1"/> <atom label="0"/> <atom label="T$0"/> </tuple>
 <types> <type ID="4"/> <type ID="0"/> <type ID="4"/> </types>
</field>
<field label="n" ID="8" parentID="4">
 <tuple> <atom label="T$1"/> <atom label="-2"/> </tuple>
 <types> <type ID="4"/> <type ID="1"/> </types>
</field>
<sig label="this/R" ID="9" parentID="10" one="yes"><atom label="R$0"/></sig>
<sig label="this/C" ID="10" parentID="2" abstract="yes" enum="yes"></sig>
<sig label="univ" ID="2" builtin="yes"></sig>
<sig label="this/S" ID="22"><atom label="T$0"/><type ID="4"/></sig>
<field label="k" ID="24" parentID="22">
 <tuple> <atom label="T$0"/> <atom label="R$0"/> </tuple>
 <types> <type ID="4"/> <type ID="10"/> </types>
</field>
<skolem label="$p_of_x" ID="25"><tuple> <atom label="T$0"/> </tuple><types> <type ID="4"/> </types></skolem>
</instance>
<source filename="a.als" content="sig T {}"/>
</alloy>
"#;

/// If it failed, an instance that somebody has saved would be another one when it is looked at or judged.
#[test]
fn an_instance_is_read_with_and_without_a_spec() {
    let document = AlloyXml::read(STATIC).expect("it is one");
    let (header, record) = document.record();
    assert_eq!(header["spec"], "/tmp/a & b.als");
    assert_eq!(header["types"], json!({ "T": { "s": "seq T", "n": "int?" } }));
    assert_eq!(header["sets"], json!({ "S": { "of": "T", "fields": { "k": "C" } } }));
    let objects = json!({
        "T$0": { "$type": "T", "s": [], "n": null, "k": "R" },
        "T$1": { "$type": "T", "s": ["T$0", "T$1"], "n": -2 },
    });
    assert_eq!(record["objects"], objects);
    assert_eq!(record["sets"], json!({ "S": ["T$0"] }));
    assert_eq!(record["witness"], json!({ "x": "T$0" }));
    Heap::read(&Header::read(&header).expect("it is a header"), &record).expect("it fits");
    let spec = json!({
        "roots": { "x": "T" }, "enums": { "C": ["R"] },
        "types": { "T": { "s": "map int T", "n": "set int" } },
        "sets": { "S": { "of": "T", "fields": { "k": "C?" } } },
    });
    let record = document.record_of(&Header::declared(&spec).expect("it is one"));
    assert_eq!(record["roots"], json!({ "x": "T$0" }));
    let told = json!({ "$type": "T", "s": { "1": "T$1", "0": "T$0" }, "n": [-2] });
    assert_eq!(record["objects"]["T$1"], told);
}

fn state(atoms: &str, back: &str) -> String {
    format!(
        "<instance bitwidth=\"4\" maxseq=\"-1\" command=\"c\" filename=\"f\" tracelength=\"2\" {back}>\
         <sig label=\"univ\" ID=\"2\" builtin=\"yes\"></sig>\
         <sig label=\"A\" ID=\"4\" parentID=\"2\">{atoms}</sig></instance>"
    )
}

/// If it failed, the states of a trace would be one, or its loop would begin elsewhere.
#[test]
fn a_trace_has_an_instance_for_each_state() {
    let (one, none) = ("<atom label=\"A0\"/>", "");
    for (back, at) in [("backloop=\"0\"", 0), ("looplength=\"1\"", 1), ("", 1)] {
        let text = format!("<alloy>{}{}</alloy>", state(one, back), state(none, back));
        let (header, record) = AlloyXml::read(&text).expect("it is one").record();
        assert_eq!((&record["loop"], &header["var"]), (&json!(at), &json!(["A"])));
        let trace = Trace::read(&Header::read(&header).expect("it is one"), &record);
        assert_eq!(trace.expect("it fits").states.len(), 2);
    }
}

/// A trace of one state, of a spec in which nothing can change in the end, was judged as an instance: it had no states.
#[test]
fn what_has_steps_is_a_trace_though_nothing_is_marked_as_variable() {
    let steps = STATIC.replace("maxtrace=\"-1\"", "maxtrace=\"10\"");
    let (header, record) = AlloyXml::read(&steps).expect("it is one").record();
    assert_eq!((&header["traces"], &record["loop"]), (&json!("lasso"), &json!(0)));
    assert_eq!(record["states"].as_array().map(Vec::len), Some(1));
}

/// If it failed, a document that is no instance would be taken for one.
#[test]
fn what_is_no_instance_is_refused_with_its_place() {
    let metamodel = STATIC.replace("maxseq=\"3\"", "metamodel=\"yes\"");
    let far = format!("<alloy>{}</alloy>", state("", "backloop=\"7\""))
        .replace("label=\"A\"", "label=\"A\" var=\"yes\"");
    let uneven = STATIC.replace("<atom label=\"0\"/>", "");
    for (text, path) in [
        ("<html><body></body></html>", "alloy"),
        ("<alloy><instance></instance></alloy>", "instance"),
        ("<alloy>\n<sig label=", "line 2"),
        ("<alloy>\n<sig label=\"&other;\"/>", "line 2"),
        ("<alloy>\n<instance><sig><atom/></sig></instance></alloy>", "line 2"),
        (&metamodel, "line 2"),
        (&far, "backloop"),
        (&uneven, "s"),
    ] {
        assert_eq!(AlloyXml::read(text).expect_err(path).path, path, "{text}");
    }
}

/// What Alloy itself has saved. If this failed, an instance of a real spec would not be read, or would lose objects or tuples.
#[test]
fn what_alloy_has_saved_is_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/alloy");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "xml"))
        .collect();
    files.sort();
    let mut told = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("it is a text");
        let document = AlloyXml::read(&text).expect("it is one");
        let (header, record) = document.record();
        let header = Header::read(&header).expect("it is a header");
        Heap::read(&header, &record).expect("it fits");
        let objects = record["objects"].as_object().expect("there are objects");
        let name = file.file_stem().and_then(|name| name.to_str()).expect("it has a name");
        told.push(format!("{name}: {:?}, {} objects", document.command(), objects.len()));
        // Each atom of a tuple is an object, a number or a text of the record.
        for tuple in document.states[0].fields.iter().flat_map(|field| &field.tuples) {
            for atom in tuple {
                let is_told = objects.contains_key(atom) || record.to_string().contains(atom);
                assert!(is_told, "{name}: {atom}");
            }
        }
    }
    assert_eq!(
        told,
        [
            "birthday: Some((\"DelIsUndo\", false)), 4 objects",
            "filesystem: Some((\"RootTop\", false)), 3 objects",
            "inheritance: Some((\"run$1\", true)), 6 objects",
        ]
    );
}
