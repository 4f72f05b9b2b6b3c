// JavaScript's tools that compare JSON: what they make of a pair must lead from one document to the other.
import { isDeepStrictEqual } from 'node:util'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

/** A document as JavaScript's own objects and arrays. */
function plain(value) {
  if (value.members) return Object.fromEntries([...value.members].map(([key, part]) => [key, plain(part)]))
  return value.items ? value.items.map(plain) : { One: 1, Yes: true }[value.$type] ?? null
}

const copy = structuredClone

/** The steps of each library: how a document is made, and the one that it must be. */
const steps = {
  'json-diff-ts': (library, old, young) => {
    const changes = () => library.diff(old, young)
    return {
      apply: [() => library.applyChangeset(copy(old), changes()), young],
      revert: [() => library.revertChangeset(copy(young), changes()), old],
    }
  },
  'just-diff': ({ diff, diffApply }, old, young) => {
    const patched = copy(old)
    return { apply: [() => (diffApply(patched, diff(old, young)), patched), young] }
  },
  rfc6902: (library, old, young) => {
    const patched = copy(old)
    return { apply: [() => (library.applyPatch(patched, library.createPatch(old, young)), patched), young] }
  },
  jsondiffpatch: (library, old, young) => ({
    patch: [() => library.patch(copy(old), library.diff(old, young)), young],
    unpatch: [() => library.unpatch(copy(young), library.diff(old, young)), old],
  }),
}

/** The judge of a pair of plain documents, by the library of this name. */
export async function judge(name) {
  const library = { ...(await import(name)), ...(name === 'just-diff' && (await import('just-diff-apply'))) }
  return (old, young) => {
    for (const [step, [found, expected]] of Object.entries(steps[name](library, copy(old), copy(young)))) {
      const document = found()
      if (!isDeepStrictEqual(document, expected)) {
        const [from, to, got] = [old, young, document].map((value) => JSON.stringify(value))
        throw new driver.Fail(`${step}: another document`, `${from} to ${to}: ${got}`)
      }
    }
  }
}

const judged = await judge(process.argv[2])
for (const operation of ['diff', 'leaves']) driver.operation(operation, (old, young) => judged(plain(old), plain(young)), { judges: true })
driver.serve()
