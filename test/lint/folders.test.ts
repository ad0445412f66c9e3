// A folder that nobody can take in at a glance has folders of its own.

import { globSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const project = resolve(import.meta.dirname, '../..')
const MAXIMUM_FILES = 27

test.each(['src', 'test', 'bench', 'scripts', 'lint'])('no folder of %s holds too many files', (top) => {
  const files = globSync(`${top}/**/*.{ts,tsx}`, {
    cwd: project,
    exclude: ['**/node_modules', '**/*.generated.ts'],
  })
  expect(files.length).toBeGreaterThan(0)
  const folders = Map.groupBy(files, (file) => dirname(file))
  const tooFull = [...folders].filter(([, inside]) => inside.length > MAXIMUM_FILES)
  expect(tooFull.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([])
})
