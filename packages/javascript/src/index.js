/** Every input of a bounded size, as objects: README.md. */
export { all } from './code/enumeration.js'
export { KorrelError } from './error.js'
export { decode, encode } from './heap/convert.js'
export { stringify } from './heap/text.js'
export { program } from './program/locate.js'
export { recorder } from './recorder.js'
export { find, read } from './stream.js'
