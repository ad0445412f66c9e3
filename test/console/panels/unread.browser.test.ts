/** What the panels show while answers are on their way: nothing under a name that it does not belong to, and no count of what was not read. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole } from '../console-page.ts'

/** Holds back what is asked of an address until the answer of this is called. */
async function hold({ page, served }: ConsolePage, isHeld: (path: string) => boolean): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const base = `${served.url}/_sim`
  await page.route(
    ({ href }) => href.startsWith(base) && isHeld(href.slice(base.length)),
    async (route) => {
      await released
      // The page may have lost interest meanwhile.
      await route.continue().catch(() => {})
    },
  )
  return release
}

const text = (page: Page) => page.locator('main').innerText()

describeConsole('while answers are on their way', (open) => {
  test('a record is not shown under the name of another', async () => {
    const console = await open({ panel: 'tables/user/2/eu' })
    const { page, show } = console
    await page.getByRole('region', { name: 'user 2 as JSON' }).getByText('"alice"').waitFor()
    const release = await hold(console, (path) => path.startsWith('/state/user') && path.includes('id=3'))
    await show('tables/user/3/eu')
    const card = page.getByRole('region', { name: 'user 3', exact: true })
    await card.getByText('Reading …').waitFor()
    expect(await card.innerText()).not.toContain('alice')
    release()
    await page.getByRole('region', { name: 'user 3 as JSON' }).getByText('"bob"').waitFor()
  })

  test('records of another page are dimmed, and the page is not named yet', async () => {
    const console = await open({ panel: 'tables/requirement' })
    const { page, ask } = console
    const define = Array.from({ length: 60 }, (_, index) => ({ key: `REQ-${200 + index}`, html: 'Many' }))
    await ask('PUT', '/pages/4002', { define })
    const pager = page.getByRole('navigation', { name: 'Pages of requirement' })
    await pager.getByText('1 to 50 of 78').waitFor()
    const release = await hold(console, (path) => path.includes('offset=50'))
    await pager.getByRole('button', { name: 'Next page' }).click()
    await pager.getByText('…').waitFor()
    expect(await page.locator('.is-stale [data-row]').count()).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: 'Copy page' }).isDisabled()).toBe(true)
    release()
    await pager.getByText('51 to 78 of 78').waitFor()
    await expect.poll(() => page.locator('.is-stale').count()).toBe(0)
  })

  test('messages that were not read are not counted as none', async () => {
    const console = await open({ simulator: { scenario: 'outage' } })
    const { page, show } = console
    const release = await hold(console, (path) => /^\/state\/(?:outbound|tracker)Message/.test(path))
    await show('queues')
    const heads = page.locator('.queue-lane-column h3')
    await heads.first().waitFor()
    expect(await heads.allTextContents()).toEqual([
      'PENDING …',
      'NOT_EXECUTED …',
      'FAILED …',
      'DONE …',
      'PENDING …',
      'NOT_EXECUTED …',
      'FAILED …',
      'DONE …',
    ])
    expect(await page.getByRole('region', { name: 'PENDING: not read yet' }).count()).toBe(2)
    release()
    await page.getByRole('region', { name: 'PENDING: 31 messages' }).waitFor()
  })

  test('the records of one region are not lit in the machine of another', async () => {
    const console = await open({ panel: 'machines/requirement' })
    const { page } = console
    await page.getByRole('link', { name: /^State ACTIVE: 17 records/ }).waitFor()
    const release = await hold(
      console,
      (path) => path.startsWith('/machines/requirement') && path.includes('us'),
    )
    await page.getByLabel('Region').selectOption('us')
    await page.getByRole('link', { name: 'State ACTIVE: records not counted yet' }).waitFor()
    expect(await page.locator('.machine-state.is-lit').count()).toBe(0)
    release()
    await page.getByRole('link', { name: /^State ACTIVE: \d+ records?/ }).waitFor()
  })

  test.each([
    ['overview', /^\/state\/baseline/, 'every baseline is frozen'],
    ['overview', /^\/state\/issueLink/, 'No issue links a requirement yet'],
    ['overview', /^\/journal/, 'No client has called yet'],
    ['time', /^\/(?:journal|jobs)/, 'Nothing happened here'],
    ['worlds', /^\/snapshots/, 'Take a snapshot first'],
    ['requirements', /^\/query$/, 'Nothing matches'],
    ['tables/requirement', /^\/state\?/, 'No table'],
    ['journal', /^\/journal/, 'No requests yet'],
  ])('%s does not say that there is nothing before it has asked (%s)', async (panel, held, claim) => {
    const console = await open({ panel: 'report' })
    const release = await hold(console, (path) => held.test(path))
    await console.show(panel)
    await console.page
      .getByText(/Reading …|…/)
      .first()
      .waitFor()
    // Long enough for everything else to be read.
    await console.page.waitForTimeout(500)
    expect(await text(console.page)).not.toContain(claim)
    release()
  })

  test('another world shows nothing of the one before', async () => {
    const console = await open({ panel: 'requirements/6001/eu' })
    const { page, ask } = console
    await page.getByRole('heading', { name: 'REQ-001', exact: true }).waitFor()
    await ask('POST', '/worlds', { name: 'second', from: 'scenario' })
    const release = await hold(console, (path) => /^\/(?:requirements|query)/.test(path))
    await page.evaluate(() => {
      location.hash = '#/worlds'
    })
    await page.getByRole('button', { name: 'Show second' }).click()
    await console.show('requirements/6001/eu')
    await page.getByRole('region', { name: 'Requirement 6001' }).waitFor()
    expect(await text(page)).not.toContain('REQ-001')
    release()
    await page.getByRole('heading', { name: 'REQ-001', exact: true }).waitFor()
  })
})
