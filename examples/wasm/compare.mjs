// Counts and lists in WebAssembly, and compares with what the program of this build says, byte for byte:
//
//     KORREL=/path/to/korrel node compare.mjs FOLDER/korrel_wasm.js
import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const korrel = createRequire(import.meta.url)(resolve(process.argv[2]));
const specs = fileURLToPath(new URL("../../specs/", import.meta.url));

const text = (name) => readFileSync(`${specs}${name}.als`, "utf8");
const program = (...args) => execFileSync(process.env.KORREL, args, { encoding: "utf8", cwd: specs });
const none = () => undefined;
const count = (spec, command = "0", modules = none) => korrel.count(spec, command, modules);

const listed = (spec, command) => {
  const lines = [];
  korrel.find(spec, command, none, (record) => void lines.push(`${record}\n`));
  return lines.join("");
};

// If one failed, what a page in a browser shows would not be what the program says.
test("instances have the program's bytes", () => {
  for (const [name, command, most] of [["binary_tree", "0", 9], ["binary_tree", "six_nodes", 132], ["red_black_tree", "0", 16]]) {
    const expected = program("find", "--bare", "-n", "0", `${name}.als`, command);
    assert.equal(expected.split("\n").length - 1, most);
    assert.equal(listed(text(name), command), expected);
  }
});

test("counts are the program's", () => {
  for (const command of ["0", "udita_8", "deletions_5"]) {
    const expected = program("count", "red_black_tree.als", command).trim();
    assert.equal(count(text("red_black_tree"), command), expected);
  }
});

test("more is counted than can be listed", () => {
  // OEIS A000595
  const relations = "sig A { r: set A } run {} for exactly 12 A";
  assert.equal(count(relations), "46557456482586989066031126651104256");
});

test("a visitor ends the listing", () => {
  let seen = 0;
  korrel.find(text("binary_tree"), "eight_nodes", none, () => ++seen < 7);
  assert.equal(seen, 7);
});

test("modules come from a function", () => {
  const shape = "module shape sig Node { next: lone Node } pred list { no n: Node | n in n.^next }";
  const spec = "open shape run list for 3";
  const asked = [];
  const modules = (name) => (asked.push(name), name === "shape" ? shape : undefined);
  // Rooted forests of up to three: OEIS A000081.
  assert.equal(count(spec, "0", modules), "8");
  assert.deepEqual(asked, ["shape"]);
  assert.throws(() => count(spec), /shape/);
});

test("mistakes are errors that show the place", () => {
  assert.throws(() => count("sig A { r: B }"), /spec\.als:1:12/);
  assert.throws(() => count("sig A {} run {} for 2", "nothing"), /nothing/);
});

// A stack that overflows is an error of the host's, after which the module may be of no use.
test("what is nested too deeply is refused, and all else is answered", () => {
  const deep = {
    brackets: (n) => `${"(".repeat(n)}some A${")".repeat(n)}`,
    sums: (n) => `some ${"A + ".repeat(n)}A`,
    negations: (n) => `${"not ".repeat(2 * n)}some A`,
    quantifiers: (n) => `${"some a: A | ".repeat(n)}some a`,
    joins: (n) => `some ${"a.".repeat(n)}a`,
  };
  const spec = (formula) => `sig A { a: set A } run { ${formula} } for exactly 1 A`;
  for (const [name, formula] of Object.entries(deep)) {
    assert.equal(count(spec(formula(name === "joins" ? 1 : 70))), name === "joins" ? "1" : "2", name);
    for (const depth of [151, 500, 3000, 100000]) {
      assert.throws(() => count(spec(formula(depth))), /E0002/, `${name} ${depth}`);
    }
  }
});
