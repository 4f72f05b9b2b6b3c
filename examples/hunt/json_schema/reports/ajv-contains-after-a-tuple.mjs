import { Ajv2020 } from 'ajv/dist/2020.js' // draft 7: `import { Ajv } from 'ajv'`, and `items` for `prefixItems`

const schema = { prefixItems: [{ type: 'string' }], contains: { type: 'number' } }
console.log(new Ajv2020({ strict: false }).compile(schema)([])) // true; should be false
console.log(new Ajv2020({ strict: false, allErrors: true }).compile(schema)([])) // false
