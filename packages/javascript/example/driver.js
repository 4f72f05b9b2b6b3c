// npx korrel test tree.als -- node driver.js
import * as korrel from 'korrel/driver'
import { Node, Tree } from './tree.js'

korrel.type(Tree)
korrel.type(Node)
korrel.operation('delete', (tree, key) => tree.delete(key))
korrel.serve({ values: { Int: ['', 'B', 'a', 'a b', 'é'] } })
