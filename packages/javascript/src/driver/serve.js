import { batches } from '../program/lines.js'
import { Question } from './question.js'
import { reply } from './reply.js'

const WINDOW = 64

/** Answers the header and then each input, until there are no more. */
export async function answerAll(operations, options) {
  const send = replies()
  process.stdin.setEncoding('utf8')
  let question = null
  for await (const read of batches(process.stdin)) {
    const answers = []
    for (const record of read.map((line) => JSON.parse(line))) {
      if (question === null) {
        question = new Question(record, operations, options)
        answers.push(JSON.stringify(ready(operations)))
      } else {
        const answer = reply(question.of(record), record)
        answers.push(answer instanceof Promise ? await answer : answer)
      }
    }
    if (answers.length > 0) send(`${answers.join('\n')}\n`)
  }
}

function ready(operations) {
  const names = (constructs) =>
    [...operations].filter(([, operation]) => (operation.constructs ?? false) === constructs).map(([name]) => name)
  const constructors = names(true)
  return { ready: true, window: WINDOW, ops: names(false), ...(constructors.length > 0 && { constructors }) }
}

/** What writes replies. Whatever else the program prints is none, and goes to standard error. */
function replies() {
  const send = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
  process.stdout.on('error', (error) => {
    // Nobody reads any more: `korrel test` has ended, and so does its driver.
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return send
}
