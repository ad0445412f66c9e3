import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole, seriousFindings } from '../console-page.ts'

async function read({ served }: ConsolePage, path: string): Promise<void> {
  await fetch(served.url + path, { headers: { Authorization: 'Bearer tok-alice' } })
}

describeConsole('report', (open) => {
  test('it grows with the exchanges, and tells kinds of evidence apart', async () => {
    const opened = await open({ panel: 'report' })
    const { page, simulator } = opened
    await page.getByText('No operation matches.').waitFor()
    simulator.faults.add({ operation: 'wiki.baseline.search', status: 503 })
    await read(opened, '/api/applications/101')
    await read(opened, '/api/applications/999')
    await read(opened, '/wiki/rest/reqs/1/requirement2/ENG/REQ-001?odd=1')
    await read(opened, '/wiki/rest/reqs/1/baseline')
    const table = page.getByRole('table', { name: 'Operations' })
    const row = table.getByRole('row', { name: /standalone\.application\.read/ })
    await row.getByText('404').waitFor()
    expect((await row.innerText()).split(/\s+/)).toEqual(
      expect.arrayContaining(['standalone.application.read', '2', '200', '404']),
    )
    const summary = page.getByRole('region', { name: 'Summary' })
    await expect.poll(() => summary.innerText()).toMatch(/4\s+requests/)
    const attention = page.getByRole('region', { name: 'Needs attention' })
    expect(await attention.innerText()).toMatch(/1\s+response had a fault and proves nothing/)
    const unknown = page.getByRole('region', { name: 'Unknown names' })
    expect(await unknown.getByRole('row', { name: /wiki\.requirement\.read/ }).innerText()).toMatch(
      /parameter\s+odd\s+1/,
    )
    await page
      .getByRole('region', { name: 'Operations', exact: true })
      .getByLabel('Show')
      .selectOption('faulted')
    await table.getByRole('row', { name: /wiki\.baseline\.search/ }).waitFor()
    expect(await table.locator('[data-row]').count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('it begins with what needs attention, and folds what is zero', async () => {
    const opened = await open({ panel: 'report' })
    const { page } = opened
    const cards = page.locator('#main .card')
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await attention.getByText('No requests yet.').waitFor()
    await read(opened, '/wiki/rest/reqs/1/requirement2/ENG/REQ-001')
    await attention.getByText('Nothing. Every request matched an operation').waitFor()
    await read(opened, '/wiki/rest/reqs/1/requirement2/ENG/REQ-001?odd=1')
    await read(opened, '/tracker/rest/reqs/1/nope')
    await attention.getByText('request matched no operation').waitFor()
    expect(await cards.first().getAttribute('aria-label')).toBe('Needs attention')
    expect(
      (await attention.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s+/).join(' ')),
    ).toEqual([
      '1 request matched no operation GET /tracker/rest/reqs/1/nope',
      '1 name in requests is unknown odd',
    ])
    const summary = page.getByRole('region', { name: 'Summary' })
    const zeros = await summary.locator('.figure strong').allInnerTexts()
    expect(zeros.length).toBeGreaterThan(1)
    expect(zeros).not.toContain('0')
    const folded = summary.getByText('defects of the simulator')
    expect(await folded.isVisible()).toBe(false)
    await summary.getByText('4 counts of zero').click()
    await folded.waitFor()
    // Columns and rows of zeros are folded too.
    const heads = await page
      .getByRole('table', { name: 'Operations' })
      .getByRole('columnheader')
      .allInnerTexts()
    expect(heads).toContain('Validated')
    expect(heads).not.toContain('Invalid')
    expect(heads).not.toContain('Faulted')
    const machine = page
      .getByRole('region', { name: 'State machines' })
      .getByRole('link', { name: 'invitation' })
    expect(await machine.isVisible()).toBe(false)
    await page.getByText(/^\d+ machines without a transition$/).click()
    await machine.waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('permissions say who was allowed and refused what, and which rules were never exercised', async () => {
    const opened = await open({ panel: 'report' })
    const { page } = opened
    const rules = page.getByRole('region', { name: 'Permission rules' })
    await rules.getByText('No rule matches.').waitFor()
    for (const [token, path] of [
      ['tok-bob', 'ENG/REQ-001'],
      ['tok-bob', 'LAB/SEC-001'],
      ['tok-alice', 'ENG/REQ-001'],
    ] as const)
      await fetch(`${opened.served.url}/wiki/rest/reqs/1/requirement2/${path}`, {
        headers: { Authorization: `Bearer ${token}` },
      })
    const rule = rules.getByRole('row', { name: /space read/ })
    await rule.waitFor()
    await expect.poll(() => rule.innerText()).toMatch(/wiki\s+space read\s+\d+\s+2\s+1/)
    await rules.getByLabel('Show rules').selectOption('unexercised')
    await rules.getByRole('row', { name: /wiki administrator/ }).waitFor()
    expect(await rules.getByRole('row', { name: /wiki space read/ }).count()).toBe(0)
    const rights = page.getByRole('region', { name: 'Permissions by operation and user' })
    await rights.getByLabel('Find rights').fill('bob read')
    const row = rights.locator('[data-row]')
    expect(await row.count()).toBe(1)
    expect(await row.innerText()).toMatch(/wiki\.requirement\.read\s+space read\s+bob\s+1\s+1/)
    await rights.getByLabel('Show rights').selectOption('refused')
    await row.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/api/wiki.requirement.read')
  })

  test('an assumption says what it did here and what the alternative would change', async () => {
    const opened = await open({ panel: 'report' })
    await read(opened, '/wiki/rest/reqs/1/requirement2/ENG/REQ-001')
    const { page, simulator } = opened
    const leaned = page.getByRole('region', { name: 'Assumptions relied on' })
    await leaned.getByText(/A5\d/).first().waitFor()
    const entry = simulator
      .report()
      .assumptions.find(({ general, otherwise }) => !general && otherwise.length > 0)
    const item = leaned.getByRole('listitem').filter({ hasText: entry?.title ?? 'none' })
    await item.locator('summary').click()
    await item.getByText(entry?.behaviour ?? 'none').waitFor()
    expect(await item.innerText()).toContain(entry?.otherwise[0]?.behaviour)
  })

  test('an observed one says how sure it is, and what shows it', async () => {
    const opened = await open({ panel: 'report' })
    await read(opened, '/wiki/rest/reqs/1/requirement2/ENG/REQ-001')
    const { page, simulator } = opened
    const entry = simulator.report().assumptions.find(({ id }) => id === 'A52')
    const item = page.getByRole('listitem').filter({ hasText: entry?.title ?? 'none' })
    await item.getByText('observed, likely', { exact: true }).waitFor()
    await item.locator('summary').click()
    await item.getByText(entry?.evidence?.[0]?.fact ?? 'none').waitFor()
    expect(await item.innerText()).toContain(entry?.evidence?.[0]?.shownBy)
  })

  test.each([
    ['JSON', /"exchanges": ?1/],
    ['HTML', /<html/i],
    ['Markdown', /^# /m],
  ])('it is saved as %s', async (name, pattern) => {
    const opened = await open({ panel: 'report', browser: { acceptDownloads: true } })
    await read(opened, '/api/applications/101')
    const [download] = await Promise.all([
      opened.page.waitForEvent('download'),
      opened.page.getByRole('button', { name: `Save as ${name}` }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toMatch(pattern)
  })
})
