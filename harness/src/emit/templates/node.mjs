// Inputs that failed under @SPEC@. Written by korrel test --emit-test node. Run: node --test

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const DRIVER = [@DRIVER@];

function check(header, input, wanted) {
  const [program, ...words] = DRIVER;
  const options = { input: `${header}\n${input}\n`, encoding: "utf8", timeout: 60000 };
  const answers = spawnSync(program, words, options);
  const lines = (answers.stdout ?? "").split("\n");
  assert.ok(lines[1], `the driver did not answer: ${answers.stderr}`);
  const [reply, sent, expected] = [JSON.parse(lines[1]), JSON.parse(input), JSON.parse(wanted)];
  assert.equal(reply.id, sent.id);
  assert.equal(reply.fail, undefined);
  assert.equal("throw" in reply, expected.throws, JSON.stringify(reply.throw));
  if ("throw" in expected) assert.equal(reply.throw.type, expected.throw);
  const { unordered } = expected;
  const post = reply.post ?? { objects: sent.objects };
  if ("post" in expected) {
    assert.deepEqual(normal(post.objects, unordered), normal(expected.post, unordered));
  }
  if ("result" in expected) {
    const ordered = (found) => (unordered.includes("result") ? [...found].sort() : found);
    assert.deepEqual(ordered(reply.result ?? null), ordered(expected.result));
  }
  if ("eval" in expected) {
    const { roots, objects, sets, relations } = sent;
    const record = { roots, objects, sets, relations, post, result: reply.result };
    const [evaluator, ...rest] = expected.eval;
    const judged = spawnSync(evaluator, rest, { input: JSON.stringify(record), encoding: "utf8" });
    assert.equal(judged.status, 0, judged.stdout + judged.stderr);
  }
}

function normal(objects, unordered) {
  const value = (type, field, found) =>
    unordered.includes(`${type}.${field}`) ? [...found].sort() : found;
  const fields = (of) =>
    Object.entries(of).map(([field, found]) => [field, value(of.$type, field, found)]);
  const renewed = Object.entries(objects).map(([id, of]) => [id, Object.fromEntries(fields(of))]);
  return Object.fromEntries(renewed);
}
