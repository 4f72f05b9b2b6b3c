//! Random declarations, and random heaps of the types that they declare: nothing constrains them.

use serde_json::{Map, Value as Json, json};

pub struct Random(pub u64);

impl Random {
    /// splitmix64 (Steele, Lea, Flood 2014).
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    pub fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    pub fn chance(&mut self, of: usize, all: usize) -> bool {
        self.below(all) < of
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

/// A spec with sigs of all kinds and fields of all shapes, and a command with parameters.
pub fn spec(random: &mut Random) -> String {
    let ordered = random.one_of(&["", "", "", "M", "N", "Leaf"]);
    let mut text = "open util/boolean\nenum Color { RED, GREEN, BLUE }\n".to_owned();
    if !ordered.is_empty() {
        text = format!("open util/ordering[{ordered}] as o\n{text}");
    }
    // Names before and after one another, and one that begins like another.
    for head in [
        "one sig Box".to_owned(),
        format!("{}sig N", random.one_of(&["", "abstract "])),
        "sig Leaf extends N".to_owned(),
        format!("{}sig Node extends N", random.one_of(&["", "lone "])),
        "one sig Zero extends N".to_owned(),
        "one sig Ace extends N".to_owned(),
        "sig M".to_owned(),
        "sig Part in N".to_owned(),
        "sig Some in M + Leaf".to_owned(),
        "sig Warm in Int".to_owned(),
    ] {
        let name = head.split(' ').skip_while(|word| *word != "sig").nth(1).expect("a name");
        let count = random.below(3);
        let field = |at| format!("{}{at}: {}", name.to_lowercase(), range(random));
        let fields: Vec<String> = (0..count).map(field).collect();
        text += &format!("{head} {{ {} }}\n", fields.join(", "));
    }
    let parameters: Vec<String> =
        (0..random.below(3)).map(|at| format!("p{at}: {}", range(random))).collect();
    text += &format!("pred p[{}] {{}}\n", parameters.join(", "));
    text + "run p for 3 but 4 N, 0..3 Int, 2 seq, exactly 2 String\n"
}

const TYPES: &[&str] =
    &["N", "N", "M", "M", "Leaf", "Part", "Int", "Color", "Bool", "String", "univ", "M + N"];

fn range(random: &mut Random) -> String {
    let [a, b, c] = [0; 3].map(|_| format!("({})", random.one_of(TYPES)));
    match random.below(10) {
        0 => a,
        1 | 2 => format!("lone {a}"),
        3 | 4 => format!("set {a}"),
        5 => format!("seq {a}"),
        6 | 7 => format!("{a} -> {} {b}", random.one_of(&["lone", "one"])),
        8 => format!("{a} -> {b}"),
        _ => format!("{a} -> {b} -> {c}"),
    }
}

/// A heap of the types that a header declares. Objects are numbered as `find` numbers them: within
/// each top-level sig those that keep their number come first. `None` if a `one` field would have to
/// hold an object of a type that has none in the heap.
pub fn heap(random: &mut Random, header: &Json) -> Option<Json> {
    let (objects, sets) = (Vec::new(), Map::new());
    let mut heap = Heap { random, header, objects, sets, is_possible: true };
    heap.populate();
    let names: Vec<String> = header["sets"].as_object().expect("sets").keys().cloned().collect();
    for name in names {
        let of = header["sets"][&name]["of"].as_str().expect("a union").to_owned();
        let items = heap.set(&of);
        heap.sets.insert(name, items);
    }
    let objects: Vec<(String, Json)> = (0..heap.objects.len()).map(|at| heap.object(at)).collect();
    let roots = heap.members(&header["roots"]);
    let relations = header.get("relations").map(|shapes| heap.members(shapes));
    let mut record = json!({ "kind": "instance", "id": 0, "roots": roots });
    record["objects"] = objects.into_iter().collect::<Map<String, Json>>().into();
    record["sets"] = std::mem::take(&mut heap.sets).into();
    if let Some(relations) = relations {
        record["relations"] = relations;
    }
    heap.is_possible.then_some(record)
}

struct Heap<'h> {
    random: &'h mut Random,
    header: &'h Json,
    /// Ids and types.
    objects: Vec<(String, String)>,
    sets: Map<String, Json>,
    is_possible: bool,
}

impl Heap<'_> {
    fn populate(&mut self) {
        let mut kinds: Vec<&str> = vec!["Zero", "Ace"];
        let is_abstract = self.header["abstract"] == json!(["N"]);
        let plain = if is_abstract { "Leaf" } else { "N" };
        let free: Vec<&str> = (0..self.random.below(3))
            .map(|_| self.random.one_of(&["Leaf", "Leaf", plain]))
            .collect();
        kinds.extend(free);
        if self.random.chance(1, 2) {
            kinds.push("Node");
        }
        let place = |kind: &&str| {
            let fixed = self.header["fixed"].as_array().expect("`one` sigs are fixed");
            let of = |name: &Json| name == kind || name == "N";
            fixed.iter().position(of).unwrap_or(usize::MAX)
        };
        kinds.sort_by_key(place);
        self.objects.push(("Box$0".to_owned(), "Box".to_owned()));
        let named = |(at, kind): (usize, &str)| (format!("{kind}${at}"), kind.to_owned());
        self.objects.extend(kinds.into_iter().enumerate().map(named));
        let size = self.random.below(4);
        self.objects.extend((0..size).map(|at| (format!("M${at}"), "M".to_owned())));
    }

    fn object(&mut self, at: usize) -> (String, Json) {
        let (id, ty) = self.objects[at].clone();
        let mut fields = json!({ "$type": ty });
        let mut shapes = vec![self.header["types"][&ty].clone()];
        for (set, items) in &self.sets {
            if items.as_array().expect("a set").contains(&json!(id)) {
                shapes.push(self.header["sets"][set]["fields"].clone());
            }
        }
        for shapes in shapes {
            let more = self.members(&shapes);
            let fields = fields.as_object_mut().expect("an object");
            fields.extend(more.as_object().expect("an object").clone());
        }
        (id, fields)
    }

    fn members(&mut self, shapes: &Json) -> Json {
        let shapes = shapes.as_object().expect("shapes by name");
        let mut members = Map::new();
        for (name, shape) in shapes {
            let value = self.value(shape.as_str().expect("a shape"));
            members.insert(name.clone(), value);
        }
        members.into()
    }

    fn value(&mut self, shape: &str) -> Json {
        let mut words = shape.split(' ');
        match (words.next().expect("a word"), words.collect::<Vec<_>>()) {
            ("set", rest) => self.set(rest[0]),
            ("seq", rest) => {
                let values = self.values(rest[0]);
                let length = if values.is_empty() { 0 } else { self.random.below(4) };
                (0..length).map(|_| self.random.one_of(&values)).collect()
            }
            ("map", rest) => {
                let (keys, values) = (self.set(rest[0]), self.values(rest[1]));
                let keys = if values.is_empty() { json!([]) } else { keys };
                let entry = |key: &Json| {
                    let key = key.as_str().map_or(key.to_string(), str::to_owned);
                    (key, self.random.one_of(&values))
                };
                keys.as_array().expect("keys").iter().map(entry).collect::<Map<_, _>>().into()
            }
            ("rel", columns) => {
                let columns: Vec<Vec<Json>> = columns.iter().map(|of| self.values(of)).collect();
                let is_empty = columns.iter().any(Vec::is_empty);
                let mut rows = Vec::new();
                for _ in 0..if is_empty { 0 } else { self.random.below(6) } {
                    let row: Json = columns.iter().map(|of| self.random.one_of(of)).collect();
                    if !rows.contains(&row) {
                        rows.push(row);
                    }
                }
                rows.into()
            }
            (word, _) => {
                let (of, is_lone) = (word.trim_end_matches('?'), word.ends_with('?'));
                let values = self.values(of);
                self.is_possible &= is_lone || !values.is_empty();
                let is_null = values.is_empty() || is_lone && self.random.chance(1, 3);
                if is_null { Json::Null } else { self.random.one_of(&values) }
            }
        }
    }

    fn set(&mut self, of: &str) -> Json {
        let values = self.values(of);
        values.into_iter().filter(|_| self.random.chance(1, 2)).collect()
    }

    /// All values of a union of types.
    fn values(&self, union: &str) -> Vec<Json> {
        let parents = &self.header["extends"];
        let mut values = Vec::new();
        for of in union.split('|') {
            let is_of = |ty: &str| of == "univ" || ty == of || parents[ty] == of;
            let ids = self.objects.iter().filter(|(_, ty)| is_of(ty)).map(|(id, _)| json!(id));
            values.extend(ids);
            let of_type = |name: &str, mut more: Vec<Json>| {
                if of == name || of == "univ" {
                    values.append(&mut more);
                }
            };
            [
                ("int", vec![json!(0), json!(1), json!(2), json!(3), json!(70_000), json!(-5)]),
                ("bool", vec![json!(true), json!(false)]),
                ("Color", vec![json!("RED"), json!("GREEN"), json!("BLUE")]),
                (
                    "string",
                    vec![json!("a\"\\\n\u{1}\u{9b}"), json!("Größe\u{1F600}"), json!("\u{FF5E}")],
                ),
            ]
            .into_iter()
            .for_each({
                let mut of_type = of_type;
                move |(name, more)| of_type(name, more)
            });
        }
        values
    }
}

/// Returns the same heap with other names for its objects: those without a fixed number trade
/// theirs within their top-level sigs, and everything that has no order is shuffled. With
/// `strange`, the names are arbitrary.
pub fn renamed(random: &mut Random, header: &Json, heap: &Json, strange: bool) -> Json {
    let objects = heap["objects"].as_object().expect("objects");
    let mut names: Map<String, Json> = Map::new();
    for top in ["N", "M"] {
        let fixed: Vec<&str> =
            header["fixed"].as_array().expect("types").iter().filter_map(Json::as_str).collect();
        let is_free = |(id, object): &(&String, &Json)| {
            let ty = object["$type"].as_str().expect("a type");
            let line = [ty, header["extends"][ty].as_str().unwrap_or_default()];
            line.contains(&top) && !line.iter().any(|ty| fixed.contains(ty)) && id.contains('$')
        };
        let free: Vec<(&String, &Json)> = objects.iter().filter(is_free).collect();
        let number = |id: &str| id.rsplit('$').next().expect("a number").to_owned();
        let mut numbers: Vec<String> = free.iter().map(|(id, _)| number(id)).collect();
        random.shuffle(&mut numbers);
        for ((id, object), number) in free.into_iter().zip(numbers) {
            let ty = object["$type"].as_str().expect("a type");
            let name = if strange { format!("{top}:{number}") } else { format!("{ty}${number}") };
            names.insert(id.clone(), json!(name));
        }
    }
    let mut heap = replaced(heap, &names);
    let mut objects: Vec<(String, Json)> =
        std::mem::take(heap["objects"].as_object_mut().expect("objects")).into_iter().collect();
    // Ids without a number stand in the order of the objects of an ordered sig.
    random.shuffle(&mut objects);
    heap["objects"] = objects.into_iter().collect::<Map<_, _>>().into();
    heap
}

fn replaced(value: &Json, names: &Map<String, Json>) -> Json {
    let name = |text: &str| names.get(text).and_then(Json::as_str).unwrap_or(text).to_owned();
    match value {
        Json::String(text) => name(text).into(),
        Json::Array(items) => items.iter().map(|item| replaced(item, names)).collect(),
        Json::Object(members) => members
            .iter()
            .map(|(key, value)| (name(key), replaced(value, names)))
            .collect::<Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}
