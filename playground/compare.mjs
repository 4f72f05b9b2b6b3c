// Counts and lists each spec of the library in WebAssembly, and compares with what the program of this build says, byte for byte:
//
//     KORREL=/path/to/korrel node compare.mjs FOLDER
import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "./load.mjs";

const { library } = load(process.argv[2]);
const specs = fileURLToPath(new URL("../specs/", import.meta.url));
const program = (...args) => execFileSync(process.env.KORREL, args, { encoding: "utf8", cwd: specs, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
const opened = new library.Library();
const ask = (question) => JSON.parse(opened.ask(JSON.stringify(question), () => {}));
const times = { program: 0, page: 0 };

// The time of some work in seconds of the processor, of this process or of one that it starts.
function timed(who, work) {
  const begun = process.hrtime.bigint();
  const result = work();
  times[who] += Number(process.hrtime.bigint() - begun) / 1e9;
  return result;
}

// A count that the program does not finish in this time is not asked for: a page cannot stop one.
const PATIENCE = "3s";

let counted = 0;
for (const file of readdirSync(specs).filter((name) => name.endsWith(".als"))) {
  // If this failed, what a page in a browser shows would not be what the program says.
  test(file, () => {
    opened.open(file, readFileSync(specs + file, "utf8"));
    const lines = timed("program", () => {
      try {
        return program("find", "--bare", "--keys", "-n", "100", file, "0");
      } catch (error) {
        assert.equal(error.status, 1, "only a spec without instances ends so");
        return "";
      }
    });
    const said = timed("page", () => ask({ ask: "records", command: "0", most: 100 }));
    assert.equal(said.answer, "records", JSON.stringify(said));
    assert.equal(said.lines.map((line) => line + "\n").join(""), lines);
    let number;
    try {
      number = program("count", "--timeout", PATIENCE, file, "0").trim();
    } catch {
      return;
    }
    const holding = ask({ ask: "holding", command: "0", expression: "no none" });
    assert.equal(holding.all, number);
    counted += 1;
  });
}

test("most specs are counted", () => assert.ok(counted > 40, String(counted)));

test.after?.(() => console.log(`# listing: ${times.program.toFixed(1)} s in the program, with its start, ${times.page.toFixed(1)} s in WebAssembly`));
