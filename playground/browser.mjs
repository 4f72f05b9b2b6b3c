// Chromium without a window, driven by as much of WebDriver (W3C) as is needed here.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"];

export async function browser() {
  const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
  const call = async (path, body, method = "POST") => {
    const answered = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answered.json();
    if (value?.error) throw new Error(value.message);
    return value;
  };
  const port = await portOf(driver);
  const { sessionId } = await call("", { capabilities: { alwaysMatch: { "goog:chromeOptions": { args: ARGUMENTS } } } });
  const session = (path, body, method) => call(`/${sessionId}${path}`, body, method);
  await session("/timeouts", { script: 120_000 });
  const run = (script, ...args) => session("/execute/sync", { script, args });
  const patiently = async (what, look) => {
    const begun = Date.now();
    for (;;) {
      const value = await look();
      if (value) return value;
      if (Date.now() - begun > 180_000) throw new Error(`never: ${what}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  };
  return {
    // The process that all others of it descend from.
    pid: driver.pid,
    open: (url) => session("/url", { url }),
    // The value of a script, which may be one that is waited for.
    run,
    until: (script, ...args) => patiently(script, () => run(script, ...args)),
    // The first window, and the one that it has opened.
    both: () => patiently("a second window", async () => {
      const all = await session("/window/handles", undefined, "GET");
      return all.length === 2 && all;
    }),
    turnTo: (handle) => session("/window", { handle }),
    closeWindow: () => session("/window", undefined, "DELETE"),
    async end() {
      await call(`/${sessionId}`, undefined, "DELETE");
      driver.kill();
    },
  };
}

async function portOf(driver) {
  const lines = createInterface({ input: driver.stdout });
  for await (const line of lines) {
    const port = /on port ([1-9]\d*)/.exec(line)?.[1];
    if (!port) continue;
    // Nobody reads what it says later.
    driver.stdout.resume();
    return port;
  }
  throw new Error("chromedriver does not start");
}
