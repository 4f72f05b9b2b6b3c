// @TITLE@ --emit-test node. Run: node --test

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";

const DRIVER = [@DRIVER@];

async function follow(header, calls) {
  const [program, ...words] = DRIVER;
  const driver = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  driver.stdin.on("error", () => {}); // A driver that has ended reads no more, and does not answer.
  const lines = createInterface({ input: driver.stdout })[Symbol.asyncIterator]();
  const ask = async (line) => {
    const alarm = setTimeout(() => driver.kill(), 60000);
    driver.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    clearTimeout(alarm);
    assert.ok(!done, "the driver did not answer");
    return JSON.parse(value);
  };
  try {
    await ask(header);
    let [state, root] = [{ objects: {} }, null];
    for (const [id, call] of JSON.parse(calls).entries()) {
      if (call.kind) {
        state = await step(call, state, id, ask);
        continue;
      }
      const sent = request(call, state, root);
      const reply = told(sent, await ask(JSON.stringify({ kind: "input", id, op: call.op, ...sent })));
      assert.equal(reply.id, id);
      [state, root] = check(call, sent, reply, state, root);
    }
  } finally {
    driver.kill();
  }
}

/** Begins a behaviour, or makes a call; the state afterwards. */
async function step({ kind, throws, ...call }, state, id, ask) {
  const { op, args, roots, objects, sets, relations } = call;
  const sent = kind === "reset" ? { roots, objects, sets, relations } : { op, args };
  const reply = await ask(JSON.stringify({ kind, id, ...sent }));
  assert.equal(reply.id, id);
  assert.equal(reply.fail, undefined);
  if (throws !== undefined) assert.equal("throw" in reply, throws, JSON.stringify(reply.throw));
  const before = kind === "reset" ? { objects: {}, ...JSON.parse(JSON.stringify(sent)) } : state;
  const after = { ...before, ...told(before, reply).post };
  if (call.ends) {
    const found = end(call, after, reply);
    if (!call.ends.some((right) => isDeepStrictEqual(found, right))) assert.deepEqual(found, call.ends[0], op);
  }
  return after;
}

/** The state and the result, as far as they are seen, whatever new objects are called. */
function end({ seen, known, unordered = [] }, state, reply) {
  const shown = {};
  for (const [name, of] of Object.entries(state.objects)) {
    const fields = seen[of.$type];
    if (fields) shown[name] = Object.fromEntries(Object.entries(of).filter(([field]) => fields.includes(field)));
  }
  const answer = (shown.$end = { $type: "$answer" });
  for (const [name, value] of Object.entries({ ...state.sets, ...state.relations })) {
    if (seen.$answer.includes(name)) answer[name] = value;
  }
  if (seen.$answer.includes("result")) answer.result = reply.result ?? null;
  const roots = [...known, "$end"];
  const met = normal(shown, roots, unordered)[1];
  return normal(shown, [...roots, ...met, ...Object.keys(shown).sort()], unordered)[0];
}

function request({ receiver, sigs = [], roots, objects, sets, relations }, state, root) {
  const named = sigs.map((sig) => [sig, oneOf(state.objects, sig)]);
  const own = { ...(receiver && { [receiver]: root }), ...Object.fromEntries(named) };
  const beside = { ...(sets && { sets }), ...(relations && { relations }) };
  return { ...state, roots: { ...roots, ...own }, objects: { ...state.objects, ...objects }, ...beside };
}

/** A reply with the whole state, if it tells what has changed. */
function told(sent, reply) {
  if (!("changed" in reply)) return reply;
  const { changed, roots } = reply;
  const objects = {};
  for (const name of new Set([...Object.keys(sent.objects), ...Object.keys(changed)])) {
    const now = changed[name];
    if (now !== null) objects[name] = now?.$type ? now : { ...sent.objects[name], ...now };
  }
  const isGone = (name) => Object.hasOwn(sent.objects, name) && !Object.hasOwn(objects, name);
  const left = (items) => items.filter((item) => ![item].flat().some(isGone));
  const post = { objects, ...(roots && { roots }) };
  for (const part of ["sets", "relations"]) {
    if (!sent[part] && !reply[part]) continue;
    const before = Object.entries(sent[part] ?? {}).map(([name, items]) => [name, left(items)]);
    post[part] = { ...Object.fromEntries(before), ...reply[part] };
  }
  return { ...reply, post };
}

/** The state and its root afterwards. */
function check(call, sent, reply, state, root) {
  assert.equal(reply.fail, undefined);
  assert.equal("throw" in reply, call.throws, JSON.stringify(reply.throw));
  if ("throw" in call) assert.equal(reply.throw.type, call.throw);
  const [post, unordered] = [reply.post ?? sent, call.unordered ?? []];
  if ("result" in call) {
    const ordered = (found) => (unordered.includes("result") ? [...found].sort() : found);
    assert.deepEqual(ordered(reply.result ?? null), ordered(call.result));
  }
  if ("eval" in call) {
    const [evaluator, ...rest] = call.eval;
    const input = JSON.stringify({ ...sent, post, result: reply.result });
    const judged = spawnSync(evaluator, rest, { input, encoding: "utf8" });
    assert.equal(judged.status, 0, judged.stdout + judged.stderr);
  }
  if (!("state" in call)) return [state, root];
  const changed = reply.post?.roots ?? {};
  if (call.makes) root = Object.values(changed)[0] ?? reply.result;
  else if (call.receiver) root = changed[call.receiver] ?? root;
  const { objects, sets, relations } = post;
  const [found, kept] = normal(objects, entries(call, objects, root), unordered);
  assert.deepEqual(found, call.state, call.op);
  return [{ objects: Object.fromEntries(kept.map((name) => [name, objects[name]])), sets, relations }, root];
}

function oneOf(objects, sig) {
  return Object.keys(objects).find((name) => objects[name].$type === sig);
}

function entries({ entries, rootless, allSigs = [] }, objects, root) {
  if (entries) return [...entries, ...Object.keys(objects).sort()]; // An object that nothing leads to counts, too.
  const found = [...(rootless ? [] : [root]), ...allSigs.map((sig) => oneOf(objects, sig))];
  return found.length > 0 ? found : Object.keys(objects).sort();
}

/** Objects in the order in which they are met, by their numbers, and their names. */
function normal(objects, roots, unordered) {
  const met = [...new Set(roots)];
  const renamed = (value) => {
    if (Array.isArray(value)) return value.map(renamed);
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(Object.keys(value).sort().map((key) => [renamed(key), renamed(value[key])]));
    }
    if (typeof value !== "string" || !Object.hasOwn(objects, value)) return value;
    if (!met.includes(value)) met.push(value);
    return `#${met.indexOf(value)}`;
  };
  const written = [];
  for (let at = 0; at < met.length; at++) {
    const of = objects[met[at]] ?? null;
    const field = (name) => {
      if (!unordered.includes(`${of.$type}.${name}`)) return [name, renamed(of[name])];
      return [name, renamed([...of[name]].sort()).sort()];
    };
    written.push(of && Object.fromEntries(Object.keys(of).sort().map(field)));
  }
  return [written, met.filter((name) => Object.hasOwn(objects, name))];
}
