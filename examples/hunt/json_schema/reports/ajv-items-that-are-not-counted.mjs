import { Ajv2020 } from 'ajv/dist/2020.js'

const validate = new Ajv2020({ strict: false }).compile({ if: true, else: { items: true }, unevaluatedItems: false })
console.log(validate([1])) // true; should be false
const taken = new Ajv2020({ strict: false }).compile({ anyOf: [{ items: true }], unevaluatedItems: false })
console.log(taken([1]), taken([1, 1])) // true false; should be true true
