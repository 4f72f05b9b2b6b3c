// Puts the module, the script of its worker, specs and exercises into one page: node assemble.mjs FOLDER FILE
//
// The page is written by the module itself, which has its parts.
import { readFileSync, writeFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { load } from "./load.mjs";

const [folder, file] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { library, bindings, module } = load(folder);
const worker = bindings + readFileSync(here("worker.js"), "utf8");

// The book leads to each spec of the library; these are the first to be looked at.
const FIRST = ["binary_tree", "red_black_tree", "sorted_list", "singly_linked_list", "doubly_linked_list", "circular_list", "heap_array", "hash_table", "disjoint_set", "commit_graph", "file_system", "json_document", "expression", "alternating_bit", "two_phase_commit"];
const all = readdirSync(here("../specs")).filter((file) => file.endsWith(".als")).map((file) => file.slice(0, -4));
const read = (name) => ({ name, text: readFileSync(here(`../specs/${name}.als`), "utf8") });
const specs = FIRST.map(read);
const more = all.filter((name) => !FIRST.includes(name)).map(read);
const exercises = JSON.parse(readFileSync(here("exercises.json"), "utf8"));

const packed = gzipSync(module, { level: 9 });
const page = library.page(packed, worker, JSON.stringify({ specs, more, exercises }));
writeFileSync(file, page);
console.log(`${file}: ${page.length} bytes, ${packed.length} of them the library, compressed`);
