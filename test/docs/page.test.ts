// The page that the first page of the documentation shows, in a real browser.

import { expect, test } from 'vitest'
import { bundle, findChromium, launchChromium, openPage } from '../doors/chromium.ts'

const executablePath = findChromium()

test.runIf(executablePath === undefined)('there is no Chromium', () => {
  console.error(
    'NOT TESTED: no Chromium on this machine, so the page of README.md was not opened; set CHROMIUM_PATH',
  )
  expect(process.env['REQSIM_REQUIRE_BROWSER']).not.toBe('1')
})

test.runIf(executablePath !== undefined)('the page shows the name of the application', async () => {
  const browser = await launchChromium(executablePath as string)
  try {
    const { page, close } = await openPage(browser, await bundle('test/docs/examples/page.ts', 'msw'), 'msw')
    await page.waitForFunction(() => document.body.textContent !== '')
    expect(await page.textContent('body')).toMatch(/\w/)
    await close()
  } finally {
    await browser.close()
  }
})
