// The same in JavaScript.
import * as korrel from '../../packages/javascript/src/driver/index.js'

class Jobs {
  jobs = []

  put({ j }) {
    this.jobs.push(j)
  }

  take() {
    return this.jobs.shift()
  }
}

const state = ({ jobs: [first = null, second = null] }) => ({ Queue: { first, second } })
const snapshots = ({ jobs }) => Object.assign(new Jobs(), { jobs: [...jobs] })
korrel.machine(Jobs, { state, ...(process.argv.includes('snapshots') && { snapshots }) })
korrel.serve()
