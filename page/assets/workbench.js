
const refusal = (message) => ({ answer: "refused", messages: [{ message, text: message, help: [], places: [] }] });
const reason = (answer) => answer.messages.map((one) => one.message + one.help.map((help) => ` (${help})`).join("")).join("; ");

const now = { spec: undefined, entry: undefined, scope: null, view: undefined, shown: undefined, judged: undefined, pinned: undefined, edited: undefined, frame: 0, kinds: new Set(), ways: [], forked: undefined, hidden: new Set(), projected: new Map(), told: 0, seed: 1, chosen: undefined };
const asking = new Map();
let timer = 0;

// Asks in place of what was asked before by that name: a late answer is nobody's.
async function ask(name, request, tell = () => {}) {
  asking.get(name)?.abort();
  const control = new AbortController();
  asking.set(name, control);
  const isMine = () => asking.get(name) === control;
  busy();
  try {
    const answer = await transport.ask(request, (part) => { if (isMine()) tell(part); }, control.signal);
    return isMine() ? answer : undefined;
  } catch (error) {
    return isMine() ? refusal(`there is no answer: ${error.message}`) : undefined;
  } finally {
    if (isMine()) asking.delete(name);
    busy();
  }
}

function busy() {
  if (!asking.has("instance")) byId("random").textContent = "Random";
  byId("status").textContent = asking.size > 0 ? "searching…" : "";
  document.body.dataset.busy = String(asking.size);
}

const about = () => ({ command: now.entry.wanted, ...(now.scope && { scope: scopeText(now.scope, now.entry) }), hidden: [...now.hidden], projected: [...now.projected] });

// A text was saved, or typed.
async function opened() {
  const spec = await ask("spec", { ask: "spec" });
  if (!spec) return;
  if (spec.answer === "refused") return say(reason(spec));
  const isFirst = !now.spec;
  const before = now.entry?.name;
  // What the spec or its theme projects over is chosen here until somebody chooses otherwise.
  if (String(spec.projected) !== String(now.spec?.projected ?? [])) now.projected = new Map(spec.projected);
  now.spec = spec;
  document.title = `${spec.name} – Korrel`;
  byId("name").textContent = spec.name;
  if (!transport.isEditable) byId("text").value = spec.text;
  colour();
  ask("report", { ask: "report" }).then((answer) => { if (answer?.answer === "report") showReport(answer.report); });
  showMessages(spec, (place) => select(place));
  if (!spec.isGood) return showChange(now.view, Boolean(now.view));
  const entries = spec.entries = spec.entries.filter((entry) => !transport.isHidden?.(entry));
  byId("command").replaceChildren(...entries.map((entry, at) => {
    const option = element("option", entry.text);
    option.value = at;
    return option;
  }));
  const wanted = isFirst ? transport.command?.() : before;
  const at = Math.max(0, entries.findIndex((entry) => entry.name === wanted || (isFirst && entry.wanted === wanted)));
  byId("command").value = at;
  choose(entries[at], now.entry?.name === entries[at]?.name);
}

function say(words) {
  const place = byId("change");
  place.replaceChildren();
  element("p", words, place).className = "broken";
}

function choose(entry, isKept) {
  if (!entry) return;
  // The same command keeps its place over a save, and its scope while that has the same names.
  const names = (sizes) => JSON.stringify(sizes?.map(([name]) => name));
  if (!isKept || (now.scope && names(now.scope) !== names(sizesOf(entry)))) now.scope = null;
  now.entry = entry;
  now.ways = [];
  if (!isKept) {
    now.view = now.shown = now.pinned = undefined;
    pinned();
  }
  leaveEditing();
  showSizes(entry, now.scope, (scope) => { now.scope = scope; choose(now.entry, true); });
  look();
  go(isKept && now.shown?.id ? now.shown.id : "0", true);
  transport.chosen?.(entry);
}

async function look() {
  const show = (view) => {
    now.view = view;
    showBars(view, (id) => go(id));
    showChange(view, false);
    byId("all").textContent = `of ${totalText(view)}`;
    if (view.isListed && view.sizes.length === 0) none();
    else showTicks(now.judged, view, hover);
  };
  const view = await ask("look", { ask: "look", ...about() }, show);
  if (!view) return;
  if (view.answer === "view") show(view);
  else say(reason(view));
  document.body.dataset.looked = String(now.spec.version);
}

// Nothing of an earlier text stays: what is said of its instances would be taken for the new one's.
function none() {
  pause();
  for (const name of ["judge", "evaluate", "holding"]) asking.get(name)?.abort();
  now.shown = now.judged = now.lit = undefined;
  const words = now.view?.check ? "It holds within the scope: there is no counterexample." : "There is no instance within the scope.";
  byId("shown").querySelector("figcaption").textContent = now.view?.why ? now.view.why.text.trim() : words;
  byId("shown").querySelector(".picture").replaceChildren();
  explorable(byId("shown").querySelector(".picture"));
  byId("value").replaceChildren();
  for (const part of ["ticks", "facts", "tables"]) byId(part).replaceChildren();
  byId("player").hidden = byId("ways").hidden = true;
}

// Goes to the instance of a number. After a save there may be fewer: then to the first one.
async function go(id, isAgain = false) {
  leaveEditing();
  const answer = await ask("instance", { ask: "instances", ...about(), first: id, most: 1 });
  if (!answer) return;
  if (answer.answer === "refused") return say(reason(answer));
  const [found] = answer.found;
  if (found) return show(found);
  if (isAgain && id !== "0") return go("0");
  if (id === "0") return none();
  byId("status").textContent = `there is no instance ${id}`;
}

const next = (by) => {
  const id = now.shown?.id;
  if (id === undefined || id === null) return go("0");
  const to = BigInt(id) + BigInt(by);
  if (to >= 0n) go(String(to));
};

async function another() {
  if (!now.shown) return;
  const first = String(BigInt(now.shown.id ?? "0") + 1n);
  const answer = await ask("instance", { ask: "kind", ...about(), first, seen: [...now.kinds].slice(-1000) });
  if (!answer) return;
  if (answer.answer === "refused") return say(reason(answer));
  if (answer.found.length > 0) return show(answer.found[0]);
  byId("status").textContent = "all kinds from here on were shown; the next begins again";
  now.kinds = new Set();
}

async function random() {
  now.seed += 1;
  byId("random").textContent = "Searching…";
  const answer = await ask("instance", { ask: "random", ...about(), seed: (Date.now() % 1e9) * 1000 + now.seed });
  if (!answer) return;
  byId("random").textContent = "Random";
  if (answer.answer === "refused") return say(reason(answer));
  if (answer.found.length > 0) show(answer.found[0]);
}

// Goes another way than the trace that is shown. A fork shows the new state, and the next one takes its place.
async function fork(way) {
  const found = now.shown;
  if (!found || byId("ways").hidden) return;
  const state = way === "step" ? now.forked ?? now.frame : 0;
  const answer = await ask("instance", { ask: "fork", ...about(), record: found.record, way, state, seen: now.ways });
  if (!answer) return;
  if (answer.answer === "refused") return say(reason(answer));
  now.ways = answer.seen;
  if (answer.end) {
    byId("way").textContent = answer.end;
    return;
  }
  const names = { step: `another step from state ${state}`, path: "another path", start: "another first state", configuration: "another configuration" };
  show({ ...answer.found, name: names[way] });
  if (way !== "step") return;
  const { loop, pictures } = now.shown;
  now.forked = state;
  now.frame = state + 1 < pictures.length ? state + 1 : loop + (state + 1 - loop) % (pictures.length - loop);
  draw(now.shown);
}

function show(found) {
  pause();
  now.forked = undefined;
  byId("change").querySelectorAll(".broken").forEach((words) => words.remove());
  now.shown = found;
  now.kinds.add(found.kind);
  now.frame = 0;
  byId("number").value = found.id ?? "";
  showDrawn(found.shapes, now.hidden, redraw);
  showProjected(found.sigs, found.projected, (sig, at) => {
    // A theme calls a sig of another module by the module's path.
    const last = (name) => name.split("/").pop();
    const isIt = (name) => name === sig || (!found.sigs.includes(name) && last(name) === last(sig));
    const of = [...now.projected].map(([name, place]) => (isIt(name) ? [sig, at] : [name, place]));
    now.projected = new Map([...of, [sig, at]].filter(([, place]) => place !== undefined));
    redraw();
  });
  draw(found);
  evaluate();
  judge(found.record);
}

// What is shown, after a choice of how it is drawn.
async function redraw() {
  const { id, key, kind, name, record } = now.shown;
  if (id) return go(id);
  const judged = await ask("instance", { ask: "judge", ...about(), record });
  if (judged?.drawn) show({ ...judged.drawn, id, key, kind, name });
}

function captionOf(found) {
  const name = found.id === null || found.id === undefined ? found.name ?? "drawn at random" : `${now.view?.check ? "counterexample" : "instance"} ${found.id}`;
  return [name, found.key && `key ${found.key}`, found.caption].filter(Boolean).join(", ");
}

const isPlayed = (found) => !found.record.post && found.pictures.length > 1;

function draw(found) {
  const figure = byId("shown");
  figure.querySelector("figcaption").textContent = captionOf(found) + (now.edited ? ", changed" : "");
  const place = figure.querySelector(".picture");
  place.classList.remove("old");
  now.frame = Math.min(now.frame, found.pictures.length - 1);
  const shown = isPlayed(found) ? [found.pictures[now.frame]] : found.pictures;
  place.replaceChildren(...shown.map(drawnPicture));
  explorable(place);
  place.setAttribute("aria-label", `the drawing of ${captionOf(found)}`);
  byId("player").hidden = !isPlayed(found);
  if (isPlayed(found)) {
    byId("frame").max = found.pictures.length - 1;
    byId("frame").value = now.frame;
    const step = found.steps[now.frame];
    const ending = now.frame === found.pictures.length - 1 ? found.ending ?? "" : "";
    byId("frame-name").textContent = [found.pictures[now.frame][0], step && `then ${step}`, ending].filter(Boolean).join(", ");
  }
  byId("ways").hidden = typeof found.record.loop !== "number";
  byId("way").textContent = "";
  byId("fork").textContent = `New fork from state ${now.forked ?? now.frame}`;
  const states = found.record.states;
  const { heap, shapes } = { heap: states ? states[now.frame] : found.record, shapes: found.shapes };
  byId("tables").replaceChildren();
  if (now.edited) editTables(now.edited, shapes, byId("tables"), edited);
  else {
    tables(heap, found.types, byId("tables"));
    if (found.record.post) {
      element("h3", "after", byId("tables"));
      tables(found.record.post, found.types, byId("tables"));
    }
  }
  if (now.pinned) compare();
  light(place, now.lit?.[states ? now.frame : 0] ?? []);
}

async function judge(record) {
  const judged = await ask("judge", { ask: "judge", ...about(), record });
  if (!judged) return;
  if (judged.answer === "refused") {
    now.judged = undefined;
    showTicks(undefined, now.view, hover);
    byId("facts").replaceChildren(element("li", reason(judged)));
    return;
  }
  now.judged = judged;
  showTicks(judged, now.view, hover);
  if (now.edited && judged.drawn) draw({ ...now.shown, ...judged.drawn, id: now.shown.id, key: null });
  else if (now.edited) byId("shown").querySelector(".picture").classList.add("old");
}

async function evaluate() {
  const expression = byId("expression").value.trim();
  now.lit = undefined;
  const place = byId("value");
  if (expression === "" || !now.shown) {
    place.replaceChildren();
    light(byId("shown"), []);
    return;
  }
  const record = now.edited ?? now.shown.record;
  const answer = await ask("evaluate", { ask: "evaluate", ...about(), record, expression });
  if (!answer) return;
  place.replaceChildren();
  if (answer.answer === "refused") {
    for (const one of answer.messages) element("p", one.text.trim() || one.message, place).className = "broken";
    return light(byId("shown"), []);
  }
  now.lit = answer.values.map((value) => value.tuples ?? []);
  const many = answer.values.length > 1;
  answer.values.forEach((value, at) => {
    const words = element("p", (many ? `state ${at}: ` : "") + valueText(value), place);
    if ("holds" in value) words.className = value.holds ? "holds" : "broken";
  });
  light(byId("shown"), now.lit[many ? now.frame : 0] ?? []);
  if (answer.values.some((value) => value.tuples)) return;
  const counted = await ask("holding", { ask: "holding", ...about(), expression });
  if (!counted) return;
  element("p", counted.answer === "refused" ? reason(counted) : holdingText(counted.rows, counted.all), place).className = "note";
}

// Two side by side.
function pinned() {
  const { pinned: kept } = now;
  byId("pin").setAttribute("aria-pressed", String(Boolean(kept)));
  byId("pinned").hidden = !kept;
  if (!kept) return document.querySelectorAll(".differs").forEach((part) => part.classList.remove("differs"));
  byId("pinned").querySelector("figcaption").textContent = `pinned: ${captionOf(kept)}`;
  byId("pinned").querySelector(".picture").replaceChildren(...kept.pictures.slice(0, isPlayed(kept) ? 1 : undefined).map(drawnPicture));
  explorable(byId("pinned").querySelector(".picture"));
  compare();
}

function compare() {
  const [one, other] = ["pinned", "shown"].map((name) => byId(name).querySelector("svg"));
  if (one && other) differ(one, other);
}

function pin() {
  now.pinned = now.pinned ? undefined : now.shown;
  pinned();
}

// A drawing that is changed.
function edit() {
  if (now.edited) return leaveEditing(true);
  if (!now.shown || now.shown.record.states || now.shown.record.post) {
    byId("status").textContent = "only a single heap can be changed";
    return;
  }
  const { objects, roots, sets, relations } = now.shown.record;
  now.edited = JSON.parse(JSON.stringify({ roots, objects, sets, relations }));
  document.body.classList.add("editing");
  byId("edit").setAttribute("aria-pressed", "true");
  byId("how").hidden = false;
  draw(now.shown);
}

function leaveEditing(isDrawn = false) {
  if (!now.edited) return;
  now.edited = now.chosen = undefined;
  document.body.classList.remove("editing");
  byId("how").hidden = true;
  byId("edit").setAttribute("aria-pressed", "false");
  if (isDrawn && now.shown) show(now.shown);
}

function edited(heap) {
  now.edited = heap;
  judge(heap);
  evaluate();
}

byId("shown").addEventListener("click", (event) => {
  if (!now.edited) return;
  const [node, edge] = [event.target.closest(".node"), event.target.closest(".edge")];
  if (edge) return edited(unlinked(now.edited, edge.dataset.from, edge.dataset.to));
  if (!node) return;
  const from = now.chosen;
  now.chosen = undefined;
  if (from && now.edited.objects[from]) return edited(linked(now.edited, from, node.dataset.object, now.shown.shapes));
  now.chosen = node.dataset.object;
  node.classList.add("chosen");
});

// The player.
function frame(to) {
  const found = now.shown;
  if (!found || !isPlayed(found)) return;
  const last = found.pictures.length - 1;
  if (to > last) to = found.loop ?? last;
  now.forked = undefined;
  now.frame = Math.max(0, to);
  draw(found);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  byId("play").textContent = "▶";
  byId("play").setAttribute("aria-label", "play");
}

function play() {
  if (timer) return pause();
  byId("play").textContent = "▮▮";
  byId("play").setAttribute("aria-label", "pause");
  timer = setInterval(() => {
    const found = now.shown;
    if (!found || (now.frame === found.pictures.length - 1 && typeof found.loop !== "number")) return pause();
    frame(now.frame + 1);
  }, 900);
}

// The text.
function colour() {
  const errors = (now.spec?.diagnostics ?? []).filter((one) => one.severity === "error");
  const wrong = new Map(errors.flatMap((one) => one.places.filter((place) => place.primary && place.file === now.spec.name).map((place) => [place.line, one.message])).reverse());
  byId("coloured").replaceChildren(coloured(byId("text").value, wrong, new Set(now.told ? [now.told] : [])));
  scrolled();
}

function scrolled() {
  byId("coloured").scrollTop = byId("text").scrollTop;
  byId("coloured").scrollLeft = byId("text").scrollLeft;
}

function hover(line) {
  now.told = line;
  colour();
}

function select({ line, column, end_line, end_column }) {
  const area = byId("text");
  const lines = area.value.split("\n");
  const place = (row, at) => lines.slice(0, row - 1).reduce((sum, words) => sum + words.length + 1, 0) + at - 1;
  area.focus();
  area.setSelectionRange(place(line, column), place(end_line, end_column));
  area.scrollTop = Math.max(0, (byId("coloured").querySelectorAll(".line")[line - 1]?.offsetTop ?? 0) - 60);
}

async function download() {
  const answer = await ask("records", { ask: "records", ...about(), most: 10000 });
  if (!answer) return;
  if (answer.answer === "refused") return say(reason(answer));
  const url = URL.createObjectURL(new Blob(answer.lines.map((line) => line + "\n"), { type: "application/x-ndjson" }));
  const link = element("a");
  link.href = url;
  link.download = `${now.spec.name.replace(/^.*\//, "").replace(/\.als$/, "")}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const keys = {
  ArrowRight: () => next(1), n: () => next(1), ArrowLeft: () => next(-1), p: () => next(-1), Home: () => go("0"),
  k: another, r: random, i: pin, e: edit, "[": () => frame(now.frame - 1), "]": () => frame(now.frame + 1), t: dark,
  F: () => fork("step"), T: () => fork("path"), I: () => fork("start"), C: () => fork("configuration"),
  "/": () => byId("expression").focus(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("input, textarea, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

const clicks = { first: () => go("0"), previous: () => next(-1), next: () => next(1), kind: another, random, pin, edit, theme: dark, download, play, "frame-previous": () => frame(now.frame - 1), "frame-next": () => frame(now.frame + 1), fork: () => fork("step"), path: () => fork("path"), start: () => fork("start"), configuration: () => fork("configuration") };
for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
byId("frame").addEventListener("input", () => { pause(); frame(Number(byId("frame").value)); });
byId("go").addEventListener("submit", (event) => {
  event.preventDefault();
  const id = byId("number").value.replace(/[\s,_]/g, "");
  if (/^\d+$/.test(id)) go(id.replace(/^0+(?=\d)/, ""));
  else byId("status").textContent = "an instance has a number, from 0 on";
});
byId("evaluate").addEventListener("submit", (event) => {
  event.preventDefault();
  evaluate();
});
byId("sizes").addEventListener("submit", (event) => event.preventDefault());
byId("command").addEventListener("change", () => choose(now.spec.entries[Number(byId("command").value)], false));
byId("text").addEventListener("scroll", scrolled);
byId("text").readOnly = !transport.isEditable;
byId("text").addEventListener("input", () => {
  colour();
  transport.typed?.(byId("text").value);
});
if (matchMedia("(prefers-color-scheme: dark)").matches) dark();
transport.start(opened);
document.body.dataset.ready = "yes";
