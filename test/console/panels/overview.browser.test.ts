/** The overview: one can go the whole way that it proposes, and what it shows is what the server has. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole, integrationOf } from '../console-page.ts'

/** Shows a step of the guide. */
const step = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Try this' }).getByRole('button', { name: title }).first().click()

const outbound = async (console: ConsolePage) => (await integrationOf(console)).outbound.waiting

describeConsole('the overview', (open) => {
  test('leads through: freeze, watch, break, see the queue grow, repair', async () => {
    const console = await open({ panel: 'overview' })
    const { page } = console
    const guide = page.getByRole('region', { name: 'Try this' })
    await page.getByRole('link', { name: '21 requirement records' }).waitFor()

    await guide.getByRole('button', { name: 'Freeze it', exact: true }).click()
    const next = guide.getByRole('button', { name: /^Next: / })
    // What to do now is the one coloured button.
    await expect.poll(() => next.getAttribute('class')).toContain('button-main')
    await next.click()
    await page.getByText('running, 0 of 12; the clock is paused').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('2 Watch it')
    expect(console.simulator.state('baseline', { number: 2 })).toMatchObject([
      { status: 'IN_CREATION', createdBy: 2 },
    ])
    expect(console.simulator.state('task')).toMatchObject([{ startedBy: 1, status: 'RUNNING' }])

    await guide.getByRole('button', { name: 'Run its next step' }).click()
    await guide.getByText('done, 12 of 12').waitFor()
    expect(console.simulator.state('baseline', { number: 2 })).toMatchObject([{ status: 'DONE' }])

    await next.click()
    await guide.getByRole('button', { name: 'Take down Northwind Tracker' }).click()
    await guide.getByText('the tracker is down').waitFor()
    expect(console.simulator.state('application', { id: 102 })).toMatchObject([{ status: 'DISABLED' }])

    await next.click()
    const before = await outbound(console)
    const save = guide.getByRole('button', { name: 'Save the page and view it' })
    expect(await save.isDisabled()).toBe(true)
    await guide.getByText('change the text first').waitFor()
    await guide.getByLabel('New text of REQ-001').fill('The drone shall take off by itself.')
    await save.click()
    await expect.poll(() => outbound(console)).toBeGreaterThan(before)
    const [changed] = console.simulator.state('requirement', { key: 'REQ-001', status: 'ACTIVE' })
    expect(changed).toMatchObject({ html: 'The drone shall take off by itself.' })
    await expect.poll(() => save.isDisabled()).toBe(true)
    // The properties that the page had before are still there.
    expect(changed?.properties).not.toEqual([])
    const waiting = await outbound(console)
    await guide.getByText(`${waiting} messages wait for the tracker`).waitFor()

    await page.getByRole('button', { name: 'Move by 3m' }).click()
    await page.getByText("Messages wait: no response from 'https://tracker.northwind.test'").waitFor()
    expect(await outbound(console)).toBe(waiting)

    await next.click()
    await guide.getByRole('button', { name: 'Bring back Northwind Tracker' }).click()
    await page.getByRole('region', { name: 'Northwind Tracker' }).getByText('up').waitFor()
    await guide.getByRole('button', { name: 'Run the next synchronisation' }).click()
    await guide.getByText('nothing waits').waitFor()
    expect(await outbound(console)).toBe(0)
    await next.click()
    await guide.getByRole('link', { name: 'Timeline' }).waitFor()
    expect(await next.count()).toBe(0)

    await step(page, 'Repair it')
    await guide.getByRole('link', { name: 'Remaining differences' }).click()
    const differences = page.getByRole('group', { name: 'Differences' })
    await expect.poll(() => differences.evaluate((block) => block === document.activeElement)).toBe(true)
    await differences.getByRole('button', { name: 'Compare now' }).click()
    await differences.getByText('in the demo, link 40001 has lost its key').waitFor()
    expect(await differences.getByRole('row', { name: /^40001 LOST_KEY .* no / }).count()).toBe(1)
  })

  test('a button keeps the focus when its action disables or removes it', async () => {
    const { page } = await open({ panel: 'overview', simulator: { clock: { mode: 'live' } } })
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    await page.getByRole('button', { name: 'Pause it' }).press('Enter')
    await expect.poll(focused).toBe('Play')
    const freeze = page.getByRole('button', { name: 'Freeze it', exact: true })
    await freeze.press('Enter')
    await expect.poll(() => freeze.isDisabled()).toBe(true)
    expect(await focused()).toBe('Freeze it')
    // It does nothing more.
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Running tasks' }).getByText('0 of 12').waitFor()
    await page.keyboard.press('Tab')
    expect(await freeze.getAttribute('disabled')).not.toBeNull()
    expect(await focused()).toMatch(/^Create a baseline of/)
  })

  test('a baseline can be made, as the user who was chosen; what the service refuses is told', async () => {
    const console = await open({ panel: 'overview' })
    const { page } = console
    const guide = page.getByRole('region', { name: 'Try this' })
    await guide.getByText('Create another baseline').click()
    // The space is named that it would be made in, once the page has read which there are.
    await expect.poll(() => guide.getByLabel('Space').inputValue()).toBe('ENG')
    await guide.getByLabel('Name').fill('Nightly')
    await guide.getByLabel('Acting as').selectOption('bob')
    await guide.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('bob got 403').waitFor()
    // Who acts is the same in every panel.
    await console.show('queues')
    await expect.poll(() => page.getByLabel('Acting as').inputValue()).toBe('bob')
    await console.show('overview')
    await expect.poll(() => guide.getByLabel('Acting as').inputValue()).toBe('bob')
    await page.reload()
    await expect.poll(() => guide.getByLabel('Acting as').inputValue()).toBe('bob')
    await guide.getByText('Create another baseline').click()
    await guide.getByLabel('Name').fill('Nightly')
    expect(console.simulator.state('baseline')).toHaveLength(3)
    await guide.getByLabel('Acting as').selectOption('alice')
    await guide.getByRole('button', { name: 'Create', exact: true }).click()
    await guide.getByText('2 not frozen yet').waitFor()
    expect(console.simulator.state('baseline', { name: 'Nightly' })).toMatchObject([
      { status: 'PREVIEW', createdBy: 2 },
    ])
  })

  test('a baseline of many can be watched on its way, also after the page was loaded again', async () => {
    const console = await open({ panel: 'overview' })
    const { page } = console
    const guide = page.getByRole('region', { name: 'Try this' })
    await guide.getByRole('button', { name: 'Create a baseline of 1,000 and freeze it' }).click()
    await page.getByRole('region', { name: 'Running tasks' }).getByText('0 of 1000').waitFor()
    // The other one is left as it was.
    await guide.getByText('1 not frozen yet').waitFor()
    await step(page, 'Watch it')
    for (const done of [100, 200]) {
      await guide.getByRole('button', { name: 'Run its next step' }).click()
      await guide.getByText(`running, ${done} of 1000`).waitFor()
    }
    await page.reload()
    await step(page, 'Watch it')
    await guide.getByText('running, 200 of 1000').waitFor()
    await page.getByRole('button', { name: 'Move by 1m' }).click()
    await guide.getByText('done, 1000 of 1000').waitFor()
    expect(console.simulator.state('baseline', { number: 4 })).toMatchObject([{ status: 'DONE' }])
  })

  test('where no baseline is left to freeze, that is said', async () => {
    const console = await open({ panel: 'overview' })
    const guide = console.page.getByRole('region', { name: 'Try this' })
    await guide.getByRole('button', { name: 'Freeze it', exact: true }).click()
    await guide.getByText('every baseline is frozen; create another one').waitFor()
    const choice = guide.getByRole('combobox', { name: 'Baseline' })
    expect(await choice.locator('option').allTextContents()).toEqual(['none left to freeze'])
  })

  test('uses the singular for a count of one', async () => {
    const world = { baselines: [2, 3].map((number) => ({ space: 'ENG', number, remove: true })) }
    const scenario = { name: 'one-baseline', extends: ['demo'], world } as never
    const { page, ask, served } = await open({ panel: 'overview', simulator: { scenario } })
    const headers = { Authorization: 'Bearer tok-admin' }
    const path = '/wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound/8001'
    expect((await fetch(served.url + path, { method: 'DELETE', headers })).status).toBeLessThan(300)
    await ask('POST', '/clock/advance', { by: '1s' })
    await page.getByRole('link', { name: '1 message waiting', exact: true }).waitFor()
    await page.getByRole('link', { name: '1 baseline', exact: true }).waitFor()
    await step(page, 'See the queue grow')
    await page.getByRole('link', { name: '1 message waits for the tracker', exact: true }).waitFor()
    // The text of the page never has a plural after a single one.
    const texts = await page.locator('main').innerText()
    expect(texts.match(/(?<![\d.:-])1 (?!was|is|has)[a-z]+s\b.*/g)).toBeNull()
  })

  test('what others do by the control API and as clients is shown as it happens', async () => {
    const console = await open({ panel: 'overview' })
    const { page } = console
    const tracker = page.getByRole('region', { name: 'Northwind Tracker' })
    await tracker.getByText('up').waitFor()
    await console.ask('PATCH', '/sites/102', { status: 'DISABLED' })
    await tracker.getByText('down', { exact: false }).first().waitFor()
    await page.getByText('No faults, but Northwind Tracker was taken down').waitFor()
    await console.ask('POST', '/faults', { operation: 'wiki.requirement.search', status: 503 })
    await page.getByText('Requests to wiki.requirement.search: response 503').waitFor()
    await fetch(`${console.served.url}/wiki/rest/reqs/1/requirement2/ENG`)
    await page.getByRole('region', { name: 'Faults' }).getByText('applied 1×').waitFor()
    const latest = page.getByRole('region', { name: 'Latest requests' })
    await latest.getByText('GET /wiki/rest/reqs/1/requirement2/ENG').waitFor()
    expect(await latest.getByText('503').count()).toBe(1)
  })

  test('the password of a user may be another than the name', async () => {
    const scenario = {
      name: 'secretive',
      extends: ['demo'],
      world: { users: [{ name: 'alice', password: 'hard to guess' }] },
    }
    const console = await open({ panel: 'overview', simulator: { scenario: scenario as never } })
    await console.page.getByLabel('Acting as').selectOption('alice')
    await console.page.getByRole('button', { name: 'Freeze it', exact: true }).click()
    await console.page.getByRole('region', { name: 'Running tasks' }).getByText('0 of 12').waitFor()
    expect(console.simulator.state('task')).toMatchObject([{ startedBy: 2 }])
    expect(await console.page.content()).not.toMatch(/tok-|Bearer/)
  })

  test('a world without wiki and tracker says what to do', async () => {
    const console = await open({ panel: 'overview', simulator: { scenario: 'empty' } })
    await console.page.getByText('This world has no wiki that is integrated with a tracker').waitFor()
    await console.page.getByRole('link', { name: 'Load the demo' }).click()
    await console.page.getByRole('button', { name: 'Load demo' }).click()
    await console.page.getByRole('button', { name: 'Yes, continue' }).click()
    await expect
      .poll(async () => (await console.ask<{ scenario: string }>('GET', '/health')).scenario)
      .toBe('demo')
  })

  test.each([
    { width: 1366, height: 768 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ])('one coloured button stands above the fold at $width × $height', async (viewport) => {
    for (const [scenario, name] of [
      ['demo', 'Freeze it'],
      ['outage', 'Present on the stage'],
      ['empty', 'Load the demo'],
    ] as const) {
      const { page } = await open({ panel: 'overview', simulator: { scenario }, browser: { viewport } })
      const main = page.locator('.button-main').filter({ visible: true })
      await main.first().waitFor()
      await expect.poll(() => main.allTextContents()).toEqual([name])
      await expect.poll(() => main.isEnabled()).toBe(true)
      const { y = 0, height = 0 } = (await main.boundingBox()) ?? {}
      expect(y + height).toBeLessThanOrEqual(viewport.height)
    }
  })

  test('the numbers of waiting messages are the largest letters of its cards, and counts of records the smallest', async () => {
    const { page } = await open({ panel: 'overview' })
    await page.locator('.way-count').first().waitFor()
    const sizes = await page.evaluate(() => {
      const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
      const all = [...document.querySelectorAll('#main .card *')].map(sizeOf)
      const [waiting, count] = ['.way-count strong', '.counts a'].map((selector) =>
        [...document.querySelectorAll(selector)].map(sizeOf),
      )
      const largest = Math.max(...all)
      return { largest: all.filter((size) => size === largest).length, waiting, count, all }
    })
    expect(sizes.largest).toBe(2)
    expect(sizes.waiting).toEqual([Math.max(...sizes.all), Math.max(...sizes.all)])
    expect(new Set(sizes.count)).toEqual(new Set([Math.min(...sizes.all)]))
  })

  test('a scenario with a story offers its next step, and says how many ran', async () => {
    const { page, ask } = await open({ panel: 'overview', simulator: { scenario: 'outage' } })
    const story = page.getByRole('region', { name: 'The story' })
    await story.getByText(/^0 of \d+ ran$/).waitFor()
    await story.getByRole('button', { name: 'Run the next step' }).click()
    await story.getByText(/^1 of \d+ ran$/).waitFor()
    expect(await ask('GET', '/timeline?limit=0')).toMatchObject({ next: 1 })
  })
})
