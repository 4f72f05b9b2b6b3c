/**
 * The path of the first name that stands twice in one JSON object of a text; null if there is none.
 *
 * `JSON.parse` keeps one of two equal names and forgets the other: of two objects with one name, half a heap.
 * What it has made does not show that; but then the text has more colons behind quotes than it has members.
 */
export function twice(text, parsed) {
  return (text.match(/"\s*:/g)?.length ?? 0) === members(parsed) ? null : found(text)
}

function members(value) {
  if (value === null || typeof value !== 'object') return 0
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return Object.values(value).reduce((count, item) => count + members(item), names.length)
}

/** Reads the text again. `text` is JSON. */
function found(text) {
  const open = [] // of each bracket: the names so far, and where it is
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g)) {
    const inner = open.at(-1)
    if (token === '{') open.push({ names: new Set(), at: '', isName: true })
    else if (token === '[') open.push({ names: null, at: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && inner.names === null) inner.at++
    else if (token === ',') inner.isName = true
    else if (inner?.isName) {
      Object.assign(inner, { at: JSON.parse(token), isName: false })
      if (inner.names.has(inner.at)) return path(open)
      inner.names.add(inner.at)
    }
  }
  return null
}

function path(open) {
  return open.map(({ names, at }) => (names === null ? `[${at}]` : `.${at}`)).join('').slice(1)
}
