/** Tests in Chromium. If this machine has none, they report loudly that they were skipped. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, launchChromium } from './chromium.ts'

/** Defines tests that use a browser, which is started with these flags besides the usual ones. */
export function describeInChromium(define: (browser: () => Browser) => void, ...flags: string[]): void {
  const executablePath = findChromium()
  const absent = executablePath === undefined
  test('there is a Chromium, or nobody requires one', () => {
    if (absent) console.error('NOT TESTED: no Chromium on this machine; set CHROMIUM_PATH')
    expect(absent && process.env['REQSIM_REQUIRE_BROWSER'] === '1').toBe(false)
  })
  describe.skipIf(absent)('in Chromium', () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchChromium(executablePath as string, flags)
    })
    afterAll(() => browser.close())
    define(() => browser)
  })
}
