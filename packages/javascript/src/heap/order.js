/**
 * The order of what stands in a set: objects by the place of their top-level sig in the header and
 * their number, then values of enums, then false after true, numbers, texts (docs/heapgraph.md, Keys).
 */
export class Order {
  /** `types`: the type of each name that is an object's. */
  constructor(schema, types) {
    this.schema = schema
    this.types = types
  }

  /** Compares two atoms, or two tuples, as JSON has them. */
  compare = (a, b) => {
    if (Array.isArray(a)) return a.map((atom, at) => this.compare(atom, b[at])).find((sign) => sign !== 0) ?? 0
    const [x, y] = [this.rank(a), this.rank(b)]
    const at = x.findIndex((part, place) => part !== y[place])
    return at < 0 ? 0 : x[at] < y[at] ? -1 : 1
  }

  rank(atom) {
    if (typeof atom === 'boolean') return [2, !atom]
    if (typeof atom === 'number') return [3, atom]
    if (this.types.has(atom)) return [0, this.place(atom), number(atom)]
    return this.schema.enumPlaces.has(atom) ? [1, this.schema.enumPlaces.get(atom)] : [4, atom]
  }

  place(name) {
    return this.schema.places.get(this.schema.top(this.types.get(name)))
  }
}

/** The number in the name of an object; ids from elsewhere need not have one. */
export function number(name) {
  const digits = /\$(\d+)$/.exec(name)
  return digits === null ? Infinity : Number(digits[1])
}
