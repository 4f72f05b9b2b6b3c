// The smallest inputs, by the library alone.
import { Yallist } from 'yallist'

for (const call of [[0, 0, 'b'], [2, 1]]) {
  const [list, array] = [Yallist.create(['a']), ['a']]
  list.splice(...call)
  array.splice(...call)
  console.log(`["a"].splice(${JSON.stringify(call).slice(1, -1)}): yallist ${JSON.stringify([...list])}, an array ${JSON.stringify(array)}`)
}
