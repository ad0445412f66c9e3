/** The timeline: what happens appears in its row, what will comes with it, and the picture can be moved by mouse and keys. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole } from '../console-page.ts'

const call = ({ served }: ConsolePage, path: string) =>
  fetch(served.url + path, { headers: { Authorization: 'Bearer tok-alice' } })
const rows = ({ page }: ConsolePage) => page.getByRole('table', { name: 'Visible events' }).getByRole('row')
/** Waits for a row that has both texts. */
const seen = (console: ConsolePage, hasText: string, andText: string) =>
  rows(console).filter({ hasText }).filter({ hasText: andText }).waitFor()

describeConsole('the timeline', (open) => {
  test('shows exchanges, jobs, faults and edits as they happen, and the runs to come', async () => {
    const console = await open({ panel: 'time' })
    const { page } = console
    await seen(console, 'Synchronisation', 'pending')
    expect(await rows(console).filter({ hasText: 'expected' }).count()).toBe(1)
    await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    await call(console, '/wiki/rest/reqs/1/baseline/ENG/77')
    await seen(console, 'GET /wiki/rest/reqs/1/baseline/ENG/77', '404')
    await console.ask('POST', '/faults', { operation: 'wiki.baseline.list', status: 503 })
    await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    await seen(console, 'Fault 1', 'applied 1×')
    await console.ask('PATCH', '/sites/102', { status: 'DISABLED' })
    await seen(console, 'Northwind Tracker', 'is down')
    await console.ask('POST', '/clock/advance', { by: '3m' })
    await seen(console, 'Synchronisation', '2 to the tracker: none went')
    expect(await page.locator('.lane-box .mark').count()).toBeGreaterThan(4)
    const shaded = page.locator('.lane-box .lane-outage[data-row="faults"]')
    expect(await shaded.textContent()).toBe('Northwind Tracker is down')
    await console.ask('PATCH', '/sites/102', { status: 'ACTIVE' })
    await expect.poll(() => shaded.textContent()).toBe('Northwind Tracker was down')
  })

  test('shades a past outage in the rows that it concerned, also when its fault is gone and the page is loaded anew', async () => {
    const console = await open({ panel: 'time' })
    const { page, ask } = console
    await ask('POST', '/faults', { outage: 102 })
    await ask('POST', '/clock/advance', { by: '4m' })
    await ask('DELETE', '/faults/1', {})
    // So many jobs run afterwards that the past events of the outage are not kept any more.
    await ask('POST', '/clock/advance', { by: '1d' })
    await page.reload()
    await page.getByRole('button', { name: 'Fit all' }).click()
    const shaded = page.locator('.lane-box .lane-outage')
    await expect.poll(() => shaded.allTextContents()).toEqual(Array(2).fill('Northwind Tracker was down'))
    const rowOf = async (name: string) =>
      (await page.locator('.lane-names li', { hasText: name }).boundingBox()) as { y: number; height: number }
    for (const [name, id] of [
      ['Synchronisation', 'job integration.synchronise'],
      ['Faults and sites', 'faults'],
    ] as const) {
      const box = await page.locator(`.lane-outage[data-row="${id}"]`).boundingBox()
      const row = await rowOf(name)
      expect([Math.round(box?.y ?? 0), box?.height]).toEqual([Math.round(row.y), row.height])
    }
  })

  test('an outage that the scenario begins with is shaded from its begin, also when it is over', async () => {
    const console = await open({ panel: 'time', simulator: { scenario: 'outage' } })
    const { page, ask } = console
    await ask('POST', '/clock/advance', { by: '4m' })
    await ask('PATCH', '/sites/102', { status: 'ACTIVE' })
    const shaded = page.locator('.lane-box .lane-outage[data-row="faults"]')
    await shaded.getByText('Northwind Tracker was down').waitFor({ state: 'attached' })
    expect(await shaded.count()).toBe(1)
  })

  test('has what the journal knew before the page was opened, and begins anew with the world', async () => {
    const console = await open({ panel: 'overview' })
    const { page } = console
    await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    await page.getByRole('region', { name: 'Latest requests' }).getByText('GET /wiki').waitFor()
    await page.goto('about:blank')
    await page.goto(`${console.served.console}#/time`)
    await rows(console).filter({ hasText: 'GET /wiki/rest/reqs/1/baseline/ENG' }).waitFor()
    // The journal keeps what happened in a world that is put back alone.
    await console.ask('POST', '/reset', {})
    const calls = rows(console).filter({ hasText: 'GET /wiki' })
    await expect.poll(() => calls.count()).toBe(0)
  })

  test('has the jobs and edits of before the page was opened', async () => {
    const console = await open({ panel: 'overview' })
    const { page, ask, served } = console
    await page.goto('about:blank')
    await ask('POST', '/clock/advance', { by: '3m' })
    await ask('PATCH', '/sites/102', { status: 'DISABLED' })
    await page.goto(`${served.console}#/time`)
    await seen(console, 'Synchronisation', '2 to the tracker: 2 DONE')
    await seen(console, 'Northwind Tracker', 'is down')
    expect(await page.locator('.lane-box .mark-good').count()).toBe(1)
  })

  test('what is chosen is explained and leads to where it is shown in full', async () => {
    const console = await open({ panel: 'time' })
    const { page } = console
    await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    const row = rows(console).filter({ hasText: 'GET /wiki/rest/reqs/1/baseline/ENG' })
    await row.focus()
    await page.keyboard.press('Enter')
    const chosen = page.getByRole('region', { name: 'Details' })
    await chosen.getByText('wiki.baseline.list').waitFor()
    await chosen.getByRole('link', { name: 'Open in Requests' }).click()
    expect(new URL(page.url()).hash).toBe('#/journal/1')
  })

  test('a mark in the picture can be chosen, and the clock moved to a job to come', async () => {
    const console = await open({ panel: 'time' })
    const { page } = console
    await page.locator('.lane-box .mark-pending').first().click()
    await page.getByRole('button', { name: 'Move the clock to it' }).click()
    await expect
      .poll(async () => (await console.ask<{ now: string }>('GET', '/clock')).now)
      .toBe('2026-01-05T09:03:00.000Z')
  })

  test('buttons, keys and the wheel zoom and move; many together are counted', async () => {
    const console = await open({ panel: 'time' })
    const { page } = console
    for (let turn = 0; turn < 30; turn++) await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    await page.locator('.lane-box .mark-count', { hasText: '30' }).waitFor()
    const visible = (length: string) => page.getByRole('heading', { name: `${length} visible` }).waitFor()
    await visible('15 min')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await visible('7 min 30 s')
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await visible('15 min')
    const box = page.locator('.lane-box')
    await box.focus()
    await page.keyboard.press('-')
    await visible('30 min')
    await page.keyboard.press('+')
    await visible('15 min')
    await box.hover()
    await page.mouse.wheel(0, 100)
    await visible('18 min 45 s')
    await page.keyboard.press('Home')
    const follow = page.getByRole('button', { name: 'Follow the clock' })
    await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('true')
    const label = () => page.locator('.lane-label').first().textContent()
    const before = await label()
    for (let turn = 0; turn < 10; turn++) await page.keyboard.press('ArrowLeft')
    await expect.poll(label).not.toBe(before)
    await page.locator('.lane-now-head').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Fit all' }).click()
    await page.locator('.lane-now-head').waitFor()
  })

  test.each([1366, 1024, 390])(
    'no label overlaps another at a width of %i, however much happened',
    async (width) => {
      const console = await open({
        panel: 'time',
        simulator: { scenario: 'outage' },
        browser: { viewport: { width, height: 768 } },
      })
      const { page, ask } = console
      for (let turn = 0; turn < 12; turn++) {
        for (let times = 0; times <= turn % 5; times++) {
          await call(console, '/wiki/rest/reqs/1/baseline/ENG')
          await call(console, '/wiki/rest/reqs/1/baseline/ENG/77')
        }
        await call(console, '/api/applications/101')
        await ask('POST', '/clock/advance', { by: `${7 + turn * 4}s` })
      }
      await page.getByRole('button', { name: 'Fit all' }).click()
      await page.getByRole('button', { name: 'Show empty rows' }).click()
      await page.locator('.lane-box .mark').nth(5).waitFor()
      const zoom = async (name: string, times: number) => {
        for (let turn = 0; turn < times; turn++) await page.getByRole('button', { name }).click()
      }
      for (const view of [
        'Zoom in',
        'Zoom in',
        'Zoom in',
        'Zoom out',
        'Zoom out',
        'Zoom out',
        'Zoom out',
        'Zoom out',
      ]) {
        expect(await overlaps(page)).toEqual([])
        await zoom(view, 1)
      }
      // A day of the axis is the longest label.
      await zoom('Zoom out', 10)
      await page
        .locator('.lane-label', { hasText: /^2026-/ })
        .first()
        .waitFor()
      expect(await overlaps(page)).toEqual([])
    },
  )

  test('rows without an event in the range are folded, and shown when somebody wants them', async () => {
    const console = await open({ panel: 'time' })
    const { page } = console
    const names = () => page.locator('.lane-names li').allTextContents()
    await expect.poll(names).toEqual(['Synchronisation'])
    await page.getByText(/^Empty rows: Standalone, Wiki, Tracker, Freezing,/).waitFor()
    await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    await expect.poll(names).toEqual(['Wiki', 'Synchronisation'])
    const all = page.getByRole('button', { name: 'Show empty rows' })
    await all.click()
    await expect.poll(names).toContain('Freezing')
    await all.click()
    await expect.poll(names).toEqual(['Wiki', 'Synchronisation'])
  })

  test('the legend has at most five signs, and every mark is one of them', async () => {
    const console = await open({ panel: 'time', simulator: { scenario: 'outage' } })
    const { page, ask } = console
    await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    await call(console, '/wiki/rest/reqs/1/baseline/ENG/77')
    await ask('POST', '/faults', { operation: 'wiki.baseline.list', status: 503 })
    await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    await ask('POST', '/clock/advance', { by: '3m' })
    await seen(console, 'Synchronisation', 'none went')
    const legend = page.locator('.legend li')
    expect((await legend.allTextContents()).map((text) => text.trim())).toEqual([
      'done',
      'refused (4xx)',
      'failed',
      'due later',
      'site down',
    ])
    const looks = (marks: Locator) =>
      marks.evaluateAll((all) =>
        all.map((one) => /mark-(?:good|warn|bad|pending)/.exec(String(one.getAttribute('class')))?.[0]),
      )
    const explained = await looks(page.locator('.legend .mark'))
    const drawn = await looks(page.locator('.lane-box .mark'))
    expect(drawn.length).toBeGreaterThan(3)
    for (const look of drawn) expect(explained).toContain(look)
  })
})

/** Texts and marks of the picture that lie on one another, and names of rows that are cut. */
function overlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const boxOf = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const text = element.matches('.mark') ? element : range
      const { left, right, top, bottom } = text.getBoundingClientRect()
      return { name: element.textContent ?? '', left, right, top, bottom }
    }
    const boxes = [...document.querySelectorAll('.lane-names li, .lane-label, .lane-box .mark')].map(boxOf)
    const found = boxes.flatMap((one, index) =>
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
    const cut = [...document.querySelectorAll('.lane-names li')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    )
    const { right = 0 } = document.querySelector('.lane-box')?.getBoundingClientRect() ?? {}
    const beyond = [...document.querySelectorAll('.lane-label')].map(boxOf).filter((box) => box.right > right)
    return [
      ...found,
      ...cut.map(({ textContent }) => `cut: ${textContent}`),
      ...beyond.map(({ name }) => `beyond: ${name}`),
    ]
  })
}
