// The same model as commands of fast-check. Prints how many behaviours were different, and how many calls were made.
import fc from 'fast-check'

const LENGTH = 11
const seen = new Set()
let calls = 0

class Put {
  constructor(job) {
    this.job = job
  }
  check = ({ jobs }) => jobs.length < 2 && !jobs.includes(this.job)
  run(model, real) {
    calls++
    model.made.push(this.job)
    model.jobs.push(this.job)
    real.jobs.push(this.job)
    if (String(real.jobs) !== String(model.jobs)) throw new Error('they differ')
  }
  toString = () => `put ${this.job}`
}

class Take {
  check = ({ jobs }) => jobs.length > 0
  run(model, real) {
    calls++
    model.made.push('take')
    if (real.jobs.shift() !== model.jobs.shift() || String(real.jobs) !== String(model.jobs)) throw new Error('they differ')
  }
  toString = () => 'take'
}

const commands = fc.commands([fc.integer({ min: 0, max: 2 }).map((job) => new Put(job)), fc.constant(new Take())], { maxCommands: LENGTH })
const test = fc.property(commands, (cmds) => {
  const model = { jobs: [], made: [] }
  fc.modelRun(() => ({ model, real: { jobs: [] } }), cmds)
  const names = new Map()
  const named = (job) => names.set(job, names.get(job) ?? names.size).get(job)
  seen.add(String(model.made.map((call) => (call === 'take' ? call : named(call)))))
})
fc.assert(test, { numRuns: Number(process.argv[2]) })
console.log(seen.size, calls)
