// Each bug of the corpus is found, and its twin passes the same number of schedules. `npm run explore:corpus` explores on.

import { describe, expect, it } from 'vitest'
import { corpus } from './corpus/entries.ts'
import { exploreBug, exploreTwin } from './corpus/judge.ts'

it('the corpus has twenty clients at least, with different names', () => {
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
  expect(corpus.length).toBeGreaterThanOrEqual(20)
})

describe.each(corpus.map((entry) => ({ bug: entry.name, entry })))('$bug', ({ entry }) => {
  it('is found and shrunk to its cause, and its twin passes', async () => {
    const bug = await exploreBug(entry, { seed: '1', schedules: 400 })
    expect(bug.complaints).toEqual([])
    expect(bug.found?.schedule.length).toBeLessThanOrEqual(2)
    const twin = await exploreTwin(entry, { seed: '1', schedules: Math.max(20, bug.schedules) })
    expect(twin.complaints).toEqual([])
  })
})
