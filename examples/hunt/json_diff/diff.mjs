// JavaScript's tools that compare JSON: what they make of a pair must lead from one document to the other.
import { isDeepStrictEqual } from 'node:util'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

const name = process.argv[2]
const library = await import(name)

/** A document as JavaScript's own objects and arrays. */
function plain(value) {
  if (value.members) return Object.fromEntries([...value.members].map(([key, part]) => [key, plain(part)]))
  return value.items ? value.items.map(plain) : { One: 1, Yes: true }[value.$type] ?? null
}

const compare = {
  'json-diff-ts': (old, young) => {
    const changes = () => library.diff(old, young)
    return {
      apply: [() => library.applyChangeset(copy(old), changes()), young],
      revert: [() => library.revertChangeset(copy(young), changes()), old],
    }
  },
  'just-diff': (old, young) => {
    const patched = copy(old)
    return { apply: [() => (apply(patched, library.diff(old, young)), patched), young] }
  },
  rfc6902: (old, young) => {
    const patched = copy(old)
    return { apply: [() => (library.applyPatch(patched, library.createPatch(old, young)), patched), young] }
  },
  jsondiffpatch: (old, young) => ({
    patch: [() => library.patch(copy(old), library.diff(old, young)), young],
    unpatch: [() => library.unpatch(copy(young), library.diff(old, young)), old],
  }),
}[name]
const apply = name === 'just-diff' && (await import('just-diff-apply')).diffApply
const copy = structuredClone

const judge = (old, young) => {
  ;[old, young] = [plain(old), plain(young)]
  for (const [step, [found, expected]] of Object.entries(compare(copy(old), copy(young)))) {
    const document = found()
    if (!isDeepStrictEqual(document, expected)) {
      const [from, to, got] = [old, young, document].map((value) => JSON.stringify(value))
      throw new driver.Fail(`${step}: another document`, `${from} to ${to}: ${got}`)
    }
  }
}
for (const operation of ['diff', 'leaves']) driver.operation(operation, judge, { judges: true })
driver.serve()
