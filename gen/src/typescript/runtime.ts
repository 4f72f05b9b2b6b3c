/** A record or a heap that does not fit the spec, or values that do not fit either. */
export class HeapError extends Error {}

/** As JSON.parse makes them. */
type Fields = { [name: string]: any }

/** What is generated for each type, root and set. */
interface Readable {
  $read(fields: Fields, heap: Reader): void
  $write(heap: Writer): Fields
}

type Made = new () => Readable

/** By sig: an array for the atoms 0, 1, …, or values by name. */
export type GivenValues = { [sig: string]: readonly unknown[] | Map<string | number, unknown> | { [name: string]: unknown } }

/**
 * What atoms and integers stand for: `new Values({ Key: ['', 'é'], Int: { '-1': -100, 0: 0 } })`.
 *
 * The atom Key$n is the n-th value of Key, the integer n >= 0 the n-th of Int; an object or a Map names
 * them singly. The values of a sig are distinct, as the keys of a Map are.
 */
export class Values {
  readonly tables = new Map<string, Map<number, unknown>>()

  constructor(given: GivenValues = {}) {
    for (const [sig, values] of Object.entries(given)) {
      checkHasValues(sig)
      const table = numbered(sig, values)
      const seen = new Set<unknown>()
      for (const value of table.values()) {
        if (seen.has(value)) throw new HeapError(`values: ${sig}: ${shown(value)} stands there twice, and could not be told apart`)
        seen.add(value)
      }
      this.tables.set(sig, table)
    }
  }

  /** The nearest of a type and those that it extends that has values. */
  sigOf(type: string): string | undefined {
    return (LINES.get(type) ?? []).find((sig) => this.tables.has(sig))
  }

  value(sig: string, number: number, name: string): unknown {
    const table = this.tables.get(sig)!
    if (!table.has(number)) throw new HeapError(`values: ${name} has no value: ${sig} has ${table.size}`)
    return table.get(number)
  }

  /** The names of all that a value may stand for in a column: atoms, by sig and number, or an integer. */
  numbers(column: string, value: unknown): [string, number][] {
    const types = column.split('|')
    const isIn = (sig: string) =>
      types.includes('univ') ||
      (sig === 'Int' ? types.includes('int') : types.some((type) => extendsIt(type, sig) || extendsIt(sig, type)))
    const found: [string, number][] = []
    for (const [sig, table] of this.tables) {
      if (!isIn(sig)) continue
      for (const [number, known] of table) if (same(known, value)) found.push([sig, number])
    }
    return found
  }
}

function extendsIt(type: string, of: string): boolean {
  return LINES.get(type)?.includes(of) ?? false
}

function same(one: unknown, other: unknown): boolean {
  return one === other || (one !== one && other !== other)
}

function checkHasValues(sig: string): void {
  if (sig === 'Int') return
  if (!LINES.has(sig)) throw new HeapError(`values: there is no sig ${sig} of objects; there are ${['Int', ...LINES.keys()].join(', ')}`)
  for (const [type, line] of LINES) {
    if (line.includes(sig) && !WITHOUT_FIELDS.has(type)) {
      throw new HeapError(`values: ${type} has fields: its atoms are objects, and no values`)
    }
  }
}

function numbered(sig: string, values: unknown): Map<number, unknown> {
  if (values === null || typeof values !== 'object') throw new HeapError(`values: ${sig} needs an array, or values by name`)
  if (Array.isArray(values)) return new Map(values.entries())
  const named = values instanceof Map ? [...values] : Object.entries(values)
  return new Map(named.map(([name, value]) => [numberOf(sig, String(name)), value]))
}

function numberOf(sig: string, name: string): number {
  const dollar = name.lastIndexOf('$')
  const digits = sig === 'Int' || dollar < 0 ? name : name.slice(dollar + 1)
  const isOfIt = sig === 'Int' || dollar < 0 || extendsIt(name.slice(0, dollar), sig)
  if (isOfIt && /^(0|-?[1-9]\d*)$/.test(digits)) return Number(digits)
  throw new HeapError(`values: ${sig}: ${name} names nothing of it; a name is like ${sig === 'Int' ? '-1' : `${sig}$0`}`)
}

/** What a name begins with; nothing of a name that is none of Korrel's. */
function typeOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('$')))
}

function number(name: string): number {
  return Number(name.slice(name.lastIndexOf('$') + 1))
}

function shown(value: unknown): string {
  return typeof value === 'object' ? 'an object' : (JSON.stringify(value) ?? String(value))
}

/** Reads a record. A column is what may stand at a place, as the header writes it: `Node`, `Dir|File`. */
class Reader {
  readonly objects = new Map<string, unknown>()

  constructor(
    readonly record: Fields,
    readonly values: Values,
  ) {
    if ('states' in record && !('objects' in record)) throw new HeapError('states: this is the record of a trace, not of a heap')
    const given: [string, Fields][] = Object.entries(at('objects', () => membersOf(record.objects)))
    for (const [name, fields] of given) at(`objects.${name}`, () => this.objects.set(name, this.made(name, fields?.$type)))
    for (const [name, fields] of given) {
      if (this.values.sigOf(fields.$type) !== undefined) continue
      at(`objects.${name}`, () => (this.objects.get(name) as Readable).$read(fields, this))
    }
  }

  private made(name: string, type: string): unknown {
    const of = CLASSES.get(type)
    if (of === undefined) throw new HeapError(`the spec has no objects of type ${type}`)
    const sig = this.values.sigOf(type)
    if (sig !== undefined) return this.values.value(sig, number(name), name)
    // To `deepEqual` an object without fields is any other one, if it has not its name to be told apart by.
    return WITHOUT_FIELDS.has(type) ? Object.assign(new of(), { $id: name }) : new of()
  }

  group<T extends Readable>(of: new () => T, name: string): T {
    const group = new of()
    if (name in this.record || name === 'roots') at(name, () => group.$read(membersOf(this.record[name]), this))
    return group
  }

  /** The objects that the roots lead to. */
  reached(): Set<string> {
    const found = new Set<string>()
    const waiting: unknown[] = [this.record.roots]
    while (waiting.length > 0) {
      const json = waiting.pop()
      if (typeof json === 'string' && this.objects.has(json) && !found.has(json)) {
        found.add(json)
        waiting.push(this.record.objects[json])
      } else if (json !== null && typeof json === 'object') {
        waiting.push(...Object.keys(json), ...Object.values(json))
      }
    }
    return found
  }

  one<T>(column: string, json: any): T {
    const sorts = column.split('|')
    const isAny = sorts.includes('univ')
    if (typeof json === 'string' && column !== 'string') {
      const type = this.objects.has(json) ? this.record.objects[json].$type : undefined
      if (type !== undefined && (isAny || sorts.some((sort) => extendsIt(type, sort)))) return this.objects.get(json) as T
      const isOther = isAny || sorts.includes('string') || sorts.includes(ENUM_VALUES.get(json) ?? '')
      if (type === undefined && isOther) return json as T
      throw new HeapError(`${shown(json)} is no ${column}: there is no such object`)
    }
    const plain = Number.isSafeInteger(json) ? 'int' : typeof json === 'boolean' ? 'bool' : typeof json
    if (!['int', 'bool', 'string'].includes(plain) || !(isAny || sorts.includes(plain))) {
      throw new HeapError(`${shown(json)} is no ${column}`)
    }
    return plain === 'int' && this.values.tables.has('Int') ? (this.values.value('Int', json, `the integer ${json}`) as T) : json
  }

  lone<T>(column: string, json: any): T | null {
    return json === null ? null : this.one(column, json)
  }

  set<T>(column: string, json: any): Set<T> {
    return new Set(itemsOf(json).map((item) => this.one<T>(column, item)))
  }

  seq<T>(column: string, json: any): T[] {
    return itemsOf(json).map((item) => this.one<T>(column, item))
  }

  map<K, V>(key: string, value: string, json: any): Map<K, V> {
    const keys = key === 'int' || key === 'bool' ? JSON.parse : (name: string) => name
    return new Map(Object.entries(membersOf(json)).map(([name, item]) => [this.one<K>(key, keys(name)), this.one<V>(value, item)]))
  }

  rel<T>(columns: string[], json: any): T[] {
    return itemsOf(json).map((row) => {
      if (itemsOf(row).length !== columns.length) throw new HeapError(`${shown(row)} is no row of ${columns.length}`)
      return row.map((item: unknown, at: number) => this.one(columns[at]!, item)) as T
    })
  }
}

/** Says of what does not fit where it stands. */
function at<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new HeapError(`${path}: ${(error as Error).message}`)
  }
}

function itemsOf(json: any): any[] {
  if (!Array.isArray(json)) throw new HeapError(`${shown(json)} is no array`)
  return json
}

function membersOf(json: any): Fields {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) throw new HeapError(`${shown(json)} is no object`)
  return json
}

/** Writes a heap. Objects keep their names; new ones get new names. */
class Writer {
  private readonly names = new Map<unknown, string>()
  private readonly atoms = new Map<string, string>()
  private readonly objects = new Map<string, Fields>()
  private waiting: [string, Readable][] = []

  constructor(readonly heap: Heap<any>) {
    for (const [name, made] of heap.objects) {
      const sig = heap.values.sigOf(TYPES.get((made as object | null)?.constructor) ?? typeOf(name))
      if (sig === undefined) {
        this.names.set(made, name)
      } else {
        this.atoms.set(`${sig}$${number(name)}`, name)
        this.objects.set(name, { $type: typeOf(name) })
      }
    }
  }

  /** What the roots lead to is written, and what they did not lead to before either. */
  record(): Fields {
    const heap = this.heap
    const record: Fields = heap.id === undefined ? {} : { kind: 'instance', id: heap.id }
    if (heap.key !== undefined) record.key = heap.key
    record.roots = heap.roots.$write(this)
    for (const [name, made] of heap.objects) {
      if (!heap.reached.has(name) && !this.objects.has(name)) this.one('univ', made)
    }
    this.writeWaiting()
    const groups = groupsOf(heap).map(([name, group]): [string, Fields] => [name, group.$write(this)])
    this.writeWaiting()
    const known = [...heap.objects.keys()].filter((name) => this.objects.has(name))
    const all = new Set([...known, ...this.objects.keys()])
    record.objects = Object.fromEntries([...all].map((name) => [name, this.objects.get(name)]))
    return { ...record, ...Object.fromEntries(groups) }
  }

  private writeWaiting(): void {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const [name, made] = next
      this.objects.set(name, { $type: TYPES.get(made.constructor), ...made.$write(this) })
    }
  }

  one(column: string, value: unknown): unknown {
    const numbers = this.heap.values.numbers(column, value)
    const sorts = column.split('|')
    const isText = typeof value === 'string' && (sorts.includes('string') || sorts.includes(ENUM_VALUES.get(value) ?? ''))
    if (numbers.length > 1 || (numbers.length === 1 && isText)) {
      const all = [...numbers.map(([sig, number]) => `${sig} ${number}`), ...(isText ? ['itself'] : [])]
      throw new HeapError(`${shown(value)} stands for ${all.join(' and for ')}`)
    }
    for (const [sig, number] of numbers) return sig === 'Int' ? number : this.atom(sig, number)
    const type = TYPES.get((value as object | null)?.constructor)
    if (type !== undefined) return this.reference(value as Readable, type)
    const isNumber = Number.isSafeInteger(value) && sorts.includes('int') && !this.heap.values.tables.has('Int')
    if (isText || isNumber || (typeof value === 'boolean' && sorts.includes('bool'))) return value
    if (column === 'univ' && ['number', 'boolean', 'string'].includes(typeof value)) return value
    throw new HeapError(`${shown(value)} is no ${column}, and none of the values given`)
  }

  private atom(sig: string, number: number): string {
    const name = this.atoms.get(`${sig}$${number}`) ?? `${sig}$${number}`
    this.atoms.set(`${sig}$${number}`, name)
    if (!this.objects.has(name)) this.objects.set(name, { $type: typeOf(name) })
    return name
  }

  private reference(made: Readable, type: string): string {
    const name = this.names.get(made) ?? this.newName(type)
    this.names.set(made, name)
    if (!this.objects.has(name)) {
      this.objects.set(name, {})
      this.waiting.push([name, made])
    }
    return name
  }

  private newName(type: string): string {
    const top = (of: string) => LINES.get(of)?.at(-1)
    const taken = [...this.names.values(), ...this.objects.keys(), ...this.heap.objects.keys()]
    const numbers = taken.filter((name) => top(typeOf(name)) === top(type)).map(number).filter(Number.isSafeInteger)
    return `${type}$${Math.max(-1, ...numbers) + 1}`
  }

  lone(column: string, value: unknown): unknown {
    return value === null || value === undefined ? null : this.one(column, value)
  }

  set(column: string, items: Iterable<unknown>): unknown {
    return [...items].map((item) => this.one(column, item))
  }

  seq(column: string, items: Iterable<unknown>): unknown {
    return this.set(column, items)
  }

  map(key: string, value: string, items: Map<unknown, unknown>): unknown {
    const entries = [...items].map(([name, item]): [string, unknown] => [String(this.one(key, name)), this.one(value, item)])
    return key === 'int' ? new Map(entries.sort(([one], [other]) => Number(one) - Number(other))) : new Map(entries)
  }

  rel(columns: string[], rows: Iterable<readonly unknown[]>): unknown {
    return [...rows].map((row) => row.map((item, at) => this.one(columns[at]!, item)))
  }

  /** A subset sig, without what was there when the heap was read and is gone. */
  members(column: string, items: Iterable<unknown>): unknown {
    const isGone = (item: unknown) => {
      const name = this.names.get(item)
      return name !== undefined && this.heap.objects.has(name) && !this.objects.has(name)
    }
    return this.set(column, [...items].filter((item) => !isGone(item)))
  }
}

/** The text of a record. Maps keep their order, which objects would not where a name is a number. */
function text(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(text).join(',')}]`
  if (json === null || typeof json !== 'object') return JSON.stringify(json)
  const entries: [string, unknown][] = json instanceof Map ? [...json] : Object.entries(json)
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${text(value)}`).join(',')}}`
}

/** As JSON.parse, which would take the last of two members with one name. */
function parsed(json: string): any {
  const value = JSON.parse(json)
  const open: Set<string>[] = []
  for (const [token, string, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    if (token === '}') open.pop()
    if (string === undefined || colon === undefined) continue
    const name: string = JSON.parse(string)
    if (open.at(-1)!.has(name)) throw new HeapError(`${shown(name)} stands twice in one object`)
    open.at(-1)!.add(name)
  }
  return value
}

/**
 * The instances of a stream that `korrel find` wrote, line by line. One that breaks off is an error, and so are lines that
 * were lost, added or changed; of lines that another program wrote anew, only their number is compared, and a note says so.
 */
export async function* heaps(lines: AsyncIterable<string> | Iterable<string>, values: GivenValues = {}): AsyncGenerator<Heap> {
  const table = new Values(values)
  const digest = new Digest()
  let end: Fields | undefined
  let count = 0
  let isFirst = true
  for await (const read of lines) {
    const line = isFirst ? read.replace(/^\ufeff/, '') : read // a byte order mark
    isFirst = false
    if (line.trim() === '') continue
    if (end !== undefined) throw new HeapError('the stream goes on after its end record')
    const record = at(`line ${shown(line.slice(0, 80))}`, () => membersOf(parsed(line)))
    if (typeof record.kind !== 'string') throw new HeapError(`no record of a stream: ${line.slice(0, 80)}`)
    if (record.kind === 'instance') {
      digest.add(line)
      yield at(`instance ${record.id ?? count}`, () => Heap.decode(record, table))
      count++
    }
    if (record.kind === 'end') end = record
  }
  if (end === undefined) throw new HeapError('the stream has no end record: these are not all instances')
  if (end.count !== count) throw new HeapError(`the end record counts ${end.count} instances, but ${count} were read`)
  digest.compare(end.digest)
}

/** The CRC-32 of instances, without their ids. */
class Digest {
  private crc = -1
  private isAsWritten = true

  add(line: string): void {
    const begin = '{"kind":"instance",'
    const rest = line.slice(begin.length).replace(/^"id":[^,]*,/, '').replace(/\n$/, '')
    this.isAsWritten &&= line.startsWith(begin)
    for (const byte of new TextEncoder().encode(`${rest}\n`)) {
      this.crc ^= byte
      for (let bit = 0; bit < 8; bit++) this.crc = (this.crc >>> 1) ^ (this.crc & 1 ? 0xedb88320 : 0)
    }
  }

  compare(given: unknown): void {
    const own = `crc32:${(~this.crc >>> 0).toString(16).padStart(8, '0')}`
    const isKnown = String(given).startsWith('crc32:')
    if (given !== undefined && !(this.isAsWritten && isKnown)) {
      const why = this.isAsWritten ? `${shown(given)} is of no known kind` : 'another program has written the instances anew'
      console.warn(`note: the digest of the stream says nothing: ${why}`)
    } else if (given !== undefined && given !== own) {
      throw new HeapError('the instances do not have the digest of the end record: lines were changed')
    }
  }
}
