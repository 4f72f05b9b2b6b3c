// Run by behaviours.test.js.
import { behaviours } from 'korrel/vitest'

const queue = { spec: process.env.QUEUE_SPEC, command: 'behaviours', driver: new URL('queue.js', import.meta.url) }
behaviours('queue', { ...queue, steps: 6 })
