// scion-core 2.6.24 leaves and enters a state that a transition lies inside of.
import scion from '@scion-scxml/core'

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
