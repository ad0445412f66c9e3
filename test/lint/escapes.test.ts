// A lint or type rule that can be silenced by a comment holds only while nobody writes that comment.

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../..')

// Written in halves, so that this file does not find itself.
const escapes = [
  ['oxlint', '-disable'],
  ['eslint', '-disable'],
  ['@ts-', 'ignore'],
  ['@ts-expect', '-error'],
  ['@ts-', 'nocheck'],
  ['as', ' any'],
  ['TO', 'DO'],
  ['FIX', 'ME'],
].map((halves) => halves.join(''))

// Rules that must report an escape, and types that the compiler must refuse.
const EXCEPT = /^test\/(lint\/rules|package\/vitest)\.test\.ts$|^test\/typings\//

it('finds no silenced rule and no unfinished work in the sources', () => {
  const sources = globSync('{bench,bin,fixtures,lint,scripts,src,test}/**/*.{js,ts}', {
    cwd: project,
    exclude: ['**/node_modules'],
  })
  expect(sources.length).toBeGreaterThan(0)
  const found = sources
    .filter((path) => !EXCEPT.test(path))
    .flatMap((path) => {
      const lines = readFileSync(resolve(project, path), 'utf8').split('\n')
      return lines.flatMap((line, index) =>
        escapes
          .filter((escape) => new RegExp(`(?<!\\w)${escape}(?!\\w)`).test(line))
          .map((escape) => `${path}:${index + 1} ${escape}`),
      )
    })
  expect(found).toEqual([])
})
