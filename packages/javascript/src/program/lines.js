/** The lines of a stream of text. The last one need not end with a line break: then it may be `isCut`. */
export class Lines {
  isCut = false
  #text

  constructor(text) {
    this.#text = text
  }

  async *[Symbol.asyncIterator]() {
    let rest = ''
    for await (const read of this.#text) {
      const found = (rest + read).split('\n')
      rest = found.pop()
      yield* found
    }
    this.isCut = rest !== ''
    if (this.isCut) yield rest
  }
}

/** Lines, those together that were read together. */
export async function* batches(text) {
  let rest = ''
  for await (const read of text) {
    const found = (rest + read).split('\n')
    rest = found.pop()
    yield found
  }
  if (rest !== '') yield [rest]
}
