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

