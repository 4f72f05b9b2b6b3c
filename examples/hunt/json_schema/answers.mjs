// ajv, for at_random.py: a line is a schema and a value; the answer is whether it is valid, or what is thrown.
import { createInterface } from 'node:readline'
import { Ajv2020 } from 'ajv/dist/2020.js'

for await (const line of createInterface({ input: process.stdin })) {
  const [schema, value] = JSON.parse(line)
  let answer
  try {
    answer = new Ajv2020({ strict: false, validateSchema: false, logger: false }).compile(schema)(value)
  } catch (error) {
    answer = String(error)
  }
  console.log(JSON.stringify(answer))
}
