
const nodeOf = (svg, id) => [...svg.querySelectorAll(".node")].find((node) => node.dataset.object === id);
const edgesOf = (svg, from, to) => [...svg.querySelectorAll(".edge")].filter((edge) => edge.dataset.from === from && edge.dataset.to === to);

// Marks what tuples speak of: an arrow from object to object where there is one, else the objects.
function light(svg, tuples) {
  svg.querySelectorAll(".lit").forEach((part) => part.classList.remove("lit"));
  for (const tuple of tuples) {
    const names = tuple.map(String);
    const edges = names.slice(1).flatMap((to, at) => edgesOf(svg, names[at], to));
    if (edges.length > 0) edges.forEach((edge) => edge.classList.add("lit"));
    else names.forEach((name) => nodeOf(svg, name)?.classList.add("lit"));
  }
}

// Marks what one of two drawings has and the other has not.
function differ(one, other) {
  const told = (node) => node.textContent;
  for (const [svg, against] of [[one, other], [other, one]]) {
    for (const node of svg.querySelectorAll(".node")) {
      const same = nodeOf(against, node.dataset.object);
      node.classList.toggle("differs", !same || told(same) !== told(node));
    }
    for (const edge of svg.querySelectorAll(".edge")) {
      edge.classList.toggle("differs", edgesOf(against, edge.dataset.from, edge.dataset.to).length === 0);
    }
  }
}
