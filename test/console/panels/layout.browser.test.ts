/** Texts stay within their boxes, in every panel, however wide the window is. */
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole, runsOut } from '../console-page.ts'

const TRACKER = 102

/** A synchronisation that failed, an outage, a fault, and a call. */
async function makeTrouble({ ask, served }: ConsolePage): Promise<void> {
  await fetch(`${served.url}/wiki/rest/reqs/1/baseline/ENG`, {
    headers: { Authorization: 'Bearer tok-alice' },
  })
  await ask('PATCH', `/sites/${TRACKER}`, { status: 'DISABLED' })
  await ask('POST', '/clock/advance', { by: '3m' })
  await ask('PATCH', `/sites/${TRACKER}`, { status: 'ACTIVE' })
  await ask('POST', '/faults', { outage: 101, for: '1m' })
  await ask('POST', '/snapshots', {})
}

const panelsOf = ({ page }: ConsolePage) =>
  page
    .locator('.nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(2) ?? ''))

/** The sizes of all letters that are seen, in pixels. */
const sizesOf = ({ page }: ConsolePage) =>
  page.evaluate(() => {
    const sizes = new Set<number>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const { parentElement: element, textContent } = walker.currentNode
      if (element === null || textContent?.trim() === '' || element.getClientRects().length === 0) continue
      if (element.closest('script, style, noscript') !== null) continue
      sizes.add(Number.parseFloat(getComputedStyle(element).fontSize))
    }
    return [...sizes]
  })

/** Controls of the header that lie on another one, unless they are scrolled out of sight. */
const overlapping = ({ page }: ConsolePage) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.top :is(button, select, a)')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const box = element.closest('.clock-controls')?.getBoundingClientRect()
        const name = element.getAttribute('aria-label') ?? element.textContent
        const end =
          getComputedStyle(element.closest('.clock-controls') ?? element).overflowX === 'auto'
            ? (box?.right ?? right)
            : right
        return { name, left, right: Math.min(right, end), top, bottom }
      })
      .filter(({ left, right }) => right > left)
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        )
        .map((other) => `${one.name} / ${other.name}`),
    )
  })

/** Words of prose that stand on two lines, and boxes that are narrower than their text. */
const broken = ({ page }: ConsolePage) =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(
      document.querySelector('#main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    while (walker.nextNode() !== null) {
      const { currentNode: node } = walker
      const { parentElement: element, textContent } = node
      // Addresses and other code may break anywhere.
      if (element === null || element.closest('code, pre, .mono, .code, style, svg, textarea') !== null)
        continue
      for (const { index, 0: word } of (textContent ?? '').matchAll(/\p{L}{2,}/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (tops.size > 1)
          found.push(`${word} in ${element.closest('[class]')?.className ?? element.tagName}`)
      }
    }
    for (const box of document.querySelectorAll('.figure, .facts .badge, .nav [aria-current="page"]'))
      if (box.scrollWidth > box.clientWidth + 1) found.push(`${box.textContent.trim()} is cut`)
    return found
  })

describeConsole('the layout', (open) => {
  test.each([1440, 1024, 600, 375])(
    'nothing runs out of its card, no word is broken, and letters have few sizes, at a width of %i',
    async (width) => {
      const console = await open({ panel: 'overview', browser: { viewport: { width, height: 900 } } })
      const { page, show } = console
      await makeTrouble(console)
      const found: Record<string, readonly string[]> = {}
      const sizes = new Set<number>()
      for (const panel of await panelsOf(console)) {
        await show(panel)
        await page
          .locator('.nav [aria-current="page"]')
          .and(page.locator(`[href="#/${panel}"]`))
          .waitFor({ state: 'attached' })
        await page.locator('#main .card').first().waitFor()
        await expect.poll(() => page.getByText(/^Reading ?…$/).count()).toBe(0)
        const out = [...(await runsOut(page)), ...(await broken(console))]
        if (out.length > 0) found[panel] = out
        for (const size of await sizesOf(console)) sizes.add(size)
      }
      await show('requirements/6001/eu')
      await page.getByRole('region', { name: 'History' }).waitFor()
      expect([...(await runsOut(page)), ...(await broken(console))]).toEqual([])
      expect(found).toEqual({})
      expect(await overlapping(console)).toEqual([])
      // At most six sizes of letters, none below 14 pixels.
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14)
      expect([...sizes].toSorted((a, b) => a - b).length).toBeLessThanOrEqual(6)
    },
  )

  test('at 390 pixels the header takes at most a fifth of the height, also while a past step is shown', async () => {
    const { page, ask } = await open({ browser: { viewport: { width: 390, height: 700 } } })
    const share = () =>
      page.locator('.page-head').evaluate((header) => header.getBoundingClientRect().height / innerHeight)
    const status = page.getByRole('region', { name: 'History of the world' }).getByRole('status')
    await status.getByText('Nothing has changed').waitFor()
    expect(await share()).toBeLessThanOrEqual(0.2)
    await ask('POST', '/clock/advance', { by: '3m' })
    await status.getByText('after 1 step').waitFor()
    expect(await share()).toBeLessThanOrEqual(0.2)
    await page.keyboard.press(',')
    await status.getByText('Showing step 1 of 1').waitFor()
    await page.getByRole('button', { name: 'Back to now' }).waitFor()
    expect(await share()).toBeLessThanOrEqual(0.2)
    expect(await runsOut(page)).toEqual([])
  })

  test.each([
    { width: 1366, height: 600, panel: 'overview', navigation: '.nav a' },
    { width: 1024, height: 600, panel: 'queues', navigation: '.nav a' },
    { width: 390, height: 700, panel: 'overview', navigation: '.page-head :is(a, button)' },
    { width: 1366, height: 768, panel: 'stage', navigation: '.stage-foot :is(button, select)' },
    { width: 390, height: 700, panel: 'stage', navigation: '.stage-foot :is(button, select)' },
  ])(
    'notices are clear of the navigation: $panel at $width × $height',
    async ({ width, height, panel, navigation }) => {
      const simulator = { scenario: panel === 'stage' ? 'outage' : 'demo' } as const
      const browser = { viewport: { width, height } }
      const { page, served, show } = await open({ panel: 'queues', world: 'other', simulator, browser })
      await show(panel)
      await page.locator(navigation).first().waitFor({ state: 'attached' })
      await fetch(`${served.url}/_sim/worlds/other`, { method: 'DELETE', headers: { 'X-Sim-Control': '1' } })
      await page.locator('.toast-bad').waitFor()
      const covered = await page.evaluate((selector) => {
        const boxes = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
        return [...document.querySelectorAll(selector)]
          .filter((element) => element.checkVisibility())
          .filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect()
            return boxes.some(
              (box) => left < box.right && box.left < right && top < box.bottom && box.top < bottom,
            )
          })
          .map(({ textContent }) => textContent)
      }, navigation)
      expect(covered).toEqual([])
    },
  )
})
