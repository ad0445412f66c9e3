#!/bin/sh
# Guess: a property that has a default and is not required stays optional, above all in the body of a request.
# Seen with openapi-typescript 7.13.0: it becomes required there too, and a body without it does not compile; a parameter of
# the query with a default stays optional. `--default-non-nullable false` makes both optional.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund openapi-typescript@7.13.0 typescript@5.9.3
cat > api.json <<'JSON'
{
  "openapi": "3.0.3",
  "info": { "title": "Requirements", "version": "1" },
  "paths": {
    "/requirements": {
      "post": {
        "parameters": [{ "name": "limit", "in": "query", "schema": { "type": "integer", "default": 20 } }],
        "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Requirement" } } } },
        "responses": { "200": { "description": "Done." } }
      }
    }
  },
  "components": {
    "schemas": {
      "Requirement": {
        "type": "object",
        "required": ["key"],
        "properties": { "key": { "type": "string" }, "status": { "type": "string", "default": "ACTIVE" } }
      }
    }
  }
}
JSON
cat > use.ts <<'TS'
import type { components, paths } from './api.js'
export const body: components['schemas']['Requirement'] = { key: 'REQ-001' }
export const query: NonNullable<paths['/requirements']['post']['parameters']['query']> = {}
TS
compile='node_modules/.bin/tsc --noEmit --strict --skipLibCheck --module nodenext use.ts'
node_modules/.bin/openapi-typescript api.json --output api.ts > /dev/null 2>&1
if $compile > out.txt; then echo 'it compiles' && exit 1; fi
cat out.txt
test "$(grep -c 'error TS' out.txt)" = 1
grep -q "Property 'status' is missing" out.txt
node_modules/.bin/openapi-typescript api.json --output api.ts --default-non-nullable false > /dev/null 2>&1
$compile && echo 'with --default-non-nullable false it compiles'
