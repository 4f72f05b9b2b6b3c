
// Questions go to the library in WebAssembly, in workers: what counts and compares has one of its own, so that it blocks nothing
// else. A question that nobody waits for any more, or that takes too long, ends with its worker.
const kit = JSON.parse(byId("data").textContent);
const PATIENCE = 30000;
const GRACE = 150;
// What there is to begin with.
const PARTS = [["exercises", "Exercises"], ["specs", "Examples"], ["more", "More examples"]];
const SLOW = new Set(["look", "holding", "compare", "records"]);

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

const compiled = unpacked(kit.module);
const workerUrl = URL.createObjectURL(new Blob([kit.worker], { type: "text/javascript" }));

class Library {
  constructor() {
    this.waiting = new Map();
    this.queue = Promise.resolve();
    this.last = 0;
    this.begin();
  }

  begin() {
    this.worker = new Worker(workerUrl);
    this.worker.onmessage = ({ data: { id, part, answer, error } }) => {
      const asked = this.waiting.get(id);
      if (part !== undefined) return asked?.tell(JSON.parse(part));
      this.waiting.delete(id);
      if (error !== undefined) asked?.end(refusal(error));
      else asked?.end(answer === null ? undefined : JSON.parse(answer));
    };
    const worker = this.worker;
    compiled.then((module) => worker.postMessage({ module }));
    if (this.text !== undefined) worker.postMessage({ id: 0, name: "spec.als", text: this.text });
  }

  // What has begun ends with its worker.
  restart(message) {
    this.worker.terminate();
    for (const asked of this.waiting.values()) asked.end(refusal(message));
    this.waiting.clear();
    this.begin();
  }

  open(text) {
    this.text = text;
    this.worker.postMessage({ id: 0, name: "spec.als", text });
  }

  // One after the other: a worker has one thread.
  ask(request, tell, signal) {
    const asked = this.queue.then(() => this.asked(request, tell, signal));
    this.queue = asked.catch(() => {});
    return asked;
  }

  asked(request, tell, signal) {
    if (signal.aborted) return Promise.reject(new Error("nobody waits for it"));
    return new Promise((end) => {
      const id = ++this.last;
      const timers = [setTimeout(() => this.restart("this takes too long: a smaller scope may do"), PATIENCE)];
      const abort = () => timers.push(setTimeout(() => this.restart("nobody waits for it"), GRACE));
      signal.addEventListener("abort", abort);
      const done = (answer) => {
        timers.forEach(clearTimeout);
        signal.removeEventListener("abort", abort);
        end(answer);
      };
      this.waiting.set(id, { tell, end: done });
      this.worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }
}

const libraries = [new Library(), new Library()];

// The link holds the text, the command and the exercise, compressed.
const letters = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function linkOf(held) {
  const stream = new Blob([JSON.stringify(held)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return "#" + letters(bytes);
}

async function heldBy(link) {
  const coded = link.replace(/^#/, "").replace(/-/g, "+").replace(/_/g, "/");
  const bytes = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

const held = { text: "", command: undefined, exercise: undefined };
let typing = 0;
// The texts that were written here, by the names of what they began with: who looks at another example finds their own text again.
const drafts = new Map();
let begun;

const transport = {
  isEditable: true,

  async ask(request, tell, signal) {
    const answer = await libraries[SLOW.has(request.ask) ? 1 : 0].ask(request, tell, signal);
    if (!held.exercise || !answer?.diagnostics) return answer;
    // A mistake in the text may break what stands behind it, too: that is not the user's to mend.
    const isSeen = (one) => !one.places.some((place) => place.primary && place.line > held.text.split("\n").length);
    const seen = answer.diagnostics.filter(isSeen);
    return seen.length > 0 ? { ...answer, diagnostics: seen } : answer;
  },

  command: () => held.command,
  chosen: (entry) => { held.command = entry.name; },

  isHidden: (entry) => Boolean(held.exercise) && entry.wanted.startsWith("wanted_"),

  typed(text) {
    clearTimeout(typing);
    typing = setTimeout(() => this.open(text), 200);
  },

  // What judges an exercise stands behind the text, where nobody reads it.
  open(text) {
    held.text = text;
    const exercise = kit.texts.exercises.find((one) => one.name === held.exercise);
    // The assertion uses it, so that no warning names it as unused where the text has no command.
    const behind = exercise ? `\n${exercise.hidden}\nassert wanted_is_used { ${exercise.wanted} }` : "";
    for (const library of libraries) library.open(text + behind);
    opened().then(() => judgeExercise());
  },

  async start() {
    byId("examples").hidden = byId("link").hidden = false;
    const menu = byId("example");
    element("option", "–", menu).value = "";
    for (const [part, label] of PARTS) {
      const group = element("optgroup", undefined, menu);
      group.label = label;
      for (const { name, title } of kit.texts[part]) element("option", title ?? name, group).value = name;
    }
    // The address names what was chosen: to load the page again begins it again, and `Back` leads to the one before.
    menu.addEventListener("change", () => { if (menu.value) location.hash = menu.value; });
    byId("link").addEventListener("click", async () => {
      const link = await linkOf(held);
      history.replaceState(null, "", link);
      try {
        await navigator.clipboard.writeText(location.href);
        byId("status").textContent = "the link is copied";
      } catch {
        byId("status").textContent = "the link stands in the address";
      }
    });
    addEventListener("hashchange", () => this.follow());
    await this.follow();
  },

  // A name of what is here, or a whole text.
  async follow() {
    const named = decodeURIComponent(location.hash.slice(1));
    for (const [part] of PARTS) {
      const one = kit.texts[part].find((one) => one.name === named);
      if (!one) continue;
      const text = named === begun ? undefined : drafts.get(named);
      return this.begin({ ...one, ...(text !== undefined && { text }) }, part === "exercises");
    }
    if (named === "") return this.begin(kit.texts.specs[0], false);
    try {
      const { text, command, exercise: of } = await heldBy(location.hash);
      this.begin({ text: String(text), command, name: of }, of !== undefined);
    } catch {
      this.begin(kit.texts.specs[0], false);
      byId("status").textContent = "this link holds no spec";
    }
  },

  begin({ name, text, command }, isExercise) {
    clearTimeout(typing);
    if (begun) drafts.set(begun, byId("text").value);
    begun = name;
    Object.assign(held, { command, exercise: isExercise ? name : undefined });
    now.entry = now.spec = undefined;
    byId("text").value = text;
    byId("example").value = name ?? "";
    showExercise();
    this.open(text);
  },
};

const exercise = () => kit.texts.exercises.find((one) => one.name === held.exercise);

// Words with code between backquotes.
function told(words, place) {
  const line = element("p", undefined, place);
  words.split("`").forEach((part, at) => (at % 2 === 0 ? line.append(part) : element("code", part, line)));
}

function showExercise() {
  const place = byId("exercise");
  place.hidden = byId("verdict").hidden = !exercise();
  place.replaceChildren();
  byId("verdict").replaceChildren();
  if (!exercise()) return;
  element("h2", exercise().title, place);
  told(exercise().task, place);
  const hint = element("details", undefined, place);
  element("summary", "Hint", hint);
  told(exercise().hint, hint);
}

// What the answer allows too much, and what too little.
async function judgeExercise() {
  const asked = exercise();
  if (!asked || !now.spec) return;
  const place = byId("verdict");
  const entry = now.spec.isGood && (now.spec.entries.find((one) => one.wanted === asked.command) ?? now.spec.entries[0]);
  if (!entry) {
    place.replaceChildren();
    element("p", "Not judged: first mend the mistake in the text.", place).className = "broken";
    return;
  }
  const answer = await ask("exercise", { ask: "compare", command: entry.wanted, left: asked.answer, right: asked.wanted });
  if (!answer || asked !== exercise() || !now.spec?.isGood) return;
  place.replaceChildren();
  if (answer.answer === "refused") {
    const isThere = new RegExp(`\\bpred\\s+${asked.answer}\\b`).test(held.text);
    element("p", isThere ? `Not judged: ${reason(answer)}` : `Not judged: there is no predicate ${asked.answer}, which is your answer.`, place).className = "broken";
    return;
  }
  const [much, little] = answer.sides;
  if (much.count + little.count === 0) {
    element("p", "Right: it allows exactly what it should.", place).className = "holds";
    const next = kit.texts.exercises[kit.texts.exercises.indexOf(asked) + 1];
    if (next) element("a", `Next exercise: ${next.title}`, place).href = `#${next.name}`;
    return;
  }
  const say = (side, words, caption) => {
    if (side.count === 0) return;
    element("p", `It allows ${side.count} too ${words}.`, place).className = "broken";
    if (side.first) place.append(small(side.first, caption));
  };
  say(much, "many", "The smallest that is allowed, and should not be:");
  say(little, "few", "The smallest that is not allowed, and should be:");
}
