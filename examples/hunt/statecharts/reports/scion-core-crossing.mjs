// scion-core 2.6.24: a transition between two regions leaves both, and not the parallel state around them.
import scion from '@scion-scxml/core'

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
