/** A request for an interface that `base` leaves out: a warning stands before the error of MSW. */
import { setupServer } from 'msw/node'
import { setupServer as setupServer2 } from 'msw2/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handlers, type HandlersOptions } from '../../src/adapters/msw.ts'
import { createSimulator } from '../../src/index.ts'

let printed: string[]
beforeEach(() => {
  printed = []
  const keep = (...words: unknown[]) => void printed.push(words.map(String).join(' '))
  vi.spyOn(console, 'warn').mockImplementation(keep)
  vi.spyOn(console, 'error').mockImplementation(keep)
})
afterEach(() => vi.restoreAllMocks())

describe.each([
  ['MSW 3', setupServer, /without a matching request handler/],
  ['MSW 2', setupServer2 as unknown as typeof setupServer, /without a matching request handler/],
])('with %s', (_version, setup, ofMsw) => {
  async function call(options: HandlersOptions, url: string): Promise<void> {
    const server = setup(...handlers(await createSimulator({ scenario: 'demo' }), options))
    server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as never)
    try {
      await fetch(url).catch(() => undefined)
      await fetch(url).catch(() => undefined)
    } finally {
      server.close()
    }
  }

  const WIKI = 'https://wiki.example.test/wiki'

  test('an interface that is missing in base is named before MSW speaks', async () => {
    await call(
      { base: { wiki: WIKI } },
      'https://tracker.example.test/jira/rest/reqs/1/issuelinks/DRN-1?token=secret',
    )
    expect(printed[0]).toBe(
      "reqsim: GET https://tracker.example.test/jira/rest/reqs/1/issuelinks/DRN-1 is not simulated, as 'base' does not name its address: handlers(sim, { base: { tracker: 'https://tracker.example.test/jira' } })",
    )
    expect(printed[1]).toMatch(ofMsw)
    expect(printed.filter((line) => line.startsWith('reqsim:'))).toHaveLength(1)
  })

  test('an in-process address is named if base has others', async () => {
    await call({ base: { wiki: WIKI } }, 'http://api.sim/api/applications?organizationId=1')
    expect(printed[0]).toContain('GET http://api.sim/api/applications is not simulated')
  })

  test('without base, the warning says how to name an address', async () => {
    await call({}, `${WIKI}/rest/reqs/1/requirement2/ENG`)
    expect(printed[0]).toContain("handlers(sim, { base: { wiki: 'https://wiki.example.test/wiki' } })")
  })

  test('a served address and one of something else get no warning', async () => {
    await call({ base: { wiki: WIKI } }, `${WIKI}/rest/reqs/1/requirement2/ENG`)
    expect(printed).toEqual([])
    await call({ base: { wiki: WIKI } }, 'https://other.example.test/rest/api/2/issue')
    expect(printed.filter((line) => line.startsWith('reqsim:'))).toEqual([])
    expect(printed[0]).toMatch(ofMsw)
  })
})
