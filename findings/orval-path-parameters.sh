#!/bin/sh
# Guess: a generated client encodes the parameters of a path, as openapi-fetch and Hey API do.
# Seen with orval 8.38.0 and its client 'fetch': it does not, unless urlEncodeParameters is true. A key with '#' or '?' reads
# another record, without an error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts orval@8.38.0
cat > api.json <<'JSON'
{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{"/notes/{key}":{"get":{"operationId":"readNote",
"parameters":[{"name":"key","in":"path","required":true,"schema":{"type":"string"}}],
"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object"}}}}}}}}}
JSON
for encode in false true; do
  cat > orval.config.mjs <<JS
export default { api: { input: './api.json', output: { target: './made-$encode.ts', client: 'fetch', baseUrl: 'http://a.test',
  urlEncodeParameters: $encode } } }
JS
  node node_modules/orval/dist/bin/orval.mjs --config orval.config.mjs > made.log
done
cat > seen.mjs <<'JS'
for (const encode of [false, true]) {
  const { getReadNoteUrl } = await import(`./made-${encode}.ts`)
  console.log(encode, new URL(getReadNoteUrl('A#1')).pathname)
}
JS
node --experimental-strip-types --no-warnings seen.mjs | tee seen.txt
printf 'false /notes/A\ntrue /notes/A%%231\n' | cmp - seen.txt
