#!/bin/sh
# Guess: of a response that is no success, openapi-fetch returns an `error`, as its types say.
# Seen with openapi-fetch 0.17.0: if the response says Content-Length: 0, as proxies do with 401 and 503, it returns neither
# `data` nor `error`; without that header, `error` is the empty text, which `if (error)` takes for none.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund openapi-fetch@0.17.0
cat > look.js <<'JS'
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'

async function returned(status, headers) {
  const client = createClient({ baseUrl: 'http://a.test', fetch: async () => new Response(null, { status, headers }) })
  const { data, error, response } = await client.GET('/requirements')
  console.log(status, JSON.stringify(headers), { data, error })
  assert.equal(response.ok, false)
  return { data, error }
}
assert.deepEqual(await returned(401, { 'Content-Length': '0' }), { data: undefined, error: undefined })
assert.deepEqual(await returned(503, { 'Content-Length': '0' }), { data: undefined, error: undefined })
assert.deepEqual(await returned(503, {}), { data: undefined, error: '' })
JS
node look.js
