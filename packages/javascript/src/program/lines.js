/** The lines of a stream of text. The last one need not end with a line break. */
export async function* lines(text) {
  for await (const found of batches(text)) yield* found
}

/** The same, those together that were read together. */
export async function* batches(text) {
  let rest = ''
  for await (const read of text) {
    const found = (rest + read).split('\n')
    rest = found.pop()
    yield found
  }
  if (rest !== '') yield [rest]
}
