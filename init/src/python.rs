//! A Python module's classes with type hints.
//!
//! The module is not imported, for that runs it. Python's own parser reads it (`annotations.py`, which runs
//! with the user's Python), and its findings come here as JSON.

use serde_json::Value as Json;

use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, SourceType};

/// A program for `python3 -c`: reads a module from standard input, writes JSON.
pub const SCRIPT: &str = include_str!("annotations.py");

/// The sketch of the classes that the script found in modules.
pub fn python(modules: &[Json]) -> Sketch {
    let mut sketch = Sketch::default();
    let classes: Vec<&Json> = modules
        .iter()
        .flat_map(|module| module["classes"].as_array().into_iter().flatten())
        .collect();
    let name = |class: &Json| class["name"].as_str().unwrap_or_default().to_owned();
    for class in &classes {
        if let Some(values) = class["values"].as_array() {
            let values = values.iter().filter_map(|value| value.as_str().map(str::to_owned));
            sketch.enums.push(EnumSketch {
                name: name(class),
                values: values.collect(),
                note: String::new(),
            });
            continue;
        }
        let known = |base: &&Json| classes.iter().any(|other| other["name"] == **base);
        let mut parents = class["bases"].as_array().into_iter().flatten().filter(known);
        let parent = parents.next();
        let note =
            parents.next().map_or("", |_| "guess: of several parents the first one is extended");
        let field = |field: &Json| {
            let (ty, note) = ty(&field["type"]);
            FieldSketch { name: name(field), ty, note }
        };
        sketch.sigs.push(SigSketch {
            name: name(class),
            parent: parent.and_then(Json::as_str).map(str::to_owned),
            is_abstract: class["abstract"] == true,
            fields: class["fields"].as_array().into_iter().flatten().map(field).collect(),
            note: note.to_owned(),
            ..SigSketch::default()
        });
    }
    sketch.root = sketch.most_embracing();
    sketch
}

/// A hint as a type, and the guesses about it.
fn ty(hint: &Json) -> (SourceType, String) {
    let arguments: Vec<&Json> = hint["of"].as_array().into_iter().flatten().collect();
    let of = |at: usize| arguments.get(at).map_or(SourceType::Any, |hint| ty(hint).0);
    let plain = |ty: SourceType| (ty, String::new());
    match hint["name"].as_str().unwrap_or("Any") {
        "int" => plain(SourceType::Int),
        "bool" => plain(SourceType::Bool),
        "str" | "bytes" => plain(SourceType::Text),
        "float" | "Decimal" | "complex" | "Fraction" => plain(SourceType::Number),
        "Any" | "object" => plain(SourceType::Any),
        "None" => plain(SourceType::Union(Vec::new()).optional()),
        "Optional" => plain(of(0).optional()),
        "Union" => plain(SourceType::union((0..arguments.len()).map(of).collect())),
        "Annotated" | "ClassVar" | "Final" | "Required" | "NotRequired" => plain(of(0)),
        "list" | "List" | "Sequence" | "Iterable" | "deque" | "Deque" | "MutableSequence" => {
            plain(SourceType::Sequence(Box::new(of(0))))
        }
        "tuple" | "Tuple" => {
            let items: Vec<SourceType> = (0..arguments.len()).map(of).collect();
            let is_long = arguments.last().is_some_and(|last| last["name"] == "...");
            let items = if is_long { items[..items.len() - 1].to_vec() } else { items };
            (
                SourceType::Sequence(Box::new(SourceType::union(items))),
                "guess: a tuple is a sequence".to_owned(),
            )
        }
        "set" | "Set" | "frozenset" | "FrozenSet" | "Collection" | "AbstractSet" => {
            plain(SourceType::Set(Box::new(of(0))))
        }
        "dict" | "Dict" | "Mapping" | "MutableMapping" | "OrderedDict" | "defaultdict" => {
            plain(SourceType::Map(Box::new(of(0)), Box::new(of(1))))
        }
        "Literal" => (SourceType::Text, "guess: literals are texts".to_owned()),
        name => plain(SourceType::Named(name.to_owned())),
    }
}
