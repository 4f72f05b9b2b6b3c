//! Objects that hints make rows of tables.
//!
//! The witness of pictures is their geometry: it reads an SVG as any viewer does, and knows of the tables only what the record says.

use korrel_draw::{DrawnInstance, Hints, Page, Theme, dot, svg, text};
use korrel_heapgraph::Header;
use serde_json::{Map, Value as Json, json};

const DATABASE: &str = r#"
--@ sql: sqlite
--@ Shop: table shop
--@ Shop.city: column city
--@ Shop.street: column "street <b>"
--@ Clerk: table clerk
--@ Clerk: row number id
--@ Clerk.name: column name
--@ Clerk.boss: nullable boss
--@ Clerk.city: nullable city
--@ Clerk.street: nullable street
--@ Clerk: after Clerk
--@ Clerk: after Shop by city, street = city, street
--@ Key: table key
--@ Key: row uuid id
--@ Key.of: column of
--@ Empty: table empty
--@ Empty: row number id
--@ Empty.key: nullable key
--@ City: values 'a, b', ''
--@ Street: values 1, 2
--@ Name: values '<i>&"', E'\u{202e}', 'it''s a name that is much longer than a cell is wide'
--@ Kind_old: values 'old'
"#;

fn database() -> (Header, DrawnInstance) {
    let header = json!({"format": "heapgraph/1", "roots": {"who": "Clerk"}, "types": {
        "City": {}, "Street": {}, "Name": {},
        "Shop": {"city": "City", "street": "Street", "kind": "Kind?"},
        "Clerk": {"name": "Name", "boss": "Clerk?", "city": "City?", "street": "Street?"},
        "Key": {"of": "Clerk"}, "Empty": {"key": "Key?"}, "Note": {"on": "Clerk", "next": "Note?"}},
        "enums": {"Kind": ["Kind_old", "Kind_new"]}, "sets": {"Late": {"of": "Clerk", "fields": {}}}});
    let record = json!({"id": 7, "roots": {"who": "Clerk$1"}, "sets": {"Late": ["Clerk$0", "Clerk$2"]}, "objects": {
        "City$0": {"$type": "City"}, "City$1": {"$type": "City"},
        "Street$0": {"$type": "Street"}, "Street$1": {"$type": "Street"},
        "Name$0": {"$type": "Name"}, "Name$1": {"$type": "Name"}, "Name$2": {"$type": "Name"},
        "Shop$0": {"$type": "Shop", "city": "City$0", "street": "Street$0", "kind": "Kind_old"},
        "Shop$1": {"$type": "Shop", "city": "City$0", "street": "Street$1", "kind": null},
        "Clerk$0": {"$type": "Clerk", "name": "Name$0", "boss": "Clerk$0", "city": "City$0", "street": "Street$1"},
        "Clerk$1": {"$type": "Clerk", "name": "Name$1", "boss": "Clerk$2", "city": "City$1", "street": null},
        "Clerk$2": {"$type": "Clerk", "name": "Name$2", "boss": "Clerk$1", "city": null, "street": "Street$0"},
        "Key$0": {"$type": "Key", "of": "Clerk$1"},
        "Note$0": {"$type": "Note", "on": "Clerk$2", "next": null}}});
    read(&header, &record)
}

fn read(header: &Json, record: &Json) -> (Header, DrawnInstance) {
    let header = Header::read(header).expect("a header");
    let instance = DrawnInstance::read(&header, record).expect("an instance");
    (header, instance)
}

fn page(width: usize) -> Page {
    Page { width, is_colored: false }
}

/// If one changed, people would see their databases otherwise than before: look at it before accepting it.
#[test]
fn a_database_is_drawn_as_tables() {
    let ((header, instance), hints) = (database(), Hints::read(DATABASE));
    insta::assert_snapshot!("database_text", text(&header, &instance, &page(80), &hints));
    insta::assert_snapshot!("database_narrow", text(&header, &instance, &page(40), &hints));
    insta::assert_snapshot!("database_dot", dot(&header, &instance, &hints));
    insta::assert_snapshot!("database_svg", svg(&header, &[instance], Theme::Light, &hints));
}

/// A bare hint is enough, and what changes from state to state is marked.
#[test]
fn a_trace_is_drawn_as_tables() {
    let header = json!({"format": "heapgraph/1", "roots": {}, "var": ["Node", "Node.key", "Node.next"],
        "types": {"Node": {"key": "int", "next": "Node?", "all": "set Node"}}});
    let node = |key: i64, next: Json| json!({"$type": "Node", "key": key, "next": next, "all": []});
    let states = json!([
        {"roots": {}, "objects": {"Node$0": node(3, Json::Null), "Node$1": node(-1, "Node$0".into())}},
        {"roots": {}, "objects": {"Node$0": node(3, "Node$2".into()), "Node$2": node(5, Json::Null)}},
        {"roots": {}, "objects": {"Node$0": node(3, "Node$2".into()), "Node$2": node(5, Json::Null)}}]);
    let (header, instance) =
        read(&header, &json!({"id": 0, "roots": {}, "states": states, "loop": 2}));
    let hints = Hints::read("--@ Node: table");
    insta::assert_snapshot!("trace_text", text(&header, &instance, &page(80), &hints));
    insta::assert_snapshot!("trace_svg", svg(&header, &[instance], Theme::Light, &hints));
}

/// If one of these failed, a hint would be heeded half, or would hide what it does not speak of.
#[test]
fn what_hints_do_not_say_is_drawn_as_without_them() {
    let (header, instance) = database();
    let drawn = |said: &str| text(&header, &instance, &page(200), &Hints::read(said));
    assert_eq!(
        drawn("--@ Nobody: table\n--@ Clerk.name: column name\n--@ Clerk: row number id"),
        drawn("")
    );
    // A field that is not there is no column, and one of which nothing is said is.
    let named =
        drawn("--@ Clerk: table staff\n--@ Clerk.gone: column gone\n--@ Clerk.boss: column chief");
    assert!(named.contains("staff\n  chief → staff │ name   │ city"), "{named}");
    // There is no literal for the third name, which has its own.
    let short = drawn("--@ Clerk: table\n--@ Name: values 'x', 'y'");
    assert!(short.contains("│ Name$2 │") && short.contains("│ 'x'    │"), "{short}");
    // An object with fields is more than a value, and one that is hidden is in no table.
    let values = drawn("--@ Note: values 'n'\n--@ Clerk: table\n--@ Clerk: hide");
    assert!(!values.contains("'n'") && !values.contains('│'), "{values}");
    let hidden = drawn("--@ Clerk: table\n--@ boss: hide");
    assert!(hidden.contains("│ name   │ city"), "{hidden}");
}

/// If it failed, a reader would follow an arrow from another cell or to another row, through a text, or along a line that is
/// also another arrow's.
#[test]
fn arrows_lead_from_cells_to_rows_and_through_no_text() {
    let mut random = Random(11);
    let mut arrows = 0;
    for round in 0..150 {
        let (spec, header, record, expected) = random.database();
        let (header, instance) = read(&header, &record);
        let hints = Hints::read(&spec);
        let picture = Picture::read(&svg(&header, &[instance], Theme::Dark, &hints));
        arrows += picture.links.len();
        let mut links: Vec<[String; 2]> = Vec::new();
        for link in &picture.links {
            links.push([picture.cell_above(&link.start), picture.row_at(&link.end)]);
        }
        links.sort();
        assert_eq!(links, expected, "round {round}: {spec}");
        picture.assert_clear(round);
    }
    assert!(arrows > 1500, "{arrows}");
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % most
    }

    /// Tables of numbers and of references, whose cells all differ: `cell` and the key of the row in which it leads. Rows have
    /// the keys `t0r1`.
    fn database(&mut self) -> (String, Json, Json, Vec<[String; 2]>) {
        let tables = 1 + self.below(7);
        let rows: Vec<usize> = (0..tables).map(|_| self.below(5)).collect();
        let (mut spec, mut types, mut objects) = (String::new(), Map::new(), Map::new());
        let mut expected = Vec::new();
        for table in 0..tables {
            let name = "n".repeat(1 + self.below(20));
            spec += &format!("--@ T{table}: table {name}\n");
            // Where a column leads, if it leads anywhere. Its cells are sets, so that they show more than the key.
            let columns: Vec<Option<usize>> = (0..1 + self.below(8))
                .map(|_| Some(self.below(tables)).filter(|_| self.below(2) == 0))
                .collect();
            let mut fields = Map::new();
            for (at, to) in columns.iter().enumerate() {
                let shape = to.map_or("int".to_owned(), |to| format!("T{to}?"));
                fields.insert(format!("f{at}"), shape.into());
            }
            types.insert(format!("T{table}"), fields.into());
            for row in 0..rows[table] {
                let id = format!("T{table}${row}");
                let mut object = Map::from_iter([("$type".to_owned(), format!("T{table}").into())]);
                for (at, to) in columns.iter().enumerate() {
                    let to = to.filter(|to| rows[*to] > 0 && self.below(5) > 0);
                    let value = match (to, columns[at]) {
                        (Some(to), _) => {
                            let key = format!("T{to}${}", self.below(rows[to]));
                            expected.push([format!("{id} {at} {key}"), key.clone()]);
                            key.into()
                        }
                        (None, Some(_)) => Json::Null,
                        (None, None) => self.below(100_000).into(),
                    };
                    object.insert(format!("f{at}"), value);
                }
                objects.insert(id, object.into());
            }
        }
        expected.sort();
        let header = json!({"format": "heapgraph/1", "roots": {}, "types": types});
        (spec, header, json!({"id": 0, "roots": {}, "objects": objects}), expected)
    }
}

#[derive(Clone, Copy, Debug)]
struct Point {
    x: f64,
    y: f64,
}

/// A text with the place where it begins, on its line, and its width.
struct Text {
    at: Point,
    wide: f64,
    words: String,
}

struct Link {
    start: Point,
    end: Point,
    lines: Vec<[Point; 2]>,
}

/// A table: its left side, its top, its right side, its bottom, and its texts.
struct Table {
    edges: [f64; 4],
    texts: Vec<Text>,
}

#[derive(Default)]
struct Picture {
    tables: Vec<Table>,
    links: Vec<Link>,
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

fn number(tag: &str, name: &str) -> f64 {
    attribute(tag, name)
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("{name}: {tag}"))
}

impl Picture {
    fn read(svg: &str) -> Picture {
        let mut picture = Picture::default();
        let mut corners = vec![Point { x: 0.0, y: 0.0 }];
        for tag in svg.split('<').skip(1) {
            let corner = *corners.last().expect("groups end where they began");
            if tag.starts_with("/g>") {
                corners.pop();
            } else if tag.starts_with("g") {
                let by = attribute(tag, "transform").unwrap_or("translate(0 0)");
                let by = by.trim_start_matches("translate(").trim_end_matches(')');
                let (x, y) = by.split_once(' ').expect("two numbers");
                let [x, y] = [x, y].map(|text| text.parse::<f64>().expect("a number"));
                corners.push(Point { x: corner.x + x, y: corner.y + y });
                if tag.starts_with("g class=\"table") {
                    picture.tables.push(Table { edges: [0.0; 4], texts: Vec::new() });
                }
            } else if tag.starts_with("rect width") && tag.contains("rx=\"3\"") {
                let (wide, high) = (number(tag, "width"), number(tag, "height"));
                let table = picture.tables.last_mut().expect("it is in a table");
                table.edges = [corner.x, corner.y, corner.x + wide, corner.y + high];
            } else if tag.starts_with("text") {
                let words = tag.split_once('>').expect("a tag ends").1.to_owned();
                let at = Point { x: corner.x + number(tag, "x"), y: corner.y + number(tag, "y") };
                let wide = words.chars().count() as f64 * 7.25;
                let table = picture.tables.last_mut().expect("it is in a table");
                table.texts.push(Text { at, wide, words });
            } else if tag.starts_with("path d=\"M") && tag.contains("fill=\"none\"") {
                picture.links.push(Link::read(attribute(tag, "d").expect("a path"), corner));
            }
        }
        picture
    }

    fn table_at(&self, at: &Point) -> &Table {
        let holds = |table: &&Table| {
            let [left, top, right, bottom] = table.edges;
            (left - 0.2..=right + 0.2).contains(&at.x) && (top..=bottom).contains(&at.y)
        };
        self.tables.iter().find(holds).unwrap_or_else(|| panic!("no table is at {at:?}"))
    }

    /// The row's key, the place of the cell in the row, and the cell above a dot.
    fn cell_above(&self, dot: &Point) -> String {
        let table = self.table_at(dot);
        let is_level = |text: &&Text| (0.5..6.0).contains(&(dot.y - text.at.y));
        let row: Vec<&Text> = table.texts.iter().filter(is_level).collect();
        let is_it = |text: &&&Text| (text.at.x..=text.at.x + text.wide).contains(&dot.x);
        let at = row.iter().position(|text| is_it(&text)).expect("there is a text above a dot");
        format!("{} {} {}", row[0].words, at - 1, row[at].words)
    }

    /// The key of the row at whose side an arrow ends.
    fn row_at(&self, end: &Point) -> String {
        let table = self.table_at(end);
        let [left, _, right, _] = table.edges;
        assert!((end.x - left).abs() < 0.2 || (end.x - right).abs() < 0.2, "{end:?} is at no side");
        let is_level = |text: &&Text| (0.0..7.0).contains(&(text.at.y - end.y));
        table.texts.iter().find(is_level).expect("there is a text at an arrow's end").words.clone()
    }

    fn assert_clear(&self, round: usize) {
        let spans = |a: f64, b: f64, least: f64, most: f64| a.min(b) < most && least < a.max(b);
        for [a, b] in self.links.iter().flat_map(|link| &link.lines) {
            for text in self.tables.iter().flat_map(|table| &table.texts) {
                let is_over = spans(a.x, b.x + 0.01, text.at.x, text.at.x + text.wide)
                    && spans(a.y, b.y + 0.01, text.at.y - 9.0, text.at.y + 3.0);
                assert!(!is_over, "round {round}: {a:?} to {b:?} runs through {}", text.words);
            }
        }
        for (at, link) in self.links.iter().enumerate() {
            for other in &self.links[..at] {
                if (link.end.x - other.end.x).hypot(link.end.y - other.end.y) < 0.2 {
                    continue;
                }
                for ([a, b], [c, d]) in link
                    .lines
                    .iter()
                    .flat_map(|line| other.lines.iter().map(move |two| (line, two)))
                {
                    let along = |p: fn(&Point) -> f64, q: fn(&Point) -> f64| {
                        let is_one = (q(a) - q(b)).abs() < 0.2
                            && (q(c) - q(d)).abs() < 0.2
                            && (q(a) - q(c)).abs() < 2.0;
                        let (least, most) = (p(c).min(p(d)), p(c).max(p(d)));
                        is_one
                            && (p(a) - p(b)).abs() > 1.0
                            && spans(p(a), p(b), least + 0.5, most - 0.5)
                    };
                    let is_over = along(|p| p.x, |p| p.y) || along(|p| p.y, |p| p.x);
                    assert!(!is_over, "round {round}: {a:?} to {b:?} lies on {c:?} to {d:?}");
                }
            }
        }
    }
}

impl Link {
    /// A path of `M`, `L` and `Q`, whose corners are taken as if they were not round.
    fn read(path: &str, by: Point) -> Link {
        let mut numbers: Vec<f64> = Vec::new();
        for text in path.split(['M', 'L', 'Q', ' ']).filter(|text| !text.is_empty()) {
            numbers.push(text.parse().expect("a number"));
        }
        let points: Vec<Point> =
            numbers.chunks(2).map(|two| Point { x: two[0] + by.x, y: two[1] + by.y }).collect();
        let lines = points.windows(2).map(|two| [two[0], two[1]]).collect();
        Link { start: points[0], end: points[points.len() - 1], lines }
    }
}
