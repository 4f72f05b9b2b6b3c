// Asks a library for the cut nodes of each graph of spec.als.
import { serve } from './serve.mjs'

// ── your library ── import it here in place of the example, and call it in `cut_nodes`.
import { cutNodes as library } from './example.mjs'

/** `graph` is the array of nodes, `node.edges` the array of those that it leads to. The answer is an array of nodes. */
function cut_nodes({ graph }) {
  const edges = graph.flatMap((node) => node.edges.map((other) => [graph.indexOf(node), graph.indexOf(other)]))
  return library(graph.length, edges).map((at) => graph[at])
}
// ────────────────────

serve({ cut_nodes })
