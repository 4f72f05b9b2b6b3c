// What copies JavaScript's values, or writes and reads them: each graph must come back as it was.
import { createRequire } from 'node:module'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

class Node {}

/** The value that a heap of the spec stands for. `made` has the objects of the spec that are there already. */
function built(it, asClass, made = new Map()) {
  if (it === undefined || it.$type === 'Null') return null
  if (made.has(it)) return made.get(it)
  const of = (part) => built(part, asClass, made)
  const value = { Object: () => (asClass ? new Node() : {}), Array: () => [], Map: () => new Map(), Set: () => new Set() }[it.$type]()
  made.set(it, value)
  for (const key of it.keys ?? []) value[key] = of(it.at.get(key))
  for (const item of it.items ?? []) value.push(of(item))
  for (const key of it.order ?? []) value.set(of(key), of(it.to.get(key)))
  for (const item of it.members ?? []) value.add(of(item))
  return value
}

const kind = (value) => (value !== Object(value) ? String(value) : Object.getPrototypeOf(value)?.constructor?.name ?? 'Object')

/** What lies in an object: names, and values, in their order. */
const parts = (value) => {
  if (value instanceof Map) return [...value].flatMap(([key, part]) => [['key', key], ['value', part]])
  if (value instanceof Set) return [...value].map((part) => ['member', part])
  return Object.entries(value)
}

/** A graph as text: an object that is met again is called by its number. */
function shown(value, met = new Map()) {
  if (value !== Object(value)) return String(value)
  if (met.has(value)) return `#${met.get(value)}`
  met.set(value, met.size + 1)
  const name = `#${met.size}`
  const of = (part) => shown(part, met)
  if (Array.isArray(value)) return `${name}[${value.map(of).join(', ')}]`
  if (value instanceof Map) return `${name}Map{${[...value].map(([key, part]) => `${of(key)} => ${of(part)}`).join(', ')}}`
  if (value instanceof Set) return `${name}Set{${[...value].map(of).join(', ')}}`
  return `${name}${kind(value) === 'Object' ? '' : kind(value)}{${Object.entries(value).map(([key, part]) => `${key}: ${of(part)}`).join(', ')}}`
}

/** How a copy differs from its original: nothing if it has the same form, and no object of it. */
export function difference(value, copy, copies = new Map(), originals = new Map()) {
  if (value !== Object(value) || copy !== Object(copy)) return value === copy ? undefined : `${kind(copy)} in place of ${kind(value)}`
  if (copies.has(value) || originals.has(copy)) {
    if (copies.get(value) === copy) return undefined
    return copies.has(value) ? 'one object became two' : 'two objects became one'
  }
  if (copy === value) return 'a part is not copied'
  if (kind(value) !== kind(copy)) return `${kind(copy)} in place of ${kind(value)}`
  copies.set(value, copy)
  originals.set(copy, value)
  const [old, found] = [parts(value), parts(copy)]
  const names = (of) => of.map(([name]) => name)
  if (String(names(old)) !== String(names(found))) return String(names(old).sort()) === String(names(found).sort()) ? 'another order' : 'other parts'
  for (const [at, [, part]] of old.entries()) {
    const different = difference(part, found[at][1], copies, originals)
    if (different) return different
  }
  return undefined
}

const require = createRequire(import.meta.url)
const through = (write, read) => (value) => read(write(value))

/** Each library's trip. */
const libraries = {
  structuredClone: () => structuredClone,
  '@ungap/structured-clone': async (name) => through((await import(name)).serialize, (await import(name)).deserialize),
  superjson: () => superjson({}),
  'superjson dedupe': () => superjson({ dedupe: true }),
  devalue: async (name) => through((await import(name)).stringify, (await import(name)).parse),
  flatted: async (name) => through((await import(name)).stringify, (await import(name)).parse),
  seroval: async (name) => through((await import(name)).serialize, (await import(name)).deserialize),
  'seroval toJSON': async () => through((await import('seroval')).toJSON, (await import('seroval')).fromJSON),
  'cbor-x': async (name) => {
    const library = new (await import(name)).Encoder({ structuredClone: true })
    return through((value) => library.encode(value), (bytes) => library.decode(bytes))
  },
  msgpackr: async (name) => {
    const library = new (await import(name)).Packr({ structuredClone: true })
    return through((value) => library.pack(value), (bytes) => library.unpack(bytes))
  },
  'turbo-stream': async (name) => {
    const { encode, decode } = await import(name)
    return (value) => decode(encode(value))
  },
  'json-complete': async (name) => through(require(name).encode, require(name).decode),
  'next-json': async (name) => {
    const { NJSON } = await import(name)
    return through((value) => NJSON.stringify(value), (text) => NJSON.parse(text))
  },
  arson: async (name) => through(require(name).stringify, require(name).parse),
  yaml: async (name) => {
    const library = await import(name)
    return through((value) => library.stringify(value), (text) => library.parse(text))
  },
  'js-yaml': async (name) => {
    const library = await import(name)
    return through((value) => library.dump(value), (text) => library.load(text))
  },
  lodash: (name) => require(name).cloneDeep,
  clone: (name) => require(name),
  'fast-copy': async (name) => (await import(name)).copy,
}

async function superjson(options) {
  const library = new (await import('superjson')).SuperJSON(options)
  library.registerClass(Node)
  return through((value) => library.stringify(value), (text) => library.parse(text))
}

if (process.argv[1]?.endsWith('trip.mjs')) {
  const trip = await libraries[process.argv[2]](process.argv[2])
  const tried = async (top, asClass) => {
    const value = built(top, asClass)
    let copy
    try {
      copy = await trip(value)
    } catch (error) {
      throw new driver.Skip(`${error.name}: ${error.message}`.split(/[\n(]/)[0].slice(0, 60))
    }
    const different = difference(value, copy)
    if (different) throw new driver.Fail(different, `${shown(value)} comes back as ${shown(copy)}`)
  }
  for (const operation of ['plain', 'keyed', 'hashed']) driver.operation(operation, (top) => tried(top, false), { judges: true })
  driver.operation('classes', (top) => tried(top, true), { judges: true })
  driver.serve()
}
