//! Objects of which nothing is known but that they are two.

use crate::run::{folder, text_of, tool, write, written};
use crate::tongues::TYPESCRIPT;

/// Compares the keys of each heap with one another, and each heap with another reading of it.
const MAIN: &str = "
import * as assert from 'node:assert'
import { createInterface } from 'node:readline'

let count = 0
for await (const heap of heaps(createInterface({ input: process.stdin }))) {
  const keys = [...heap.objects.values()].filter((object) => object instanceof Key)
  const again = Heap.decode(heap.toText())
  const pairs: [(one: unknown, other: unknown) => void, (one: unknown, other: unknown) => void][] = [
    [assert.deepEqual, assert.notDeepEqual],
    [assert.deepStrictEqual, assert.notDeepStrictEqual],
  ]
  for (const [equal, differ] of pairs) {
    equal(heap.objects, again.objects)
    if (keys.length < 2) continue
    for (const within of [(key: Key) => key, (key: Key) => new Set([key]), (key: Key) => new Map([[key, 1]])]) {
      differ(within(keys[0]!), within(keys[1]!))
    }
    count++
  }
}
console.log(count > 0 ? 'told apart' : 'nothing was compared')
";

/// If it failed, a cache that stores other keys than it was asked for would pass a test by `deepEqual`.
#[test]
#[ignore = "node and npm: cargo test -p korrel --test generated -- --ignored"]
fn typescript_tells_objects_without_fields_apart() {
    let file = "cli/tests/generated/specs/maps.als";
    let code = written(&["gen", "typescript", file]);
    let programs = [("maps".to_owned(), code, Some(MAIN))];
    let built = TYPESCRIPT.build("equality", &programs);
    let (program, folder) = (&built[0].0, folder("equality-stream"));
    let stream = folder.join("stream.jsonl");
    write(&stream, &written(&["find", "-q", file]));
    let line = format!("{} < {}", program.join(" "), text_of(&stream));
    assert_eq!(tool(&folder, "sh", &["-c", &line]), "told apart\n");
}
