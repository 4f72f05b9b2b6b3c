/**
 * A record as the program writes it.
 *
 * `JSON.stringify` is nearly that. It cannot keep the order of a map's keys when these are numbers,
 * since JavaScript's objects put 0, 1, … before all else; and it leaves characters as they are that
 * a terminal would obey, or that hide or turn around what stands beside them.
 */
export function stringify(value) {
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`
  if (value === null || typeof value !== 'object') return visible(JSON.stringify(value))
  const members = inOrder(Object.keys(value)).map((key) => `${visible(JSON.stringify(key))}:${stringify(value[key])}`)
  return `{${members.join(',')}}`
}

/** A text as it may reach a terminal. */
export function inOneLine(text) {
  return /\p{C}/u.test(text) ? visible(JSON.stringify(text)).slice(1, -1) : text
}

/** Keys that are all numbers ascend; others stand as they are. */
function inOrder(keys) {
  if (!keys.some((key) => key.startsWith('-')) || !keys.every((key) => /^-?\d+$/.test(key))) return keys
  return keys.sort((a, b) => a - b)
}

// Those of the program: lang/src/message/visible.rs.
const DECEPTIVE =
  /[\p{Cc}\u{ad}\u{34f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{3164}\u{fe00}-\u{fe0f}\u{ffa0}\u{61c}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{2028}\u{2029}\u{fff0}-\u{fffb}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

function visible(json) {
  return json.replace(DECEPTIVE, (found) => {
    const units = Array.from({ length: found.length }, (_, at) => found.charCodeAt(at))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })
}
