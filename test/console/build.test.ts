// The page is built when `npm start` needs it, and only then.

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

const { path: parent } = temporaryFolder()

test('`npm start` builds what is older than its sources, and leaves what is not', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(scripts['prestart']).toBe('node --run prepare && node scripts/build-console.ts --if-stale')
  const folder = join(parent, 'console')
  const style = join(folder, 'console.css')
  const build = () =>
    promisify(execFile)(process.execPath, ['scripts/build-console.ts', '--if-stale', '--into', folder])
  await build()
  expect(readdirSync(folder).toSorted()).toEqual(['console.css', 'console.js', 'index.html'])
  // One file, the tokens first.
  expect(readFileSync(style, 'utf8')).toMatch(/^:root\{(?!.*@import)/)
  // The whole console, as a browser loads it.
  const sizes = readdirSync(folder).map((name) => gzipSync(readFileSync(join(folder, name))).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000)
  const before = new Date('2020-01-01T00:00:00Z')
  utimesSync(style, before, before)
  await build()
  const built = statSync(style).mtimeMs
  expect(built).toBeGreaterThan(before.getTime())
  await build()
  expect(statSync(style).mtimeMs).toBe(built)
  // Nothing is left of the folder that it is built in.
  expect(readdirSync(parent)).toEqual(['console'])
})
