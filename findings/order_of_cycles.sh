#!/bin/sh
# What JavaScript's serialisers make of an object or a Set that leads back to itself before something else comes (November 2026).
# {a: itself, b: {}} comes back with the keys b, a by seroval 1.8.2 `serialize` and next-json 0.5.1, and with a, b by seroval's own
# `toJSON`, devalue 6.0.3, turbo-stream 3.2.1 and msgpackr 2.1.4. A Set of itself and null comes back with null first by `serialize`.
# cbor-x 1.6.9 with `structuredClone: true` gives a Map that is its own value a plain object for a value, without an error.
set -e
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"
echo '{"private": true, "type": "module", "overrides": {"cbor-extract": "2.2.2"}}' >package.json
npm install --silent --no-audit --no-fund seroval@1.8.2 next-json@0.5.1 devalue@6.0.3 msgpackr@2.1.4 turbo-stream@3.2.1 cbor-x@1.6.9
cat >order.mjs <<'EOF'
import * as cbor from 'cbor-x'
import * as devalue from 'devalue'
import { Packr } from 'msgpackr'
import { NJSON } from 'next-json'
import * as seroval from 'seroval'
import * as turbo from 'turbo-stream'

const packr = new Packr({ structuredClone: true })
const trips = {
  serialize: (value) => seroval.deserialize(seroval.serialize(value)),
  toJSON: (value) => seroval.fromJSON(seroval.toJSON(value)),
  'next-json': (value) => NJSON.parse(NJSON.stringify(value)),
  devalue: (value) => devalue.parse(devalue.stringify(value)),
  'turbo-stream': (value) => turbo.decode(turbo.encode(value)),
  msgpackr: (value) => packr.unpack(packr.pack(value)),
}
for (const [name, trip] of Object.entries(trips)) {
  const object = {}
  object.a = object
  object.b = {}
  const set = new Set()
  set.add(set).add(null)
  console.log(name, Object.keys(await trip(object)).join(), [...(await trip(set))].indexOf(null))
}
const encoder = new cbor.Encoder({ structuredClone: true })
const map = new Map()
map.set('self', map)
console.log('cbor-x', encoder.decode(encoder.encode(map)).get('self') instanceof Map)
EOF
node order.mjs >found
cat found
cat >expected <<'EOF'
serialize b,a 0
toJSON a,b 1
next-json b,a 1
devalue a,b 1
turbo-stream a,b 1
msgpackr a,b 1
cbor-x false
EOF
diff expected found
