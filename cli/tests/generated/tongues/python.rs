//! Python: nothing is compiled.

use std::path::Path;

use super::{Built, Programs, Tongue, built};
use crate::run::{text_of, write};

pub const PYTHON: Tongue = Tongue {
    name: "python",
    build,
    echo: "import sys\nfor heap in heaps(sys.stdin, VALUES):\n    print(heap.to_json())\n",
    no_values: "None",
    values: &[
        ("sets", &[], r#"{"Label": ["", "é"], "Int": [b"0", 255]}"#),
        (
            "maps",
            &["--values", "Key=str"],
            r#"{"Key": {"Key$1": "a b", "Key$0": ""}, "Int": {-1: "m", 0: 0.5, 1: True}}"#,
        ),
        ("cycles", &[], r#"{"Value": [None, "x", 3], "Int": [9, 8, 7, 6]}"#),
        ("subsets", &[], r#"{"User": ["é"], "Int": ["a", "b"]}"#),
        ("unions", &[], r#"{"Text": ["t"], "Int": [True, 1.5]}"#),
        ("gaps", &[], r#"{"Int": ["a", "b"]}"#),
        ("sequences", &[], r#"{"Int": ["a", "b", 2.5]}"#),
        ("inheritance", &[], r#"{"String_": ["s"], "Int": ["zero"]}"#),
    ],
    has_typed_values: false,
    changes: include_str!("changes.py"),
    words: "__dict__ __slots__ __annotations__ __module__ __setattr__ __getattribute__ __class__ __init__ __eq__ \
             __hash__ __repr__ __doc__ __new__ __match_args__ __dataclass_fields__ __post_init__ __init_subclass__ \
             __private __bool__ __len__ __iter__ __debug__ __name__ __file__ __builtins__ __all__ _sunder_ MISSING \
             _HAS_DEFAULT_FACTORY dataclasses typing match case type nonlocal lambda async await print KW_ONLY \
             ClassVar InitVar",
    spelled: "色.mro is mro_, 色.name is name_, 色._sunder_ is sunder__",
    skeleton: "    raise Skip(\"mergeSort is not connected yet\")",
    sort: "    nodes, node = [], roots.l.header
    while node:
        nodes.append(node)
        node = node.next
    nodes.sort(key=lambda node: node.elem)
    for at, node in enumerate(nodes):
        node.next = nodes[at + 1] if at + 1 < len(nodes) else None
    roots.l.header = nodes[0] if nodes else None",
    backwards: ("lambda node: node.elem", "lambda node: -node.elem"),
};

fn build(folder: &Path, programs: Programs<'_>) -> Vec<Built> {
    let program = |(name, code, main): &(String, String, Option<&str>)| {
        let path = folder.join(format!("{name}.py"));
        write(
            &path,
            &format!("{code}{}", main.map_or(String::new(), |main| format!("\n\n{main}"))),
        );
        built(&["python3", "-X", "utf8", text_of(&path)])
    };
    programs.iter().map(program).collect()
}
