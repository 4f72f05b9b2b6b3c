// The behaviours of /work/wt/pyjs/heapgraph/vectors/traces.als: run p for exactly 2 Key, 2 Node, 2 seq, 0..2 Int, 4 steps
// A behaviour begins with first (Key), Ring (Ring).
import * as korrel from 'korrel/driver'

class Machine {
  // nothing → nothing
  stay(): unknown {
    throw new korrel.Skip("stay is not connected yet")
  }

  // k Key → nothing
  add({ k }: Record<string, any>): unknown {
    throw new korrel.Skip("add is not connected yet")
  }

  // n Node, keys set Key → nothing
  drop({ n, keys }: Record<string, any>): unknown {
    throw new korrel.Skip("drop is not connected yet")
  }

  state() {
    return {
      "Ring": {
        "mode": null, // Mode
        "log": [], // seq Key
        "owner": new Map(), // map Key Node
        "pairs": [], // rel Node Key
      },
      "Node": [], // set Node
      "Marked": [], // set Node
    }
  }
}

// With `snapshots`, a function that copies a machine, calls are saved.
korrel.machine(Machine, { state: (machine) => machine.state() })
korrel.serve()
