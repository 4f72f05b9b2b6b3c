import type { TestContext } from 'vitest'
import type { ChosenInputs } from './testing.js'

export type { TestOptions } from './testing.js'

/** A test that calls its function with each input, and reports the smallest that fails. */
export const inputs: ChosenInputs<TestContext>
