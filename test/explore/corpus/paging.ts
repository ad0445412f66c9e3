/** Clients that read a list page by page while others change it. */
import type { CompletedRun } from '../../../src/adapters/explore.ts'
import type { Simulator } from '../../../src/index.ts'
import { type CorpusEntry, read } from './entry.ts'

/** Of the twelve requirements at the beginning, the result has all that are still there. */
function missesNone(sim: Simulator, { result }: CompletedRun): void {
  const listed = result as ReadonlySet<string>
  for (const { key, status } of sim.state('requirement', { spaceKey: 'ENG', variantId: 5001 }))
    if (/^REQ-0(0\d|1[012])$/.test(key) && status === 'ACTIVE' && !listed.has(key))
      throw new Error(`${key} is missing in the result`)
}

interface Found {
  readonly results: readonly { readonly key: string }[]
  readonly count: number
}

const SEARCH = `/wiki/rest/reqs/1/requirement2/ENG?q=${encodeURIComponent("key ~ 'REQ-%'")}&limit=5`

const rowsVanish: CorpusEntry = {
  name: 'paging while rows vanish',
  what: 'A row that is removed from a page that was read moves the others up, and the next page skips one.',
  options: { vary: { removals: true, edits: false, assumptions: false }, check: missesNone },
  buggy: async (sim, context) => {
    const keys = new Set<string>()
    for (let offset = 0, count = 1; offset < count;) {
      const page = await read<Found>(sim, context, `${SEARCH}&offset=${offset}`)
      for (const { key } of page.results) keys.add(key)
      count = page.count
      offset += page.results.length
    }
    return keys
  },
  correct: async (sim, context) => {
    const keys = new Set<string>()
    for (let offset = 0, count = 1; offset < count;) {
      const page = await read<Found>(sim, context, `${SEARCH}&offset=${offset}`)
      for (const { key } of page.results) keys.add(key)
      // Rows have moved: begin again.
      const hasMoved = offset > 0 && page.count !== count
      offset = hasMoved ? 0 : offset + page.results.length
      count = page.count
    }
    return keys
  },
  finds: { disturbances: ['edit'], kind: 'check', message: /REQ-0\d\d is missing in the result/ },
}

interface Listed {
  readonly items: readonly { readonly key: string }[]
  readonly total: number
}

const LIST = '/api/requirements?applicationId=101&projectContainerId=1001&sort=key&limit=4'

const lastPage: CorpusEntry = {
  name: 'losing the last page',
  what: 'The client computes the number of pages from the first page, and a row that is added meanwhile needs another one.',
  options: { vary: { assumptions: false }, check: missesNone },
  buggy: async (sim, context) => {
    const first = await read<Listed>(sim, context, LIST)
    const keys = new Set(first.items.map(({ key }) => key))
    for (let offset = first.items.length; offset < first.total;) {
      const page = await read<Listed>(sim, context, `${LIST}&offset=${offset}`)
      for (const { key } of page.items) keys.add(key)
      offset += page.items.length
    }
    return keys
  },
  correct: async (sim, context) => {
    const keys = new Set<string>()
    for (let offset = 0, total = 1; offset < total;) {
      const page = await read<Listed>(sim, context, `${LIST}&offset=${offset}`)
      for (const { key } of page.items) keys.add(key)
      total = page.total
      offset += page.items.length
    }
    return keys
  },
  finds: { disturbances: ['edit'], kind: 'check', message: /REQ-0\d\d is missing in the result/ },
}

export const paging: readonly CorpusEntry[] = [rowsVanish, lastPage]
