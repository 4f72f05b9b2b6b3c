//! Tables of heaps. That other programs read the same rows in them is tried by `cli/tests/program/formats/tables.rs`.

use korrel_heapgraph::{Header, Heap};
use korrel_table::{Ids, TableFormat, TableWriter};
use serde_json::{Value as Json, json};

fn header() -> (Header, String) {
    let record = json!({ "kind": "header", "format": "heapgraph/1", "roots": { "r": "Node?" },
        "types": { "Node": { "next": "Node?", "key": "int", "of": "set Node|int" }, "Leaf": { "next": "Node?", "key": "int", "of": "set Node|int" } },
        "extends": { "Leaf": "Node" }, "enums": {} });
    (Header::read(&record).expect("it is a header"), record.to_string())
}

fn written(format: TableFormat, ids: Ids, rows: &[(&str, Json)]) -> std::io::Result<Vec<u8>> {
    let ((header, text), mut bytes) = (header(), Vec::new());
    let mut writer = TableWriter::new(&mut bytes, format, (&header, &text), ids)?;
    for (id, record) in rows {
        writer.add(Some(id), &Heap::read(&header, record).expect("it is a heap"))?;
    }
    writer.end("{\"kind\":\"end\"}", true)?;
    Ok(bytes)
}

fn heap(nodes: usize) -> Json {
    let object = |at: usize| {
        let next = (at > 0).then(|| format!("Node${}", at - 1));
        (format!("Node${at}"), json!({ "$type": "Node", "next": next, "key": at, "of": [at] }))
    };
    let objects: serde_json::Map<String, Json> = (0..nodes).map(object).collect();
    json!({ "roots": { "r": null }, "objects": objects })
}

/// If it failed, a reader would find neither the beginning nor the end of a table, or a table without rows be none.
#[test]
fn tables_have_their_frames() {
    for rows in [&[][..], &[("0", heap(0)), ("1", heap(3))]] {
        let parquet = written(TableFormat::Parquet, Ids::Numbers, rows).expect("it is in memory");
        assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
        let footer = parquet.len() - 8;
        let length = parquet[footer..footer + 4].try_into().expect("four bytes");
        assert!((u32::from_le_bytes(length) as usize) <= footer - 4);
        let arrow = written(TableFormat::Arrow, Ids::Numbers, rows).expect("it is in memory");
        // Each message is as long as it says, and the last one is empty.
        let (mut at, mut messages) = (0, 0);
        while at < arrow.len() {
            assert_eq!(arrow[at..at + 4], [0xff; 4]);
            let length = u32::from_le_bytes(arrow[at + 4..at + 8].try_into().expect("four bytes"));
            assert_eq!(length % 8, 0);
            messages += 1;
            at += 8 + length as usize;
            if messages == 2 && !rows.is_empty() {
                let rest =
                    arrow[at..].windows(8).rposition(|end| end == [255, 255, 255, 255, 0, 0, 0, 0]);
                at += rest.expect("there is an end");
            }
        }
        assert_eq!(messages, if rows.is_empty() { 2 } else { 3 });
    }
}

/// If it failed, an id would be rounded, or come back as another one.
#[test]
fn ids_are_exact_or_refused() {
    let longest = "9".repeat(38);
    assert!(written(TableFormat::Parquet, Ids::Numbers, &[(&longest, heap(1))]).is_ok());
    let beyond = format!("1{}", "0".repeat(38));
    let refused = written(TableFormat::Parquet, Ids::Numbers, &[(&beyond, heap(1))]);
    assert!(refused.expect_err("it is too long").to_string().contains("`--ids text` writes it"));
    let texts =
        written(TableFormat::Arrow, Ids::Texts, &[(&beyond, heap(1))]).expect("it is a text");
    assert!(texts.windows(beyond.len()).any(|part| part == beyond.as_bytes()));
}

/// If it failed, a heap that is not as declared would be a row of something else.
#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    let with = |field: &str, value: Json| {
        let mut heap = heap(2);
        heap["objects"]["Node$1"][field] = value;
        heap
    };
    for (record, place) in [
        (with("key", json!(null)), "objects.Node$1.key: not there"),
        (with("key", json!("Node$0")), "objects.Node$1.key: not a value of its type"),
        (with("key", json!([1])), "objects.Node$1.key: not of the form"),
        (with("next", json!("Node$7")), "objects.Node$1.next: not a value of its type"),
        (with("of", json!([true])), "objects.Node$1.of: not a value of its type"),
    ] {
        let refused = written(TableFormat::Parquet, Ids::Numbers, &[("0", record)]);
        let why = refused.expect_err(place).to_string();
        assert!(why.contains(place), "{why}");
    }
}
