/** Two clients of this folder, as an exploration runs them: neither retries, so each may give up when the service says so. */
import type { ExploreOptions } from '../../src/adapters/explore.ts'
import type { Simulator } from '../../src/index.ts'
import { embeddedWiki, standalone } from './demo.ts'
import { createEmbeddedWiki } from './embedded.ts'
import { createStandaloneClient } from './standalone.ts'
import { Refused } from './wire.ts'

const placeOf = (sim: Simulator) => ({
  address: '',
  fetch: (url: string, init: RequestInit) => sim.fetch(url, init),
})

/** Errors that say honestly that a call failed. */
function saysSo(error: unknown): boolean {
  if (error instanceof Refused) return true
  return error instanceof TypeError || error instanceof SyntaxError
}

/** Lists requirements page by page. */
export const listing: ExploreOptions = {
  run: async (sim) => {
    const rows = await createStandaloneClient(standalone(placeOf(sim)), 101).requirements(1001)
    return rows.map(({ key }) => key)
  },
  mayFail: saysSo,
  vary: { removals: true },
  check: (sim, { result, error }) => {
    if (error !== undefined) return
    const listed = result as readonly string[]
    for (const { key, status } of sim.state('requirement', { spaceKey: 'ENG', variantId: 5001 }))
      if (/^REQ-0(0\d|1[012])$/.test(key) && status === 'ACTIVE' && !listed.includes(key))
        throw new Error(`${key} is missing in the list`)
  },
}

/** Creates a baseline, freezes it and polls its task. */
export const freezing: ExploreOptions = {
  scenario: { extends: ['demo'], clock: { mode: 'auto' } },
  run: (sim) =>
    createEmbeddedWiki(embeddedWiki(placeOf(sim))).freeze('ENG', 'Release 2.0', "@Category = 'Safety'"),
  mayFail: (error) => saysSo(error) || /^task .* ended as ERROR$/.test((error as Error).message),
  check: (sim, { error }) => {
    const [row] = sim.state('baseline', { spaceKey: 'ENG', name: 'Release 2.0' })
    if (error === undefined && row?.status !== 'DONE') throw new Error(`the baseline is ${row?.status}`)
    if (error !== undefined && row?.status === 'PREVIEW')
      throw new Error('a baseline is left that nobody freezes')
  },
}
