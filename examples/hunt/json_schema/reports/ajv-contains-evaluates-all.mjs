import { Ajv2020 } from 'ajv/dist/2020.js'

const valid = (schema, value) => new Ajv2020({ strict: false }).compile({ ...schema, unevaluatedItems: false })(value)
console.log(valid({ contains: { const: 1 } }, [1, 2])) // true; should be false
console.log(valid({ contains: true }, [1])) // false; should be true
console.log(valid({ contains: { const: 1 }, minContains: 0 }, [1])) // false; should be true
