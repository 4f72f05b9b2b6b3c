import { Ajv2020 } from 'ajv/dist/2020.js'

const validate = new Ajv2020({ strict: false }).compile({
  if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
  then: { required: ['size'] },
  unevaluatedProperties: false,
})
console.log(validate({ kind: 'z' })) // true; should be false
