//! Rust: compiled with `serde_json` as this workspace has it already.

use std::path::Path;

use super::{Built, Programs, Tongue, built};
use crate::run::{text_of, tool, write};

pub const RUST: Tongue = Tongue {
    name: "rust",
    build,
    echo: "fn main() {\n    let values = VALUES;\n    for heap in heaps(std::io::stdin().lines(), &values) {\n        \
             println!(\"{}\", heap.unwrap().encode(&values).unwrap());\n    }\n}\n",
    no_values: "Values::default()",
    values: &[
        (
            "sets",
            &["--values", "Label=String", "--values", "Int=u8"],
            r#"Values { Label: listed(["", "é"].map(str::to_owned)), Int: listed([0, 255]) }"#,
        ),
        (
            "maps",
            &["--values", "Key=String", "--values", "Int=f64"],
            r#"Values { Key: vec![(1, "a b".to_owned()), (0, String::new())], Int: vec![(-1, 0.5), (0, 1.5), (1, -2.0)] }"#,
        ),
        ("cycles", &["--values", "Value=char"], "Values { Value: listed(['x', 'y', 'z']) }"),
        ("subsets", &["--values", "Int=char"], "Values { Int: listed(['x', 'y']) }"),
        ("unions", &["--values", "Text=char"], "Values { Text_: listed(['x']) }"),
        ("gaps", &["--values", "Int=char"], "Values { Int: listed(['x', 'y']) }"),
        ("sequences", &["--values", "Int=char"], "Values { Int: listed(['x', 'y', 'z']) }"),
        ("inheritance", &["--values", "Int=char"], "Values { Int: listed(['x']) }"),
    ],
    has_typed_values: true,
    changes: include_str!("changes.rs"),
    words: "union dyn async await box macro raw safe auto default crate Self super try yield gen r drop Drop From Into \
             Iterator ToString ToOwned Send Sync Sized Fn main println std core alloc serde_json derive test",
    spelled: "色.text is text_, 色.read is read_, 名.type is type_, 名.fn is fn_",
    skeleton: "    Err(Verdict::Skip(\"mergeSort is not connected yet\".to_owned()))",
    sort: "    let list = heap.roots.l;
    let (mut nodes, mut next) = (Vec::new(), heap.as_list(list).header);
    while let Some(node) = next {
        nodes.push(node);
        next = heap.as_node(node).next;
    }
    nodes.sort_by_key(|&node| heap.as_node(node).elem);
    for (at, &node) in nodes.iter().enumerate() {
        heap.as_node_mut(node).next = nodes.get(at + 1).copied();
    }
    heap.as_list_mut(list).header = nodes.first().copied();
    Ok(().into())",
    backwards: ("heap.as_node(node).elem)", "-heap.as_node(node).elem)"),
};

fn build(folder: &Path, programs: Programs<'_>) -> Vec<Built> {
    let manifest = "[package]\nname = \"generated\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
        [dependencies]\nserde_json = { version = \"1\", features = [\"preserve_order\"] }\n";
    write(&folder.join("Cargo.toml"), manifest);
    std::fs::create_dir_all(folder.join("src/bin")).expect("the folder can be written");
    for (name, code, main) in programs {
        let path = folder.join(format!("src/bin/{name}.rs"));
        write(&path, &format!("#![deny(warnings)]\n{code}\n{}", main.unwrap_or_default()));
    }
    tool(folder, env!("CARGO"), &["build", "--quiet", "--target-dir", "target"]);
    let program = |(name, ..): &(String, String, Option<&str>)| {
        built(&[text_of(&folder.join(format!("target/debug/{name}")))])
    };
    programs.iter().map(program).collect()
}
