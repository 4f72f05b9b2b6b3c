// Unions at random, beside a set of numbers. `any` is as one writes it who reads the documentation; `small` has the spec's bounds.
import IntIntervalSet from 'int-interval-set'
import { fc, tell } from '../random/by_fast_check.mjs'

const calls = (number, size) => fc.array(fc.tuple(number, number).map(([one, other]) => [Math.min(one, other), Math.max(one, other)]), size)
const arbitraries = { any: calls(fc.nat(100)), small: calls(fc.nat(4), { maxLength: 2 }) }

function shows(unions) {
  const [set, held] = [new IntIntervalSet(), new Set()]
  for (const [lower, upper] of unions) {
    set.union(lower, upper)
    for (let number = lower; number <= upper; number++) held.add(number)
  }
  return [...held].some((number) => !set.contains(number))
}

const faults = Object.entries(arbitraries).map(([name, one]) => ['int-interval-set, union', name, one, shows])
await tell(faults, (unions) => unions.length)
