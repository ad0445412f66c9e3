// Every panel for everybody: axe finds nothing serious in light or dark, and the keyboard alone gets anywhere.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole, seriousFindings } from '../console-page.ts'

const BASIC = { Authorization: `Basic ${btoa('alice:alice')}` }

/** The panels by their names in the address, as the navigation has them. */
function panelsOf(page: Page): Promise<string[]> {
  return page
    .locator('.nav a')
    .evaluateAll((links) => links.map((link) => (link.getAttribute('href') ?? '').replace('#/', '')))
}

/** Something to see in every panel: exchanges, a fault, a snapshot, a world, jobs done and pending, a tracker that is down. */
async function fill({ served, ask }: ConsolePage): Promise<void> {
  const wiki = `${served.url}/wiki/rest/reqs/1`
  await fetch(`${wiki}/baseline-actions/ENG/freeze/2`, { method: 'POST', headers: BASIC })
  await fetch(`${wiki}/baseline/ENG`, { headers: BASIC })
  await fetch(`${wiki}/baseline/NONE`, { headers: BASIC })
  await ask('POST', '/snapshots', { name: 'before' })
  await ask('POST', '/worlds', { name: 'other' })
  await ask('POST', '/clock/advance', { by: '3m' })
  await ask('PATCH', '/sites/102', { status: 'DISABLED' })
  await ask('POST', '/clock/advance', { by: '3m' })
  await ask('POST', '/faults', { operation: 'wiki.requirement.search', times: 2, status: 503 })
  await ask('POST', '/snapshots', { name: 'after' })
}

/** What panels show of one thing, chosen by the address. */
const CHOSEN = [
  'queues/svc-0001-demo/outbound/8001',
  'queues/svc-0001-demo/inbound/8201',
  'requirements/6001/eu',
  'journal/1',
  'machines/queue-message/state/DONE',
  'machines/baseline/state/DONE',
  'machines/baseline/transition/2',
  'api/wiki.requirement.search',
  'tables/requirement/6001/eu',
  'worlds/before/after',
]

async function settle(page: Page): Promise<void> {
  await page.locator('.main h1').waitFor()
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(300)
}

describeConsole('accessibility', (open) => {
  test.each(['light', 'dark'] as const)('no panel has a serious finding: %s', async (colorScheme) => {
    const browser = { colorScheme, viewport: { width: 1280, height: 720 } }
    const console = await open({ simulator: { scenario: 'outage' }, browser })
    await fill(console)
    const { page, show } = console
    const panels = await panelsOf(page)
    expect(panels.length).toBeGreaterThan(8)
    const findings: Record<string, readonly string[]> = {}
    for (const panel of [...panels, ...CHOSEN]) {
      await show(panel)
      await settle(page)
      const found = await seriousFindings(page)
      if (found.length > 0) findings[panel] = found
    }
    expect(findings).toEqual({})
  })

  test('the dialogs of the clock have no serious finding, take the focus, and give it back', async () => {
    const { page } = await open()
    const jump = page.getByRole('button', { name: /^Jump/ })
    await jump.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null))
      .toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => jump.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('the first stop of the keyboard skips to the panel', async () => {
    const { page } = await open({ panel: 'queues' })
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the panel' })
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
    expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    // The address still names the panel.
    expect(page.url()).toMatch(/#\/queues$/)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  test('Tab goes through header, navigation and panel, and every stop shows that it has the focus', async () => {
    const console = await open({ panel: 'queues' })
    await fill(console)
    const { page } = console
    await settle(page)
    const places: string[] = []
    const unseen: string[] = []
    for (let step = 0; step < 80 && !places.includes('main'); step++) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(() => {
        const element = document.activeElement ?? document.body
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        const place = element.closest('header.page-head, nav, main')?.tagName.toLowerCase() ?? 'other'
        const { width } = element.getBoundingClientRect()
        const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && width > 0
        return { place, isSeen, what: element.outerHTML.slice(0, 80) }
      })
      if (places.at(-1) !== stop.place) places.push(stop.place)
      if (!stop.isSeen) unseen.push(stop.what)
    }
    expect(places).toEqual(['other', 'header', 'nav', 'main'])
    expect(unseen).toEqual([])
  })

  test('a panel is chosen by the keyboard, and its name is told', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: 'Faults', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()
    expect(await page.title()).toBe('Faults · reqsim')
    expect(await page.locator('.nav a[aria-current="page"]').textContent()).toBe('Faults')
  })

  test('who wants no motion gets none', async () => {
    const { page } = await open({ browser: { reducedMotion: 'reduce' } })
    for (const panel of await panelsOf(page)) {
      await page.evaluate((name) => {
        location.hash = `#/${name}`
      }, panel)
      await settle(page)
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().duration !== 0)
          .map(({ effect }) => (effect as KeyframeEffect).target?.className),
      )
      expect({ panel, moving }).toEqual({ panel, moving: [] })
    }
  })

  test('in a narrow window the panels are one menu, which the keyboard opens, uses and closes', async () => {
    const { page } = await open({ panel: 'queues', browser: { viewport: { width: 390, height: 844 } } })
    const menu = page.getByRole('button', { name: 'Panels', exact: true })
    const link = page.getByRole('link', { name: 'Faults', exact: true })
    await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()
    expect(await link.isVisible()).toBe(false)
    await menu.focus()
    await page.keyboard.press('Enter')
    await link.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    // The menu is the next stop after its button.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Overview')
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()
    await link.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('panel-title')
  })

  test('an address of no panel says so, and leads to the nearest one', async () => {
    const { page, show } = await open({ panel: 'quees' })
    const card = page.getByRole('region', { name: 'No panel has this address' })
    await card.getByRole('alert').getByText('There is no panel quees. Did you mean Queues?').waitFor()
    expect(await page.title()).toBe('Unknown address · reqsim')
    expect(await page.locator('.nav [aria-current]').count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    // Their titles are known too, whatever an address calls them.
    await show('Histroy')
    await card.getByRole('link', { name: 'History' }).click()
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor()
    expect(page.url()).toMatch(/#\/past$/)
    await show('nothing-like-it')
    await card.getByText('There is no panel nothing-like-it.').waitFor()
    expect(await card.getByText('Did you mean').count()).toBe(0)
    await card.getByRole('link', { name: 'Go to Overview' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })
})
