// A small library, to be replaced by yours: values as JSON, a row for each, in which parts are the numbers of rows.

const isObject = (value) => value !== null && typeof value === 'object'

export function stringify(value) {
  const rows = []
  const places = new Map()
  const place = (value) => {
    if (places.has(value)) return places.get(value)
    const at = rows.length
    places.set(value, at)
    rows.push(value)
    if (Array.isArray(value)) rows[at] = value.map(place)
    else if (isObject(value)) rows[at] = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, place(part)]))
    return at
  }
  place(value)
  return JSON.stringify(rows)
}

export function parse(text) {
  const rows = JSON.parse(text)
  // All are there before the first one is filled: a part may stand before or after its whole.
  const values = rows.map((row) => (Array.isArray(row) ? [] : isObject(row) ? {} : row))
  for (const [at, row] of rows.entries()) {
    if (isObject(row)) for (const [key, part] of Object.entries(row)) values[at][key] = values[part]
  }
  return values[0]
}
