// All sequences of calls: how many, in which order, what is found, and what is said of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { awkward, difference, pool, sequences } from 'korrel'

class Stack {
  items = []
  push(value) {
    return this.items.push(value)
  }
  pop() {
    return this.items.pop()
  }
}

const calls = { push: [[0, -0, NaN]], pop: [], top: { subject: ({ items }) => items.at(-1), model: (list) => list.at(-1) } }
const asked = { subject: () => new Stack(), model: () => [], calls, upTo: 3 }
const failure = (options) => sequences({ ...asked, ...options }).check().then(() => assert.fail('nothing failed'), (error) => error)
const texts = (options) => Array.from(sequences(options), (all) => all.map(({ text }) => text).join('; '))

// If this failed, COMPLETE would be a lie, or a shorter failure could come after a longer one.
test('all sequences, each once, shortest first', () => {
  for (const [pushes, upTo] of [[0, 0], [1, 4], [2, 5], [3, 4]]) {
    const operations = { push: [Array.from({ length: pushes + 1 }, (_, at) => at)], pop: [] }
    const all = texts({ calls: operations, upTo })
    const [k, lengths] = [pushes + 2, all.map((text) => (text === '' ? 0 : text.split('; ').length))]
    assert.equal(all.length, (k ** (upTo + 1) - 1) / (k - 1))
    assert.equal(all.length, sequences({ calls: operations, upTo }).total)
    assert.equal(new Set(all).size, all.length)
    assert.deepEqual(lengths, lengths.toSorted?.((a, b) => a - b) ?? [...lengths].sort((a, b) => a - b))
  }
  assert.deepEqual(texts({ calls: { swap: [[0, 1], ['a', 'b']] }, upTo: 1 }), ['', 'swap(0, "a")', 'swap(0, "b")', 'swap(1, "a")', 'swap(1, "b")'])
})

test('they are those that fast-check draws', () => {
  const words = ['push(0)', 'push(-0)', 'push(NaN)', 'pop()', 'top()']
  const all = new Set(texts(asked))
  const drawn = new Set()
  fc.assert(fc.property(fc.array(fc.constantFrom(...words), { maxLength: 3, size: 'max' }), (some) => {
    drawn.add(some.join('; '))
    return all.has(some.join('; '))
  }), { numRuns: 20_000 })
  assert.deepEqual([drawn.size, all.size], [156, 156])
})

test('what holds says how many there were', async () => {
  assert.equal(String(sequences(asked)), '156 sequences of up to 3 calls out of 5')
  assert.equal(await sequences(asked).check(), 'COMPLETE: all 156 sequences of up to 3 calls out of 5')
  assert.equal(await sequences({ ...asked, upTo: 0 }).check(), 'COMPLETE: all 1 sequences of up to 0 calls out of 5')
})

// If this failed, a fault of a library would be shown by more than it takes, or not as code.
test('a planted fault is found by a shortest sequence, shown as code', async () => {
  class Signless extends Stack {
    pop() {
      return super.pop() || 0
    }
  }
  const error = await failure({ subject: () => new Signless() })
  assert.equal(error.message, 'pop: 0, expected undefined\n\nThe shortest sequence that fails; all 4 before it pass.\n  signless.pop()  // 0, expected undefined')
  assert.match(error.stack, /^Error: pop: 0[^]*sequences\.test\.js/)
  class Deep extends Stack {
    push(value) {
      return super.push(this.items.length === 2 ? value + 0 : value)
    }
  }
  const deep = await failure({ subject: () => new Deep(), upTo: 4 })
  assert.match(deep.message, /\n  deep\.push\(0\)  \/\/ 1\n  deep\.push\(0\)  \/\/ 2\n  deep\.push\(-0\)  \/\/ 3\n  deep\.pop\(\)  \/\/ 0, expected -0$/)
})

// Each mutant is wrong for some sequence, and plain loops say for which lengths none is.
test('a fault is found if and only if a loop over all sequences finds it', async () => {
  const words = ['a', 'b', 'c']
  const loop = (length) => (length === 0 ? [[]] : loop(length - 1).flatMap((some) => words.map((word) => [...some, word])))
  for (const wanted of ['', 'b', 'cb', 'aca', 'ccc']) {
    const make = () => ({ text: '', ...Object.fromEntries(words.map((word) => [word, function () { this.text += word; return this.text.endsWith(wanted) && wanted !== '' }])) })
    const model = () => Object.fromEntries(words.map((word) => [word, () => false]))
    const said = await sequences({ subject: make, model, calls: { a: [], b: [], c: [] }, upTo: 3 }).check().then(() => null, ({ message }) => message)
    const first = [0, 1, 2, 3].flatMap(loop).find((some) => wanted !== '' && some.join('').endsWith(wanted))
    assert.equal(said === null, first === undefined)
    if (first !== undefined) assert.deepEqual(said.match(/(?<=subject\.)\w/g), first)
  }
})

test('what is looked at in the end', async () => {
  const [subject, model] = [(play) => { const stack = new Stack(); play(stack); return stack.items }, (play) => { const list = []; play(list); return [...list] }]
  assert.match(await sequences({ ...asked, subject, model }).check(), /^COMPLETE: all 156 /)
  class Forgets extends Stack {
    pop() {
      const [last] = this.items.slice(-1)
      if (this.items.length > 1) this.items.pop()
      return last
    }
  }
  const lost = (play) => { const stack = new Forgets(); play(stack); return stack.items }
  assert.match((await failure({ subject: lost, model })).message, /^in the end: \.length: 1, expected 0\n[^]*forgets\.push\(0\)  \/\/ 1\n  forgets\.pop\(\)  \/\/ 0$/)
  assert.match((await failure({ subject: lost })).message, /either both call the function/)
})

// A library that copies what it gets, one that hands out its own array, and one that sorts the caller's.
test('identity, late changes and changed arguments are differences', async () => {
  const operations = { add: [pool(() => ({}), () => [2, 1])], get: [] }
  const model = () => ({ add(one) { this.one = one }, get() { return this.one } })
  const run = (subject) => failure({ subject, model, calls: operations })
  assert.match((await run(() => ({ add(one) { this.one = one && structuredClone(one) }, get() { return this.one } }))).message, /^get: another object, expected the same as one that was given\n/)
  assert.match((await run(() => ({ ...model(), add(one) { this.one = one; if (Array.isArray(one)) one.sort() } }))).message, /^an argument in the end: \[0\]: 1, expected 2\n[^]*subject\.add\(\[2, 1\]\)$/)
  const own = { subject: () => ({ all: [], add() { this.all.push(0) }, get() { return this.all } }), model: () => ({ all: [], add() { this.all.push(0) }, get() { return [...this.all] } }) }
  assert.match((await failure({ ...own, calls: { add: [], get: [] } })).message, /^get, when the last call is over: \.length: 1, expected 0\n[^]*subject\.get\(\)[^]*\n  subject\.add\(\)$/)
  assert.match(await sequences({ subject: model, model, calls: { add: [awkward.all], get: [] }, upTo: 2 }).check(), /^COMPLETE: all 27,061 /)
})

// One recipe, on a library that makes a copy and on plain objects.
test('a recipe', async () => {
  const base = () => ({ list: [1, 2] })
  const produce = (change, isFaulty) => {
    const draft = base()
    change(draft)
    if (isFaulty && draft.list.length === 0) draft.list = [undefined]
    return draft
  }
  const recipe = (isFaulty) => ({
    subject: (play) => produce(play, isFaulty),
    model: (play) => { const plain = base(); play(plain); return plain },
    calls: { pop: { subject: ({ list }) => list.pop(), model: ({ list }) => list.pop() }, set: { args: [[0, 1], [-0]], subject: ({ list }, at, to) => { list[at] = to }, model: ({ list }, at, to) => { list[at] = to } } },
  })
  assert.match(await sequences(recipe(false)).check(), /^COMPLETE: all 40 /)
  assert.match((await failure(recipe(true))).message, /^in the end: \.list\.length: 1, expected 0\n[^]*  pop\(subject\)  \/\/ 2\n  pop\(subject\)  \/\/ 1$/)
})

test('calls that wait', async () => {
  class Later {
    #items = []
    async push(value) {
      await null
      return this.#items.push(value)
    }
    async pop() {
      await null
      if (this.#items.length === 0) throw new RangeError('empty')
      return this.#items.pop() + 0
    }
  }
  const model = { pop: { model: (list) => { if (list.length === 0) throw new TypeError('none'); return list.pop() } } }
  const error = await failure({ subject: async () => new Later(), calls: { push: [[0, -0]], ...model } })
  assert.match(error.message, /^pop: 0, expected -0\n[^]*all 9 before it pass\.\n  later\.push\(-0\)  \/\/ 1\n  later\.pop\(\)  \/\/ 0, expected -0$/)
  const played = await sequences({ ...asked, subject: async (play) => { await play(new Later()) }, model: async (play) => { await play([]) }, calls: { push: [[0]] } }).check()
  assert.match(played, /^COMPLETE: all 4 /)
})

test('all causes, without those that only begin as one that fails', async () => {
  class Twice extends Stack {
    push(value) {
      if (Number.isNaN(value)) throw new RangeError('no number')
      return super.push(value + 0)
    }
  }
  const { message } = await failure({ subject: () => new Twice(), failures: 'all' })
  assert.match(message, /^\d+ of \d+ inputs fail, by 3 causes\n\n1\. push: it threw RangeError  \(\d+ inputs\)\n     twice\.push\(NaN\)  \/\/ threw RangeError, expected 1\n   push: it threw RangeError: no number, expected 1\n/)
  assert.match(message, /\n2\. pop: a number, expected -0  \(\d+ inputs\)\n     twice\.push\(-0\)  \/\/ 1\n     twice\.pop\(\)  \/\/ 0, expected -0\n/)
  assert.match(message, /COMPLETE: all 156 sequences of up to 3 calls out of 5, but for \d+ that begin as one that fails$/)
})

test('throws on both sides are equal, and are told where there was nothing else', async () => {
  const raise = () => { throw new Error('never') }
  assert.equal(await sequences({ subject: () => ({}), model: () => ({}), calls: { fail: { subject: raise, model: raise } }, upTo: 2 }).check(), 'COMPLETE: all 3 sequences of up to 2 calls out of 1; on both sides fail always threw')
  const error = await failure({ calls: { push: { args: [[0]], model: raise } } })
  assert.match(error.message, /^push: it returned 1, expected a throw \(Error: never\)/)
  assert.equal(error.cause.message, 'never')
})

test('limits', async () => {
  assert.equal(await sequences({ ...asked, limit: 40 }).check(), 'stopped at the limit: 40 of 156 sequences of up to 3 calls out of 5, all of up to 2 calls')
  await assert.rejects(sequences({ ...asked, upTo: 9, timeout: 30 }).check(), /^KorrelError: INCOMPLETE \(timeout\): [\d,]+ of 2,441,406 sequences of up to 9 calls out of 5, all of up to \d calls/)
  const endless = { ...calls, pop: { subject: (stack) => { while (stack.items.length === 2); return stack.pop() } } }
  const error = await failure({ calls: endless, inputTimeout: 100 })
  assert.match(error.message, /did not come to an end within 0\.1 s[^]*\n  stack\.push\(0\)  \/\/ 1\n  stack\.push\(0\)  \/\/ 2\n  pop\(stack\)  \/\/ not reached$/)
})

test('mistakes are told', async () => {
  const wrong = [
    [{ calls: {} }, /expected an object with an operation for each name/],
    [{ upTo: -1 }, /upTo: -1: expected a number of calls/],
    [{ calls: { push: [0] } }, /push: argument 1: expected an array of values/],
    [{ calls: { push: [[]] } }, /push: argument 1: there are no values/],
    [{ calls: { push: { arg: [] } } }, /push: arg: there are args, subject and model/],
    [{ model: undefined }, /subject and model: expected a function each/],
    [{ failures: 'some' }, /'first' or 'all'/],
  ]
  for (const [options, message] of wrong) await assert.rejects(async () => sequences({ ...asked, ...options }).check(), message)
  await assert.rejects(sequences({ ...asked, calls: { peek: [] } }).check(), /KorrelError: calls: peek: the subject has no method of this name/)
  assert.equal(difference([...awkward.empty], [...awkward.empty]), null)
})
