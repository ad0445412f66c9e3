// What a page sees of faults behind the service worker of either version of MSW.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FaultInput } from '../../../src/index.ts'
import { bundle, findChromium, launchChromium, openPage, type ServedPage } from '../../doors/chromium.ts'

const executablePath = findChromium()
const absent = executablePath === undefined

test('there is a Chromium, or nobody requires one', () => {
  if (absent)
    console.error('NOT TESTED: no Chromium on this machine, no fault struck a page; set CHROMIUM_PATH')
  expect(absent && process.env['REQSIM_REQUIRE_BROWSER'] === '1').toBe(false)
})

describe.runIf(!absent)('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(executablePath as string)
  })
  afterAll(() => browser.close())

  describe.each(['msw', 'msw2'] as const)('with %s', (msw) => {
    let served: ServedPage
    beforeAll(async () => {
      served = await openPage(browser, await bundle('test/scenario/faults/page.ts', msw), msw)
    })
    afterAll(() => served.close())

    test.each<[FaultInput, 'manual' | 'live', string]>([
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
