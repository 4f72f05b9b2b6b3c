// The vectors of choices that the engines of all languages share: packages/choices/README.md of the project.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { all } from 'korrel'
import { exhaustive } from 'korrel/fast-check'

const vectors = (name) => {
  const text = readFileSync(join(process.env.KORREL_SPECS, '..', 'packages', 'choices', name), 'utf8')
  return text.trim().split('\n').map((line) => JSON.parse(line))
}

const sum = (places) => places.reduce((total, place) => total + place, 0)

for (const { name, tree, again, inputs } of vectors('trees.jsonl')) {
  // If this failed, the plugin for fast-check would leave an input out, or say COMPLETE of other inputs than it tried.
  test(`draws: ${name}`, () => {
    const found = []
    let said
    const property = fc.property(fc.gen(), (draw) => {
      const places = []
      for (let at = again !== undefined && found.length >= 2 ? again : tree; at !== null; at = at[places.at(-1)]) {
        places.push(draw(fc.nat, { max: at.length - 1 }))
      }
      found.push(places)
    })
    fc.check(property, { numRuns: 10_000, plugins: [exhaustive({ report: (outcome) => (said = outcome) })] })
    if (again !== undefined) return assert.notEqual(said.verdict, 'COMPLETE')
    assert.equal(said.verdict, 'COMPLETE')
    const sizes = found.map(sum)
    assert.deepEqual(sizes, sizes.toSorted((one, other) => one - other))
    assert.deepEqual(found.map(String).sort(), inputs.flat().map(String).sort())
  })
}

/** The terms as a predicate, which reads along their paths. */
const where = (terms) => (root) => {
  const value = (path) => path.reduce((at, field) => (at === null ? null : at[field]), root)
  return terms.every(([kind, ...paths]) => {
    const [one, other] = paths.map(value)
    if (kind === 'same') return one === other
    if (kind === 'less') return one !== null && other !== null && one < other
    return (one === null) === (kind === 'null')
  })
}

function walked(root, classes) {
  const met = [root]
  const isObject = (held) => typeof held === 'object' && held !== null
  const fields = (one) => Object.keys(classes[one.constructor.name]).map((field) => one[field])
  for (const one of met) for (const held of fields(one)) if (isObject(held) && !met.includes(held)) met.push(held)
  return met.map((one) => [one.constructor.name, ...fields(one).map((held) => (isObject(held) ? `@${met.indexOf(held)}` : held))])
}

for (const vector of vectors('heaps.jsonl')) {
  // If this failed, heaps would be missing, or come in another order than in the other languages.
  test(`heaps: ${vector.name}`, () => {
    const classes = Object.fromEntries(Object.keys(vector.classes).map((name) => [name, { [name]: class {} }[name]]))
    const [root] = Object.values(classes)
    const search = all(root, { where: where(vector.where), classes, fields: vector.classes, ...vector.bounds, number: [0, 1] })
    const found = []
    for (const one of search) {
      assert.doesNotMatch(String(search), /^COMPLETE/)
      found.push(walked(one, vector.classes))
    }
    assert.match(String(search), /^COMPLETE/)
    assert.deepEqual(found, vector.heaps)
    assert.equal(search.candidates, vector.candidates)
  })
}
