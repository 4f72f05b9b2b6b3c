// Times the page's questions, natively and in WebAssembly:  node time.mjs ANSWERS FOLDER [SPEC…]
//
// Each command of each spec is listed to its hundredth instance, and counted, in several turns in which the hosts take turns. A
// column is milliseconds of the thread that answers, added up over the questions of a spec: `cold` in the first turn, while V8 still
// runs the code that its quick compiler has made; else the least of the later turns. Ratios are beside the library as a program,
// in one process, which is asked the same, and pays for no start.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, native, node } from "./hosts.mjs";
import { commands, counting, listing } from "./questions.mjs";

const TURNS = 3;
// Specs of fewer milliseconds are added up in one row.
const SMALL = 50;

const [answers, folder, ...wanted] = process.argv.slice(2);
const hosts = [native(answers), node(folder), await chromium(folder)];
const specs = fileURLToPath(new URL("../specs/", import.meta.url));
const files = readdirSync(specs).filter((name) => name.endsWith(".als") && (wanted.length === 0 || wanted.includes(name.slice(0, -4))));
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// By file: for each host the seconds of each question, in each turn.
const times = new Map(files.map((file) => [file, hosts.map(() => [])]));
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const file of files) {
    const text = readFileSync(specs + file, "utf8");
    const questions = (await commands(hosts[0], text)).flatMap((command) => [listing(command), counting(command)]);
    for (const [at, host] of hosts.entries()) {
      const answers = await host.ask(text, questions);
      times.get(file)[at].push(answers.map(({ seconds }) => 1e3 * seconds));
    }
  }
}
await Promise.all(hosts.map((host) => host.end()));

const least = (turns) => sum(turns[0].map((_, question) => Math.min(...turns.slice(1).map((turn) => turn[question]))));
const rows = [...times].map(([file, [native, node, page]]) => [file.slice(0, -4), least(native), sum(node[0]), least(node), sum(page[0]), least(page)]);
const added = (name, rows) => [name, ...[1, 2, 3, 4, 5].map((column) => sum(rows.map((row) => row[column])))];
const show = ([name, native, nodeCold, node, pageCold, page]) => {
  const cells = [native, nodeCold, node, node / native, pageCold, page, page / native];
  console.log(name.padEnd(28) + cells.map((cell, at) => cell.toFixed([3, 6].includes(at) ? 2 : 1).padStart(12)).join(""));
};
console.log(" ".repeat(28) + ["native", "node, cold", "node", "ratio", "page, cold", "page", "ratio"].map((name) => name.padStart(12)).join(""));
const large = rows.filter((row) => row[1] >= SMALL).sort((left, right) => right[1] - left[1]);
large.forEach(show);
const small = rows.filter((row) => row[1] < SMALL);
show(added(`${small.length} below ${SMALL} ms`, small));
show(added("all", rows));
