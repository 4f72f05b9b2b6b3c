import { KorrelError } from '../error.js'
import { coverage, forget } from './coverage.js'
import { After } from './after.js'
import { Fail, Skip } from './verdicts.js'

/** The line that answers an input, or a promise of it. */
export function reply(operation, input) {
  forget()
  let after = null
  const line = (parts, read) => JSON.stringify({ id: input.id, ...parts, ...coverage(), ...(operation.lazy && { read }) })
  const said = (parts) => line(parts, after.reads?.said())
  // What cannot be made or written may depend on all there is, read or not.
  const failed = (error) => line(notSaid(error), after?.reads?.untold ?? 'all')
  try {
    after = new After(operation, input)
    const outcome = called(operation, after)
    return outcome instanceof Promise ? outcome.then(said, failed) : said(outcome)
  } catch (error) {
    return failed(error)
  }
}

/** What an operation comes to. What it throws is an outcome, too. */
function called({ call, judges, parameters }, after) {
  const content = (value) => ({ ...after.state(value), ...(judges && { pass: true }) })
  const thrown = (error) => complaint(error, () => after.state(null))
  return tried(() => call(...parameters.map((name) => after.roots[name])), content, thrown)
}

/** The line that answers a request of a behaviour. What cannot be made or written fails by itself. */
export async function replyOfBehaviour(behaviour, request) {
  forget()
  const line = (parts) => JSON.stringify({ id: request.id, ...parts, ...coverage() })
  const told = (value) => (request.kind === 'call' ? behaviour.told(value, request.op) : {})
  const thrown = (error) => {
    if (error instanceof KorrelError) throw error
    return complaint(error, () => told(null))
  }
  try {
    return line(await tried(behaviour.asked(request), told, thrown))
  } catch (error) {
    return line(notSaid(error))
  }
}

/** What a call comes to. What comes of it is read outside of what was tried: that is not what the program threw. */
function tried(call, content, thrown) {
  let value
  try {
    value = call()
  } catch (error) {
    return thrown(error)
  }
  return value instanceof Promise ? value.then(content, thrown) : content(value)
}

function complaint(error, state) {
  if (error instanceof Fail) return { ...state(), fail: { cause: error.reason, message: error.message } }
  if (error instanceof Skip) return { skip: error.message }
  const isError = error instanceof Error
  return { throw: { type: isError ? error.name : typeof error, message: isError ? error.message : String(error) } }
}

/** An input that cannot be made, or a state that cannot be written, fails by itself. */
function notSaid(error) {
  if (error instanceof KorrelError) return { fail: { cause: error.message, message: error.message } }
  return { fail: { cause: 'the state cannot be read', message: error?.stack ?? String(error) } }
}
