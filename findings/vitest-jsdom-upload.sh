#!/bin/sh
# Guess: a form with a file arrives whole at fetch in a test environment that has both FormData and fetch.
# Seen with vitest 5.1.0 and jsdom 31.0.1: FormData and File are jsdom's, Request and fetch are Node's, and the file of the
# form arrives as 'blob', without its name and its content.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund vitest@5.1.0 jsdom@31.0.1 node@24.21.0
cat > upload.test.js <<'JS'
// @vitest-environment jsdom
import { expect, test } from 'vitest'
test('a file of a form is empty', async () => {
  const form = new FormData()
  form.set('file', new File(['Key,Weight\n'], 'weights.csv', { type: 'text/csv' }))
  const sent = await new Request('http://a.test/', { method: 'POST', body: form }).text()
  expect(sent).toContain('filename="blob"')
  expect(sent).not.toContain('Key,Weight')
})
test('a file alone is not', async () => {
  const file = new File(['Key,Weight\n'], 'weights.csv', { type: 'text/csv' })
  expect(await new Request('http://a.test/', { method: 'POST', body: file }).text()).toBe('Key,Weight\n')
})
JS
PATH="$folder/node_modules/.bin:$PATH" node_modules/.bin/vitest run --testTimeout 60000

