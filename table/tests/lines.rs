//! Lines that are read fast are the same rows as their heaps.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use korrel_heapgraph::{Header, Heap};
use korrel_table::{Ids, TableFormat, TableWriter};
use serde_json::{Map, Value as Json, json};

/// Numbers that look random, and are the same in each run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % most
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

/// Sigs that others extend, subset sigs, fields of one name, each shape, and values of several kinds.
fn header() -> Json {
    json!({ "kind": "header", "format": "heapgraph/1", "roots": { "r": "N?", "all": "set N" },
        "types": { "N": { "next": "N?", "n": "int", "of": "set N|int", "t": "rel int N E" },
            "L": { "next": "N?", "n": "int", "of": "set N|int", "t": "rel int N E", "v": "map E int" },
            "M": { "v": "seq string", "to": "map N bool", "up": "map int N", "u": "int|bool|E?" } },
        "extends": { "L": "N" }, "enums": { "E": ["x", "y"] },
        "sets": { "S": { "of": "N", "fields": { "w": "E?", "many": "set E" } } },
        "relations": { "E.after": "rel E E" }, "witness": { "some": "N", "none": "set int" } })
}

/// The objects, in the order of a line, and what else there is.
fn heap(draw: &mut Draw) -> Json {
    let nodes = draw.below(4);
    let ids: Vec<String> =
        (0..nodes).map(|at| format!("{}${at}", if at % 2 == 0 { "N" } else { "L" })).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let is_marked: Vec<bool> = ids.iter().map(|_| draw.below(3) == 0).collect();
    let number = |draw: &mut Draw| [0_i64, 1, 12, 123, -1, 99_999_999_999, 7][draw.below(7)];
    let mut objects = Map::new();
    for (id, is_marked) in ids.iter().zip(&is_marked) {
        let next = (draw.below(2) == 0).then(|| draw.one(&ids));
        let of: Vec<Json> = (0..draw.below(3))
            .map(|_| if draw.below(2) == 0 { json!(draw.one(&ids)) } else { json!(number(draw)) })
            .collect();
        let tuples: Vec<Json> = (0..draw.below(3))
            .map(|_| json!([number(draw), draw.one(&ids), draw.one(&["x", "y"])]))
            .collect();
        let mut object =
            json!({ "$type": &id[..1], "next": next, "n": number(draw), "of": of, "t": tuples });
        if id.starts_with('L') {
            object["v"] = if draw.below(2) == 0 { json!({}) } else { json!({ "x": number(draw) }) };
        }
        if *is_marked {
            object["w"] = if draw.below(2) == 0 { json!(null) } else { json!("y") };
            let many = &["x", "y"][..draw.below(3)];
            object["many"] = json!(many);
        }
        objects.insert((*id).to_owned(), object);
    }
    for at in 0..draw.below(3) {
        let to: Map<String, Json> =
            ids.iter().map(|id| ((*id).to_owned(), json!(draw.below(2) == 0))).collect();
        let up: Map<String, Json> =
            ids.iter().map(|id| (number(draw).to_string(), json!(id))).collect();
        let u = [json!(null), json!(3), json!(true), json!("x")][draw.below(4)].clone();
        let texts = ["", "a", "größer", "12"];
        let v: Vec<&str> = (0..draw.below(3)).map(|_| draw.one(&texts)).collect();
        let object = json!({ "$type": "M", "v": v, "to": to, "up": up, "u": u });
        objects.insert(format!("M${at}"), object);
    }
    let marked: Vec<&str> =
        ids.iter().zip(&is_marked).filter(|(_, is)| **is).map(|(id, _)| *id).collect();
    let root = ids.first().filter(|_| draw.below(2) == 0);
    let some = if ids.is_empty() { json!(null) } else { json!(draw.one(&ids)) };
    let none = &[1, 2][..draw.below(3)];
    json!({ "roots": { "r": root, "all": ids }, "objects": objects, "sets": { "S": marked },
        "relations": { "E.after": [["x", "y"]] }, "witness": { "some": some, "none": none } })
}

/// Bytes that two owners know.
#[derive(Clone, Default)]
struct Bytes(Rc<RefCell<Vec<u8>>>);

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The same rows twice: as lines, and as heaps.
struct Both {
    header: Header,
    lines: TableWriter<Bytes>,
    heaps: TableWriter<Bytes>,
    written: [Bytes; 2],
}

impl Both {
    fn new(format: TableFormat) -> Both {
        Both::of(format, &header())
    }

    fn of(format: TableFormat, text: &Json) -> Both {
        let header = Header::read(text).expect("it is a header");
        let written = [Bytes::default(), Bytes::default()];
        let [lines, heaps] = written.each_ref().map(|bytes| {
            let header = (&header, &*text.to_string());
            TableWriter::new(bytes.clone(), format, header, Ids::Numbers).expect("it is in memory")
        });
        Both { header, lines, heaps, written }
    }

    /// True if it was read fast.
    fn add(&mut self, line: &str) -> bool {
        let is_fast = self.lines.add_line(line.as_bytes()).expect("it is in memory");
        if is_fast {
            let record: Json =
                serde_json::from_str(line).unwrap_or_else(|why| panic!("read fast: {line}: {why}"));
            let heap = Heap::read(&self.header, &record).expect("it is a heap");
            let id = record.get("id").map(Json::to_string);
            self.heaps.add(id.as_deref(), &heap).expect("it is a row");
        }
        is_fast
    }

    /// Adds the heap of a line to both.
    fn add_slowly(&mut self, line: &[u8]) {
        let record = serde_json::from_slice(line).expect("it is JSON");
        let heap = Heap::read(&self.header, &record).expect("it is a heap");
        self.lines.add(Some("7"), &heap).expect("it is a row");
        self.heaps.add(Some("7"), &heap).expect("it is a row");
    }

    fn assert_the_same(self) {
        self.lines.end("{}", true).expect("it is in memory");
        self.heaps.end("{}", true).expect("it is in memory");
        let [lines, heaps] = self.written.map(|bytes| bytes.0.take());
        assert!(lines == heaps, "the same heaps are the same bytes");
    }
}

/// If it failed, a table would not have the values of the lines, or have those of a line before.
#[test]
fn lines_are_the_rows_of_their_heaps() {
    for format in [TableFormat::Parquet, TableFormat::Arrow] {
        let (mut both, mut draw) = (Both::new(format), Draw(3));
        let mut last = String::new();
        for id in 0..5000 {
            let key = if id % 3 == 0 { format!(",\"key\":\"{}\"", id / 7) } else { String::new() };
            let heap = heap(&mut draw).to_string();
            let line = format!("{{\"kind\":\"instance\",\"id\":{id}{key},{}", &heap[1..]);
            assert!(both.add(&line), "{line}");
            last = line;
        }
        let unplaced = last.replacen(",\"id\":4999", "", 1);
        assert!(both.add(&unplaced), "{unplaced}");
        both.assert_the_same();
    }
}

/// If it failed, a line from elsewhere would be a row of something else.
#[test]
fn other_lines_are_not_misread() {
    let (mut both, mut draw) = (Both::new(TableFormat::Arrow), Draw(5));
    let (mut fast, mut slow) = (0, 0);
    for id in 0..3000 {
        let heap = heap(&mut draw).to_string();
        let line = format!("{{\"kind\":\"instance\",\"id\":{id},{}", &heap[1..]);
        let mut bytes = line.into_bytes();
        let at = draw.below(bytes.len());
        match draw.below(3) {
            0 => bytes.truncate(at),
            1 => bytes[at] = b"0 n,\"}$1\\x-"[draw.below(11)],
            _ => bytes.insert(at, b"0 n,\"}$1\\x-"[draw.below(11)]),
        }
        let Ok(line) = String::from_utf8(bytes) else { continue };
        if both.add(&line) { fast += 1 } else { slow += 1 }
    }
    // A digit or a letter of a text is another text.
    assert!(fast > 100 && slow > 1000, "{fast} {slow}");
    both.assert_the_same();
}

/// If it failed, a value that changes alone would change with others, or a row have those of the row before; or a line that is
/// none be a row.
#[test]
fn neighbours_differ_where_their_lines_do() {
    for format in [TableFormat::Parquet, TableFormat::Arrow] {
        let (mut both, mut draw) = (Both::new(format), Draw(11));
        let (mut fast, mut refused, mut last) = (0, 0, Vec::new());
        for id in 0..4000 {
            if id % 40 == 0 {
                let heap = heap(&mut draw).to_string();
                last = format!("{{\"kind\":\"instance\",\"id\":7,{}", &heap[1..]).into_bytes();
            }
            let mut bytes = last.clone();
            for _ in 0..draw.below(3) {
                // The digits of ids and numbers, or any byte.
                let at = draw.below(bytes.len());
                let digit = bytes[at..].iter().position(u8::is_ascii_digit);
                match digit.filter(|_| draw.below(4) > 0) {
                    Some(digit) => bytes[at + digit] = b"01"[draw.below(2)],
                    None => bytes[at] = b"0123456789xyNLM$-\"\\ {},"[draw.below(23)],
                }
            }
            let Ok(line) = String::from_utf8(bytes) else { continue };
            if both.add(&line) {
                fast += 1;
                last = line.into_bytes();
            } else {
                refused += 1;
                if refused % 3 == 0 {
                    both.add_slowly(&last);
                }
            }
        }
        assert!(fast > 2000 && refused > 1000, "{fast}, {refused} refused");
        both.assert_the_same();
    }
}

/// A line with two objects of `L`, which have one entry each in `v`.
const TWO: &str = r#"{"kind":"instance","id":7,"roots":{"r":null,"all":[]},"objects":{"L$0":{"$type":"L","next":null,"n":1,"of":[],"t":[],"v":{"x":1}},"L$1":{"$type":"L","next":null,"n":2,"of":[],"t":[],"v":{"y":2}}},"sets":{"S":[]},"relations":{"E.after":[]},"witness":{"some":null,"none":[]}}"#;

/// If it failed, a line that is no JSON would be a row, or one whose values JSON reads otherwise.
#[test]
fn what_is_no_json_is_not_read_fast() {
    let mut both = Both::new(TableFormat::Parquet);
    assert!(both.add(TWO));
    for (part, other) in [
        ("\"objects\":{", "\"objects\":{,"),
        ("}},\"L$1\"", "}}\"L$1\""),
        ("}},\"L$1\"", "}},,\"L$1\""),
        ("\"v\":{\"y\":2}}}", "\"v\":{\"y\":2}},}"),
        ("\"id\":7", "\"id\":007"),
        ("\"id\":7", "\"id\":00"),
        ("\"n\":2", "\"n\":007"),
        ("L$1", "L\n1"),
        ("L$1", "L\u{1f}1"),
        ("\"id\":7", "\"id\":7,\"key\":\"\u{0}\""),
    ] {
        let line = TWO.replacen(part, other, 1);
        assert!(line != TWO && serde_json::from_str::<Json>(&line).is_err(), "{line}");
        assert!(!both.add(&line), "{line}");
        assert!(both.add(TWO), "the next one is read");
    }
    assert!(both.add(&TWO.replacen("\"id\":7", "\"id\":0", 1)));
    both.assert_the_same();
}

/// If it failed, a table would hold a text that is none, from the first line or from one that differs in it alone.
#[test]
fn what_is_no_text_is_not_read_fast() {
    let text =
        r#"{"kind":"instance","id":7,"roots":{},"objects":{"M$0":{"$type":"M","v":["ab"]}}}"#;
    let header = json!({ "kind": "header", "format": "heapgraph/1", "roots": {}, "types": { "M": { "v": "seq string" } } });
    let broken = |byte: u8| {
        let at = text.rfind('b').expect("it is there");
        [&text.as_bytes()[..at], &[byte], &text.as_bytes()[at + 1..]].concat()
    };
    for is_first in [true, false] {
        let mut both = Both::of(TableFormat::Parquet, &header);
        assert!(is_first || both.add(text));
        for byte in [0xff, 0xc3, 0x80] {
            let line = broken(byte);
            assert!(!both.lines.add_line(&line).expect("it is in memory"), "{line:?}");
        }
        assert!(both.lines.add_line(&broken(b'b')).expect("it is in memory"));
    }
}

/// If it failed, the first of two entries would be a row's, or a large map be compared with itself for hours.
#[test]
fn a_key_twice_is_not_read_fast() {
    let line = |keys: &mut dyn Iterator<Item = usize>| {
        let entries: Vec<String> = keys.map(|key| format!("\"{key}\":\"N$0\"")).collect();
        let objects = r#""N$0":{"$type":"N","next":null,"n":1,"of":[],"t":[]},"M$0":{"$type":"M","v":[],"to":{},"up""#;
        let begin = TWO.find("\"L$0\"").expect("it is there");
        let end = TWO.find("},\"sets\"").expect("it is there");
        let entries = entries.join(",");
        format!("{}{objects}:{{{entries}}},\"u\":1}}{}", &TWO[..begin], &TWO[end..])
    };
    let mut both = Both::new(TableFormat::Parquet);
    const MANY: usize = 100_000;
    assert!(both.add(&line(&mut (0..MANY))), "each key once");
    assert!(!both.add(&line(&mut [3, 4, 3].into_iter())));
    assert!(!both.add(&line(&mut (0..=MANY).map(|key| key % MANY))));
    both.assert_the_same();
}

/// If it failed, heaps without objects would be read slowly, or not as they are.
#[test]
fn a_header_without_objects_is_read_fast() {
    let header = json!({ "kind": "header", "format": "heapgraph/1", "roots": {}, "types": {}, "extends": {},
        "enums": { "E": ["x", "y"] }, "relations": { "E.after": "rel E E" } });
    let mut both = Both::of(TableFormat::Parquet, &header);
    for tuples in ["", "[\"x\",\"y\"]", "[\"y\",\"y\"]", "[\"y\",\"y\"],[\"y\",\"x\"]"] {
        let body =
            format!("\"roots\":{{}},\"objects\":{{}},\"relations\":{{\"E.after\":[{tuples}]}}}}");
        assert!(both.add(&format!("{{\"kind\":\"instance\",\"id\":0,{body}")), "{body}");
    }
    both.assert_the_same();
}
