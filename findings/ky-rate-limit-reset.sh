#!/bin/sh
# Guess: a client that obeys Retry-After ignores headers that are in no standard, as got and undici do.
# Seen with ky 2.1.0: without Retry-After it waits the seconds of X-Rate-Limit-Reset, so a fake service whose clock stands
# still makes each test wait up to a real minute.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund ky@2.1.0
cat > seen.mjs <<'JS'
import { createServer } from 'node:http'
import ky from 'ky'
let calls = 0
const server = createServer((request, response) => {
  calls += 1
  response.writeHead(calls % 2 === 1 ? 429 : 200, { 'X-Rate-Limit-Reset': request.url.slice(1) }).end()
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
for (const reset of ['3', '0']) {
  const start = performance.now()
  await ky(`http://127.0.0.1:${server.address().port}/${reset}`)
  console.log(`${reset}: ${performance.now() - start >= 2990 ? 'three seconds or more' : 'less'}`)
}
process.exit()
JS
node seen.mjs | tee seen.txt
printf '3: three seconds or more\n0: less\n' | cmp - seen.txt
