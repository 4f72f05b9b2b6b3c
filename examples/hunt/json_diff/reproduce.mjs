// The smallest inputs, by the libraries alone.
import { applyChangeset, diff, revertChangeset } from 'json-diff-ts'
import * as justDiff from 'just-diff'
import { diffApply } from 'just-diff-apply'

console.log('json-diff-ts, applied:', JSON.stringify(applyChangeset([[1]], diff([[1]], [[]]))), 'in place of [[]]')
console.log('json-diff-ts, reverted:', JSON.stringify(revertChangeset([null], diff([], [null]))), 'in place of []')
const changes = diff([], [1, 2])
console.log('json-diff-ts, reverted:', JSON.stringify(revertChangeset([1, 2], changes)), 'in place of []')
const [old, young] = [[{}, [[{}]]], [[[]]]]
try {
  console.log('just-diff, applied:', JSON.stringify(diffApply(old, justDiff.diff(old, young))))
} catch (error) {
  console.log('just-diff, applied:', error.message)
}
