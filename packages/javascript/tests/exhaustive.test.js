// fast-check's arbitraries, exhausted. The numbers are closed formulas and rows of the OEIS.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import fc from 'fast-check'
import { exhaustive, interchangeable } from 'korrel/fast-check'

/** All that a property of one arbitrary is run with, and what is said of it. */
function all(arbitrary, parameters = {}) {
  const seen = []
  let said
  const plugins = [exhaustive({ report: (outcome) => (said = outcome) })]
  fc.assert(
    fc.property(arbitrary, (value) => {
      seen.push(fc.stringify(value))
    }),
    { numRuns: 20_000, plugins, ...parameters },
  )
  assert.equal(said.inputs, seen.length)
  return { seen, said }
}

/** What is said of a property. */
function judged(arbitrary, predicate, parameters = {}) {
  let said
  const plugins = [exhaustive({ report: (outcome) => (said = outcome) })]
  fc.check(fc.property(arbitrary, predicate), { numRuns: 20_000, plugins, ...parameters })
  return said
}

/** The line that is printed of a property. */
function printed(arbitrary, predicate, parameters = {}) {
  const info = mock.method(console, 'info', () => {})
  fc.check(fc.property(arbitrary, predicate), { numRuns: 20_000, plugins: [exhaustive()], ...parameters })
  info.mock.restore()
  return info.mock.calls[0].arguments[0]
}

function assertAll(arbitrary, count) {
  const { seen, said } = all(arbitrary)
  assert.equal(said.verdict, 'COMPLETE')
  assert.equal(seen.length, count)
  assert.equal(new Set(seen).size, count)
}

test('lists, subsets, permutations and maps are as many as they must be', () => {
  assertAll(fc.array(fc.nat(2), { maxLength: 4 }), 1 + 3 + 9 + 27 + 81)
  assertAll(fc.tuple(fc.boolean(), fc.integer({ min: -2, max: 3 }), fc.bigInt({ min: 5n, max: 8n })), 2 * 6 * 4)
  assertAll(fc.subarray([1, 2, 3, 4, 5]), 2 ** 5)
  assertAll(fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }), 24)
  assertAll(fc.uniqueArray(fc.nat(3), { maxLength: 3 }), 1 + 4 + 4 * 3 + 4 * 3 * 2)
  assertAll(fc.dictionary(fc.constantFrom('a', 'b'), fc.boolean(), { maxKeys: 2, noNullPrototype: true }), 1 + 2 * 2 + 2 * 4)
  assertAll(fc.nat(4).chain((n) => fc.array(fc.nat(n), { maxLength: 1 })), 1 + 5)
  assertAll(fc.record({ a: fc.boolean(), b: fc.option(fc.constantFrom('x', 'y')) }, { noNullPrototype: true }), 2 * 3)
  assertAll(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 }), 1 + 2 + 4 + 8)
})

test('trees of a height: OEIS A003095', () => {
  for (const [maxDepth, count] of [[1, 2], [2, 5], [3, 26], [4, 677]]) {
    const { tree } = fc.letrec((tie) => ({ tree: fc.oneof({ maxDepth }, fc.constant(null), fc.tuple(tie('tree'), tie('tree'))) }))
    assertAll(tree, count)
  }
})

test('interchangeable values: OEIS A000110, partitions', () => {
  for (const [length, count] of [[1, 1], [2, 2], [3, 5], [4, 15], [5, 52], [6, 203]]) {
    assertAll(fc.array(interchangeable('abcdef'), { minLength: length, maxLength: length }), count)
  }
  // Two draws of one pool and one of another.
  const [users, files] = [interchangeable(['u', 'v']), interchangeable(['f', 'g'])]
  assertAll(fc.tuple(users, files, users), 2)
  assert(fc.sample(users, { numRuns: 50, seed: 1 }).includes('v'))
})

test('the smallest come first, and a failure is the smallest', () => {
  const { seen } = all(fc.array(fc.nat(1), { maxLength: 3 }))
  assert.deepEqual(seen.slice(0, 5), ['[]', '[0]', '[0,0]', '[1]', '[0,0,0]'])
  const property = fc.property(fc.array(fc.nat(9)), (list) => new Set(list).size < 4)
  let said
  const { counterexample } = fc.check(property, { numRuns: 100_000, plugins: [exhaustive({ report: (outcome) => (said = outcome) })] })
  assert.deepEqual([...counterexample[0]].sort(), [0, 1, 2, 3])
  assert.equal(said.verdict, 'FAILED')
})

test('a failure is replayed by its path', () => {
  const property = fc.property(fc.array(fc.nat(9)), (list) => list.length < 3)
  const plugins = [exhaustive({ report: () => {} })]
  const { seed, counterexamplePath: path, counterexample } = fc.check(property, { plugins })
  const again = fc.check(property, { plugins, seed, path, endOnFailure: true })
  assert.deepEqual(again.counterexample, counterexample)
  // So is one that was drawn at random, after others that were.
  const wide = fc.property(fc.integer(), (n) => n < 1.5e9)
  const parameters = { plugins, numRuns: 1000, seed: 1, endOnFailure: true }
  const found = fc.check(wide, parameters)
  assert(Number(found.counterexamplePath) > 50)
  assert.deepEqual(fc.check(wide, { ...parameters, path: found.counterexamplePath }).counterexample, found.counterexample)
  // One that draws while it runs is not, and this is told.
  assert.match(printed(fc.gen(), (draw) => draw(fc.nat, { max: 3 }) < 2), /^FAILED: input 3; .*no path leads to it/)
})

test('all orders of asynchronous tasks', async () => {
  const orders = new Set()
  let said
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    const order = []
    for (const name of 'abcd') scheduler.schedule(Promise.resolve(name)).then((told) => order.push(told))
    await scheduler.waitIdle()
    orders.add(order.join(''))
  })
  await fc.assert(property, { numRuns: 1000, plugins: [exhaustive({ report: (outcome) => (said = outcome) })] })
  assert.equal(orders.size, 24)
  assert.equal(said.inputs, 24)
  assert.equal(said.verdict, 'COMPLETE')
})

test('all sequences of commands', () => {
  class Push {
    check = () => true
    run = (model, real) => {
      model.count += 1
      real.push(0)
    }
    toString = () => 'push'
  }
  class Pop {
    check = ({ count }) => count > 0
    run = (model, real) => {
      model.count -= 1
      real.pop()
      assert.equal(real.length, model.count)
    }
    toString = () => 'pop'
  }
  const seen = []
  let said
  fc.assert(
    fc.property(fc.commands([fc.constant(new Push()), fc.constant(new Pop())], { maxCommands: 4 }), (commands) => {
      fc.modelRun(() => ({ model: { count: 0 }, real: [] }), commands)
      seen.push(String(commands))
    }),
    { numRuns: 1000, plugins: [exhaustive({ report: (outcome) => (said = outcome) })] },
  )
  assert.equal(said.verdict, 'COMPLETE')
  assert.equal(said.inputs, 1 + 2 + 4 + 8 + 16)
})

test('numRuns cuts it, and inputs that the property leaves out are counted', () => {
  const cut = all(fc.array(fc.nat(3)), { numRuns: 300 }).said
  assert.equal(cut.verdict, 'CUT')
  assert.equal(cut.inputs, 300)
  assert(cut.smaller > 0)
  let said
  const even = fc.property(fc.nat(9), (n) => fc.pre(n % 2 === 0))
  fc.assert(even, { plugins: [exhaustive({ report: (outcome) => (said = outcome) })], markInterruptAsFailure: true })
  assert.deepEqual([said.verdict, said.inputs, said.skipped], ['COMPLETE', 10, 5])
  const none = fc.property(fc.nat(9), () => fc.pre(false))
  assert.throws(() => fc.assert(none, { plugins: [exhaustive({ report: () => {} })] }))
})

test('a filter refuses inputs, and the others are all', () => {
  assertAll(fc.nat(9).filter((n) => n % 2 === 1), 5)
  assertAll(fc.array(fc.nat(2).filter((n) => n > 0), { maxLength: 3 }), 1 + 2 + 4 + 8)
  assert.equal(all(fc.nat(9).filter((n) => n > 3)).said.refused, 4)
  // Where the property draws, it leaves itself out.
  const drawn = judged(fc.gen(), (draw) => assert(draw(() => fc.nat(9).filter((n) => n > 3)) > 3))
  assert.deepEqual([drawn.verdict, drawn.inputs, drawn.skipped], ['COMPLETE', 10, 4])
  // A draw that is shrunk is drawn as fast-check does.
  const chained = fc.nat(5).chain((n) => fc.nat(9).filter((m) => m > n))
  assert.equal(judged(chained, (m) => m < 8).verdict, 'FAILED')
})

test('values that must be unique are refused where they come again', () => {
  assertAll(fc.uniqueArray(fc.nat(2)), 1 + 3 + 6 + 6)
  assertAll(fc.dictionary(fc.constantFrom('a', 'b'), fc.boolean(), { noNullPrototype: true }), 1 + 2 * 2 + 2 * 4)
  // There is no such array.
  assert.match(printed(fc.uniqueArray(fc.nat(2), { minLength: 5, maxLength: 5 }), () => {}), /^COMPLETE: 0 inputs; nothing was tried/)
})

test('clones are the same', () => {
  assertAll(fc.clone(fc.array(fc.nat(1), { maxLength: 2 }), 3), 1 + 2 + 4)
  assertAll(fc.clone(fc.clone(interchangeable('ab'), 2), 2), 1)
  const trees = fc.letrec((tie) => ({ tree: fc.oneof({ maxDepth: 2 }, fc.nat(1), fc.tuple(tie('tree'), tie('tree'))) }))
  assert.equal(judged(fc.clone(trees.tree, 2), ([one, other]) => assert.deepEqual(one, other)).inputs, 2 + 36)
  const drawn = judged(fc.clone(fc.gen(), 2), ([one, other]) => assert.equal(one(fc.nat, { max: 2 }), other(fc.nat, { max: 2 })))
  assert.deepEqual([drawn.verdict, drawn.inputs], ['COMPLETE', 3])
})

test('examples come first, and are not counted', async () => {
  const two = judged(fc.nat(3), (n) => fc.pre(n !== 77), { examples: [[2], [77]] })
  assert.deepEqual([two.verdict, two.inputs, two.skipped], ['COMPLETE', 4, 0])
  assert.equal(printed(fc.nat(3), (n) => n < 50, { examples: [[77]] }), 'FAILED: one of its examples')
  let said
  const property = fc.asyncProperty(fc.nat(3), async (n) => fc.pre(n !== 77))
  await fc.assert(property, { examples: [[77]], plugins: [exhaustive({ report: (outcome) => (said = outcome) })] })
  assert.deepEqual([said.inputs, said.skipped], [4, 0])
})

test('of two plugins the last one acts', () => {
  const said = []
  const plugins = ['first', 'last'].map((name) => exhaustive({ report: ({ inputs }) => said.push([name, inputs]) }))
  fc.assert(fc.property(fc.nat(3), () => {}), { plugins })
  assert.deepEqual(said, [['last', 4]])
})

test('an input in which the time ends is not tried', () => {
  let late
  const slow = () => {
    late ??= Date.now() + 30
    while (Date.now() < late);
  }
  const said = judged(fc.nat(1), slow, { interruptAfterTimeLimit: 10 })
  assert.deepEqual([said.verdict, said.inputs, said.smaller, said.passedOver], ['CUT', 1, 1, false])
  assert.match(printed(fc.nat(60_000), (n) => fc.pre(n > 59_990), { numRuns: 10 }), /^CUT: .*; the property left out too many/)
})

test('objects that are told apart by more than their entries are no equal inputs', () => {
  assert.equal(judged(fc.nat(3).map((value) => Object.defineProperty({}, 'hidden', { value })), () => {}).inputs, 4)
  assert.equal(judged(fc.boolean().map((frozen) => (frozen ? Object.freeze([]) : [])), () => {}).inputs, 2)
  // What fast-check prints is no part of them.
  const one = { initialPoolConstraints: { node: { maxLength: 1 } } }
  const graphs = fc.entityGraph({ node: {} }, { node: { next: { arity: '0-1', type: 'node' } } }, one)
  assert(judged(graphs, () => {}, { numRuns: 20 }).equal > 0)
})

test('inputs that fast-check passes over are not all', () => {
  const outcome = (...words) => judged(...words).verdict
  const late = Date.now() + 20
  const slow = () => {
    while (Date.now() < late);
  }
  assert.equal(outcome(fc.nat(50), slow, { skipAllAfterTimeLimit: 5 }), 'CUT')
  assert.equal(outcome(fc.nat(50), () => {}, { skipAllAfterTimeLimit: 60_000, skipEqualValues: true, ignoreEqualValues: true }), 'COMPLETE')
  // All generators print alike before they draw.
  assert.equal(outcome(fc.gen(), (draw) => void draw(fc.nat, { max: 3 }), { ignoreEqualValues: true }), 'CUT')
})

test('a property that draws otherwise from run to run is not complete', () => {
  let runs = 0
  let said
  const property = fc.property(fc.gen(), (draw) => {
    runs += 1
    if (runs === 1) draw(fc.nat, { max: 3 })
    else draw(fc.nat, { max: 4 })
  })
  fc.assert(property, { plugins: [exhaustive({ report: (outcome) => (said = outcome) })] })
  assert.deepEqual([said.verdict, said.fickle], ['CUT', true])
})

test('wide draws are small values first, and random ones beside them', () => {
  const { seen, said } = all(fc.integer(), { numRuns: 200, seed: 3 })
  assert.deepEqual(seen.slice(0, 5), ['0', '1', '-1', '2', '-2'])
  assert.deepEqual([said.verdict, said.random, said.widest], ['CUT', 30, 2 ** 32])
})

test('where most draws repeat an input, the rest is random', () => {
  const { said } = all(fc.array(fc.nat(99).map(() => 0), { maxLength: 3 }), { numRuns: 500 })
  assert.deepEqual([said.verdict, said.repeats], ['CUT', true])
})

test('what may differ though it prints alike is no equal input', () => {
  class Hidden {
    #value
    constructor(value) {
      this.#value = value
    }
    get value() {
      return this.#value
    }
  }
  const values = []
  const property = fc.property(fc.nat(3).map((value) => new Hidden(value)), (hidden) => {
    values.push(hidden.value)
  })
  fc.assert(property, { plugins: [exhaustive({ report: () => {} })] })
  assert.deepEqual(values, [0, 1, 2, 3])
})

// README.md says so: what a Proxy hides, nothing can see.
test('values that only the traps of a Proxy tell apart are taken for equal', () => {
  const { said } = all(fc.nat(2).map((number) => new Proxy({}, { get: () => number })))
  assert.deepEqual([said.verdict, said.inputs], ['COMPLETE', 1])
})
