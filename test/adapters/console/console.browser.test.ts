// The tools in a page, in Chromium: the page's calls go through MSW to a simulator in the page, and the tools change what comes back.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { seriousFindings } from '../../console/console-page.ts'
import { bundle, openPage } from '../../doors/chromium.ts'
import { describeInChromium } from '../../doors/in-chromium.ts'

const BASELINES = '/wiki/rest/reqs/1/baseline/ENG'
const FREEZE = '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'

describeInChromium((browser) => {
  let script: string
  let closing: (() => Promise<void>)[] = []

  beforeAll(async () => {
    script = await bundle('test/adapters/console/page.ts', 'msw')
  })
  afterEach(async () => {
    await Promise.all(closing.map((close) => close()))
    closing = []
  })

  /** A page with the tools: a drawer, unless a selector says which element they fill. */
  async function open(selector?: string, how: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser().newContext({ viewport: { width: 1024, height: 768 }, ...how })
    const { page, close } = await openPage(context as never, script, 'msw')
    closing.push(close, () => context.close())
    page.setDefaultTimeout(60_000)
    await prepare(page)
    await page.evaluate((element) => globalThis.mount(element), selector)
    return page
  }

  async function prepare(page: Page): Promise<void> {
    await page.evaluate(() => {
      document.documentElement.lang = 'en'
      document.title = 'A page'
      document.body.innerHTML =
        '<main><h1>A page</h1><button>Of the page</button><div id="here"></div></main>'
    })
    await page.evaluate(() => globalThis.ready)
  }

  const call = (page: Page, path: string, method = 'GET') =>
    page.evaluate(([to, how]) => globalThis.call(to, { method: how }), [path, method] as const)
  const toggle = (page: Page) => page.getByRole('button', { name: /^reqsim/ })
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const status = (page: Page) => page.getByRole('status')
  const requests = (page: Page) => page.getByRole('group', { name: 'Latest requests' }).getByRole('listitem')

  test('the drawer is a button until it is opened, and stays open over a reload', async () => {
    const page = await open()
    expect(await page.getByText('Latest requests').isVisible()).toBe(false)
    await toggle(page).click()
    await page.getByText('reqsim: demo').waitFor()
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('true')
    await page.reload()
    await prepare(page)
    await page.evaluate(() => globalThis.mount())
    expect(await page.getByText('Latest requests').isVisible()).toBe(true)
  })

  test('the user who is chosen sends the calls of the page, also after a reload, until code decides again', async () => {
    const page = await open()
    expect(await call(page, FREEZE, 'POST')).toBe(200)
    await toggle(page).click()
    const choice = page.getByLabel('Send as')
    await choice.selectOption('bob')
    await status(page).getByText('From now on, requests are sent as bob.').waitFor()
    expect(await call(page, FREEZE, 'POST')).toBe(403)
    await requests(page).filter({ hasText: 'by bob' }).filter({ hasText: '403' }).waitFor()
    await choice.selectOption('nobody (signed out)')
    expect(await call(page, BASELINES)).toBe(401)
    await choice.selectOption('bob')
    await page.reload()
    await prepare(page)
    await page.evaluate(() => globalThis.mount())
    await toggle(page).getByText('bob').waitFor()
    expect(await call(page, FREEZE, 'POST')).toBe(403)
    await page.getByLabel('Send as').selectOption('the user set in code')
    expect(await call(page, FREEZE, 'POST')).toBe(200)
  })

  test('a fault is added by one click, is counted on the button, and is removed', async () => {
    const page = await open()
    await toggle(page).click()
    await press(page, '503 twice')
    await status(page).getByText('Fault added: 503 twice.').waitFor()
    await toggle(page).getByText('1 fault').waitFor()
    expect([await call(page, BASELINES), await call(page, BASELINES)]).toEqual([503, 503])
    const faults = page.getByRole('group', { name: 'Faults' })
    await faults.getByText('used up').waitFor()
    await faults.getByText('matched 2, applied 2').waitFor()
    await press(page, 'Drop the connection')
    expect(await call(page, BASELINES)).toBe('no response')
    await requests(page).filter({ hasText: 'no response' }).filter({ hasText: 'fault 2' }).waitFor()
    await press(page, 'Remove fault 1')
    await press(page, 'Remove all')
    await faults.getByText('No fault is set.').waitFor()
    expect(await page.evaluate(() => globalThis.sim.faults.list())).toEqual([])
  })

  test('the clock moves by a step, by a duration and to the next job, and runs', async () => {
    const page = await open()
    await toggle(page).click()
    const time = page.getByRole('time')
    expect(await time.textContent()).toBe('Mon 5 Jan 2026 09:00:00 UTC')
    await press(page, 'Move the clock by 3m')
    await time.getByText('09:03:00').waitFor()
    await page.getByLabel('Duration').fill('90s')
    await page.keyboard.press('Enter')
    await time.getByText('09:04:30').waitFor()
    await page.getByLabel('Duration').fill('soon')
    await page.keyboard.press('Enter')
    await status(page).getByText("not 'soon'").waitFor()
    expect(await call(page, FREEZE, 'POST')).toBe(200)
    await page.getByText(/^paused, next of \d jobs/).waitFor()
    await press(page, 'Next job')
    await time.getByText('09:04:31').waitFor()
    await press(page, 'Play')
    await time.getByText('09:04:33').waitFor()
    await press(page, 'Pause')
    expect(await page.evaluate(() => globalThis.sim.clock.mode())).toBe('manual')
  })

  test('the latest requests show what was called, ignored and matched by nothing', async () => {
    const page = await open()
    await call(page, '/wiki/rest/reqs/1/requirement2/ENG?limt=5')
    await call(page, '/wiki/rest/reqs/1/requirementz/ENG')
    await toggle(page).click()
    expect(await requests(page).count()).toBe(2)
    const [latest, first] = await requests(page).allTextContents()
    expect(first).toContain('200GET /sim/wiki/rest/reqs/1/requirement2/ENG?limt=5 by alice')
    expect(first).toContain('ignored: query limt (did you mean limit?)')
    expect(latest).toContain('404')
    expect(latest).toContain("no operation at 'GET /rest/reqs/1/requirementz/ENG'")
    expect(latest).toContain('nearest: GET /rest/reqs/1/requirement')
    await press(page, 'Clear the list')
    await page.getByText('No request yet, or the journal is off.').waitFor()
    await page.evaluate((path) => fetch(`/sim${path}`, { headers: { 'X-Sim-World': 'blue' } }), BASELINES)
    await page.getByText("The page uses the world 'blue'.").waitFor()
  })

  test('a reset puts the world back, and another scenario signs out a user whom it lacks', async () => {
    const page = await open()
    await toggle(page).click()
    await press(page, '503 twice')
    await press(page, 'Move the clock by 1h')
    await press(page, 'Reset')
    await page.getByText('No fault is set.').waitFor()
    expect(await page.getByRole('time').textContent()).toContain('09:00:00')
    await page.getByLabel('Send as').selectOption('bob')
    await page.evaluate(() => globalThis.sim.load('empty'))
    await page.getByText('reqsim: empty').waitFor()
    await status(page).getByText('This scenario has no user bob').waitFor()
    expect(await page.evaluate(() => globalThis.sim.signedIn)).toBeUndefined()
  })

  test('the keyboard alone reaches everything, Escape closes, and the focus is never lost', async () => {
    const page = await open()
    const focused = () =>
      page.evaluate(() => document.querySelector('reqsim-console')?.shadowRoot?.activeElement?.textContent)
    await page.getByRole('button', { name: 'Of the page' }).focus()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('reqsim')
    await page.keyboard.press('Enter')
    const stops = new Set<string>()
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab')
      stops.add((await focused()) ?? 'outside')
    }
    for (const name of ['Reset', '503 twice', 'A message fails', 'Play', 'Next job', '+1d', 'Move'])
      expect([...stops]).toContain(name)
    await page.getByRole('button', { name: '503 twice' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove fault 1' }).focus()
    await page.keyboard.press('Enter')
    expect(await focused()).toBe('Faults')
    await page.keyboard.press('Escape')
    expect(await focused()).toBe('reqsim')
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('false')
  })

  test('neither styles nor events cross its border', async () => {
    const page = await open()
    await page.addStyleTag({ content: 'button, h2 { display: none !important } html { font-size: 6px }' })
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(globalThis, { heard })
      for (const type of ['click', 'keydown', 'pointerdown'])
        document.addEventListener(type, ({ type: of }) => heard.push(of))
    })
    await toggle(page).click()
    await page.getByLabel('Duration').fill('3m')
    await page.keyboard.press('ArrowLeft')
    expect(await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([])
    expect(
      await page.getByRole('heading', { name: 'Faults' }).evaluate((h) => getComputedStyle(h).fontSize),
    ).toBe('14px')
    await page.evaluate(() => document.querySelector('reqsim-console')?.remove())
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })

  test('an element is filled by the tools, which a second call replaces and unmount removes', async () => {
    const page = await open('#here')
    expect(await toggle(page).count()).toBe(0)
    expect(await page.getByText('Latest requests').isVisible()).toBe(true)
    await page.evaluate(() => globalThis.mount('#here'))
    await page.evaluate(() => globalThis.mount())
    await page.evaluate(() => globalThis.mount())
    expect(await page.locator('#here > reqsim-console').count()).toBe(1)
    expect(await page.locator('body > reqsim-console').count()).toBe(1)
    await page.evaluate(() => {
      globalThis.unmount()
      globalThis.unmount()
    })
    expect(await page.locator('reqsim-console').count()).toBe(1)
    expect(await call(page, BASELINES)).toBe(200)
  })

  test.each(['light', 'dark'] as const)(
    'axe finds nothing, and nothing runs out of a wide or a narrow window: %s',
    async (colorScheme) => {
      const page = await open(undefined, { colorScheme })
      expect(await seriousFindings(page)).toEqual([])
      await toggle(page).click()
      await press(page, '503 twice')
      await press(page, 'Tracker down for 10 minutes')
      await call(page, '/wiki/rest/reqs/1/requirement2/ENG?limt=5')
      await call(page, BASELINES)
      await call(page, '/wiki/rest/reqs/1/requirementz/ENG')
      await requests(page).nth(2).waitFor()
      for (const [width, height] of [
        [1024, 768],
        [390, 700],
      ] as const) {
        await page.setViewportSize({ width, height })
        expect(await seriousFindings(page)).toEqual([])
        const box = await page.getByRole('region', { name: 'reqsim' }).boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect(box?.y).toBeGreaterThanOrEqual(0)
      }
    },
  )
})
