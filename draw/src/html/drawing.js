"use strict";
// Everything that comes from a spec is put into the page as text, or as pictures that are parsed as data.
const byId = (id) => document.getElementById(id);

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

// A drawing whose objects and arrows can be found again. Boxes and arrows stand in the picture in the order of their names.
function drawnPicture(drawn) {
  const svg = picture(drawn);
  const [, , , , objects = [], arrows = []] = drawn;
  let labels = 0;
  const nodes = [...svg.querySelectorAll(".node")];
  const edges = [...svg.querySelectorAll(".edge")];
  nodes.forEach((node, at) => { node.dataset.object = objects[at]; });
  edges.forEach((edge, at) => {
    const [from, to, isLabelled] = arrows[at];
    if (isLabelled) edge.dataset.label = labels++;
    edge.dataset.from = objects[from];
    edge.dataset.to = objects[to];
  });
  return svg;
}

// A picture that is looked at closely: the buttons and the wheel with Ctrl make it larger, the paper is pulled, and a box
// is moved with its arrows. One that is too large for its frame begins smaller, as far as it can be read.
function explorable(frame) {
  frame.parentNode.querySelector(":scope > .zoom")?.remove();
  const drawings = [...frame.querySelectorAll("svg")].map((svg) => ({ svg, size: svg.getAttribute("viewBox").split(" ").slice(2).map(Number) }));
  if (drawings.length === 0) return;
  const width = drawings.reduce((sum, { size }) => sum + size[0], 0);
  const height = Math.max(...drawings.map(({ size }) => size[1]));
  let scale = 1;
  const zoom = (to) => {
    scale = Math.min(4, Math.max(0.1, to));
    for (const { svg, size } of drawings) ["width", "height"].forEach((name, at) => svg.setAttribute(name, size[at] * scale));
  };
  // The next picture in the frame is as large.
  const keep = (to) => {
    zoom(to);
    frame.dataset.scale = scale;
  };
  const room = () => {
    const { maxHeight, paddingLeft, paddingTop } = getComputedStyle(frame);
    const high = maxHeight.endsWith("px") ? parseFloat(maxHeight) : innerHeight * 0.62;
    return Math.min((frame.clientWidth - 2 * parseFloat(paddingLeft)) / width, (high - 2 * parseFloat(paddingTop) - 2) / height);
  };
  const bar = element("div");
  bar.className = "zoom";
  for (const [sign, words, act] of [["−", "smaller", () => keep(scale / 1.25)], ["+", "larger", () => keep(scale * 1.25)], ["fit", "fit into its frame", () => keep(room())]]) {
    const button = element("button", sign, bar);
    button.type = "button";
    button.title = button.ariaLabel = words;
    button.addEventListener("click", act);
  }
  frame.after(bar);
  zoom(Number(frame.dataset.scale) || Math.min(1, Math.max(0.6, room())));
  frame.onwheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = drawings[0].svg.getBoundingClientRect();
    const [x, y, before] = [event.clientX - left, event.clientY - top, scale];
    keep(scale * Math.exp(-event.deltaY / 400));
    frame.scrollLeft += x * (scale / before - 1);
    frame.scrollTop += y * (scale / before - 1);
  };
  let pulled;
  frame.onpointerdown = (event) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    pulled = { x: event.clientX, y: event.clientY, node: event.target.closest(".node"), isMoved: false };
  };
  frame.onpointermove = (event) => {
    if (!pulled) return;
    const [x, y] = [event.clientX - pulled.x, event.clientY - pulled.y];
    if (!pulled.isMoved && Math.hypot(x, y) < 4) return;
    if (!pulled.isMoved) frame.setPointerCapture(event.pointerId);
    Object.assign(pulled, { x: event.clientX, y: event.clientY, isMoved: true });
    if (pulled.node) moveNode(pulled.node, x / scale, y / scale);
    else {
      frame.scrollLeft -= x;
      frame.scrollTop -= y;
    }
  };
  frame.onpointerup = frame.onpointercancel = () => {
    // A click that ends a pull chooses nothing.
    if (pulled?.isMoved) frame.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
    setTimeout(() => { pulled = undefined; });
  };
}

// A box elsewhere; its arrows are straight then.
function moveNode(node, x, y) {
  const svg = node.closest("svg");
  const place = node.transform.baseVal[0];
  place.setTranslate(place.matrix.e + x, place.matrix.f + y);
  const room = (one) => {
    const [{ matrix }, rect] = [one.transform.baseVal[0], one.querySelector("rect")];
    const [width, height] = ["width", "height"].map((name) => Number(rect.getAttribute(name)));
    return { x: matrix.e + width / 2, y: matrix.f + height / 2, width, height };
  };
  const named = (id) => [...svg.querySelectorAll(".node")].find((one) => one.dataset.object === id);
  for (const edge of svg.querySelectorAll(".edge")) {
    const { from, to, label } = edge.dataset;
    if (from !== node.dataset.object && to !== node.dataset.object) continue;
    const words = label === undefined ? [] : [Number(label)].flatMap((at) => [".label", ".halo[text-anchor=middle]"].map((kind) => svg.querySelectorAll(kind)[at]));
    if (from === to) {
      for (const part of [...edge.children, ...words]) {
        const before = /translate\((.+) (.+)\)/.exec(part.getAttribute("transform") ?? "translate(0 0)");
        part.setAttribute("transform", `translate(${Number(before[1]) + x} ${Number(before[2]) + y})`);
      }
      continue;
    }
    const [a, b] = [room(named(from)), room(named(to))];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const leaves = (one) => Math.min(one.width / 2 / Math.max(Math.abs(dx), 0.001), one.height / 2 / Math.max(Math.abs(dy), 0.001), 0.5);
    const at = (share) => [a.x + dx * share, a.y + dy * share];
    const [start, end, length] = [at(leaves(a)), at(1 - leaves(b)), Math.hypot(dx, dy) || 1];
    const [ux, uy] = [dx / length, dy / length];
    const corner = (side) => `${end[0] - ux * 8 - uy * side * 3.6} ${end[1] - uy * 8 + ux * side * 3.6}`;
    const [line, head] = edge.children;
    line.setAttribute("d", `M${start.join(" ")}L${end.join(" ")}`);
    head.setAttribute("d", `M${end.join(" ")}L${corner(1)}L${corner(-1)}Z`);
    for (const word of words) {
      word.setAttribute("x", (start[0] + end[0]) / 2);
      word.setAttribute("y", (start[1] + end[1]) / 2 + 4);
    }
  }
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

function tables(state, types, parent) {
  const pairs = (head, members) => table([head, ""], Object.entries(members ?? {}).map(([name, value]) => [name, text(value)]), parent);
  pairs("root", state.roots);
  for (const type of types) {
    const own = Object.entries(state.objects).filter(([, object]) => object.$type === type);
    const fields = [...new Set(own.flatMap(([, object]) => Object.keys(object)))].filter((name) => name !== "$type");
    table([type, ...fields], own.map(([id, object]) => [id, ...fields.map((name) => (name in object ? text(object[name]) : ""))]), parent);
  }
  pairs("set", state.sets);
  pairs("relation", state.relations);
  pairs("witness", state.witness);
}

function dark() {
  document.body.dataset.theme = document.body.dataset.theme === "dark" ? "light" : "dark";
}
