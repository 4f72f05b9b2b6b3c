import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12'

registerSchema({ multipleOf: 1 }, 'https://example.org/a', 'https://json-schema.org/draft/2020-12/schema')
registerSchema({ multipleOf: 3e-8 }, 'https://example.org/b', 'https://json-schema.org/draft/2020-12/schema')
console.log((await validate('https://example.org/a', 0.00000005)).valid) // true; should be false
console.log((await validate('https://example.org/b', 1)).valid) // true; should be false, as for any number
