//! What the fields of classes hold, as texts in TypeScript: so the package for JavaScript takes it, whose search knows
//! no types.

use crate::sketch::{SigSketch, Sketch, SourceType};

/// The name of each class, and its fields with their types, those of the classes that it extends first.
pub fn fields(sketch: &Sketch) -> Vec<(String, Vec<(String, String)>)> {
    sketch.sigs.iter().map(|sig| (sig.name.clone(), of_sig(sketch, sig))).collect()
}

fn of_sig(sketch: &Sketch, sig: &SigSketch) -> Vec<(String, String)> {
    let (mut line, mut at) = (vec![sig], sig);
    while let Some(parent) = at.parent.as_ref()
        && let Some(found) = sketch.sigs.iter().find(|other| other.name == *parent)
        && !line.iter().any(|other| other.name == found.name)
    {
        line.push(found);
        at = found;
    }
    let fields = line.iter().rev().flat_map(|sig| &sig.fields);
    fields.map(|field| (field.name.clone(), text(sketch, &field.ty))).collect()
}

fn text(sketch: &Sketch, ty: &SourceType) -> String {
    let inner = |of: &SourceType| text(sketch, of);
    match ty {
        SourceType::Int | SourceType::Number => "number".to_owned(),
        SourceType::Bool => "boolean".to_owned(),
        SourceType::Text => "string".to_owned(),
        SourceType::Any => "unknown".to_owned(),
        SourceType::Named(name) => named(sketch, name),
        SourceType::Optional(of) => format!("{} | null", inner(of)),
        SourceType::Sequence(of) => format!("({})[]", inner(of)),
        SourceType::Set(of) => format!("Set<{}>", inner(of)),
        SourceType::Map(key, value) => format!("Map<{}, {}>", inner(key), inner(value)),
        SourceType::Union(types) => types.iter().map(inner).collect::<Vec<_>>().join(" | "),
    }
}

/// The texts of a choice of texts; of a class that is none of objects, those that extend it.
fn named(sketch: &Sketch, name: &str) -> String {
    if let Some(choice) = sketch.enums.iter().find(|choice| choice.name == name) {
        let texts = choice.values.iter().map(|value| format!("'{value}'"));
        return texts.collect::<Vec<_>>().join(" | ");
    }
    let is_open = |sig: &&SigSketch| sig.name == name && (sig.is_abstract || sig.is_choice);
    if !sketch.sigs.iter().any(|sig| is_open(&sig)) {
        return name.to_owned();
    }
    let below = sketch.sigs.iter().filter(|sig| sig.parent.as_deref() == Some(name));
    below.map(|sig| named(sketch, &sig.name)).collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::fields;
    use crate::typescript;

    #[test]
    fn types_of_fields_are_texts_that_the_package_reads() {
        // If this failed, a class in TypeScript would be searched with other values than its types allow.
        let text = "export class Tree { root: Node | null = null; color: 'RED' | 'BLACK' = 'RED'; all!: Set<Node>;
            by: Map<string, (Leaf | Inner)[]> = new Map(); has(key: number): boolean { return true } }
            abstract class Base { key: number = 0 } class Node extends Base { next?: Node; shape!: Shape }
            type Shape = Leaf | Inner; class Leaf {} class Inner { of: Base[] = [] }";
        let found = fields(&typescript(&[text.to_owned()]));
        let of = |name: &str| {
            let class = found.iter().find(|(class, _)| class == name).expect("the class is there");
            let fields = class.1.iter().map(|(field, ty)| format!("{field}: {ty}"));
            fields.collect::<Vec<_>>().join("; ")
        };
        assert_eq!(
            of("Tree"),
            "root: Node | null; color: 'RED' | 'BLACK'; all: Set<Node>; by: Map<string, (Inner | Leaf)[]>"
        );
        assert_eq!(of("Node"), "key: number; next: Node | null; shape: Inner | Leaf");
        assert_eq!(of("Inner"), "of: (Node)[]");
    }
}
