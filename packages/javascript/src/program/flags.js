import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KorrelError } from '../error.js'

/** Options that are flags with a value. */
const VALUED = {
  scope: '--scope',
  limit: '--limit',
  symmetry: '--symmetry',
  overflow: '--overflow',
  solver: '--solver',
  shard: '--shard',
  after: '--after',
  threads: '--threads',
  timeout: '--timeout',
  memory: '--memory',
  key: '--key',
  id: '--id',
  steps: '--steps',
}

/** Options that are flags or nothing. */
const PLAIN = {
  ignoreParameters: '--ignore-parameters',
  strictAlloy: '--strict-alloy',
  verify: '--verify',
  prefixes: '--prefixes',
  changes: '--changes',
}

/** Options that are none of the program's. */
const OWN = ['include', 'classes', 'values', 'cwd', 'allowIncomplete', 'items', 'testTimeout', 'inputTimeout', 'failures']

/** The words of `korrel find`. */
export function words(spec, command, options) {
  const flags = ['find', path(spec), ...(command === undefined ? [] : [String(command)]), '--keys', '--color', 'never']
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined || OWN.includes(option)) continue
    if (option in VALUED) flags.push(VALUED[option], text(option, value))
    else if (!(option in PLAIN)) throw new KorrelError(`there is no option ${option}`)
    else if (value) flags.push(PLAIN[option])
  }
  return [...flags, ...[options.include ?? []].flat().flatMap((folder) => ['-I', path(folder)])]
}

/** The command that draws one of the inputs for a browser. */
export function page(spec, command, options, key) {
  return `${again(spec, command, options, key).replace(' korrel find ', ' korrel show ')} --format html > ${key}.html`
}

/** The words by which a user asks for one of the inputs: without what cuts the stream off. */
export function again(spec, command, options, key) {
  const one = { ...options, key, limit: undefined, timeout: undefined, id: undefined, after: undefined }
  const asked = words(shortest(path(spec)), command, one)
  return ['npx', 'korrel', ...asked.filter((word) => !['--keys', '--color', 'never'].includes(word))].map(quoted).join(' ')
}

/** A file may be a URL, since `new URL('tree.als', import.meta.url)` stands beside its test. */
export function path(file) {
  return file instanceof URL ? fileURLToPath(file) : String(file)
}

/** Times are in milliseconds where they are numbers, as everywhere in JavaScript. */
function text(option, value) {
  return option === 'timeout' && typeof value === 'number' ? `${value}ms` : String(value)
}

/** From the folder in which the user stands, if the file lies there. */
export function shortest(file) {
  const from = relative(process.cwd(), file)
  return from === '' || from.startsWith('..') || isAbsolute(from) ? file : from
}

export function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
