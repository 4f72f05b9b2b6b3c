"use strict";
// Everything that comes from a spec is put into the page as text, or as pictures that are parsed as data.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const all = data.instances;
let shown = all.map((_, at) => at);
let open = -1;
let frame = 0;

function element(name, text, parent) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}

function picture(drawn) {
  const [, body, width, height] = drawn;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${width + 8} ${height + 8}" width="${width + 8}" height="${height + 8}">${body}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

const title = (instance) => "instance " + (instance.id ?? "") + (instance.key ? "  " + instance.key : "");

// Cards are filled as they come into sight: thousands stay quick. Those of the first screen are filled before it is shown.
const cards = [];
const sight = new IntersectionObserver((entries) => {
  draw(entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target));
}, { rootMargin: "300px" });

// Letters stay readable: what is larger than its card is scrolled.
const LEAST = 0.85;

// All rooms are measured first: each measure after a change would lay out the page again.
function draw(chosen) {
  const open = chosen.filter((card) => !card.lastChild.firstChild);
  const rooms = open.map((card) => [card.lastChild.clientWidth, card.lastChild.clientHeight]);
  open.forEach((card, at) => {
    sight.unobserve(card);
    const drawn = picture(all[card.dataset.at].pictures[0]);
    const [width, height] = ["width", "height"].map((side) => Number(drawn.getAttribute(side)));
    const scale = Math.max(LEAST, Math.min(1, rooms[at][0] / width, rooms[at][1] / height));
    drawn.setAttribute("width", width * scale);
    drawn.setAttribute("height", height * scale);
    card.lastChild.append(drawn);
  });
}

function drawSeen() {
  const seen = [];
  for (const at of shown) {
    const { top, bottom } = cards[at].getBoundingClientRect();
    if (top > innerHeight) break;
    if (bottom >= 0) seen.push(cards[at]);
  }
  draw(seen);
}

function fill() {
  const part = document.createDocumentFragment();
  all.forEach((instance, at) => {
    const card = element("button", undefined, part);
    card.type = "button";
    const width = instance.pictures[0][2];
    card.className = width > 560 ? "card full" : width > 240 ? "card wide" : "card";
    card.dataset.at = at;
    const frames = instance.pictures.length;
    const told = instance.caption ?? (frames > 1 ? `${frames} frames` : "");
    element("span", title(instance) + (told ? `  (${told})` : ""), card);
    element("div", undefined, card);
    cards.push(card);
    sight.observe(card);
  });
  byId("gallery").append(part);
}

function filter() {
  const words = byId("search").value.trim().toLowerCase();
  const least = byId("least").value === "" ? 0 : Number(byId("least").value);
  const most = byId("most").value === "" ? Infinity : Number(byId("most").value);
  const chosen = [...document.querySelectorAll("#values select")].map((select) => select.value);
  const fits = (instance) => {
    if (instance.size < least || instance.size > most) return false;
    if (chosen.some((value, at) => value !== "" && instance.values[at] !== value.slice(1))) return false;
    if (words === "") return true;
    if (/^\d+$/.test(words) && String(instance.id) === words) return true;
    if (instance.key && instance.key.startsWith(words)) return true;
    if (/^\d+$/.test(words)) return false;
    instance.text ??= JSON.stringify([instance.record, instance.values]).toLowerCase();
    return instance.text.includes(words);
  };
  shown = [];
  all.forEach((instance, at) => {
    const is = fits(instance);
    cards[at].hidden = !is;
    if (is) shown.push(at);
  });
  byId("shown").textContent = shown.length === all.length ? `${all.length} instances` : `${shown.length} of ${all.length}`;
  if (open >= 0) steps();
  else drawSeen();
}

function text(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map((item) => (Array.isArray(item) ? item.map(text).join("→") : text(item))).join(", ") || "–";
  if (typeof value === "object") return Object.entries(value).map(([key, item]) => key + "→" + text(item)).join(", ") || "–";
  return String(value);
}

function table(head, rows, parent) {
  if (rows.length === 0) return;
  const made = element("table", undefined, parent);
  const top = element("tr", undefined, element("thead", undefined, made));
  head.forEach((name) => element("th", name, top));
  const body = element("tbody", undefined, made);
  for (const row of rows) {
    const line = element("tr", undefined, body);
    row.forEach((cell) => element("td", cell, line));
  }
}

function tables(state, parent) {
  const pairs = (head, members) => table([head, ""], Object.entries(members ?? {}).map(([name, value]) => [name, text(value)]), parent);
  pairs("root", state.roots);
  for (const type of data.types) {
    const own = Object.entries(state.objects).filter(([, object]) => object.$type === type);
    const fields = [...new Set(own.flatMap(([, object]) => Object.keys(object)))].filter((name) => name !== "$type");
    table([type, ...fields], own.map(([id, object]) => [id, ...fields.map((name) => (name in object ? text(object[name]) : ""))]), parent);
  }
  pairs("set", state.sets);
  pairs("relation", state.relations);
  pairs("witness", state.witness);
}

function show(at, at_frame) {
  open = at;
  const instance = all[at];
  frame = Math.max(0, Math.min(at_frame, instance.pictures.length - 1));
  byId("gallery").hidden = true;
  byId("single").hidden = false;
  byId("name").textContent = title(instance) + (instance.caption ? `: ${instance.caption}` : "");
  const two = Boolean(instance.record.post);
  const states = instance.record.states;
  byId("stepper").hidden = two || instance.pictures.length < 2;
  const name = instance.pictures[frame][0];
  byId("frame").textContent = states ? name : `${name} (${frame + 1} of ${instance.pictures.length})`;
  byId("graph").replaceChildren();
  for (const drawn of two || states ? instance.pictures : [instance.pictures[frame]]) {
    const figure = element("figure", undefined, byId("graph"));
    if (states && drawn === instance.pictures[frame]) figure.className = "current";
    if (drawn[0]) element("figcaption", drawn[0], figure);
    figure.append(picture(drawn));
  }
  if (instance.ending) element("figcaption", instance.ending, element("figure", undefined, byId("graph")));
  byId("graph").querySelector(".current")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  byId("facts").replaceChildren();
  data.expressions.forEach((expression, nth) => {
    const pair = element("div", undefined, byId("facts"));
    element("dt", expression, pair);
    element("dd", instance.values[nth], pair);
  });
  byId("tables").replaceChildren();
  if (states) {
    element("h2", name, byId("tables"));
    tables({ ...states[frame], witness: instance.record.witness }, byId("tables"));
  } else {
    tables(instance.record, byId("tables"));
  }
  if (two) {
    element("h2", "after", byId("tables"));
    tables(instance.record.post, byId("tables"));
  }
  steps();
  history.replaceState(null, "", "#" + at);
}

function steps() {
  byId("previous").disabled = !shown.some((at) => at < open);
  byId("next").disabled = !shown.some((at) => at > open);
  byId("frame-previous").disabled = frame === 0;
  byId("frame-next").disabled = frame + 1 >= all[open].pictures.length;
}

function step(by) {
  const to = by > 0 ? shown.find((at) => at > open) : shown.findLast((at) => at < open);
  if (to !== undefined) show(to, 0);
}

function gallery() {
  const from = open;
  open = -1;
  byId("single").hidden = true;
  byId("gallery").hidden = false;
  history.replaceState(null, "", "#");
  if (from >= 0) {
    cards[from].scrollIntoView({ block: "center" });
    cards[from].focus({ preventScroll: true });
  }
  drawSeen();
}

function dark() {
  document.body.dataset.theme = document.body.dataset.theme === "dark" ? "light" : "dark";
}

const keys = {
  ArrowRight: () => step(1), n: () => step(1), ArrowLeft: () => step(-1), p: () => step(-1),
  ArrowDown: () => show(open, frame + 1), "]": () => show(open, frame + 1),
  ArrowUp: () => show(open, frame - 1), "[": () => show(open, frame - 1),
  g: gallery, Escape: gallery,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("input")) {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "Enter") {
      event.preventDefault();
      event.target.blur();
      if (shown.length > 0) show(shown[0], 0);
    }
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    byId("search").focus();
  } else if (event.key === "t") {
    dark();
  } else if (open >= 0 && keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
});

byId("gallery").addEventListener("click", (event) => {
  const card = event.target.closest(".card");
  if (card) show(Number(card.dataset.at), 0);
});
byId("back").addEventListener("click", gallery);
byId("previous").addEventListener("click", () => step(-1));
byId("next").addEventListener("click", () => step(1));
byId("frame-previous").addEventListener("click", () => show(open, frame - 1));
byId("frame-next").addEventListener("click", () => show(open, frame + 1));
byId("theme").addEventListener("click", dark);
byId("filters").addEventListener("input", filter);
byId("clear").addEventListener("click", () => {
  byId("filters").reset();
  filter();
});

byId("spec").textContent = data.spec;
byId("command").textContent = data.command;
document.title = data.spec + " – " + data.command;
data.expressions.forEach((expression, nth) => {
  const label = element("label", expression + " ", byId("values"));
  const select = element("select", undefined, label);
  element("option", "any", select).value = "";
  for (const value of new Set(all.map((instance) => instance.values[nth]))) element("option", value, select).value = "=" + value;
});
if (document.body.dataset.theme === "light" && matchMedia("(prefers-color-scheme: dark)").matches) dark();
fill();
filter();
const wanted = Number(location.hash.slice(1));
if (location.hash.length > 1 && all[wanted]) show(wanted, 0);
document.body.dataset.ready = "yes";
