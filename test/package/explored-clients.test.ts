// Two clients of test/clients, which were not written to be broken, explored with the installed package.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import type * as explorer from '../../src/adapters/explore.ts'
import { freezing, listing } from '../clients/explored.ts'

const entry = join(inject('packed').installed, 'dist/adapters/explore.js')
const { explore } = (await import(pathToFileURL(entry).href)) as typeof explorer

const found = async (options: explorer.ExploreOptions) => {
  const { failures, ...rest } = await explore({ ...options, schedules: 300 })
  return {
    ...rest,
    causes: failures.map(({ schedule, message }) => [schedule.map(({ kind }) => kind), message]),
  }
}

test('a list that is read in pages misses a row when pages are short, or when others remove rows', async () => {
  const { causes, schedules } = await found(listing)
  expect(schedules).toBe(300)
  expect(causes).toEqual([
    [['short-page'], 'REQ-002 is missing in the list'],
    [['edit'], 'REQ-011 is missing in the list'],
  ])
})

test('a freezing relies on the status words, and leaves its baseline behind when the second call fails', async () => {
  const { causes, assumptions } = await found(freezing)
  expect(assumptions.map(({ assumption, alternative }) => [assumption, alternative])).toEqual([
    ['A122', 'freezing-frozen'],
    ['A122', 'in-progress-active'],
  ])
  const others = causes.filter(([kinds]) => kinds?.[0] !== 'assumption')
  expect(new Set(others.map(([, message]) => message))).toEqual(
    new Set(['a baseline is left that nobody freezes']),
  )
})
