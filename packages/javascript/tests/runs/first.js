import { first, library } from '../support.js'

console.log((await first(library('red_black_tree'))).key)
