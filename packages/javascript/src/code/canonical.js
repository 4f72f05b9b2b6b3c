/**
 * The key of a heap, as docs/heapgraph.md defines it: a digest of the least text that any numbering of its objects gives.
 *
 * Numbers are given while the text is written, from its beginning. A *cell* is a set of objects with as many numbers, of
 * which it is open which has which; at first there is one for each type. An object that is mentioned takes the least
 * number of its cell, and the members of a set the least ones of theirs, since any others make a greater text. So only
 * the object of the next line is a choice, and of all ways to go on those with the least text are kept.
 */
import { createHash } from 'node:crypto'

/** A set, also where no shape says so: in an array. */
export class Unordered extends Array {}

export function keyOf(header, record) {
  return createHash('sha256').update(leastText(header, record)).digest('hex').slice(0, 16)
}

function leastText(header, record) {
  const numbering = new Numbering(header, record)
  return numbering.least(numbering.oneCellEach())
}

/** A text that isomorphic heaps share, too, and which is found faster: objects with other surroundings are told apart first. */
export function sameText(header, record) {
  const numbering = new Numbering(header, record)
  return numbering.least(numbering.cellsBySurroundings())
}

class Numbering {
  constructor({ types, roots }, record) {
    Object.assign(this, { types, roots, record, objects: record.objects })
    this.order = Object.keys(types)
    this.typeOf = new Map(Object.entries(record.objects).map(([name, { $type }]) => [name, $type]))
    this.ofType = new Map()
    for (const [name, type] of this.typeOf) this.ofType.set(type, [...(this.ofType.get(type) ?? []), name])
  }

  oneCellEach() {
    const cells = {}
    for (const names of this.ofType.values()) for (const name of names) cells[name] = [...names.keys()]
    return cells
  }

  /** Refines colours until they stay: an object's own, and those of what it holds. */
  cellsBySurroundings() {
    let colours = new Map(this.typeOf)
    for (const _ of this.typeOf) {
      const seen = new Map([...this.typeOf.keys()].map((name) => [name, JSON.stringify([colours.get(name), this.#shade(this.objects[name], colours)])]))
      const order = new Map([...new Set(seen.values())].sort().map((text, at) => [text, at]))
      if (order.size === new Set(colours.values()).size) break
      colours = new Map([...seen].map(([name, text]) => [name, order.get(text)]))
    }
    const cells = {}
    for (const names of this.ofType.values()) {
      let taken = 0
      for (const colour of [...new Set(names.map((name) => colours.get(name)))].sort((a, b) => (a < b ? -1 : 1))) {
        const same = names.filter((name) => colours.get(name) === colour)
        for (const name of same) cells[name] = same.map((_, at) => taken + at)
        taken += same.length
      }
    }
    return cells
  }

  #shade(value, colours) {
    if (typeof value === 'string') return colours.has(value) ? [colours.get(value)] : value
    if (Array.isArray(value)) {
      const shades = [...value].map((one) => this.#shade(one, colours))
      return value instanceof Unordered ? sortedAsText(shades) : shades
    }
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value).map(([at, one]) => [this.#shade(at, colours), this.#shade(one, colours)])
    return '$type' in value ? entries : sortedAsText(entries)
  }

  least(cells) {
    let states = [cells]
    const parts = []
    const lines = [...this.ofType].flatMap(([type, names]) => names.map((_, number) => [`${type}$${number}`, type, number]))
    for (const [name, type, number] of lines.sort(([one], [other]) => (one < other ? -1 : 1))) {
      const [text, after] = leastOf(states.flatMap((state) => this.#line(state, type, number)))
      parts.push(`${JSON.stringify(name)}:${text}`)
      states = after
    }
    const [roots] = leastOf(states.flatMap((state) => this.#members(state, this.record.roots, this.roots)))
    return `{"objects":{${parts.join(',')}},"roots":${roots}}`
  }

  #line(cells, type, number) {
    const named = this.ofType.get(type).filter((name) => cells[name].includes(number))
    return named.flatMap((name) => this.#members(this.#given(cells, name, number), this.objects[name], this.types[type]))
  }

  #members(cells, values, shapes) {
    const names = Object.keys(values).sort()
    const shape = (name) => shapes[name] ?? ''
    const ways = this.#sequence(cells, names, (name, at) => this.#value(at, values[name], shape(name)))
    return ways.map(([made, after]) => [JSON.stringify(Object.fromEntries(names.map((name, at) => [name, made[at]]))), after])
  }

  /** Each of these after the other, in all ways. */
  #sequence(cells, values, each = (value, at) => this.#value(at, value)) {
    let ways = [[[], cells]]
    for (const one of values) ways = ways.flatMap(([made, at]) => each(one, at).map(([value, after]) => [[...made, value], after]))
    return ways
  }

  #value(cells, value, shape = '') {
    if (this.typeOf.has(value)) {
      const number = cells[value].reduce((least, one) => (String(one) < String(least) ? one : least))
      return [[`${this.typeOf.get(value)}$${number}`, this.#given(cells, value, number)]]
    }
    if (Array.isArray(value)) {
      return shape.startsWith('set ') || value instanceof Unordered ? this.#set(cells, value) : this.#sequence(cells, value)
    }
    return value !== null && typeof value === 'object' ? this.#map(cells, value) : [[value, cells]]
  }

  #set(cells, values) {
    const objects = values.filter((one) => this.typeOf.has(one))
    const others = values.filter((one) => !this.typeOf.has(one)).sort((one, other) => (rank(one) < rank(other) || (rank(one) === rank(other) && one < other) ? -1 : 1))
    return this.#split(cells, objects).map((after) => {
      const found = new Map()
      for (const one of objects) for (const number of after[one]) found.set(`${this.typeOf.get(one)}$${number}`, [this.order.indexOf(this.typeOf.get(one)), number])
      const names = [...found].sort(([, [a, m]], [, [b, n]]) => a - b || m - n).map(([name]) => name)
      return [[...names, ...others], after]
    })
  }

  #map(cells, value) {
    const objects = Object.keys(value).filter((name) => this.typeOf.has(name))
    const ways = this.#split(cells, objects).flatMap((split) => this.#each(split, objects))
    return ways.flatMap((after) => {
      const named = new Map(Object.keys(value).map((name) => [this.typeOf.has(name) ? `${this.typeOf.get(name)}$${after[name][0]}` : name, value[name]]))
      const keys = [...named.keys()].sort()
      return this.#sequence(after, keys.map((key) => named.get(key))).map(([values, last]) => [Object.fromEntries(keys.map((key, at) => [key, values[at]])), last])
    })
  }

  /** The members of each cell take its least numbers; all ways, where texts and numbers are ordered differently. */
  #split(cells, members) {
    const split = new Map()
    for (const name of members) {
      const at = `${this.typeOf.get(name)} ${cells[name][0]}`
      split.set(at, [...(split.get(at) ?? []), name])
    }
    let states = [cells]
    for (const names of split.values()) {
      const numbers = cells[names[0]]
      const cell = this.#cell(cells, names[0])
      if (cell.length === names.length) continue
      const ways = numbers.at(-1) > 9 ? combinations(numbers, names.length) : [numbers.slice(0, names.length)]
      states = states.flatMap((at) => ways.map((taken) => {
        const left = numbers.filter((number) => !taken.includes(number))
        return { ...at, ...Object.fromEntries(cell.map((name) => [name, names.includes(name) ? taken : left])) }
      }))
    }
    return states
  }

  /** Each way to give each of these objects one number of its cell, which they fill. */
  #each(cells, names) {
    const open = names.filter((name) => cells[name].length > 1)
    if (open.length === 0) return [cells]
    return cells[open[0]].flatMap((number) => this.#each(this.#given(cells, open[0], number), open.slice(1)))
  }

  #given(cells, name, number) {
    if (cells[name].length === 1) return cells
    const left = cells[name].filter((other) => other !== number)
    return { ...cells, ...Object.fromEntries(this.#cell(cells, name).map((other) => [other, left])), [name]: [number] }
  }

  /** Cells of one type have no number in common. */
  #cell(cells, name) {
    return this.ofType.get(this.typeOf.get(name)).filter((other) => cells[other][0] === cells[name][0])
  }
}

/** The order in sets, after objects: true, false, numbers, texts. */
export function rank(value) {
  return typeof value === 'boolean' ? (value ? 0 : 1) : typeof value === 'number' ? 2 : 3
}

function leastOf(ways) {
  const least = ways.reduce((text, [other]) => (other < text ? other : text), ways[0][0])
  return [least, ways.filter(([text]) => text === least).map(([, state]) => state)]
}

export function combinations(values, size) {
  if (size === 0) return [[]]
  return values.flatMap((one, at) => combinations(values.slice(at + 1), size - 1).map((rest) => [one, ...rest]))
}

function sortedAsText(values) {
  return values.map((value) => JSON.stringify(value)).sort()
}
