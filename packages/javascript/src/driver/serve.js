import { batches } from '../program/lines.js'
import { KorrelError } from '../error.js'
import { HeapBehaviour } from './heaps.js'
import { Behaviour } from './machine.js'
import { Question } from './question.js'
import { reply, replyOfBehaviour } from './reply.js'

const WINDOW = 64

/** Answers the header and then each input, until there are no more. */
export async function answerAll(operations, machine, options) {
  const send = replies()
  process.stdin.setEncoding('utf8')
  let answerTo = null
  for await (const read of batches(process.stdin)) {
    const answers = []
    for (const record of read.map((line) => JSON.parse(line))) {
      if (answerTo === null) {
        const session = 'behaviours' in record ? ofBehaviours(record, machine, options) : ofInputs(record, operations, options)
        answerTo = session.answer
        answers.push(JSON.stringify(session.ready))
      } else {
        const answer = answerTo(record)
        answers.push(answer instanceof Promise ? await answer : answer)
      }
    }
    if (answers.length > 0) send(`${answers.join('\n')}\n`)
  }
}

function ofInputs(header, operations, options) {
  const question = new Question(header, operations, options)
  return { ready: ready(operations), answer: (input) => reply(question.of(input), input) }
}

function ofBehaviours(header, machine, options) {
  if (machine === null) throw new KorrelError('this driver has no machine: write `korrel.machine(Class)`')
  const isOfSpec = header.behaviours === 'heaps'
  const behaviour = isOfSpec ? new HeapBehaviour(machine, header, options) : new Behaviour(machine, header)
  return { ready: behaviour.ready(), answer: (request) => replyOfBehaviour(behaviour, request) }
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
