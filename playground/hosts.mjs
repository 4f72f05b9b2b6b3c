// Who answers the page's questions: the library as a program, in WebAssembly under node, and in Chromium the worker of the page,
// which is opened from its file.
//
// Each has `ask(text, requests)`, whose answers have the seconds that the thread that answers was on a processor. What V8 compiles
// or collects in threads beside that one is not among them.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { browser } from "./browser.mjs";
import { load } from "./load.mjs";

// The example `answers` of the crate korrel-page.
export function native(program) {
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = async (line) => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${program} has ended`);
    return JSON.parse(value);
  };
  return {
    name: "native",
    async ask(text, requests) {
      await say({ open: text });
      const answers = [];
      for (const request of requests) answers.push(await say(request));
      return answers;
    },
    end: () => child.stdin.end(),
  };
}

// FOLDER has the module and its bindings.
export function node(folder) {
  const opened = new (load(folder).library.Library)();
  const seconds = () => secondsOf(`/proc/self/task/${process.pid}`);
  return {
    name: "node",
    async ask(text, requests) {
      opened.open("spec.als", text);
      return requests.map((request) => {
        const begun = seconds();
        const answer = opened.ask(JSON.stringify(request), () => {});
        return { seconds: seconds() - begun, answer: JSON.parse(answer) };
      });
    },
    end() {},
  };
}

// FOLDER has playground.html.
export async function chromium(folder) {
  const page = await browser();
  await page.open(pathToFileURL(join(folder, "playground.html")).href);
  await page.until("return document.body.dataset.busy === '0' && document.body.dataset.looked !== undefined");
  let threads = [];
  const seconds = () => {
    // A worker whose question is given up ends, and another one begins.
    if (threads.length === 0 || !threads.every(existsSync)) threads = workers(page.pid);
    return threads.map(secondsOf).reduce((sum, one) => sum + one, 0);
  };
  const ask = "return libraries[1].ask(arguments[0], () => {}, new AbortController().signal)";
  // The page gives up what takes half a minute: on a machine that others use, too, that may be little work.
  const isGivenUp = (answer) => answer.answer === "refused" && answer.messages.some(({ message }) => message.startsWith("this takes too long"));
  return {
    name: "Chromium",
    async ask(text, requests) {
      await page.run("libraries[1].open(arguments[0])", text);
      const answers = [];
      for (const request of requests) {
        let asked, begun;
        for (let turn = 0; turn < 3 && (!asked || isGivenUp(asked)); turn += 1) {
          begun = seconds();
          asked = await page.run(ask, request);
        }
        answers.push({ seconds: seconds() - begun, answer: asked });
      }
      return answers;
    },
    end: page.end,
  };
}

// What a thread has been on a processor so far.
function secondsOf(thread) {
  return Number(readFileSync(`${thread}/schedstat`, "utf8").split(" ")[0]) / 1e9;
}

// The threads of the page's workers, among all that a process has started.
function workers(ancestor) {
  const parent = (pid) => Number(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) \S+ /s, "").split(" ")[0]);
  const isBelow = (pid) => pid > 1 && (pid === ancestor || isBelow(parent(pid)));
  const found = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!isBelow(Number(pid))) continue;
      const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
      found.push(...threads.filter((thread) => readFileSync(`${thread}/comm`, "utf8").startsWith("DedicatedWorker")));
    } catch (error) {
      // Processes end while they are looked at.
      if (!["ENOENT", "ESRCH"].includes(error.code)) throw error;
    }
  }
  return found;
}
