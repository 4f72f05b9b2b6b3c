/**
 * Values that programs treat wrongly more often than others: a catalogue, by kinds, the simplest of each kind first.
 *
 * Most of what a public list of bugs had and Korrel missed was missed for a value that nobody had put into a pool (docs/yardstick.md):
 * -0, NaN, dates, regular expressions, boxed and foreign objects, names of a prototype's members, an index equal to the length. What
 * could do harm in a program that is not tested, such as names that reach a prototype, is not in it.
 */
import vm from 'node:vm'
import { pool } from './pool.js'

/** Another realm, whose arrays and objects are no instances of `Array` and `Object` here. */
let realm

function runInNewContext(code) {
  realm ??= vm.createContext()
  return vm.runInContext(code, realm)
}

const kinds = {
  nothing: pool(() => undefined, () => null),
  booleans: pool(() => false, () => true),
  /** Around 0, 1, 2^31, 2^32 and 2^53, and those that are no quantity. */
  numbers: pool(
    () => 0,
    () => 1,
    () => -1,
    () => 2,
    () => -0,
    () => 0.5,
    () => -0.5,
    () => NaN,
    () => Infinity,
    () => -Infinity,
    () => 2 ** 31 - 1,
    () => 2 ** 31,
    () => -(2 ** 31),
    () => -(2 ** 31) - 1,
    () => 2 ** 32 - 1,
    () => 2 ** 32,
    () => 2 ** 53 - 1,
    () => 2 ** 53,
    () => -(2 ** 53) + 1,
    () => 1e21,
    () => Number.MIN_VALUE,
    () => Number.MAX_VALUE,
  ),
  bigints: pool(() => 0n, () => 1n, () => -1n, () => 2n ** 53n + 1n, () => 2n ** 64n),
  /** Empty, blank, like another type, of composed characters, with ends of lines. */
  strings: pool(
    () => '',
    () => 'a',
    () => 'b',
    () => 'A',
    () => ' ',
    () => 'a b',
    () => ' a ',
    () => '0',
    () => '-0',
    () => '01',
    () => '1e3',
    () => 'NaN',
    () => 'true',
    () => 'null',
    () => 'undefined',
    () => '\n',
    () => 'a\r\n',
    () => 'a.b',
    () => '[0]',
    () => '\u00e9',
    () => 'e\u0301',
    () => '\u{1f600}',
    () => '\ud83d',
    () => '\0',
  ),
  /** Of properties: with spaces and dots, like indices, and those of members that objects, arrays and functions have anyway. */
  names: pool(
    () => 'a',
    () => '',
    () => 'a b',
    () => 'a.b',
    () => '0',
    () => '-1',
    () => '01',
    () => 'length',
    () => 'size',
    () => 'name',
    () => 'toString',
    () => 'valueOf',
    () => 'hasOwnProperty',
    () => 'toJSON',
    () => Symbol.for('a'),
    () => Symbol.iterator,
  ),
  symbols: pool(() => Symbol('a'), () => Symbol(), () => Symbol.for('a'), () => Symbol.iterator),
  /** Empty, with holes, with equal and with awkward elements, with a property, with shared parts, in a ring, of a class, foreign. */
  arrays: pool(
    () => [],
    () => [0],
    () => [undefined],
    () => [,],
    () => [1, , 3],
    () => [, 1],
    () => new Array(3),
    () => [-0],
    () => [NaN, NaN],
    () => [null, undefined],
    () => [1, 1],
    () => [[]],
    () => [[0], [0]],
    () => new Array(2).fill([]),
    () => Object.assign([1], { a: 2 }),
    () => Object.freeze([1]),
    () => ((ring) => (ring.push(ring), ring))([]),
    () => new (class List extends Array {})(),
    () => runInNewContext('[1]'),
  ),
  /** Like arrays: with a length and no more. */
  lists: pool(
    () => ({ length: 0 }),
    () => ({ length: 2, 0: 'a', 1: 'b' }),
    () => ({ length: 1 }),
    () => ({ length: -1 }),
    () => ({ length: '1', 0: 'a' }),
    () => (function () { return arguments })(1),
  ),
  /** With properties that are undefined, inherited, hidden, computed, frozen, or named as members of a prototype. */
  objects: pool(
    () => ({}),
    () => ({ a: 1 }),
    () => ({ a: undefined }),
    () => ({ a: {} }),
    () => ({ 1: 'a', 0: 'b' }),
    () => ({ 'a b': 1 }),
    () => ({ 'a.b': 1 }),
    () => ({ length: 'a' }),
    () => ({ toString: 'a' }),
    () => ({ [Symbol.for('a')]: 1 }),
    () => Object.create(null),
    () => Object.create({ a: 1 }),
    () => Object.defineProperty({}, 'a', { value: 1 }),
    () => ({ get a() { return 1 } }),
    () => Object.freeze({ a: 1 }),
    () => ((part) => ({ a: part, b: part }))({}),
    () => ((ring) => (ring.a = ring))({}),
    () => new (class Point { x = 1 })(),
    () => runInNewContext('({ a: 1 })'),
  ),
  boxed: pool(
    () => Object(0),
    () => Object(-0),
    () => Object(NaN),
    () => Object(''),
    () => Object('a'),
    () => Object(false),
    () => Object(1n),
    () => Object(Symbol.iterator),
  ),
  dates: pool(() => new Date(0), () => new Date(-1), () => new Date(NaN), () => new Date(8.64e15), () => Object.assign(new Date(0), { a: 1 })),
  regexps: pool(
    () => /a/,
    () => /a/g,
    () => /a/i,
    () => /a/y,
    () => /a/su,
    () => /(?<a>a)?/d,
    () => new RegExp(''),
    () => Object.assign(/a/g, { lastIndex: 1 }),
  ),
  collections: pool(
    () => new Map(),
    () => new Set(),
    () => new Map([['a', undefined]]),
    () => new Map([[NaN, -0]]),
    () => new Map([[{}, 1]]),
    () => new Map([[undefined, null]]),
    () => new Map([[1, 'a'], ['1', 'b']]),
    () => new Set([undefined]),
    () => new Set([NaN, 0]),
    () => new Set([{}, {}]),
    () => ((ring) => ring.set('a', ring))(new Map()),
    () => new WeakMap(),
  ),
  /** Arrays of bytes and numbers, and views of a part of them. */
  typed: pool(
    () => new Uint8Array(0),
    () => new Uint8Array([0, 255]),
    () => new Int8Array([-1]),
    () => new Uint8ClampedArray([1]),
    () => new Float64Array([-0, NaN]),
    () => new BigInt64Array([1n]),
    () => new Uint8Array([1, 2, 3]).subarray(1),
    () => new ArrayBuffer(2),
    () => new DataView(new ArrayBuffer(2)),
    () => Buffer.from('a'),
  ),
  functions: pool(() => () => {}, () => (a, b) => a, () => async () => {}, () => function* () {}, () => class A {}),
  errors: pool(() => new Error(''), () => new TypeError('a'), () => new Error('a', { cause: 0 }), () => Object.assign(new Error('a'), { code: 'A' })),
}

/** The simplest of each kind that has nothing in it. */
const empty = pool(
  () => undefined,
  () => null,
  () => '',
  () => [],
  () => ({}),
  () => new Map(),
  () => new Set(),
  () => new Uint8Array(0),
  () => Object.create(null),
  () => new Array(1),
  () => Object(''),
)

/** Those about a length, each once: first, last, behind the last one, from the end, beyond, and what is no index. */
function indices(length) {
  const all = [0, length - 1, length, -1, -length, -length - 1, length + 1, 0.5, NaN, Infinity, -0]
  const some = all.filter((one, at) => all.findIndex((other) => Object.is(one, other)) === at)
  return pool(...some.map((one) => new Function(`return () => ${Object.is(one, -0) ? '-0' : one}`)()))
}

export const awkward = Object.freeze({ ...kinds, empty, indices, all: pool(...Object.values(kinds)) })
