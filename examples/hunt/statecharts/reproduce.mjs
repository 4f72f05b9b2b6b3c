// The smallest inputs, given to the libraries alone: reports.md tells of each.
import { format } from 'node:util'
import scion from '@scion-scxml/core'
import { createActor, createMachine } from 'xstate'

function scionCrossing() {
  const state = (id, more) => ({ id, onEntry: () => console.log('enters', id), onExit: () => console.log('leaves', id), ...more })
  const chart = new scion.Statechart(() => ({
    states: [
      state('p', {
        $type: 'parallel',
        states: [state('a', { transitions: [{ event: 'e', target: 'b' }] }), state('b')],
      }),
    ],
  }))
  chart.start()
  console.log('e')
  chart.gen('e')
}

function scionDeepHistory() {
  const log = (what) => () => console.log(what)
  const chart = new scion.Statechart(() => ({
    states: [
      {
        id: 'a',
        transitions: [{ event: 'again', target: 'a' }],
        states: [
          {
            id: 'b',
            onEntry: log('enters b'),
            onExit: log('leaves b'),
            states: [{ id: 'c', transitions: [{ event: 'back', target: 'h' }] }],
          },
          { id: 'h', $type: 'history', isDeep: true, transitions: [{ target: 'b' }] },
        ],
      },
    ],
  }))
  chart.start()
  chart.gen('again')
  console.log('back')
  chart.gen('back')
}

function xstateDeepHistory() {
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
}

/** The name of a report, and what it prints, in one line. */
function alone(report) {
  const said = []
  const { log } = console
  console.log = (...words) => said.push(format(...words))
  report()
  console.log = log
  console.log(`${report.name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}:`, said.join(' '))
}

for (const report of [scionCrossing, scionDeepHistory, xstateDeepHistory]) alone(report)
