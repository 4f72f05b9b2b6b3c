import { createInterface } from 'node:readline'

function say(reply) {
  console.log(JSON.stringify(reply))
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
await lines.next() // the header: what types there are
say({ ready: true })
for await (const line of lines) {
  const request = JSON.parse(line)
  // your code goes here
  say({ id: request.id, pass: true })
}
