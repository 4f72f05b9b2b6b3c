//! The values of a heap graph, in each of their forms.

use korrel::{HeapGraph, HeapValue, Scalar};

const SPEC: &str = "
    enum Mode { Read, Write }
    sig File {}
    sig Folder { files: set File, log: seq File, size: File -> lone Int, links: File -> File,
                 mode: Mode, up: lone Folder }
    pred filled { some files and some log and some size and some links and no up }
    run filled for exactly 1 Folder, exactly 2 File, 0..1 Int, 1 seq";

/// A value as text; references are followed to the ids of their objects.
fn text(heap: &HeapGraph, value: &HeapValue) -> String {
    let scalar = |scalar: &Scalar| match *scalar {
        Scalar::Reference(index) => heap.objects[index].id.to_string(),
        Scalar::Integer(number) => number.to_string(),
        Scalar::Boolean(truth) => truth.to_string(),
        Scalar::Enum(_, name) => name.to_owned(),
        Scalar::String(text) => format!("{text:?}"),
    };
    let list = |scalars: &[Scalar], sign| scalars.iter().map(scalar).collect::<Vec<_>>().join(sign);
    match value {
        HeapValue::Null => "null".to_owned(),
        HeapValue::Scalar(one) => scalar(one),
        HeapValue::Set(members) => format!("{{{}}}", list(members, ", ")),
        HeapValue::Sequence(elements) => format!("[{}]", list(elements, ", ")),
        HeapValue::Map(pairs) => {
            let pairs =
                pairs.iter().map(|(key, value)| format!("{}: {}", scalar(key), scalar(value)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        HeapValue::Relation(tuples) => {
            tuples.iter().map(|tuple| list(tuple, "->")).collect::<Vec<_>>().join(" + ")
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let command = korrel::spec(SPEC)?.command("filled")?;
    let heap = command.instances().next().ok_or("no instance")??;
    let graph = heap.graph();
    for object in &graph.objects {
        for (field, value) in &object.fields {
            println!("{}.{field} = {}", object.id, text(&graph, value));
        }
    }
    Ok(())
}
