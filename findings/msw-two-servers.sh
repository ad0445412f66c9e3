#!/bin/sh
# Guess: of two servers of msw/node that listen, the last one responds and the other sees nothing; when the last one is
# closed, the first one responds again.
# Seen with msw 3.0.5: the handlers of the second run twice for each request, so that only the first of the two runs can read
# a body. Once the second is closed, the first responds no more: the request reaches the network.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund msw@3.0.5 node@24.21.0
cat > look.js <<'JS'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

const network = createServer((_request, response) => response.end('network')).listen(0, '127.0.0.1')
await new Promise((settle) => network.once('listening', settle))
const url = `http://127.0.0.1:${network.address().port}/requirements/REQ-001`

const called = []
const serverOf = (name) =>
  setupServer(
    http.get('*/requirements/:key', () => {
      called.push(name)
      return HttpResponse.text(name)
    }),
  )
const textOf = async () => (await fetch(url)).text()

const first = serverOf('first')
const second = serverOf('second')
first.listen({ onUnhandledFrame: 'bypass' })
assert.equal(await textOf(), 'first')
second.listen({ onUnhandledFrame: 'bypass' })
called.length = 0
assert.equal(await textOf(), 'second')
console.log('two servers listen, one request: handlers called', called)
assert.deepEqual(called, ['second', 'second'])
second.close()
const after = await textOf()
console.log('the second is closed, the first still listens:', after)
assert.equal(after, 'network')
first.close()
network.close()
JS
PATH="$folder/node_modules/.bin:$PATH" node look.js
