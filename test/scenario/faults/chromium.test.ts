// What a page sees of faults behind the service worker of either version of MSW.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExchangeFault } from '../../../src/index.ts'
import { bundle, openPage, type ServedPage } from '../../doors/chromium.ts'
import { describeInChromium } from '../../doors/in-chromium.ts'

describeInChromium((browser) => {
  describe.each(['msw', 'msw2'] as const)('with %s', (msw) => {
    let served: ServedPage
    beforeAll(async () => {
      served = await openPage(browser(), await bundle('test/scenario/faults/page.ts', msw), msw)
    })
    afterAll(() => served.close())

    test.each<[ExchangeFault, 'manual' | 'live', string]>([
      [{ status: 503 }, 'manual', '503, a body'],
      [{ drop: true }, 'manual', 'no answer: TypeError'],
      [{ drop: true, latency: '50ms' }, 'live', 'no answer: TypeError'],
      [{ truncate: '50%' }, 'manual', '200, a broken body: TypeError'],
      [{ truncate: 0 }, 'manual', '200, a broken body: TypeError'],
      [{ slow: '100ms' }, 'live', '200, a body'],
    ])('%j on a %s clock: %s', async (fault, mode, struck) => {
      const ask = served.page.evaluate((args) => globalThis.askStruck(...args), [fault, mode] as const)
      expect(await ask).toEqual({ struck, next: 200 })
    })
  })
})
