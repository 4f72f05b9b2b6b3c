// How many seeds of fast-check find a fault of a hunt: what its at_random.mjs prints.
import fc from 'fast-check'

export { fc }

/**
 * Prints a line for each fault, arbitrary and budget. A fault is its name, that of the arbitrary, the arbitrary, and whether
 * an input shows it.
 */
export async function tell(faults, size) {
  const [seeds = '10', ...budgets] = process.argv.slice(2)
  const parts = (process.env.ONLY ?? '').split(';')
  const wanted = faults.filter(([fault, name]) => parts.some((part) => `${fault} | ${name}`.includes(part)))
  for (const budget of budgets.length ? budgets : ['100', '1000']) {
    for (const [fault, name, arbitrary, shows] of wanted) {
      const began = spent()
      const found = []
      for (let seed = 0; seed < seeds; seed++) {
        const input = await searched(arbitrary, shows, budget, seed)
        if (input !== undefined) found.push(input)
      }
      found.sort((one, other) => size(one) - size(other))
      const sizes = [...new Set([found[0], found.at(-1)].filter((value) => value !== undefined).map(size))]
      const shown = [`${found.length} of ${seeds}`, sizes.join(' to ') || '–', `${(spent() - began).toFixed(0)} s`]
      process.stdout.write(`${[fault, name, budget, ...shown].join(' | ')}\n`)
      if (found.length) process.stderr.write(`  ${JSON.stringify(found[0])}\n`)
    }
  }
}

/** A budget is a number of examples, or of seconds of processor time: then rounds with other seeds follow. */
async function searched(arbitrary, shows, budget, seed) {
  const seconds = /^(\d+)s$/.exec(budget)
  if (!seconds) return checked(arbitrary, shows, Number(budget), seed)
  const end = spent() + Number(seconds[1])
  let found
  for (let round = 0; found === undefined && spent() < end; round++) {
    found = await checked(arbitrary, shows, 1000, seed + 1000 * round)
  }
  return found
}

/** The input that fast-check shows after shrinking, if one shows the fault. */
async function checked(arbitrary, shows, numRuns, seed) {
  const property = fc.asyncProperty(arbitrary, async (value) => !(await shows(value)))
  const { failed, counterexample } = await fc.check(property, { seed, numRuns })
  return failed ? counterexample[0] : undefined
}

/** Seconds of processor time. */
function spent() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
