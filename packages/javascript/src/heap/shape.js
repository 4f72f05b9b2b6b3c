/**
 * What a value looks like, as the header says it: `Node?`, `set Node`, `map Key int`.
 *
 * `form` is `one`, `lone`, `set`, `seq`, `map` or `rel`; `columns` holds, for each column, the types
 * whose values can stand there. `T` and `T?` have one column, `map` has two.
 */
export function shape(text) {
  const [first, ...rest] = text.split(' ')
  if (rest.length > 0) return { form: first, columns: rest.map(column), text }
  const lone = first.endsWith('?')
  return { form: lone ? 'lone' : 'one', columns: [column(lone ? first.slice(0, -1) : first)], text }
}

function column(text) {
  return text.split('|')
}
