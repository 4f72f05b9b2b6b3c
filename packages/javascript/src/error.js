/** Whatever Korrel, or this package, cannot do, said to the user. */
export class KorrelError extends Error {
  /**
   * `exitCode` is the program's, if it has ended; `code` is the code of its first message (`E0008`),
   * which `korrel explain` knows (`E0028` of a heap and `E0046` of a stream may be this package's), or `INCOMPLETE`, `NOT_FOUND`, `VALUES`, `CLASSES`, `STREAM`.
   */
  constructor(message, { code = null, exitCode = null, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'KorrelError'
    this.code = code
    this.exitCode = exitCode
  }
}
