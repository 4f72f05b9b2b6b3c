// A small library, to be replaced by yours: cut nodes by Tarjan's search (1972).

/** The nodes of 0..count without which others are no longer connected. Each edge is given in both directions. */
export function cutNodes(count, edges) {
  const neighbours = Array.from({ length: count }, () => [])
  for (const [node, other] of edges) neighbours[node].push(other)
  const [found, low, cuts] = [new Map(), new Map(), new Set()]

  function visit(node, parent) {
    low.set(node, found.size)
    found.set(node, found.size)
    let children = 0
    for (const other of neighbours[node]) {
      if (!found.has(other)) {
        children += 1
        visit(other, node)
        low.set(node, Math.min(low.get(node), low.get(other)))
        if (parent !== null && low.get(other) >= found.get(node)) cuts.add(node)
      } else if (other !== parent) {
        low.set(node, Math.min(low.get(node), found.get(other)))
      }
    }
    if (parent === null && children > 1) cuts.add(node)
  }

  for (let node = 0; node < count; node++) if (!found.has(node)) visit(node, null)
  return [...cuts].sort()
}
