/** Thrown by an operation that judges for itself: it is not content. Failures are grouped by cause. */
export class Fail extends Error {
  constructor(cause, message = '') {
    super(message)
    this.reason = cause
  }
}

/** Thrown by an operation that is not applicable to its input. */
export class Skip extends Error {}
