// Counts and lists each command of each spec of the library in WebAssembly, under node and in Chromium by the page itself, and
// compares with what the program of this build says, byte for byte:
//
//     KORREL=/path/to/korrel node compare.mjs FOLDER [SPEC…]
import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, node } from "./hosts.mjs";
import { commands, counting, listing } from "./questions.mjs";

const [folder, ...wanted] = process.argv.slice(2);
const hosts = [node(folder), await chromium(folder)];
after(() => Promise.all(hosts.map((host) => host.end())));

const specs = fileURLToPath(new URL("../specs/", import.meta.url));
const program = (...args) => execFileSync(process.env.KORREL, args, { encoding: "utf8", cwd: specs, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

function listed(file, command) {
  try {
    return program("find", "--bare", "--keys", "-n", "100", file, command);
  } catch (error) {
    assert.equal(error.status, 1, "only a command without instances ends so");
    return error.stdout;
  }
}

// The first line that another one stands in the place of.
function different(found, text) {
  const wanted = text.split("\n").slice(0, -1);
  const at = [...Array(Math.max(found.length, wanted.length)).keys()].find((at) => found[at] !== wanted[at]);
  return at === undefined ? undefined : `line ${at}: ${found[at]} instead of ${wanted[at]}`;
}

let compared = 0;
for (const file of readdirSync(specs).filter((name) => name.endsWith(".als") && (wanted.length === 0 || wanted.includes(name.slice(0, -4))))) {
  // If this failed, what a page in a browser shows would not be what the program says.
  test(file, async () => {
    const text = readFileSync(specs + file, "utf8");
    const asked = await commands(hosts[0], text);
    const said = asked.map((command) => [listed(file, command), program("count", file, command).trim()]);
    for (const host of hosts) {
      const answers = await host.ask(text, asked.flatMap((command) => [listing(command), counting(command)]));
      asked.forEach((command, at) => {
        const [lines, count] = said[at];
        const [records, holding] = answers.slice(2 * at).map(({ answer }) => answer);
        const where = `${host.name}, command ${command}`;
        assert.equal(records.answer, "records", `${where}: ${JSON.stringify(records)}`);
        assert.equal(different(records.lines, lines), undefined, where);
        assert.equal(String(holding.all), count, `${where}: ${JSON.stringify(holding)}`);
        compared += 1;
      });
    }
  });
}

if (wanted.length === 0) test("the whole library was compared", () => assert.ok(compared >= 2 * 320, String(compared)));
