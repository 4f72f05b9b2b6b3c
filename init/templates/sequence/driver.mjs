// Makes the calls of spec.als to a history.
import { serve } from './serve.mjs'

// ── your library ── import it here in place of the example, and call it in these methods.
import { History } from './example.mjs'

class Calls {
  history = new History() // each sequence begins here

  perform({ s }) {
    this.history.perform(s)
  }

  undo() {
    return this.history.undo()
  }

  redo() {
    return this.history.redo()
  }

  /** The state as the spec sees it. What cannot be seen is left out; `run` then says which part is: --observe. */
  state() {
    return { History$0: { past: this.history.past, future: this.history.future } }
  }
}
// ────────────────────

serve({ calls: Calls })
