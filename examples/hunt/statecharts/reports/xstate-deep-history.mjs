// xstate 5.33.3 enters a state that is active, and was not left.
import { createActor, createMachine } from 'xstate'

const log = (what) => () => console.log(what)
const machine = createMachine({
  initial: 'a',
  states: {
    a: {
      initial: 'b',
      id: 'a',
      on: { again: { target: '#a', reenter: true } },
      states: {
        b: {
          entry: log('enters b'),
          exit: log('leaves b'),
          initial: 'c',
          states: { c: { on: { back: '#h' } } },
        },
        h: { id: 'h', type: 'history', history: 'deep' },
      },
    },
  },
})
const actor = createActor(machine).start()
actor.send({ type: 'again' })
console.log('back')
actor.send({ type: 'back' })
