import { KorrelError } from '../error.js'

/**
 * What is wrong with how a run ended; null if nothing is. `end` is its last record, null if there is
 * none; `said` what is on standard error.
 */
export function complaint({ end, code, signal, said }, allowIncomplete) {
  if (end === null) return code === 2 ? refused(said, code) : cutOff(said, code, signal)
  if (end.status === 'complete' || end.status === 'limit') return null
  if (allowIncomplete && end.status !== 'error') return null
  const message = `the stream is incomplete (${end.status}): ${end.count} inputs, and not all`
  return new KorrelError(withSaid(message, said), { code: 'INCOMPLETE', exitCode: code })
}

/** A mistake in the spec, or in the command line: the program has said which. */
function refused(said, exitCode) {
  const code = /^error\[(E\d+)\]/m.exec(said)?.[1] ?? null
  return new KorrelError(said.trim(), { code, exitCode })
}

function cutOff(said, exitCode, signal) {
  const how = signal ?? (exitCode === null ? null : `exit code ${exitCode}`)
  const ended = how === null ? '' : ` (${how})`
  return new KorrelError(withSaid(`the stream was cut off: there is no end record${ended}`, said), {
    code: 'INCOMPLETE',
    exitCode,
  })
}

function withSaid(message, said) {
  return said.trim() === '' ? message : `${message}\n${said.trim()}`
}
