/** A heap as text, in the way of `korrel show`, where the program is not at hand: each root, and what it leads to as a tree. */
export function drawn(header, record) {
  return new Drawing(header, record).lines().join('\n')
}

class Drawing {
  #drawn = new Set()
  /** The names of the roots that are objects, by the object. */
  #roots = new Map()

  constructor({ types = {}, enums = {} }, { objects, roots = {} }) {
    Object.assign(this, { types, objects, roots, constants: new Set(Object.values(enums).flat()) })
    for (const [name, value] of Object.entries(roots)) if (this.#isObject(value)) this.#roots.set(value, [...(this.#roots.get(value) ?? []), name])
  }

  lines() {
    const values = Object.entries(this.roots).filter(([, value]) => !this.#isObject(value))
    const lines = values.length > 0 ? [values.map(([name, value]) => `${name}: ${this.#text(value)}`).join('   ')] : []
    for (const name of [...this.#roots.keys(), ...Object.keys(this.objects)]) if (!this.#drawn.has(name)) lines.push(...this.#line('', name))
    return lines
  }

  /** An object that was drawn before is named only. */
  #line(label, value) {
    if (!this.#isObject(value) || this.#drawn.has(value)) return [label + this.#text(value)]
    this.#drawn.add(value)
    const [below, beside] = [[], []]
    const { $type, ...fields } = this.objects[value]
    for (const [name, held] of Object.entries(fields)) this.#field(name, held, this.types[$type]?.[name], below, beside)
    const roots = this.#roots.get(value)?.join(', ')
    const lines = [[`${label}${roots ? `${roots}: ` : ''}${value}`, ...beside].join('  ')]
    for (const [place, [name, held]] of below.entries()) {
      const isLast = place === below.length - 1
      const [first, ...rest] = this.#line(name, held)
      lines.push((isLast ? '└─ ' : '├─ ') + first, ...rest.map((line) => (isLast ? '   ' : '│  ') + line))
    }
    return lines
  }

  #field(name, held, shape, below, beside) {
    if (held === null || (typeof held === 'object' && Object.keys(held).length === 0)) return
    if (this.#isObject(held)) below.push([`${name}: `, held])
    else if (Array.isArray(held) && held.some((one) => this.#isObject(one))) below.push(...held.map((one, place) => [`${name}[${place}]: `, one]))
    else if (!Array.isArray(held) && typeof held === 'object' && Object.entries(held).flat().some((one) => this.#isObject(one))) {
      below.push(...Object.entries(held).map(([at, one]) => [`${name}[${this.#key(at, shape)}]: `, one]))
    } else beside.push(`${name} ${this.#text(held, shape)}`)
  }

  #isObject(value) {
    return typeof value === 'string' && Object.hasOwn(this.objects, value)
  }

  #text(value, shape) {
    if (Array.isArray(value)) return `[${value.map((one) => this.#text(one)).join(', ')}]`
    if (value !== null && typeof value === 'object') return `{${Object.entries(value).map(([at, one]) => `${this.#key(at, shape)}: ${this.#text(one)}`).join(', ')}}`
    if (this.#isObject(value)) return `^${value}`
    return this.constants.has(value) ? value : JSON.stringify(value)
  }

  /** Keys are texts in a record, whatever they are: a number has no quotes, unless the type says that keys are texts. */
  #key(at, shape) {
    return /^(-?\d+|true|false)$/.test(at) && !shape?.startsWith('map string') ? at : this.#text(at)
  }
}
