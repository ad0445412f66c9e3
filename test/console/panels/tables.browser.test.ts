import { expect, test } from 'vitest'
import { describeConsole, noteLargest, seriousFindings } from '../console-page.ts'

describeConsole('tables', (open) => {
  test('every table of a region is listed with its count, and of the other region too', async () => {
    const { page, ask } = await open({ panel: 'tables' })
    const list = page.getByRole('navigation', { name: 'Tables of the world' })
    await page.getByRole('checkbox', { name: 'Include empty tables' }).check()
    const { items } = await ask<{ items: { table: string; records: number }[] }>('GET', '/state')
    const shown = () => list.getByRole('link').allTextContents()
    await expect.poll(shown).toEqual(items.map(({ table, records }) => `${table} ${records}`))
    await page.getByRole('combobox', { name: 'Region' }).selectOption('us')
    const us = await ask<{ items: { table: string; records: number }[] }>('GET', '/state?region=us')
    await expect.poll(shown).toEqual(us.items.map(({ table, records }) => `${table} ${records}`))
    await page.getByRole('searchbox', { name: 'Name' }).fill('base')
    await expect.poll(shown).toEqual(['baseline 0'])
  })

  test('records are filtered by fields, and follow what happens', async () => {
    const { page, ask } = await open({ panel: 'tables/requirement' })
    const table = page.getByRole('table', { name: 'Records of requirement' })
    const rows = () => table.locator('[data-row]').count()
    await page.getByText('1 to 18 of 18').waitFor()
    await page.getByRole('combobox', { name: 'Field' }).selectOption('pageId')
    await page.getByRole('textbox', { name: 'equals' }).fill('4002')
    await page.getByRole('textbox', { name: 'equals' }).press('Enter')
    await expect.poll(rows).toBe(7)
    await page.getByRole('combobox', { name: 'Field' }).selectOption('status')
    await page.getByRole('textbox', { name: 'equals' }).fill('DELETED')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await expect.poll(rows).toBe(1)
    expect(await table.locator('[data-row="0"]').textContent()).toContain('REQ-099')
    await page.getByRole('button', { name: 'Remove the filter status equals DELETED' }).click()
    await expect.poll(rows).toBe(7)
    await ask('PUT', '/pages/4002', { define: [{ key: 'REQ-020', html: 'New' }] })
    await expect.poll(rows).toBe(8)
  })

  test('a session is ended', async () => {
    const { page, ask } = await open({ panel: 'tables/session' })
    const { items } = await ask<{ items: { id: number; userId: number }[] }>('GET', '/state/session')
    const [session] = items
    await page.getByRole('table', { name: 'Records of session' }).locator('[data-row="0"]').click()
    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByText('The record no longer exists.').waitFor()
    const left = await ask<{ items: { id: number }[] }>('GET', '/state/session')
    expect(left.items.map(({ id }) => id)).toEqual(items.slice(1).map(({ id }) => id))
    expect(session?.id).toBeGreaterThan(0)
  })

  test('a record is added, changed and deleted by the control API, by keys alone', async () => {
    const { page, simulator } = await open({ panel: 'tables/requirementType' })
    await page.getByRole('button', { name: 'Add a record to requirementType' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Send' }).selectOption('PUT /_sim/state/requirementType')
    await dialog.getByRole('textbox', { name: 'applicationId' }).fill('101')
    await dialog.getByRole('textbox', { name: 'projectContainerId' }).fill('99')
    await dialog.getByRole('textbox', { name: 'name', exact: true }).fill('Hazard')
    await dialog.getByRole('textbox', { name: 'pattern' }).fill('HAZ-{000}')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add a record' }).press('Enter')
    await dialog.getByText(/projectContainerId '99' names no container/).waitFor()
    await dialog.getByRole('textbox', { name: 'projectContainerId' }).fill('1001')
    await dialog.getByRole('textbox', { name: 'pattern' }).press('Enter')
    await page.getByRole('button', { name: 'Change this requirementType' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'name', exact: true }).fill('Danger')
    await dialog.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await expect.poll(() => simulator.state('requirementType', { name: 'Danger' })).toHaveLength(1)
    expect(simulator.state('requirementType', { name: 'Hazard' })).toEqual([])
    await page.getByRole('button', { name: 'Delete this requirementType' }).press('Enter')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expect.poll(() => simulator.state('requirementType', { name: 'Danger' })).toEqual([])
  })

  test('a requirement, a baseline and a link change by operations of the wiki, as the chosen user', async () => {
    const { page, simulator, show } = await open({ panel: 'tables/requirement/6001' })
    const dialog = page.getByRole('dialog')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
    await press('Change this requirement')
    expect(await dialog.getByRole('combobox', { name: 'Send' }).inputValue()).toBe('wiki.requirement.write')
    await dialog.getByRole('combobox', { name: 'Acting as' }).selectOption('bob')
    await dialog.getByRole('textbox', { name: 'html' }).fill('<p>By an operation</p>')
    await dialog.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await dialog.getByText(/^bob got 403/).waitFor()
    await dialog.getByRole('combobox', { name: 'Acting as' }).selectOption('alice')
    await dialog.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await expect
      .poll(() => simulator.state('requirement', { id: 6001 })[0]?.html)
      .toBe('<p>By an operation</p>')
    await page.getByText('requirement changed by wiki.requirement.write').waitFor()
    await page.getByRole('link', { name: /^Request \d+$/ }).press('Enter')
    const changed = simulator.journal.entries({ operation: 'wiki.requirement.write', user: 'alice' })
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/journal/${changed.at(-1)?.number}`)
    await show('tables/baseline')
    await press('Add a record to baseline')
    await dialog.getByRole('textbox', { name: 'spaceKey' }).fill('ENG')
    await dialog.getByRole('textbox', { name: 'name', exact: true }).fill('Release 9')
    await dialog.getByRole('button', { name: 'Add a record' }).press('Enter')
    await expect.poll(() => simulator.state('baseline', { name: 'Release 9' })).toHaveLength(1)
    await show('tables/issueLink')
    await press('Add a record to issueLink')
    for (const [name, value] of [
      ['spaceKey', 'ENG'],
      ['key', 'REQ-006'],
      ['issueKey', 'DRN-3'],
    ] as const)
      await dialog.getByRole('textbox', { name, exact: true }).fill(value)
    await dialog.getByRole('button', { name: 'Add a record' }).press('Enter')
    const isNew = ({ wiki }: { wiki?: { key: string; issueKey: string } }) =>
      wiki?.key === 'REQ-006' && wiki.issueKey === 'DRN-3'
    await expect.poll(() => simulator.state('issueLink').some(isNew)).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('an operation of the standalone interface, a route and the owner of a token change records too', async () => {
    const { page, simulator, show } = await open({ panel: 'tables/variant/5002' })
    const dialog = page.getByRole('dialog')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
    await press('Change this variant')
    await dialog.getByText('Renames a variant, or makes it the current one.').waitFor()
    await dialog.getByRole('textbox', { name: 'name', exact: true }).fill('Night flight')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await expect.poll(() => simulator.state('variant', { id: 5002 })[0]?.name).toBe('Night flight')
    expect(simulator.journal.entries({ operation: 'standalone.variants.update' })).toHaveLength(1)
    await show('tables/propertyName/1')
    await press('Change this propertyName')
    await dialog.getByRole('textbox', { name: 'name', exact: true }).fill('Kind')
    await dialog.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await expect.poll(() => simulator.state('propertyName', { id: 1 })[0]?.name).toBe('Kind')
    await show('tables/issue/30001')
    await press('Change this issue')
    await dialog.getByRole('textbox', { name: 'key', exact: true }).fill('DRN-77')
    await dialog.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await expect.poll(() => simulator.state('issue', { key: 'DRN-77' })).toHaveLength(1)
    await show('tables/token/3')
    await press('Delete this token')
    await dialog.getByText('as bob, its owner').waitFor()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expect.poll(() => simulator.state('token', { id: 3 })).toEqual([])
    expect(simulator.journal.entries().at(-1)).toMatchObject({
      operation: 'standalone.credential.delete',
      user: 'bob',
    })
  })

  test('columns are chosen, and the browser keeps the choice', async () => {
    const { page } = await open({ panel: 'tables/issue' })
    const heads = () => page.getByRole('table').getByRole('columnheader').allTextContents()
    await expect.poll(async () => (await heads()).includes('status')).toBe(true)
    await page.getByText(/^Columns \(/).click()
    const checked = page.locator('.table-columns input:checked')
    for (let left = await checked.count(); left > 0; left--) await checked.first().uncheck()
    await page.getByRole('checkbox', { name: 'key', exact: true }).check()
    expect(await heads()).toEqual(['key'])
    expect(await page.getByRole('cell').allTextContents()).toEqual([
      'DRN-1',
      'DRN-2',
      'DRN-3',
      'DRN-4',
      'DRN-5',
    ])
    await page.reload()
    await expect.poll(heads).toEqual(['key'])
    await page.getByText('Columns (1 of').click()
    await page.getByRole('button', { name: 'Reset columns' }).click()
    await expect.poll(async () => (await heads()).length).toBeGreaterThan(3)
  })

  test('columns are as wide as what they hold', async () => {
    const { page } = await open({ panel: 'tables/requirement' })
    await page.getByText('1 to 18 of 18').waitFor()
    const cut = () =>
      page
        .getByRole('table')
        .locator('[role="cell"]:not(.grows), [role="columnheader"]')
        .evaluateAll((cells) =>
          cells
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        )
    expect(await cut()).toEqual([])
    const widths = await page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => [head.textContent, head.clientWidth] as const))
    const widthOf = Object.fromEntries(widths)
    expect(widthOf['id']).toBeLessThan(80)
    expect(widthOf['text']).toBeGreaterThan(300)
  })

  test('keys go through all rows, those that are not rendered too', async () => {
    const { page } = await open({ panel: 'tables/requirement' })
    await page.getByText('1 to 18 of 18').waitFor()
    const table = page.getByRole('table')
    expect(await table.locator('[data-row][tabindex="0"]').count()).toBe(1)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
    await table.locator('[data-row="0"]').focus()
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('17')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('16')
    await page.keyboard.press('PageUp')
    await expect.poll(focused).toBe('7')
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('0')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'requirement 6001' }).waitFor()
  })

  test('a record leads to the records that it names, and is copied', async () => {
    const { page, ask } = await open({
      panel: 'tables/issue',
      browser: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await page.getByRole('table').locator('[data-row="1"]').focus()
    await page.keyboard.press('Enter')
    const record = page.getByRole('region', { name: 'issue 30002 as JSON', exact: true })
    await record.getByRole('link', { name: '10001', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy as JSON' }).click()
    await page.getByText('Copied').waitFor()
    const { items } = await ask<{ items: unknown[] }>('GET', '/state/issue?id=30002')
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(items[0])
    await record.getByRole('link', { name: '102', exact: true }).click()
    await page.getByRole('heading', { name: 'application 102' }).waitFor()
    await page
      .getByRole('region', { name: 'application 102 as JSON', exact: true })
      .getByRole('link', { name: '1', exact: true })
      .click()
    await page.getByRole('heading', { name: 'organization 1' }).waitFor()
    await page.getByText('Northwind Robotics').first().waitFor()
  })

  test('a record whose key takes several fields is found again, secrets are not shown', async () => {
    const { page } = await open({ panel: 'tables/membership' })
    await page.getByRole('table').locator('[data-row="2"]').click()
    await page.getByRole('heading', { name: /^membership organizationId=1, userId=3/ }).waitFor()
    await page
      .getByRole('region', { name: /^membership.* as JSON$/ })
      .getByRole('link', { name: '3' })
      .click()
    await page.getByRole('heading', { name: 'user 3' }).waitFor()
    const text = await page.getByRole('region', { name: 'user 3 as JSON' }).textContent()
    expect(text).toContain('"name": "bob"')
    expect(text).not.toMatch(/hash|[0-9a-f]{64}/i)
  })

  test('100,000 records are paged to their end without reading the others', async () => {
    const { page } = await open({ simulator: { scenario: 'large' }, panel: 'tables/requirement' })
    await page.getByText('1 to 50 of 100,018').waitFor()
    const largest = noteLargest(page, '/state/requirement')
    await page.getByRole('button', { name: 'Last page' }).click()
    await page.getByText('100,001 to 100,018 of 100,018').waitFor()
    await page.getByRole('combobox', { name: 'Field' }).selectOption('key')
    await page.getByRole('textbox', { name: 'equals' }).fill('BIG-077777')
    await page.getByRole('textbox', { name: 'equals' }).press('Enter')
    await page.getByText('1 to 1 of 1').waitFor()
    expect(await largest()).toBeLessThan(200_000)
  })
})
