// The smallest inputs, by the libraries alone.
import { Encoder } from 'cbor-x'
import { NJSON } from 'next-json'
import { deserialize, serialize } from 'seroval'
import SuperJSON from 'superjson'

const superjson = (value, library = SuperJSON) => library.parse(library.stringify(value))

const [shared, back] = [{}, {}]
shared.a = back
back.a = shared
console.log('superjson, a cycle that is met twice:', superjson({ a: shared, b: back }).b.a, 'in place of an object')

const key = new Map([[null, 1]])
key.set(key, 2)
console.log('superjson, a Map as its own key, beside null:', superjson(key).size, 'in place of 2 entries')

class Node {}
SuperJSON.registerClass(Node)
const node = new Node()
node.a = node
console.log('superjson, an instance that holds itself:', superjson(node).a, 'in place of it')

const object = {}
object.a = object
object.b = {}
console.log('seroval, keys:', Object.keys(deserialize(serialize(object))).join(), 'in place of a,b')
console.log('next-json, keys:', Object.keys(NJSON.parse(NJSON.stringify(object))).join(), 'in place of a,b')

const set = new Set()
set.add(set).add(null)
console.log('seroval, the first member of a Set:', [...deserialize(serialize(set))][0], 'in place of the Set')

const map = new Map()
map.set(map, map)
const cbor = new Encoder({ structuredClone: true })
const read = cbor.decode(cbor.encode(map))
console.log('cbor-x, a Map as its own value:', [...read.values()][0] === read, 'in place of true')
