// The page that the first page of the documentation shows, in a real browser.

import { expect, test } from 'vitest'
import { bundle, findChromium, launchChromium, openPage } from '../doors/chromium.ts'

const executablePath = findChromium()

if (executablePath === undefined) {
  console.error(
    'NOT TESTED: no Chromium on this machine, so the page of README.md is not opened; set CHROMIUM_PATH',
  )
  if (process.env['REQSIM_REQUIRE_BROWSER'] === '1')
    throw new Error('a browser is demanded, and there is none')
}

test.skipIf(executablePath === undefined)('the page shows the name of the application', async () => {
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
