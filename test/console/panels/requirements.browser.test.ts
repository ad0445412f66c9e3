import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole, noteLargest, seriousFindings } from '../console-page.ts'

const input = (page: Page) => page.getByRole('combobox', { name: /^Query/ })
const options = (page: Page) => page.getByRole('listbox', { name: 'Completions' }).getByRole('option')
const results = (page: Page) => page.getByRole('table', { name: 'Requirements found' })
const keysFound = (page: Page) => results(page).locator('[data-row] strong').allTextContents()

async function found(page: Page, keys: readonly string[]): Promise<void> {
  await expect.poll(() => keysFound(page)).toEqual(keys)
}

interface Detail {
  readonly html: string
  readonly htmlNeedsUpdating: boolean
  readonly issues: readonly { readonly issueKey: string; readonly shownBy: readonly string[] }[]
  readonly history: readonly { readonly event: string; readonly by?: string }[]
}

const detailOf = ({ ask }: ConsolePage, id: number) => ask<Detail>('GET', `/requirements/${id}`)

describeConsole('requirements', (open) => {
  test('a query is written with the keys alone, from what is offered', async () => {
    const { page } = await open({ panel: 'requirements' })
    await input(page).focus()
    const { keyboard } = page
    await keyboard.type('@pri')
    await expect.poll(() => options(page).allTextContents()).toEqual(['@Priority property'])
    await keyboard.press('Tab')
    expect(await input(page).inputValue()).toBe('@Priority ')
    await keyboard.type("= '")
    await expect.poll(() => options(page).count()).toBe(3)
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    const active = await input(page).getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).textContent()).toContain("'Low'")
    await keyboard.press('Enter')
    expect(await input(page).inputValue()).toBe("@Priority = 'Low' ")
    await found(page, ['REQ-003', 'REQ-006', 'REQ-009', 'REQ-012'])
    await page.getByText("requirements whose property 'Priority' is 'Low'").waitFor()
    await keyboard.type('AND key = ')
    await keyboard.type("'REQ-009")
    await expect.poll(() => options(page).count()).toBe(1)
    await keyboard.press('Escape')
    expect(await input(page).getAttribute('aria-expanded')).toBe('false')
    await keyboard.type("'")
    await found(page, ['REQ-009'])
    // Nothing is begun: Tab leaves the field, and the results are next.
    await keyboard.press('Tab')
    expect(await input(page).evaluate((element) => element === document.activeElement)).toBe(false)
  })

  test('what cannot be read is underlined where it is; the results of the last query that could be stay, dimmed, with its name', async () => {
    const { page } = await open({ panel: 'requirements' })
    await input(page).fill("key ~ 'REQ-00%'")
    const last = Array.from({ length: 9 }, (_, index) => `REQ-00${index + 1}`)
    await found(page, last)
    expect(await page.locator('.is-stale').count()).toBe(0)
    await input(page).fill('key = REQ-001 AND text')
    await page.getByText('Syntax error at position 6').waitFor()
    expect(await page.locator('.query-error').textContent()).toBe('REQ-001')
    expect(await input(page).getAttribute('aria-invalid')).toBe('true')
    await page.getByText("Until then, the list has the results of key ~ 'REQ-00%'.").waitFor()
    await found(page, last)
    expect(await results(page).locator('xpath=ancestor::*[@aria-busy="true"]').count()).toBe(1)
    // The error stays with the text that it is about, while another is typed.
    await input(page).press('End')
    await page.keyboard.type('%')
    await page.getByText('Syntax error at position 6').waitFor()
    expect(await page.locator('.query-error').textContent()).toBe('REQ-001')
    // In another space, what was found in all is no answer.
    await page.getByRole('combobox', { name: 'Space', exact: true }).selectOption('LAB')
    await found(page, [])
    await page.getByRole('combobox', { name: 'Space', exact: true }).selectOption('')
    await input(page).fill("key = 'REQ-001'")
    await found(page, ['REQ-001'])
    expect(await page.locator('.query-error').count()).toBe(0)
  })

  test('deleted and frozen ones are found where they are asked for, in one space or all', async () => {
    const { page } = await open({ panel: 'requirements' })
    await page.getByRole('checkbox', { name: 'Include deleted, moved and frozen' }).check()
    await input(page).fill("key IN ('REQ-099', 'SEC-001')")
    await found(page, ['REQ-099', 'SEC-001'])
    await page.getByRole('combobox', { name: 'Space', exact: true }).selectOption('LAB')
    await found(page, ['SEC-001'])
    await input(page).fill("key = 'REQ-001'")
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('combobox', { name: 'Space', exact: true }).selectOption('')
    await found(page, ['REQ-001', 'REQ-001'])
    expect(await results(page).locator('[data-row="1"]').textContent()).toContain('baseline 1')
  })

  test('a text is edited as somebody, gathered by viewing, and its history told', async () => {
    const console = await open({ panel: 'requirements/6003/eu' })
    const { page } = console
    const before = await detailOf(console, 6003)
    await page.getByRole('combobox', { name: 'Acting as' }).selectOption('alice')
    await page.getByRole('button', { name: 'Edit text…' }).click()
    const text = page.getByLabel('Text, as HTML')
    await text.fill('<p>The drone shall hover <b>still</b>.</p><script>parent.hurt = true</script>')
    await page.getByRole('checkbox', { name: /View the page at once/ }).uncheck()
    await page.getByRole('button', { name: 'Save the page' }).click()
    await page.getByText('REQ-003 saved').waitFor()
    const saved = await detailOf(console, 6003)
    expect([saved.htmlNeedsUpdating, saved.html]).toEqual([true, before.html])
    await page.getByRole('button', { name: 'View page' }).click()
    await page.getByText(/Page .* viewed/).waitFor()
    const viewed = await detailOf(console, 6003)
    expect(viewed.html).toContain('hover <b>still</b>')
    expect(viewed.history[0]).toMatchObject({ event: 'GATHERED', by: 'alice' })
    await page.getByText('gathered', { exact: true }).first().waitFor()
    const frame = page.frameLocator('iframe[title="Text of REQ-003"]')
    await frame.getByText('hover still').waitFor()
    expect(await page.evaluate(() => 'hurt' in globalThis)).toBe(false)
    // Chromium says that the author's script was not run.
    expect(console.problems.every((problem) => problem.includes('Blocked script execution'))).toBe(true)
    console.problems.length = 0
    // What else the page says of it is kept.
    const { definitions } = await console.ask<{
      definitions: { key: string; properties: unknown[]; dependencies: unknown[] }[]
    }>('GET', '/pages/4001')
    expect(definitions.find(({ key }) => key === 'REQ-003')).toMatchObject({
      properties: [{ key: 'Category' }, { key: 'Priority' }],
      dependencies: [{ relationship: 'refines', key: 'REQ-001' }],
    })
  })

  test('a requirement is written on a page, and its key changed; the baseline keeps the old one', async () => {
    const { page, simulator, ask, show } = await open({ panel: 'requirements' })
    await page.getByRole('button', { name: 'New requirement…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New requirement' })
    await dialog.getByLabel('Page').selectOption({ label: 'Power (ENG)' })
    await dialog.getByLabel('Key').fill('REQ-001')
    await dialog.getByLabel('Text, as HTML').fill('The drone shall hover.')
    await dialog.getByRole('button', { name: 'Write it' }).click()
    await dialog.getByText('REQ-001 exists in ENG: choose another key').waitFor()
    await dialog.getByLabel('Key').fill('REQ-013')
    await dialog.getByRole('button', { name: 'Write it' }).click()
    await page.getByRole('heading', { name: 'REQ-013', exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New requirement…')
    const [made] = simulator.state('requirement', { key: 'REQ-013', status: 'ACTIVE' })
    expect(made).toMatchObject({ pageId: 4002, text: 'The drone shall hover.' })

    await ask('POST', '/clock/advance', { by: '3m' })
    await page.getByRole('row', { name: /^REQ-001 / }).click()
    await page.getByRole('button', { name: 'Change key…' }).click()
    await page.getByLabel('New key').fill('REQ-100')
    await page.getByRole('button', { name: 'Change it' }).click()
    await page.getByRole('heading', { name: 'REQ-100', exact: true }).waitFor()
    await page.getByText('none has REQ-100').waitFor()
    expect(simulator.state('outboundMessage', { operation: 'REQUIREMENT_RENAMED' })).toHaveLength(1)
    expect(await seriousFindings(page)).toEqual([])
    await show('requirements/6001/eu')
    await page.getByText('to REQ-100 in ENG').waitFor()
    await page.getByRole('link', { name: '1 Release 1.0' }).click()
    await page.getByRole('heading', { name: 'REQ-001 as frozen in baseline 1' }).waitFor()
  })

  test('a dialog shows errors, and the acting user as soon as it opens', async () => {
    const { page, problems } = await open({ panel: 'requirements' })
    await page.getByRole('row', { name: /^REQ-001 / }).waitFor()
    const users = page.getByRole('combobox', { name: 'Acting as' })
    await page.getByRole('button', { name: 'New requirement…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New requirement' })
    await expect.poll(() => users.inputValue()).toBe('admin')
    await dialog.getByLabel('Key').fill('A/B')
    await dialog.getByLabel('Text, as HTML').fill('x')
    await dialog.getByRole('button', { name: 'Write it' }).click()
    // Nothing but what is in the dialog can be pressed.
    await dialog.locator('.toast-bad', { hasText: "key 'A/B'" }).getByLabel('Dismiss').click()
    expect(await page.locator('.toast').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    // They are drawn on the page again, once the dialog is gone.
    await expect.poll(() => page.locator('.toasts').count()).toBe(1)
    problems.length = 0
  })

  test('a requirement leads to its text in a baseline, which stays when it is reworded', async () => {
    const { page, ask } = await open({ panel: 'requirements/6001/eu' })
    await ask('PUT', '/pages/4001', { define: [{ key: 'REQ-001', html: 'Another text' }] })
    await ask('POST', '/pages/4001/view', {})
    await page.frameLocator('iframe[title="Text of REQ-001"]').getByText('Another text').waitFor()
    await page.getByRole('link', { name: '1 Release 1.0' }).click()
    await page.getByRole('heading', { name: 'REQ-001 as frozen in baseline 1' }).waitFor()
    await page
      .frameLocator('iframe[title="Text of REQ-001"]')
      .getByText('The drone shall take off and land without a pilot')
      .waitFor()
    expect(await page.getByRole('button', { name: 'Edit text…' }).count()).toBe(0)
  })

  test('an issue is linked and unlinked as somebody, and the messages that made are told', async () => {
    const console = await open({ panel: 'requirements/6003/eu' })
    const { page, ask } = console
    await page.getByRole('combobox', { name: 'Acting as' }).selectOption('alice')
    await page.getByLabel('Issue key').fill('DRN-3')
    await page.getByLabel('Issue key').press('Enter')
    await page.getByText('DRN-3 linked').waitFor()
    expect((await detailOf(console, 6003)).issues).toMatchObject([{ issueKey: 'DRN-3', shownBy: ['wiki'] }])
    await page.getByText('That created 1 message for the tracker').waitFor()
    await page.getByText('only the wiki shows it').waitFor()
    const { items } = await ask<{ items: { operation: string; key: string; createdBy: number }[] }>(
      'GET',
      '/state/outboundMessage?issueKey=DRN-3',
    )
    expect(items).toMatchObject([{ operation: 'LINK_ADDED', key: 'REQ-003' }])
    await ask('POST', '/clock/advance', { by: '3m' })
    await expect.poll(() => page.getByText('only the wiki shows it').count()).toBe(0)
    await page.getByRole('button', { name: 'Unlink DRN-3' }).click()
    await page.getByText('DRN-3 unlinked').waitFor()
    expect((await detailOf(console, 6003)).issues).toMatchObject([{ shownBy: ['tracker'] }])
    await page.getByText('only the tracker shows it').waitFor()
    await ask('POST', '/clock/advance', { by: '3m' })
    await page.getByText('No linked issues.').waitFor()
    await page.getByRole('link', { name: 'LINK_REMOVED REQ-003 DRN-3' }).click()
    await expect.poll(() => page.url()).toContain('#/queues/svc-0001-demo')
  })

  test('a requirement of the other region is found by its address', async () => {
    const { page } = await open({ panel: 'requirements/6901/us' })
    await page.getByRole('heading', { name: 'RAIL-001', exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Site' }).inputValue()).toBe('us/901')
    await page.getByText('Links can be created only on the self-hosted wiki').waitFor()
    await found(page, ['RAIL-001', 'RAIL-002', 'RAIL-003'])
  })

  test('whoever may not is told so by the service', async () => {
    const console = await open({ panel: 'requirements/6003/eu' })
    const { page } = console
    await page.getByRole('combobox', { name: 'Acting as' }).selectOption('bob')
    await page.getByLabel('Issue key').fill('DRN-3')
    await page.getByRole('button', { name: 'Link an issue' }).click()
    await page.getByText('bob got 403').waitFor()
    expect((await detailOf(console, 6003)).issues).toEqual([])
  })

  test('the graph leads from one requirement to the next, by keys too', async () => {
    const console = await open({ panel: 'requirements/6001/eu' })
    const { page } = console
    const graph = page.getByRole('region', { name: /^Requirements and issues around/ })
    const nodes = () => graph.locator('.graph-requirement .graph-key').allTextContents()
    await expect.poll(nodes).toEqual(['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004'])
    await page.getByRole('combobox', { name: 'Steps' }).selectOption('1')
    await expect.poll(nodes).toEqual(['REQ-001', 'REQ-002', 'REQ-003'])
    await graph.getByRole('link', { name: '1 more around REQ-002' }).waitFor()
    await graph.getByRole('link', { name: /^Issue DRN-1, In Progress/ }).waitFor()
    await graph.getByRole('link', { name: /^REQ-002, active, in baseline 1/ }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('#/requirements/6002/eu')
    await page.getByRole('heading', { name: 'Around REQ-002' }).waitFor()
    await expect.poll(nodes).toEqual(['REQ-002', 'REQ-001', 'REQ-004'])
    const width = () => graph.locator('svg').evaluate((svg) => svg.clientWidth)
    const before = await width()
    await graph.focus()
    await page.keyboard.press('+')
    await expect.poll(width).toBeGreaterThan(before)
    // What happens on the server is seen without asking.
    const define = [
      { key: 'REQ-013', html: 'x', dependencies: [{ relationship: 'refines', key: 'REQ-002' }] },
    ]
    await console.ask('PUT', '/pages/4001', { define })
    await console.ask('POST', '/pages/4001/view', {})
    await expect.poll(nodes).toContain('REQ-013')
  })

  test('a row is chosen by keys; a copy of a baseline is shown and cannot be edited', async () => {
    const { page } = await open({ panel: 'requirements' })
    await input(page).fill("baseline = 1 AND key ~ 'REQ-00%'")
    await found(page, ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004', 'REQ-005', 'REQ-006'])
    await results(page).locator('[data-row="0"]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'REQ-002 as frozen in baseline 1' }).waitFor()
    await page.getByText('frozen: cannot be edited').waitFor()
    expect(await page.getByRole('button', { name: 'Edit text…' }).count()).toBe(0)
  })

  test('a world without a wiki, and a requirement that is not there, say so', async () => {
    const bare = await open({ simulator: { scenario: { name: 'bare' } }, panel: 'requirements' })
    await bare.page.getByText('This world has no wiki').waitFor()
    const other = await open({ panel: 'requirements/123456/eu' })
    await other.page.getByText('There is no requirement 123456 in this region any more').waitFor()
    expect(await other.page.getByRole('button', { name: 'Edit text…' }).count()).toBe(0)
  })

  test('100,000 requirements are searched, a page at a time', async () => {
    const console = await open({ simulator: { scenario: 'large' }, panel: 'requirements' })
    const { page } = console
    await page.getByText('1 to 100 of 100,013').waitFor()
    const largest = noteLargest(page, '/_sim/')
    await input(page).fill("key = 'BIG-050000'")
    await found(page, ['BIG-050000'])
    await results(page).locator('[data-row="0"]').click()
    await page.getByRole('heading', { name: 'Around BIG-050000' }).waitFor()
    await page
      .getByRole('region', { name: /^Requirements and issues around/ })
      .locator('svg')
      .waitFor()
    await input(page).fill("@Priority = 'High'")
    await page.getByText('1 to 100 of 33,462').waitFor()
    expect(await largest()).toBeLessThan(100_000)
  })

  test('nothing serious is in the way of anyone', async () => {
    const { page } = await open({ panel: 'requirements/6002/eu' })
    await page.locator('.graph-requirement').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await input(page).focus()
    await page.keyboard.press('ArrowDown')
    await options(page).first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousFindings(page)).toEqual([])
  })
})
