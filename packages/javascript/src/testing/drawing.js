import { spawnSync } from 'node:child_process'
import { number } from '../heap/order.js'
import { drawn as drawnPlainly } from '../heap/draw.js'
import { Schema } from '../heap/schema.js'
import { Values, shown } from '../heap/values.js'
import { program } from '../program/locate.js'

/** An input as `korrel show` draws it, and which of the caller's values stand for what. */
export function drawing(heap, { values }) {
  return [drawn(heap), ...legend(heap, values)].map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')
}

function drawn(heap) {
  const end = { kind: 'end', status: 'complete', count: 1 }
  const input = `${JSON.stringify(heap.header)}\n${heap.text}\n${JSON.stringify(end)}\n`
  const words = ['show', '--color', 'never', '--width', '100', '-']
  // The first line says the key again.
  try {
    const { status, stdout } = spawnSync(program(), words, { input, encoding: 'utf8', windowsHide: true })
    if (status === 0) return stdout.slice(stdout.indexOf('\n') + 1).trimEnd()
  } catch {
    // a search in code needs no program
  }
  return heap.states === undefined ? `${drawnPlainly(heap.header, heap.toJSON())}\n${heap.text}` : heap.text
}

function legend(heap, given) {
  const values = new Values(new Schema(heap.header), given)
  // What stands for an object or an integer does so in all states of a trace.
  const states = heap.states === undefined ? [heap.toJSON()] : heap.states.map((state) => state.toJSON())
  const record = { ...states[0], all: states, objects: Object.assign({}, ...states.map(({ objects }) => objects)) }
  // Some may be missing, and that be the very failure.
  const integers = [...integersIn(record)].filter((integer) => values.integers?.values.has(integer)).sort((a, b) => a - b)
  const atoms = Object.entries(record.objects).filter(([name, { $type }]) => values.of($type)?.values.has(number(name)))
  const lines = [
    ...atoms.map(([name, { $type }]) => `${name} is ${shown(values.ofAtom(name, $type))}`),
    ...integers.map((integer) => `${integer} is ${shown(values.ofInteger(integer))}`),
  ]
  return lines.length === 0 ? [] : [lines.join(', ')]
}

/** All numbers, keys of maps among them. */
function integersIn({ all }) {
  const found = new Set()
  const look = (value) => {
    if (typeof value === 'number') found.add(value)
    if (value === null || typeof value !== 'object') return
    if (!Array.isArray(value)) Object.keys(value).filter((key) => /^-?\d+$/.test(key)).forEach((key) => found.add(Number(key)))
    Object.values(value).forEach(look)
  }
  all.forEach(({ roots, objects, sets, relations }) => look([roots, objects, sets, relations]))
  return found
}
