const data = JSON.parse(document.getElementById("data").textContent);
const all = data.instances;
let shown = all.map((_, at) => at);
let open = -1;
let frame = 0;
let timer = 0;
// The values of an instance's expressions, to be chosen by: of a trace those of all states.
const told = (values) => values.join("; ");

const title = (instance) => "instance " + (instance.id ?? "") + (instance.key ? "  " + instance.key : "");

// Cards are filled as they come into sight: thousands stay quick. Those of the first screen are filled before it is shown.
const cards = [];
const sight = new IntersectionObserver((entries) => {
  draw(entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target));
}, { rootMargin: "300px" });

// A card is as high as its drawing, which becomes smaller where the card has no room for it: nothing is cut.
function draw(chosen) {
  for (const card of chosen.filter((card) => !card.lastChild.firstChild)) {
    sight.unobserve(card);
    card.lastChild.append(picture(all[card.dataset.at].pictures[0]));
  }
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
    card.className = "card";
    card.dataset.at = at;
    const frames = instance.pictures.length;
    const caption = instance.caption ?? (frames > 1 ? `${frames} frames` : "");
    element("span", title(instance) + (caption ? `  (${caption})` : ""), card);
    element("div", undefined, card);
    cards.push(card);
    sight.observe(card);
  });
  byId("gallery").append(part);
  spans();
}

// Each card has as many columns as its drawing needs.
function spans() {
  const columns = getComputedStyle(byId("gallery")).gridTemplateColumns.split(" ").map(parseFloat);
  // Nothing is measured while it is hidden.
  if (!(columns[0] > 0)) return;
  const [gap, border] = [12, 18];
  cards.forEach((card, at) => {
    const [, , width, height] = all[at].pictures[0];
    const span = Math.min(columns.length, Math.ceil((width + 8 + border + gap) / (columns[0] + gap)));
    const room = span * (columns[0] + gap) - gap - border;
    card.style.gridColumn = `span ${span}`;
    card.style.height = `${Math.min(900, Math.max(96, (height + 8) * Math.min(1, room / (width + 8)) + 48))}px`;
  });
}

function filter() {
  const words = byId("search").value.trim().toLowerCase();
  const least = byId("least").value === "" ? 0 : Number(byId("least").value);
  const most = byId("most").value === "" ? Infinity : Number(byId("most").value);
  const chosen = [...document.querySelectorAll("#values select")].map((select) => select.value);
  const fits = (instance) => {
    if (instance.size < least || instance.size > most) return false;
    if (chosen.some((value, at) => value !== "" && told(instance.values[at]) !== value.slice(1))) return false;
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
  byId("shown").textContent = shown.length === all.length ? `${all.length} instance${all.length === 1 ? "" : "s"}` : `${shown.length} of ${all.length}`;
  if (open >= 0) steps();
  else drawSeen();
}

// Before and after an operation stand beside each other; other frames are played one after the other.
const isPlayed = (instance) => !instance.record.post && instance.pictures.length > 1;
const isLooping = (instance, at) => typeof instance.loop === "number" && at >= instance.loop;

function figure(drawn, parent, scale) {
  const made = element("figure", undefined, parent);
  if (drawn[0]) element("figcaption", drawn[0], made);
  const frame = element("div", undefined, made);
  frame.className = "picture";
  if (scale) frame.dataset.scale = scale;
  frame.append(drawnPicture(drawn));
  explorable(frame);
  return made;
}

function show(at, at_frame) {
  const isOther = at !== open;
  open = at;
  if (isOther) build(all[at]);
  move(Math.max(0, Math.min(at_frame, all[at].pictures.length - 1)));
}

// What all frames of an instance share.
function build(instance) {
  pause();
  byId("gallery").hidden = true;
  byId("single").hidden = false;
  byId("name").textContent = title(instance) + (instance.caption ? `: ${instance.caption}` : "");
  const frames = instance.pictures.length;
  byId("stepper").hidden = byId("strip").hidden = !isPlayed(instance);
  byId("slider").max = frames - 1;
  byId("loop").hidden = typeof instance.loop !== "number" || frames < 2;
  if (!byId("loop").hidden) {
    const part = (at) => `calc(8px + ${at / (frames - 1)} * (100% - 16px))`;
    byId("loop").style.left = part(instance.loop);
    byId("loop").style.width = `max(8px, ${(frames - 1 - instance.loop) / (frames - 1)} * (100% - 16px))`;
  }
  byId("lanes").hidden = !instance.lanes;
  byId("lanes").replaceChildren(...(instance.lanes ? [picture(instance.lanes)] : []));
  byId("strip").replaceChildren();
  if (!isPlayed(instance)) return;
  instance.pictures.forEach((drawn, at) => {
    const card = element("button", undefined, byId("strip"));
    card.type = "button";
    card.dataset.frame = at;
    card.className = isLooping(instance, at) ? "state loop" : "state";
    element("span", drawn[0], card);
    const small = picture(drawn);
    const scale = Math.min(1, 190 / drawn[2], 130 / drawn[3]);
    small.setAttribute("width", (drawn[2] + 8) * scale);
    small.setAttribute("height", (drawn[3] + 8) * scale);
    small.setAttribute("aria-hidden", "true");
    card.append(small);
    if (instance.steps[at]) element("span", "→ " + instance.steps[at], byId("strip")).className = "action";
  });
  if (instance.ending) element("span", instance.ending, byId("strip")).className = "ending";
}

// Scrolls what holds a part, and nothing else: the player stays where it is.
function reveal(part, holder) {
  const { left, right } = part.getBoundingClientRect();
  const room = holder.getBoundingClientRect();
  holder.scrollLeft += Math.min(0, left - room.left) + Math.max(0, right - room.right);
}

// One of the frames.
function move(to) {
  frame = to;
  const instance = all[open];
  const two = Boolean(instance.record.post);
  const states = instance.record.states;
  const name = instance.pictures[frame][0];
  const place = states ? name : `${name} (${frame + 1} of ${instance.pictures.length})`;
  byId("frame").textContent = place;
  byId("step").textContent = instance.steps[frame] ? "then " + instance.steps[frame] : "";
  byId("slider").value = frame;
  byId("slider").setAttribute("aria-valuetext", place + (isLooping(instance, frame) ? ", in the loop" : ""));
  byId("stepper").className = isLooping(instance, frame) ? "loop" : "";
  const scale = byId("graph").querySelector(".picture")?.dataset.scale;
  byId("graph").replaceChildren();
  for (const drawn of two ? instance.pictures : [instance.pictures[frame]]) figure(drawn, byId("graph"), scale);
  // The room of the largest frame, as large as this one is drawn, so that nothing else moves.
  const drawn = byId("graph").querySelector("svg")?.getBoundingClientRect().width / (instance.pictures[frame][2] + 8);
  const most = (at) => (Math.max(...instance.pictures.map((picture) => picture[at])) + 8) * drawn;
  byId("graph").style.minWidth = isPlayed(instance) ? `min(100%, ${most(2)}px)` : "";
  byId("graph").style.minHeight = isPlayed(instance) ? `min(76vh, ${most(3) + 56}px)` : "";
  if (instance.ending && !isPlayed(instance)) element("figcaption", instance.ending, element("figure", undefined, byId("graph")));
  for (const card of byId("strip").querySelectorAll(".state")) {
    const is = Number(card.dataset.frame) === frame;
    card.classList.toggle("current", is);
    if (is) {
      card.setAttribute("aria-current", "step");
      reveal(card, byId("strip"));
    } else {
      card.removeAttribute("aria-current");
    }
  }
  for (const moment of byId("lanes").querySelectorAll(".moment")) {
    const is = Number(moment.dataset.state) === frame;
    moment.classList.toggle("current", is);
    if (is) reveal(moment, byId("lanes"));
  }
  byId("facts").replaceChildren();
  data.expressions.forEach((expression, nth) => {
    const pair = element("div", undefined, byId("facts"));
    element("dt", expression, pair);
    element("dd", instance.values[nth][frame] ?? told(instance.values[nth]), pair);
  });
  byId("tables").replaceChildren();
  if (states) {
    element("h2", name, byId("tables"));
    tables({ ...states[frame], witness: instance.record.witness }, data.types, byId("tables"));
  } else {
    tables(instance.record, data.types, byId("tables"));
  }
  if (two) {
    element("h2", "after", byId("tables"));
    tables(instance.record.post, data.types, byId("tables"));
  }
  steps();
  history.replaceState(null, "", "#" + open + (frame > 0 ? "." + frame : ""));
}

function steps() {
  byId("previous").disabled = !shown.some((at) => at < open);
  byId("next").disabled = !shown.some((at) => at > open);
  byId("frame-first").disabled = byId("frame-previous").disabled = frame === 0;
  byId("frame-next").disabled = following() === undefined;
}

// The frame after this one: after the last one of a loop its first one, and after the last one of all none.
function following() {
  const { pictures, loop } = all[open];
  return frame + 1 < pictures.length ? frame + 1 : loop ?? undefined;
}

function go(to) {
  pause();
  if (to !== undefined) show(open, to);
}

function play() {
  if (open < 0 || !isPlayed(all[open])) return;
  if (timer) return pause();
  if (following() === undefined) move(0);
  byId("play").textContent = "▮▮";
  byId("play").setAttribute("aria-label", "pause");
  // A reader of screens would never come to an end.
  byId("frame").setAttribute("aria-live", "off");
  timer = setInterval(() => {
    const to = following();
    if (to === undefined) pause();
    else move(to);
  }, 900);
}

function pause() {
  if (!timer) return;
  clearInterval(timer);
  timer = 0;
  byId("play").textContent = "▶";
  byId("play").setAttribute("aria-label", "play");
  byId("frame").removeAttribute("aria-live");
}

function step(by) {
  const to = by > 0 ? shown.find((at) => at > open) : shown.findLast((at) => at < open);
  if (to !== undefined) show(to, 0);
}

function gallery() {
  pause();
  const from = open;
  open = -1;
  byId("single").hidden = true;
  byId("gallery").hidden = false;
  spans();
  history.replaceState(null, "", "#");
  if (from >= 0) {
    cards[from].scrollIntoView({ block: "center" });
    cards[from].focus({ preventScroll: true });
  }
  drawSeen();
}

const keys = {
  ArrowRight: () => step(1), n: () => step(1), ArrowLeft: () => step(-1), p: () => step(-1),
  ArrowDown: () => go(following()), "]": () => go(following()), ArrowUp: () => go(frame - 1), "[": () => go(frame - 1),
  Home: () => go(0), End: () => go(all[open].pictures.length - 1), " ": play,
  g: gallery, Escape: gallery,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  // A slider moves by its own keys, and a button is pressed by the space bar.
  const isSlider = event.target.matches("[type=range]");
  if (isSlider && /^(Arrow|Page|Home|End)/.test(event.key)) return;
  if (event.target.matches("button") && event.key === " ") return;
  if (event.target.matches("input") && !isSlider) {
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
byId("frame-first").addEventListener("click", () => go(0));
byId("frame-previous").addEventListener("click", () => go(frame - 1));
byId("frame-next").addEventListener("click", () => go(following()));
byId("play").addEventListener("click", play);
byId("slider").addEventListener("input", () => go(Number(byId("slider").value)));
byId("strip").addEventListener("click", (event) => {
  const card = event.target.closest(".state");
  if (card) go(Number(card.dataset.frame));
});
byId("lanes").addEventListener("click", (event) => {
  const moment = event.target.closest(".moment");
  if (moment) go(Number(moment.dataset.state));
});
addEventListener("resize", spans);
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
  for (const value of new Set(all.map((instance) => told(instance.values[nth])))) element("option", value, select).value = "=" + value;
});
if (document.body.dataset.theme === "light" && matchMedia("(prefers-color-scheme: dark)").matches) dark();
fill();
filter();
const [wanted, wantedFrame] = location.hash.slice(1).split(".").map(Number);
if (location.hash.length > 1 && all[wanted]) show(wanted, wantedFrame || 0);
// There is nothing to choose from.
else if (all.length === 1) show(0, 0);
document.body.dataset.ready = "yes";
