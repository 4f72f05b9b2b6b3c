// The smallest inputs of the faults that are in the trackers, by the libraries alone.
import { Validator } from '@cfworker/json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'

const dynamic = { $dynamicRef: '#n', $defs: { a: { $dynamicAnchor: 'n', const: 1 } } }
const a = { properties: { a: true }, unevaluatedProperties: false }
function byAjv(schema, value) {
  try {
    return new Ajv2020({ strict: false, logger: false }).compile(schema)(value)
  } catch (error) {
    return error.name
  }
}

console.log('ajv, an `if` alone:', byAjv({ if: { properties: { a: true } }, unevaluatedProperties: false }, { a: 1 }), 'in place of true')
console.log('ajv, `dependentSchemas`:', byAjv({ ...a, dependentSchemas: { b: { properties: { a: true } } } }, { a: 1 }), 'in place of true')
console.log('ajv, `$dynamicAnchor`:', byAjv(dynamic, 1), 'in place of true')
console.log('cfworker, `$dynamicRef`:', new Validator(dynamic, '2020-12').validate(2).valid, 'in place of false')
