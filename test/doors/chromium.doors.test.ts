import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HandlersOptions } from '../../src/adapters/msw.ts'
import { cases } from './cases/cases.ts'
import { bundle, openPage, type ServedPage } from './chromium.ts'
import type { PlainAnswer } from './door.ts'
import { allCases, doorTestsOf } from './cases/door-tests.ts'
import { describeInChromium } from './in-chromium.ts'

describeInChromium((browser) => {
  describe.each([
    { door: 'chromium-msw3', msw: 'msw', list: allCases },
    // What the versions make of requests differs in Node alone; an exchange in a browser is dear.
    { door: 'chromium-msw2', msw: 'msw2', list: cases },
  ] as const)('with $msw', ({ door, msw, list }) => {
    let served: ServedPage
    let results: (PlainAnswer[] | undefined)[] = []
    beforeAll(async () => {
      served = await openPage(browser(), await bundle('test/doors/page.ts', msw), msw)
      results = await served.page.evaluate((args) => globalThis.runCases(...args), [door, list] as const)
    })
    afterAll(() => served.close())

    doorTestsOf(door, list, async (_entry, index) => results[index] ?? [])

    const ask = (url: string, options: HandlersOptions): ReturnType<typeof globalThis.askOnce> =>
      served.page.evaluate((args) => globalThis.askOnce(...args), [url, options] as const)

    test('other hosts are answered without any network', async () => {
      const url = 'http://api.sim/api/applications/101'
      expect(await ask(url, {})).toEqual({ status: 401, user: undefined })
    })

    test('a signed-in user is named where the page sends no credential', async () => {
      const base = 'https://app.example/api'
      const answer = await ask(`${base}/applications/101`, { base: { standalone: base }, as: 'alice' })
      expect(answer).toEqual({ status: 200, user: 'alice' })
    })

    test("the page's cookies arrive", async () => {
      await served.page.evaluate(() => {
        document.cookie = 'JSESSIONID=sess-bob'
      })
      const answer = await ask('/sim/wiki/rest/reqs/1/nothing', { base: '/sim' })
      expect(answer).toEqual({ status: 404, user: 'bob' })
    })
  })
})
