// Calls that build the states of @SPEC@. Written by korrel explore --emit-test node. Run: node --test

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";

const DRIVER = [@DRIVER@];

async function follow(header, calls) {
  const [program, ...words] = DRIVER;
  const driver = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: driver.stdout })[Symbol.asyncIterator]();
  const ask = async (line) => {
    driver.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    assert.ok(!done, "the driver did not answer");
    return JSON.parse(value);
  };
  try {
    await ask(header);
    let [state, root] = [{ objects: {} }, null];
    for (const [id, call] of JSON.parse(calls).entries()) {
      const roots = { ...call.roots, ...ownRoots(call, state, root) };
      const sent = { ...state, roots, objects: { ...state.objects, ...call.objects } };
      const reply = await ask(JSON.stringify({ kind: "input", id, op: call.op, ...sent }));
      assert.equal(reply.fail, undefined);
      assert.equal("throw" in reply, call.throws, JSON.stringify(reply.throw));
      if (call.throws) continue;
      const { objects, sets, relations } = reply.post ?? sent;
      const changed = reply.post?.roots ?? {};
      if (call.makes) root = Object.values(changed)[0] ?? reply.result;
      else if (call.receiver) root = changed[call.receiver] ?? root;
      const [found, kept] = normal(objects, entries(call, { objects }, root), call.unordered);
      state = { objects: Object.fromEntries(kept.map((name) => [name, objects[name]])), sets, relations };
      assert.deepEqual(found, call.state, call.op);
    }
  } finally {
    driver.kill();
  }
}

function ownRoots({ receiver, sigs }, state, root) {
  const named = sigs.map((sig) => [sig, oneOf(state, sig)]);
  return { ...(receiver && { [receiver]: root }), ...Object.fromEntries(named) };
}

function oneOf({ objects }, sig) {
  return Object.keys(objects).find((name) => objects[name].$type === sig);
}

function entries({ rootless, allSigs }, state, root) {
  const found = [...(rootless ? [] : [root]), ...allSigs.map((sig) => oneOf(state, sig))];
  return found.length > 0 ? found : Object.keys(state.objects).sort();
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
    const of = objects[met[at]];
    const field = (name) => {
      if (!unordered.includes(`${of.$type}.${name}`)) return [name, renamed(of[name])];
      return [name, renamed([...of[name]].sort()).sort()];
    };
    written.push(Object.fromEntries(Object.keys(of).sort().map(field)));
  }
  return [written, met];
}
