import { Ajv2020 } from 'ajv/dist/2020.js'

const validate = new Ajv2020({ strict: false }).compile({
  anyOf: [{ not: {}, allOf: [{ patternProperties: { '^b': {} } }] }, { required: ['b'] }],
  unevaluatedProperties: false,
})
try {
  console.log(validate({ b: 1 })) // should be false
} catch (error) {
  console.log(String(error)) // ReferenceError: props0 is not defined
}
