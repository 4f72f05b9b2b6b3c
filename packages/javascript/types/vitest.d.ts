import type { TestContext } from 'vitest'
import type { AskedBehaviours, ChosenDatabases, ChosenEvery, ChosenInputs } from './testing.js'

export type { AskedBehaviours, DatabaseOptions, EveryOptions, TestOptions } from './testing.js'

/** A test that calls its function with each input, and reports the smallest that fails. */
export const inputs: ChosenInputs<TestContext>

/** A test that calls its function with each heap of the caller's own classes that a predicate accepts. */
export const every: ChosenEvery<TestContext>

/** A test that calls its function with a connection to every small database of an SQL schema. */
export const databases: ChosenDatabases<TestContext>

/** A test of all behaviours of a spec's command, or of traces, against a driver that serves a machine. */
export function behaviours(title: string, asked: AskedBehaviours): void
