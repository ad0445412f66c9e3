// A page in Chromium calls a server of another origin, and the same through the service worker of both versions of MSW.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Served } from '../../src/adapters/node.ts'
import {
  CROSS_ORIGIN_CASES,
  type Crossed,
  crossOriginExpectations,
  crossOriginSimulator,
} from './cases/cross-origin.ts'
import { bundle, openPage, type ServedPage } from './chromium.ts'
import { describeInChromium } from './in-chromium.ts'

describeInChromium((browser) => {
  describe.each([
    ['over HTTP', 'msw'],
    ['through MSW 3', 'msw'],
    ['through MSW 2', 'msw2'],
  ] as const)('a page of another origin, %s', (way, msw) => {
    const isMocked = way !== 'over HTTP'
    let shown: ServedPage
    let served: Served
    let expected: readonly Crossed[]
    beforeAll(async () => {
      shown = await openPage(browser(), await bundle('test/doors/cross-origin-page.ts', msw), msw)
      const origin = new URL(shown.page.url()).origin
      served = await serve(await crossOriginSimulator(), { corsOrigin: [origin] })
      expected = await crossOriginExpectations()
    })
    afterAll(async () => {
      await shown.close()
      await served.close()
    })

    // Each has the faults of a simulator of its own.
    test.each(['fetch', 'XMLHttpRequest'] as const)(
      '%s sends all headers and methods, and reads all responses',
      async (client) => {
        const base = isMocked ? 'https://service.example.com' : served.url
        const results = await shown.page.evaluate((parameters) => globalThis.crossFromPage(...parameters), [
          base,
          client,
          expected,
          isMocked,
        ] as const)
        const named = (all: readonly unknown[]) =>
          CROSS_ORIGIN_CASES.map(({ name }, index) => [name, all[index]])
        expect(named(results)).toEqual(named(expected))
      },
    )
  })
})
