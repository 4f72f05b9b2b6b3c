// Run by behaviours.test.js, under `korrel test --traces`. The arguments say how it behaves.
import * as korrel from 'korrel/driver'

const how = process.argv.slice(2)

class Node {
  constructor(key, link) {
    Object.assign(this, { key, link, by: key })
  }
}

class Chain {
  nodes = []

  constructor({ Ring }) {
    this.ring = Ring
  }

  async add({ k }) {
    console.log('what a program prints is no reply')
    this.nodes.push(new Node(k, this.nodes[0] ?? null))
    this.ring.log.push(k)
    this.#told('ON')
  }

  drop({ n, keys }) {
    if (!this.nodes.includes(n) || ![...keys].every((key) => key === n.key)) throw new Error('these are others')
    this.nodes = this.nodes.filter((node) => node !== n)
    if (!how.includes('keeps')) for (const node of this.nodes) node.link = null
    this.ring.log = []
    this.#told('OFF')
  }

  stay() {}

  #told(mode) {
    this.ring.mode = mode
    this.ring.owner = new Map(this.nodes.map((node) => [node.key, node]))
    this.ring.pairs = this.nodes.map((node) => [node, node.key])
  }

  static copy(chain) {
    return Object.assign(new Chain({ Ring: chain.ring }), { nodes: [...chain.nodes] })
  }
}

const state = ({ nodes }) => ({
  Node: nodes,
  Marked: nodes.filter(({ link }) => link !== null),
  ...(how.includes('misnamed') && { Nood: [] }),
})
korrel.type(Node)
korrel.machine(Chain, { state, ...(how.includes('copy') && { snapshots: Chain.copy }) })
korrel.serve()
