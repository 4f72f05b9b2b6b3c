'use strict'

// Copies into the extension what stands elsewhere in the repository: the snippets of the shapes, and the licences.

const fs = require('node:fs')
const path = require('node:path')

const root = path.join(__dirname, '..', '..')
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8')

fs.mkdirSync(path.join(__dirname, 'snippets'), { recursive: true })
fs.writeFileSync(path.join(__dirname, 'snippets/shapes.json'), read('lang/src/load/modules/korrel/shapes.json'))
fs.writeFileSync(
  path.join(__dirname, 'LICENSE.txt'),
  `MIT or Apache-2.0, as you like.\n\n${read('LICENSE-MIT')}\n\n${read('LICENSE-APACHE')}`,
)
