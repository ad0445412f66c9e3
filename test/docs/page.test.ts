// The page that the first page of the documentation shows, in a real browser.

import { expect, test } from 'vitest'
import { bundle, openPage } from '../doors/chromium.ts'
import { describeInChromium } from '../doors/in-chromium.ts'

describeInChromium((browser) =>
  test('the page shows the name of the application', async () => {
    const script = await bundle('test/docs/examples/page.ts', 'msw')
    const { page, close } = await openPage(browser(), script, 'msw')
    await page.waitForFunction(() => document.body.textContent !== '')
    expect(await page.textContent('body')).toMatch(/\w/)
    await close()
  }),
)
