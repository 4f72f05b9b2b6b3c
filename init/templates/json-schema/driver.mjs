// Asks a validator which values it accepts, by each schema of spec.als.
import { serve } from './serve.mjs'

// ── your library ── import it here in place of the example, and call it in `isValid`.
import { Validator } from './example.mjs'

/** For each of the values: is it valid against the schema? Both are as `JSON.parse` makes them. */
function isValid(schema, values) {
  const validator = new Validator(schema)
  return values.map((value) => validator.isValid(value))
}
// ────────────────────

/** A schema of the spec as JSON Schema has it. A keyword that you add to the spec is added here. */
function written(schema) {
  if (schema.$type !== 'Keywords') return schema.$type === 'True'
  const keywords = { type: schema.type }
  for (const name of ['allOf', 'anyOf']) if (schema[name].length) keywords[name] = schema[name].map(written)
  for (const [field, name] of Object.entries({ items: 'items', contains: 'contains', not_: 'not' })) {
    keywords[name] = schema[field] && written(schema[field])
  }
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== null))
}

function validate({ root, values }) {
  const verdicts = isValid(written(root), values.map((text) => JSON.parse(text)))
  return values.filter((_, at) => verdicts[at])
}

serve({ validate })
