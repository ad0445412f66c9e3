// A page may come with its own simulator, so the console reaches a server through one backend alone.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('only the backend uses the network or the address of the page as that of a server', () => {
  const uses = /(?<![.\w])fetch\(|EventSource|XMLHttpRequest|WebSocket|sendBeacon|location\.origin/
  expect(filesWith(uses)).toEqual(['src/console/calls/backend.ts'])
})

test('only one file uses the storage of the browser, which may refuse', () => {
  expect(filesWith(/localStorage|sessionStorage/)).toEqual(['src/console/state/storage.ts'])
})

function filesWith(pattern: RegExp): string[] {
  const files = globSync('src/console/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(50)
  return files.filter((file) => pattern.test(readFileSync(file, 'utf8')))
}
