import type { TestContext } from 'node:test'
import type { ChosenInputs } from './testing.js'

export type { TestOptions } from './testing.js'

/** A test that calls its function with each input, and reports the smallest that fails. */
export const inputs: ChosenInputs<TestContext>
