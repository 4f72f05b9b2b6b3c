import inspector from 'node:inspector'
import vm from 'node:vm'

/** As `korrel test` has it. */
const LIMIT = 5000
const TURN = Symbol.for('korrel.turn')
const script = new vm.Script('globalThis[Symbol.for("korrel.turn")]()', { filename: 'korrel' })

/**
 * Calls a function that may take so many milliseconds, 0 for as long as it takes. A loop without an end is ended, and so is
 * waiting for what never comes. Only a loop that begins after an `await` is not: node has nothing that ends it.
 */
export async function limited(call, limit = LIMIT) {
  // Who stops in a debugger has all the time there is.
  if (limit === 0 || inspector.url() !== undefined) return call()
  const made = untilItWaits(call, limit)
  if (typeof made?.then !== 'function') return made
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(tooLong(limit)), limit)
  })
  try {
    return await Promise.race([made, late])
  } finally {
    clearTimeout(timer)
  }
}

function untilItWaits(call, limit) {
  const before = globalThis[TURN]
  globalThis[TURN] = call
  try {
    return script.runInThisContext({ timeout: limit, displayErrors: false })
  } catch (error) {
    throw error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? tooLong(limit) : error
  } finally {
    globalThis[TURN] = before
  }
}

function tooLong(limit) {
  const error = new Error(`it did not come to an end within ${limit / 1000} s (the option inputTimeout, in milliseconds)`)
  error.name = 'TimeoutError'
  return error
}
