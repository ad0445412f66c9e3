// A page may come with its own simulator, so the console reaches a server through one door alone.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('only the door uses the network or the address of the page as that of a server', () => {
  const uses = /(?<![.\w])fetch\(|EventSource|XMLHttpRequest|WebSocket|sendBeacon|location\.origin/
  const files = globSync('src/console/**/*.{ts,tsx}')
  expect(files.length).toBeGreaterThan(50)
  const found = files.filter((file) => uses.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['src/console/calls/door.ts'])
})
