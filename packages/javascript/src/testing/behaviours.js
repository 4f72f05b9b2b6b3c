import { KorrelError } from '../error.js'
import { path, shortest } from '../program/flags.js'
import { Running } from '../program/run.js'

const FLAGS = { scope: '--scope', steps: '--steps', timeout: '--timeout', itfAction: '--itf-action' }
const OWN = ['spec', 'command', 'itf', 'driver', 'flags', 'testTimeout']

/**
 * Runs the behaviours of `{ spec, command }`, or the traces of `{ itf }`, against a driver; resolves with the last line
 * of the report. What fails is thrown with the report as its message.
 */
export async function runBehaviours(title, asked, run) {
  const key = process.env.KORREL_REPLAY || null
  const words = ['test', ...wordsOf(title, asked), ...(key === null ? [] : ['--replay', key]), '--', ...driverOf(asked.driver)]
  const running = new Running(words)
  let report = ''
  running.child.stdout.on('data', (text) => {
    report += text
  })
  const { code, signal } = await running.ended
  const said = running.said.trim()
  if (code === 0) return report.trim().split('\n').findLast((line) => /^COMPLETE|^only|^\d/.test(line)) ?? report.trim()
  if (code === 1) throw failed(title, report, run)
  if (code === 2) throw new KorrelError(said, { code: /^error\[(E\d+)\]/m.exec(said)?.[1] ?? null, exitCode: code })
  throw new KorrelError(`${title}: the run is incomplete (${signal ?? `exit code ${code}`})\n${report}${said}`.trim(), {
    code: 'INCOMPLETE',
    exitCode: code,
  })
}

function failed(title, report, run) {
  const key = /smallest: ([0-9a-f]+)/.exec(report)?.[1]
  const again = key === undefined ? '' : `\n\nagain here: KORREL_REPLAY=${key} ${run}`
  const error = new Error(`${title}\n${report.trim()}${again}`)
  error.name = 'BehaviourFailed'
  error.stack = `${error.name}: ${error.message}` // the program under test runs elsewhere: this one's calls say nothing
  return error
}

function wordsOf(title, asked) {
  const { spec, command, itf, driver, flags = [] } = asked
  const unknown = Object.keys(asked).find((option) => !OWN.includes(option) && !Object.hasOwn(FLAGS, option))
  if (unknown !== undefined) throw new KorrelError(`behaviours: ${title}: there is no option ${unknown}`)
  if (driver === undefined) throw new KorrelError(`behaviours: ${title}: \`driver\` is the file that serves a machine`)
  if ((spec === undefined) === (itf === undefined) || (spec !== undefined && command === undefined)) {
    throw new KorrelError(`behaviours: ${title}: a spec and a command, or itf, the files of traces`)
  }
  const what = itf === undefined ? [shortest(path(spec)), '--traces', String(command)] : ['--itf', ...[itf].flat().map(path).map(shortest)]
  const valued = Object.entries(FLAGS).filter(([option]) => asked[option] !== undefined)
  const value = (option) => (option === 'timeout' && typeof asked[option] === 'number' ? `${asked[option]}ms` : String(asked[option]))
  return [...what, '--color', 'never', ...valued.flatMap(([option, flag]) => [flag, value(option)]), ...flags]
}

/** A file that node runs, or the words of a command. */
function driverOf(driver) {
  return Array.isArray(driver) ? driver.map(path) : [process.execPath, shortest(path(driver))]
}
