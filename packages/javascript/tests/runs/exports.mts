import * as m0 from 'korrel'
export const n0: Record<keyof typeof m0, true> = {"KorrelError":true,"all":true,"decode":true,"encode":true,"find":true,"program":true,"read":true,"recorder":true,"stringify":true}
import * as m1 from 'korrel/driver'
export const n1: Record<keyof typeof m1, true> = {"Fail":true,"Skip":true,"constructor":true,"cover":true,"machine":true,"operation":true,"serve":true,"type":true}
import * as m2 from 'korrel/fast-check'
export const n2: Record<keyof typeof m2, true> = {"exhaustive":true,"inputs":true,"interchangeable":true}
import * as m3 from 'korrel/node-test'
export const n3: Record<keyof typeof m3, true> = {"behaviours":true,"every":true,"inputs":true}
