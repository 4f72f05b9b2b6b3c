// Validators in JavaScript: each schema is held against all values, and must accept those that the spec says.
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'
import { decimal, textOf, withResources, written } from './schemas.mjs'

/** Each takes a schema and a draft, and gives a function that says whether a value is valid. */
const libraries = {
  async ajv() {
    const drafts = { draft2020: (await import('ajv/dist/2020.js')).Ajv2020, draft7: (await import('ajv')).Ajv }
    return (schema, draft) => new drafts[draft]({ strict: false, validateSchema: false }).compile(schema)
  },
  async cfworker() {
    const { Validator } = await import('@cfworker/json-schema')
    const drafts = { draft2020: '2020-12', draft7: '7' }
    return (schema, draft) => {
      const validator = new Validator(schema, drafts[draft])
      return (value) => validator.validate(value).valid
    }
  },
  async hyperjump() {
    const { registerSchema, unregisterSchema, validate } = await import('@hyperjump/json-schema/draft-2020-12')
    await import('@hyperjump/json-schema/draft-07')
    const dialects = {
      draft2020: 'https://json-schema.org/draft/2020-12/schema',
      draft7: 'http://json-schema.org/draft-07/schema',
    }
    let schemas = 0
    return async (schema, draft) => {
      const uri = schema.$id ?? `https://example.org/schema/${schemas++}`
      registerSchema(schema, uri, dialects[draft])
      const isValid = await validate(uri)
      unregisterSchema(uri)
      return (value) => isValid(value).valid
    }
  },
}
const compiled = await libraries[process.argv[2]]()

/** Each value is a text of JSON, and whether it is valid. */
async function hold(schema, draft, values) {
  const isValid = await compiled(schema, draft)
  for (const [text, expected] of values) {
    if (isValid(JSON.parse(text)) === expected) continue
    const cause = expected ? 'refuses a valid value' : 'accepts a value that is not valid'
    throw new driver.Fail(cause, `${JSON.stringify(schema)}: ${text}`)
  }
}

for (const [operation, draft] of Object.entries({ draft2020: 'draft2020', closed: 'draft2020', draft7: 'draft7' })) {
  const judge = (root, values) => {
    if (values.size === 0) throw new Error('the spec has values')
    const quoted = [...values].map((text) => [text.replaceAll(/(\w):/g, '"$1":'), root.accepts.has(text)])
    return hold(written(root, draft === 'draft7'), draft, quoted)
  }
  driver.operation(operation, judge, { judges: true })
}
driver.operation(
  'compared',
  async (left, right, same) => {
    const [text, other] = [left, right].map(textOf)
    const isSame = [...same].some(([one, another]) => one === left && another === right)
    await hold({ const: JSON.parse(text) }, 'draft2020', [[other, isSame]])
    await hold({ enum: [JSON.parse(text)] }, 'draft2020', [[other, isSame]])
    await hold({ uniqueItems: true }, 'draft2020', [[`[${text},${other}]`, !isSame]])
  },
  { judges: true },
)
driver.operation(
  'divided',
  async (value, by, multiples) => {
    await hold({ multipleOf: JSON.parse(decimal(by)) }, 'draft2020', [[decimal(value), multiples.has(value)]])
    await hold({ type: 'integer' }, 'draft2020', [[decimal(value), value.exponent >= 0]])
  },
  { judges: true },
)
driver.operation(
  'dynamic',
  (root, accepted) => hold(withResources(root), 'draft2020', ['1', '2'].map((text) => [text, accepted.has(text)])),
  { judges: true },
)
driver.serve()
