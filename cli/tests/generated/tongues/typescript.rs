//! TypeScript: compiled strictly, by what npm has.

use std::path::Path;

use super::{Built, Programs, Tongue, built};
use crate::run::{text_of, tool, write};

pub const TYPESCRIPT: Tongue = Tongue {
    name: "typescript",
    build,
    echo: "import { createInterface } from 'node:readline'\n\n\
             for await (const heap of heaps(createInterface({ input: process.stdin }), VALUES)) console.log(heap.toText())\n",
    no_values: "{}",
    values: &[
        ("sets", &["--values", "Label=string"], "{ Label: ['', 'é'], Int: [0, 255] }"),
        ("maps", &[], "{ Key: { Key$1: 'a b', Key$0: '' }, Int: { '-1': 'm', 0: 0.5, 1: true } }"),
        ("cycles", &[], "{ Value: [null, 'x', 3], Int: [9, 8, 7, 6] }"),
        ("subsets", &["--values", "Int=string"], "{ User: ['é'], Int: ['a', 'b'] }"),
        ("unions", &[], "{ Text: ['t'], Int: [true, 1.5] }"),
        ("gaps", &[], "{ Int: ['a', 'b'] }"),
        ("sequences", &[], "{ Int: ['a', 'b', 2.5] }"),
        ("inheritance", &[], "{ String_: ['s'], Int: ['zero'] }"),
    ],
    has_typed_values: false,
    changes: include_str!("changes.ts"),
    words: "__proto__ constructor prototype toString valueOf hasOwnProperty isPrototypeOf toJSON then length name \
             arguments caller eval await yield let static implements package protected interface module require \
             exports namespace abstract accessor satisfies unique infer keyof readonly undefined globalThis never any",
    spelled: "名.__proto__ is __proto___, 名.constructor is constructor_, 名.x² is x_, __proto__ is __proto___\n",
    skeleton: "  void roots\n  throw new Skip('mergeSort is not connected yet')",
    sort: "  const nodes: Node[] = []
  for (let node = roots.l.header; node; node = node.next) nodes.push(node)
  nodes.sort((one, other) => one.elem - other.elem)
  nodes.forEach((node, at) => (node.next = nodes[at + 1] ?? null))
  roots.l.header = nodes[0] ?? null
  return null",
    backwards: ("one.elem - other.elem", "other.elem - one.elem"),
};

fn build(folder: &Path, programs: Programs<'_>) -> Vec<Built> {
    write(&folder.join("package.json"), "{\"type\": \"module\", \"private\": true}");
    let packages = ["typescript@5", "@types/node@20"];
    tool(
        folder,
        "npm",
        &[&["install", "--silent", "--no-audit", "--no-fund"], &packages[..]].concat(),
    );
    let mut files = Vec::new();
    for (name, code, main) in programs {
        write(&folder.join(format!("{name}.ts")), &format!("{code}{}", main.unwrap_or_default()));
        files.push(format!("{name}.ts"));
    }
    let flags = ["--strict", "--noUnusedLocals", "--noUncheckedIndexedAccess", "--skipLibCheck"];
    let target = ["--target", "es2022", "--module", "nodenext"];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    tool(folder, "node_modules/.bin/tsc", &[&flags[..], &target, &files].concat());
    let program = |(name, ..): &(String, String, Option<&str>)| {
        built(&["node", text_of(&folder.join(format!("{name}.js")))])
    };
    programs.iter().map(program).collect()
}
