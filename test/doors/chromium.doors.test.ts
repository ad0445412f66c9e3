import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, findChromium, launchChromium, openPage, type ServedPage } from './chromium.ts'
import type { PlainAnswer } from './door.ts'
import { doorTestsOf } from './door-tests.ts'

const executablePath = findChromium()
const absent = executablePath === undefined

test('there is a Chromium, or nobody requires one', () => {
  if (absent)
    console.error('NOT TESTED: no Chromium on this machine, nothing ran in a browser; set CHROMIUM_PATH')
  expect(absent && process.env['REQSIM_REQUIRE_BROWSER'] === '1').toBe(false)
})

describe.runIf(!absent)('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(executablePath as string)
  })
  afterAll(() => browser.close())

  describe.each([
    { door: 'chromium-msw3', msw: 'msw' },
    { door: 'chromium-msw2', msw: 'msw2' },
  ] as const)('with $msw', ({ door, msw }) => {
    let served: ServedPage
    let results: (PlainAnswer[] | undefined)[] = []
    beforeAll(async () => {
      served = await openPage(browser, await bundle('test/doors/page.ts', msw), msw)
      results = await served.page.evaluate((name) => globalThis.runCases(name), door)
    })
    afterAll(() => served.close())

    doorTestsOf(door, async (_entry, index) => results[index] ?? [])
  })
})
