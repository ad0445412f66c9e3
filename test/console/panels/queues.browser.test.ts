import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, integrationOf } from '../console-page.ts'

const SERVICE = 'svc-0001-demo'
const APPLINK = '99999999-8888-4777-8666-555555555555'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const column = (page: Page, lane: string, status: string) =>
  page.getByRole('group', { name: lane }).locator('section', { has: page.getByText(status, { exact: true }) })
const OUT = 'From the wiki to the tracker'
const IN = 'From the tracker to the wiki'

describeConsole('queues', (open) => {
  test('an outage is told, ended, and what waited goes', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, panel: 'queues' })
    const { page, simulator } = console
    await page.getByText('The tracker (Northwind Tracker) is down. 44 messages wait.').waitFor()
    await column(page, OUT, 'PENDING').locator('h3', { hasText: '31' }).waitFor()
    await press(page, 'Run the next synchronisation')
    await page.getByText('09:03:00').first().waitFor()
    expect((await integrationOf(console)).outbound.waiting).toBe(38)

    await press(page, 'Bring Northwind Tracker back')
    await page.getByText('No obstacles.').waitFor()
    expect(simulator.state('application', { id: 102 })).toMatchObject([{ status: 'ACTIVE' }])
    await press(page, 'Run the next synchronisation')
    await page.getByText('No message waits.').waitFor()
    const { outbound, inbound } = await integrationOf(console)
    expect([outbound.waiting, inbound.waiting]).toEqual([0, 0])
    await expect
      .poll(() => column(page, OUT, 'DONE').locator('h3').textContent())
      .toContain(String(outbound.counts['DONE']))
    // The latest comes first.
    const done = simulator.state('outboundMessage', { status: 'DONE' })
    await column(page, OUT, 'DONE')
      .locator(`li:first-child [data-message="${done.at(-1)?.id}"]`)
      .waitFor()
  })

  test('a site is taken down from its box, and messages then wait', async () => {
    const console = await open({ panel: 'queues' })
    const { page } = console
    await press(page, 'Take down Northwind Tracker')
    await page.getByText('The tracker (Northwind Tracker) is down. 2 messages wait.').waitFor()
    await press(page, 'Run the next synchronisation')
    await page
      .getByText('The clock moved 3 min to 09:03:00: 0 of 2 messages were sent, no response from')
      .waitFor()
    expect((await integrationOf(console)).outbound.counts['PENDING']).toBe(2)
  })

  test('one message is chosen, sent and seen to change, another is removed', async () => {
    const console = await open({ panel: 'queues' })
    const { page, simulator } = console
    await page.locator('[data-message="8001"]').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('created by').waitFor()
    expect(await dialog.locator('dl').textContent()).toContain('relationshiptests')
    await press(page, 'Send now')
    await dialog.getByText('A DONE message is not sent again.').waitFor()
    expect(simulator.state('outboundMessage', { id: 8001 })).toMatchObject([{ status: 'DONE', attempts: 1 }])
    await expect.poll(() => dialog.locator('ol li').count()).toBe(2)
    expect(await dialog.locator('ol li').last().textContent()).toContain('DONE after 1 attempt')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/queues/${SERVICE}`)

    await page.locator('[data-message="8002"]').focus()
    await page.keyboard.press('Enter')
    await press(page, 'Remove')
    await dialog.getByText('The queue has no message 8002').waitFor()
    expect(simulator.state('outboundMessage', { id: 8002 })).toEqual([])
  })

  test('a message keeps its address, and the focus comes back to it', async () => {
    const console = await open({ panel: `queues/${SERVICE}/outbound/8002` })
    const { page } = console
    await page.getByRole('dialog', { name: 'Message 8002 to the tracker' }).waitFor()
    await press(page, 'Close')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-message')))
      .toBe('8002')
  })

  test('the mode of the link is switched off and mended', async () => {
    const console = await open({ panel: 'queues' })
    const { page } = console
    await page.getByLabel('Mode of the application link').selectOption('DISABLED')
    await page
      .getByText('The application link is in mode DISABLED: the tracker accepts no messages.')
      .waitFor()
    expect((await integrationOf(console)).mode).toBe('DISABLED')
    await press(page, 'Set mode AUTO')
    await page.getByText('No obstacles.').waitFor()
    expect((await integrationOf(console)).mode).toBe('AUTO')
  })

  test('an integration that is switched off is switched on', async () => {
    const integrations = [{ serviceId: SERVICE, status: 'DISABLED' as const }]
    const scenario = { name: 'off', extends: ['demo'], world: { integrations } }
    const console = await open({ simulator: { scenario }, panel: 'queues' })
    const { page } = console
    await page.getByText('The integration is off in the wiki.').waitFor()
    await press(page, 'Turn the integration on')
    await page.getByText('No obstacles.').waitFor()
    expect((await integrationOf(console)).status).toBe('ACTIVE')
  })

  test('the whole queue is flushed, and the tracker repairs its link', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, panel: 'queues' })
    const { page, simulator } = console
    await press(page, 'Flush to the tracker')
    await page.getByText('Nothing was sent: no response from').waitFor()
    await press(page, 'Bring Northwind Tracker back')
    await page.getByText('No obstacles.').waitFor()
    await press(page, 'Repair the application link')
    await page.getByText('1 message of the tracker will be sent again').waitFor()
    expect((await integrationOf(console)).inbound.counts).toMatchObject({ PENDING: 6, NOT_EXECUTED: 0 })
    await press(page, 'Flush to the tracker')
    await page.getByText('0 still waiting').waitFor()
    expect((await integrationOf(console)).outbound.waiting).toBe(0)
    expect((await integrationOf(console)).inbound.waiting).toBe(6)
    await press(page, "Empty the tracker's queue…")
    await page
      .getByText('The tracker loses 6 messages, and the wiki never receives those that wait.')
      .waitFor()
    await press(page, 'Cancel')
    expect(simulator.state('trackerMessage')).toHaveLength(6)
    await press(page, "Empty the tracker's queue…")
    await press(page, 'Yes, continue')
    await page.getByText('The queue of the tracker is empty').waitFor()
    expect(simulator.state('trackerMessage')).toEqual([])
  })

  test('a user without the right is refused, and nothing changes', async () => {
    const console = await open({ panel: 'queues' })
    const { page } = console
    await page.getByLabel('Acting as').selectOption('alice')
    await press(page, 'Flush to the tracker')
    await page.getByText(/alice got 403: user 'alice' may not/).waitFor()
    expect((await integrationOf(console)).outbound.counts['PENDING']).toBe(2)
  })

  test('a lane says when a run could try none of its messages, and why', async () => {
    const console = await open({ panel: 'queues' })
    const lane = console.page.getByRole('group', { name: 'From the wiki to the tracker' })
    await console.ask('PATCH', '/sites/102', { status: 'DISABLED' })
    await console.ask('POST', '/clock/advance', { by: '3m' })
    await lane.getByText('The run at 09:03:00 sent none: no response from').waitFor()
    await console.ask('PATCH', '/sites/102', { status: 'ACTIVE' })
    await expect.poll(() => lane.getByText('sent none').count()).toBe(0)
  })

  test('discrepancies are listed, one is healed, the others are dropped once that is confirmed', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, panel: 'queues' })
    const { page, simulator } = console
    await press(page, 'Compare now')
    await page.getByText(`${SERVICE} could not be compared`).waitFor()
    await press(page, 'Bring Northwind Tracker back')
    await page.getByRole('button', { name: 'Bring Northwind Tracker back' }).waitFor({ state: 'detached' })
    await press(page, 'Compare now')
    const table = page.getByRole('table', { name: 'Discrepancies' })
    await table.waitFor()
    const buttons = table.getByRole('button', { name: /^Heal link/ })
    const first = (await buttons.first().getAttribute('aria-label')) ?? ''
    const links = simulator.state('issueLink')
    await buttons.first().click()
    await expect.poll(() => table.getByRole('button', { name: first, exact: true }).count()).toBe(0)
    expect(simulator.state('issueLink')).not.toEqual(links)
    await page.getByText('1 discrepancy healed').waitFor()

    await press(page, 'Drop all…')
    await press(page, 'Keep them')
    expect(await table.isVisible()).toBe(true)
    await press(page, 'Drop all…')
    await press(page, 'Drop them from both')
    await page.getByText('The different links are dropped from both').waitFor()
    await page.getByText(': 0 discrepancies.').waitFor()
  })

  test('three thousand messages are counted and paged, a few at a time', async () => {
    const console = await open({ panel: 'queues' })
    const { page, served } = console
    const many = Array.from({ length: 3000 }, (_, number) => ({
      operation: 'RESET_LINKS',
      issueKey: `DRN-${number + 100}`,
    }))
    const answer = await fetch(`${served.url}/tracker/rest/reqs/1/queue/${APPLINK}/messages`, {
      method: 'POST',
      headers: { Authorization: 'Bearer tok-admin', 'Content-Type': 'application/json' },
      body: JSON.stringify(many),
    })
    expect(answer.status).toBe(200)
    const pending = column(page, IN, 'PENDING')
    await expect.poll(() => pending.locator('h3').textContent()).toContain('3,000')
    expect(await pending.locator('li').count()).toBe(3)
    await page.getByLabel('Messages per column').selectOption('50')
    await expect.poll(() => pending.locator('li').count()).toBe(50)
    const first = await pending.locator('[data-message]').first().getAttribute('data-message')
    await pending.getByRole('button', { name: 'PENDING: next page' }).click()
    await pending.getByText('51 to 100').waitFor()
    await expect
      .poll(() => pending.locator('[data-message]').first().getAttribute('data-message'))
      .toBe(String(Number(first) + 50))
    await pending.getByRole('button', { name: 'PENDING: last page' }).click()
    await pending.getByText('2951 to 3000').waitFor()
    await press(page, 'Run the next synchronisation')
    await page.getByText(/messages were sent/).waitFor()
    const { counts } = (await integrationOf(console)).inbound
    for (const status of ['DONE', 'FAILED', 'NOT_EXECUTED', 'PENDING'] as const)
      await expect
        .poll(() => column(page, IN, status).locator('h3 b').textContent())
        .toBe(counts[status].toLocaleString('en'))
  })

  test.each([1366, 1024, 390])(
    'at a width of %i both rows run from PENDING to DONE, messages keep their whole name, and empty columns shrink',
    async (width) => {
      const browser = { viewport: { width, height: 768 } }
      const { page } = await open({ simulator: { scenario: 'outage' }, panel: 'queues', browser })
      await page.locator('[data-message]').first().waitFor()
      for (const lane of [OUT, IN]) {
        const columns = page.getByRole('group', { name: lane }).locator('section')
        const names = await columns.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
        expect(names.map((name) => name?.split(':')[0])).toEqual([
          'PENDING',
          'NOT_EXECUTED',
          'FAILED',
          'DONE',
        ])
        const boxes = await columns.evaluateAll((all) =>
          all.map((one) => {
            const { width: wide, height } = one.getBoundingClientRect()
            return { empty: one.querySelector('[data-message]') === null, wide, height }
          }),
        )
        const empty = boxes.filter((box) => box.empty)
        const full = boxes.filter((box) => !box.empty)
        expect(empty.length * full.length).toBeGreaterThan(0)
        const least = (side: 'wide' | 'height') => Math.min(...full.map((box) => box[side]))
        for (const { wide, height } of empty)
          expect(width > 400 ? wide : height).toBeLessThan(least(width > 400 ? 'wide' : 'height'))
        for (const { height } of empty) expect(height).toBeLessThan(50)
      }
      const cut = await page
        .locator('[data-message] > :not(.queue-message-answer)')
        .evaluateAll((lines) =>
          lines
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ textContent }) => textContent),
        )
      expect(cut).toEqual([])
    },
  )

  test('what cannot be undone stands apart from the other actions', async () => {
    const { page } = await open({ panel: 'queues' })
    const gap = async (before: string, after: string) => {
      const [one, other] = await Promise.all(
        [before, after].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
      )
      return (other?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0)
    }
    const usual = await gap('Flush to the tracker', 'Repair the application link')
    expect(await gap('Repair the application link', "Empty the tracker's queue…")).toBeGreaterThan(2 * usual)
    expect(await gap('Heal all', 'Drop all…')).toBeGreaterThan(2 * usual)
    await page.locator('[data-message="8001"]').click()
    expect(await gap('Send now', 'Remove')).toBeGreaterThan(2 * usual)
  })

  test('messages glide to their new column, unless less motion is asked for', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const console = await open({ panel: 'queues', browser: { reducedMotion } })
      const { page } = console
      await page.locator('[data-message="8001"]').waitFor()
      await page.evaluate(() => {
        const seen: string[] = []
        const animate = Element.prototype.animate
        Element.prototype.animate = function glide(...parameters) {
          seen.push((this as HTMLElement).dataset['message'] ?? '')
          return animate.apply(this, parameters)
        }
        Object.assign(globalThis, { seen })
      })
      await press(page, 'Run the next synchronisation')
      await page.locator('[data-message="8001"][data-column="DONE"]').waitFor()
      const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
      expect(seen.toSorted()).toEqual(reducedMotion === 'reduce' ? [] : ['8001', '8002'])
    }
  })

  test('a fault that keeps the tracker from answering is told where the tracker stands, and leads to the fault', async () => {
    const console = await open({ panel: 'queues' })
    const { page } = console
    await console.ask('POST', '/faults', { outage: 102 })
    await page
      .getByText('The tracker (Northwind Tracker) does not respond because of fault 1. 2 messages wait.')
      .waitFor()
    const box = page.getByRole('region', { name: 'Tracker', exact: true })
    await box.getByText('down', { exact: true }).waitFor()
    await page.locator('[data-message="8001"]').click()
    await press(page, 'Send now')
    await page.getByText('Message 8001 could not be sent and still waits').waitFor()
    expect(await page.locator('.toast-good', { hasText: '8001' }).count()).toBe(0)
    await press(page, 'Close')
    await page.getByRole('link', { name: 'Turn it off in Faults' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/faults')
  })

  test('integrations of both regions are there; a name that none has is told', async () => {
    const sites = [
      {
        id: 902,
        name: 'fabrikam-tracker',
        title: 'Fabrikam Tracker',
        type: 'JIRA',
        baseUrl: 'https://tracker.fabrikam.test',
        organization: 'Fabrikam Rail',
      },
    ]
    const integrations = [{ serviceId: 'svc-us', wiki: 'fabrikam-wiki', tracker: 'fabrikam-tracker' }]
    const scenario = { name: 'two-regions', extends: ['demo'], world: { us: { sites, integrations } } }
    const { page, show } = await open({ simulator: { scenario: scenario as never }, panel: 'queues' })
    await page.getByRole('link', { name: /, us \(0\)$/ }).click()
    await page.getByRole('region', { name: 'Tracker', exact: true }).getByText('Fabrikam Tracker').waitFor()
    await page.getByRole('region', { name: 'PENDING: 0 messages' }).first().waitFor()
    await show('queues/nope')
    await page.getByText('There is no integration nope here.').waitFor()
    expect(await page.getByRole('group', { name: OUT }).count()).toBe(0)
    await page.getByRole('link', { name: 'Northwind', exact: false }).first().waitFor()
  })

  test('arrow keys go through the columns', async () => {
    const { page } = await open({ simulator: { scenario: 'outage' }, panel: 'queues' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-message'))
    await page.locator('[data-message="8001"]').focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('8002')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('8105')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe('8001')
  })

  test('a fault that answers messages is told', async () => {
    const console = await open({ panel: 'queues' })
    await console.ask('POST', '/faults', { queue: 'outbound', answer: 'NONE' })
    const notice = console.page.getByText('1 fault may respond to messages in place of the products.')
    await notice.waitFor()
    await console.ask('PATCH', '/faults/1', { enabled: false })
    await expect.poll(() => notice.count()).toBe(0)
  })

  test('where there is no integration, the panel says what to do', async () => {
    const { page } = await open({ simulator: { scenario: 'empty' }, panel: 'queues' })
    await page.getByText('This world has no integration of a wiki with a tracker.').waitFor()
    expect(await page.getByRole('button', { name: 'Compare now' }).count()).toBe(0)
  })
})
