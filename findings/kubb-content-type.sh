#!/bin/sh
# Guess: a generated client sends the media type that the description has for the body.
# Seen with kubb 4.39.3 and its client 'fetch': the body is JSON, and the type is text/plain, which fetch adds to a string.
# A service that checks Content-Type refuses every write with 415.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  @kubb/cli@4.39.3 @kubb/core@4.39.3 @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3 @kubb/plugin-client@4.39.3
cat > api.json <<'JSON'
{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{"/notes":{"post":{"operationId":"addNote",
"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"text":{"type":"string"}}}}}},
"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object"}}}}}}}}}
JSON
cat > kubb.config.mjs <<'JS'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
const barrelType = false
export default {
  root: '.', input: { path: './api.json' },
  output: { path: './made', format: false, lint: false, extension: { '.ts': '.ts' } },
  plugins: [pluginOas({ generators: [], validate: false }), pluginTs({ output: { path: 'types.ts', barrelType } }),
    pluginClient({ output: { path: 'client.ts', barrelType }, client: 'fetch' })],
}
JS
node node_modules/@kubb/cli/bin/kubb.cjs generate --config kubb.config.mjs > made.log
cat > seen.mjs <<'JS'
import { createServer } from 'node:http'
import { addNote } from './made/client.ts'
const server = createServer((request, response) => {
  console.log(request.headers['content-type'])
  response.setHeader('Content-Type', 'application/json')
  response.end('{}')
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
await addNote({ text: 'x' }, { baseURL: `http://127.0.0.1:${server.address().port}` })
process.exit()
JS
node --experimental-strip-types --no-warnings seen.mjs | tee seen.txt
echo 'text/plain;charset=UTF-8' | cmp - seen.txt
