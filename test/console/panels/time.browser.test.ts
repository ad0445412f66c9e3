/** The time line: what happens appears in its row, what will comes with it, and the picture can be moved by mouse and keys. */
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole } from '../console-page.ts'

const call = ({ served }: ConsolePage, path: string) =>
  fetch(served.url + path, { headers: { Authorization: 'Bearer tok-alice' } })
const rows = ({ page }: ConsolePage) => page.getByRole('table', { name: 'What is in sight' }).getByRole('row')
/** Waits for a row that has both texts. */
const seen = (console: ConsolePage, hasText: string, andText: string) =>
  rows(console).filter({ hasText }).filter({ hasText: andText }).waitFor()

describeConsole('the time line', (open) => {
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
    expect(await page.locator('.lane-box .mark-job').count()).toBe(1)
  })

  test('what is chosen is explained and leads to where it is shown in full', async () => {
    const console = await open({ panel: 'time' })
    const { page } = console
    await call(console, '/wiki/rest/reqs/1/baseline/ENG')
    const row = rows(console).filter({ hasText: 'GET /wiki/rest/reqs/1/baseline/ENG' })
    await row.focus()
    await page.keyboard.press('Enter')
    const chosen = page.getByRole('region', { name: 'Chosen' })
    await chosen.getByText('wiki.baseline.list').waitFor()
    await chosen.getByRole('link', { name: 'Show it in journal' }).click()
    expect(new URL(page.url()).hash).toBe('#/journal/1')
  })

  test('a mark in the picture can be chosen, and the clock moved to a job to come', async () => {
    const console = await open({ panel: 'time' })
    const { page } = console
    await page.locator('.lane-box .mark-pending').click()
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
    const inSight = (length: string) => page.getByRole('heading', { name: `${length} in sight` }).waitFor()
    await inSight('15 min')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await inSight('7 min 30 s')
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await inSight('15 min')
    const box = page.locator('.lane-box')
    await box.focus()
    await page.keyboard.press('-')
    await inSight('30 min')
    await page.keyboard.press('+')
    await inSight('15 min')
    await box.hover()
    await page.mouse.wheel(0, 100)
    await inSight('18 min 45 s')
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
})
