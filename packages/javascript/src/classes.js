/**
 * Heaps of classes as a stream of heapgraph/1: `korrel find --classes tree.mjs:Tree --where repOk --scope "4 Node, 1..4 int"`
 * starts node with this. The words are those of `python -m pykorrel.classes`, and so are the exit codes.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { crc32 } from 'node:zlib'
import { all } from './code/enumeration.js'
import { KorrelError } from './error.js'
import { stringify } from './heap/text.js'

const [SUCCESS, NOTHING, USAGE, INCOMPLETE, INTERNAL] = [0, 1, 2, 3, 4]
const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const TEXT = { type: 'string' }
const SWITCH = { type: 'boolean' }
const FLAGS = { where: TEXT, scope: TEXT, limit: TEXT, timeout: TEXT, 'run-timeout': TEXT, fields: TEXT, keys: SWITCH, bare: SWITCH, quiet: SWITCH }

/** Writes the stream to standard output; the exit code. */
export async function main(words) {
  // What the classes print is no record.
  Object.defineProperty(process, 'stdout', { get: () => process.stderr })
  try {
    const asked = await question(words)
    return written(asked)
  } catch (error) {
    const isOfUser = error instanceof KorrelError || error.code?.startsWith('ERR_PARSE_ARGS')
    tell(isOfUser ? `error: ${error.message}` : error.stack)
    return isOfUser ? USAGE : INTERNAL
  }
}

/** What is asked: the heaps, what the header says of them, and flags. */
async function question(words) {
  const { values, positionals } = parseArgs({ args: words, options: FLAGS, allowPositionals: true })
  const [, file, names] = /^(.*):([^:]+)$/s.exec(positionals[0] ?? '') ?? []
  if (names === undefined) throw wrong(`${positionals[0] ?? 'no file'}: expected a file and a class in it, such as tree.mjs:Tree`)
  const module = await exported(file)
  const classes = Object.fromEntries(Object.entries(module).filter(([, of]) => isClass(of)))
  const roots = names.split(',').map((word) => /^(?:(.*)=)?(.*)$/s.exec(word))
  const unknown = roots.find(([, , name]) => !Object.hasOwn(classes, name))
  if (unknown !== undefined) throw wrong(`${file} exports no class ${unknown[2]}; it has ${Object.keys(classes).join(', ') || 'none'}`)
  const given = roots.map(([, , name]) => classes[name])
  const { scope = '', where, timeout, limit = '0' } = values
  const options = {
    ...bounds(scope),
    classes,
    fields: JSON.parse(values.fields ?? '{}'),
    limit: Number(limit) || Infinity,
    timeout: timeout === undefined ? Infinity : milliseconds(timeout),
    runTimeout: milliseconds(values['run-timeout'] ?? '5s'),
    ...(where === undefined ? {} : { where: predicate(where, given, module) }),
  }
  if (roots.every(([, label]) => label !== undefined)) options.names = roots.map(([, label]) => label)
  const search = all(given, options)
  const digest = createHash('sha256').update([readFileSync(file, 'utf8'), names, where ?? '', scope].join('\0')).digest('hex').slice(0, 16)
  const { kind, format, tool, command, ...rest } = search.header
  const header = { kind, format, tool, spec: file, command: scope === '' ? command : `${command} for ${scope}`, question: digest, ...rest }
  return { search, header, ...values }
}

async function exported(file) {
  try {
    const { default: whole, ...module } = await import(pathToFileURL(resolve(file)))
    return { ...(isClass(whole) ? { [whole.name]: whole } : whole), ...module }
  } catch (error) {
    const help = error.code === 'ERR_UNKNOWN_FILE_EXTENSION' ? ' (node 22.18 and newer read TypeScript; before that, name what it is compiled to)' : ''
    throw wrong(`${file} cannot be imported: ${error.message}${help}`)
  }
}

function isClass(of) {
  return typeof of === 'function' && of.prototype !== undefined && Object.getOwnPropertyDescriptor(of, 'prototype').writable === false
}

/** A method of the root's class, or a function of the file. */
function predicate(name, roots, module) {
  const [root] = roots
  const parts = name.split('.')
  if (typeof root.prototype[name] === 'function') return Object.defineProperty((one) => one[name](), 'name', { value: `${root.name}.${name}` })
  for (const owner of [...roots, module]) {
    const found = parts.reduce((at, part) => at?.[part], owner)
    if (typeof found === 'function') return found
    const method = parts.reduce((at, part) => at?.[part] ?? at?.prototype?.[part], owner)
    if (typeof method === 'function') return Object.defineProperty((one) => method.call(one), 'name', { value: name })
  }
  throw wrong(`--where ${name}: neither ${root.name} nor its file has a function of this name`)
}

function bounds(scope) {
  const found = { bounds: {} }
  for (const part of scope.split(',').map((part) => part.trim()).filter((part) => part !== '')) {
    const [, low, high, name] = /^(-?\d+)(?:\.\.(-?\d+))?\s+([\w$.]+)$/.exec(part) ?? []
    if (name === undefined || (high === undefined && low.startsWith('-'))) {
      throw wrong(`--scope: \`${part}\` is none of \`4 Node\`, \`1..4 int\`, \`0..1 Node.color\`, \`3 seq\``)
    }
    if (name === 'seq' && high === undefined) found.length = Number(low)
    else {
      const values = Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => Number(low) + at)
      found.bounds[name === 'int' || name === 'Int' ? 'number' : name] = high === undefined ? Number(low) : values
    }
  }
  return found
}

function milliseconds(text) {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|)$/.exec(text) ?? []
  if (number === undefined) throw wrong(`${text}: expected a time such as 500ms, 30s, 5m`)
  return number * (UNITS[unit] ?? UNITS.s)
}

/** Header, instances and end record, as `korrel find` writes them. */
function written({ search, header, keys = false, bare, quiet }) {
  let crc = 0
  const line = (record) => {
    const text = `${stringify(record)}\n`
    if (record.kind === 'instance') crc = crc32(text.slice(text.indexOf(',', '{"kind":"instance",'.length) + 1), crc)
    return write(text)
  }
  let [code, status] = [SUCCESS, null]
  if (!bare && !line(header)) return SUCCESS
  try {
    for (const _ of search.heaps) {
      if (!line(search.record({ isKeyed: keys }))) return SUCCESS
    }
    status = search.status
  } catch (error) {
    if (error.code !== 'INCOMPLETE') throw error
    ;[code, status] = [INCOMPLETE, search.status]
  }
  if (!bare) line({ kind: 'end', status, count: search.count, digest: `crc32:${crc.toString(16).padStart(8, '0')}` })
  if (!quiet) for (const told of [...search.notes.map((note) => `note: ${note}`), String(search)]) tell(told)
  return code === SUCCESS && search.count === 0 ? NOTHING : code
}

/** False if whoever reads has seen enough. */
function write(text) {
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
    return true
  } catch (error) {
    if (error.code === 'EPIPE') return false
    throw error
  }
}

function tell(text) {
  process.stderr.write(`${text}\n`)
}

function wrong(message) {
  return new KorrelError(message, { code: 'BOUNDS' })
}
