// Run by behaviours.test.js.
import { behaviours } from 'korrel/node-test'

const queue = { spec: process.env.QUEUE_SPEC, command: 'behaviours', driver: new URL('queue.js', import.meta.url) }
behaviours('queue', { ...queue, steps: 6 })
behaviours('misnamed', { ...queue, command: 'behaviour' })
behaviours('bank', { itf: process.env.BANK_TRACES.split(' '), driver: ['node', new URL('bank.js', import.meta.url), 'snapshots'] })
