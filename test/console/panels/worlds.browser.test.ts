import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { readScenarioText } from '../../../src/scenario/format/text.ts'
import type { ScenarioObject } from '../../../src/scenario/input.ts'
import { describeConsole, seriousFindings } from '../console-page.ts'

interface Worlds {
  readonly items: readonly { readonly name: string; readonly clock: { readonly now: string } }[]
}

describeConsole('worlds', (open) => {
  test('a fork is made, looked at by the whole console, reset and dropped', async () => {
    const { page, ask } = await open({ panel: 'worlds' })
    await ask('POST', '/clock/advance', { by: '1h' })
    await page.getByText('10:00:00').first().waitFor()
    await page.getByLabel('New world').fill('second')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const second = page.getByRole('listitem', { name: 'World second' })
    await second.getByText('Mon 5 Jan 2026 10:00:00').waitFor()
    await second.getByRole('button', { name: 'Show second' }).click()
    await page.getByText('demo / second').waitFor()
    expect(new URL(page.url()).searchParams.get('world')).toBe('second')
    await page.getByRole('button', { name: 'Reset second' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect((await ask<Worlds>('GET', '/worlds')).items[1]?.clock.now).toBe('2026-01-05T10:00:00.000Z')
    await page.getByRole('button', { name: 'Reset second' }).click()
    await page.getByRole('button', { name: 'Yes, continue' }).click()
    await second.getByText('Mon 5 Jan 2026 09:00:00').waitFor()
    const { items } = await ask<Worlds>('GET', '/worlds')
    expect(items.map(({ name, clock }) => [name, clock.now])).toEqual([
      ['default', '2026-01-05T10:00:00.000Z'],
      ['second', '2026-01-05T09:00:00.000Z'],
    ])
    await second.getByRole('button', { name: 'Delete second' }).click()
    await page.getByText('demo / default').waitFor()
    expect((await ask<Worlds>('GET', '/worlds')).items).toHaveLength(1)
  })

  test('a fork is compared with the world that is shown', async () => {
    const { page, ask } = await open({ panel: 'worlds' })
    await page.getByLabel('New world').fill('second')
    const from = page.getByLabel('as a copy of').getByRole('option').first()
    expect(await from.textContent()).toBe('default in its current state')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'Compare second with default' }).click()
    const difference = page.getByRole('region', { name: 'Difference' })
    await difference.getByText('No differences.').waitFor()
    await ask('PUT', '/pages/4001', { define: [{ key: 'REQ-013', html: 'Only in default' }] })
    await difference.getByText('REQ-013').first().waitFor()
    expect(await difference.getByLabel('From').locator('option:checked').textContent()).toBe(
      'second as it is now',
    )
  })

  test('a world that somebody else drops is not made anew by looking at it', async () => {
    const { page, served } = await open({ panel: 'worlds', world: 'second' })
    await page.getByText('demo / second').waitFor()
    await fetch(`${served.url}/_sim/worlds/second`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1' },
    })
    await page.getByText('demo / default').waitFor()
    await page.getByText('The world second was deleted. The world default is shown instead.').waitFor()
    expect(new URL(page.url()).searchParams.get('world')).toBeNull()
    expect(await (await fetch(`${served.url}/_sim/worlds`)).json()).toMatchObject({ total: 1 })
  })

  test('a name that is taken is refused in words', async () => {
    const { page, ask } = await open({ panel: 'worlds' })
    await page.getByLabel('New world').fill('default')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText("world 'default' exists already").waitFor()
    expect((await ask<Worlds>('GET', '/worlds')).items).toHaveLength(1)
  })

  test('a snapshot shows field by field what changed since, and is put back', async () => {
    const { page, ask, simulator } = await open({ panel: 'worlds' })
    await page.getByLabel('Name').fill('before')
    await page.getByRole('button', { name: 'Take a snapshot of default' }).click()
    await page.getByText('No differences.').waitFor()
    await ask('PUT', '/pages/4001', { title: 'Another title', define: [{ key: 'REQ-013', html: 'New' }] })
    await page.getByRole('button', { name: /^page 1$/ }).click()
    const fields = page.getByRole('table', { name: 'Fields of page 4001' })
    expect(await fields.getByRole('row', { name: /^version/ }).innerText()).toMatch(/version\s+1\s+2/)
    await page.getByRole('button', { name: /^requirement \d+$/ }).click()
    await page.getByText('REQ-013').first().waitFor()
    await page.getByRole('button', { name: 'Restore before' }).click()
    await page.getByRole('button', { name: 'Yes, continue' }).click()
    await page.getByText('No differences.').waitFor()
    expect(simulator.state('requirement', { key: 'REQ-013' })).toEqual([])
    await page.getByRole('button', { name: 'Remove before' }).click()
    await page.getByText('Take a snapshot first').waitFor()
  })

  test('a comparison begins with the service and folds what the simulator keeps for itself; it is there again later', async () => {
    const { page, ask, show } = await open({ panel: 'worlds' })
    await ask('POST', '/snapshots', { name: 'first' })
    await ask('PUT', '/pages/4001', { title: 'Another title' })
    await ask('POST', '/snapshots', { name: 'second' })
    await ask('POST', '/clock/advance', { by: '3m' })
    // The first of them, so that another snapshot does not hide what was compared.
    await page.getByRole('listitem').filter({ hasText: 'page 4001' }).waitFor()
    const own = page.locator('.own-records')
    expect(await own.getByText('sequence').first().isVisible()).toBe(false)
    expect(await page.locator('.record-list > li').first().innerText()).not.toContain('sequence')
    await page.getByLabel('From').selectOption('second')
    await page.getByRole('listitem').filter({ hasText: 'outboundMessage 8001' }).waitFor()
    await show('overview')
    await show('worlds')
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe('second')
    await show('worlds/nope/now')
    await page.getByText('There is no snapshot nope').waitFor()
  })

  test('the difference of two snapshots is chosen by the address, and has pages', async () => {
    const { page, ask, show } = await open()
    await ask('POST', '/snapshots', { name: 'begin' })
    const define = Array.from({ length: 30 }, (_, index) => ({ key: `REQ-${200 + index}`, html: 'Many' }))
    await ask('PUT', '/pages/4002', { define })
    await ask('POST', '/snapshots', { name: 'end' })
    await ask('POST', '/reset', {})
    await show('worlds/begin/end')
    await page.getByRole('button', { name: /^requirement \d+$/ }).click()
    const pages = page.getByRole('navigation', { name: 'Pages of differences' })
    await pages.getByText(/1 to 25 of/).waitFor()
    await pages.getByRole('button', { name: 'Next page' }).click()
    await pages.getByText(/26 to/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('a world is saved as a file, and put in the place of another', async () => {
    const { page, ask, simulator } = await open({ panel: 'worlds', browser: { acceptDownloads: true } })
    await ask('PUT', '/pages/4001', { define: [{ key: 'REQ-013', html: 'Kept' }] })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save default as a file' }).click(),
    ])
    const path = await download.path()
    const text = await readFile(path, 'utf8')
    expect(JSON.parse(text)).toMatchObject({ format: 'reqsim.world' })
    await ask('POST', '/reset', {})
    expect(simulator.state('requirement', { key: 'REQ-013' })).toEqual([])
    await page.getByLabel('Replace this world with a file').setInputFiles({
      name: 'kept.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await page.getByText('kept.json is now the world default').waitFor()
    expect(simulator.state('requirement', { key: 'REQ-013' })).toHaveLength(1)
    await writeFile(path, '{"format":"other"}')
    await page.getByLabel('Replace this world with a file').setInputFiles(path)
    await page.locator('.toast-bad').waitFor()
    expect(simulator.state('requirement', { key: 'REQ-013' })).toHaveLength(1)
  })

  test('a world is saved as a scenario, which says what it lacks and loads', async () => {
    const { page, ask } = await open({ panel: 'worlds', browser: { acceptDownloads: true } })
    await ask('PUT', '/pages/4001', { define: [{ key: 'REQ-013', html: 'Kept' }] })
    await page.getByRole('button', { name: 'Save default as a scenario…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save default as a scenario' })
    await dialog.getByText('8 tokens and 5 sessions').waitFor()
    await dialog.getByRole('row', { name: 'pageVersion 1 record' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download demo-saved.yaml' }).press('Enter'),
    ])
    expect(download.suggestedFilename()).toBe('demo-saved.yaml')
    const text = await readFile(await download.path(), 'utf8')
    const loaded = await createSimulator({
      scenario: readScenarioText(text, 'demo-saved.yaml').value as ScenarioObject,
    })
    expect(loaded.state('requirement', { key: 'REQ-013' })).toHaveLength(1)
    await page.getByRole('button', { name: 'Save default as a scenario…' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('monday')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Before the demo')
    const [named] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download monday.yaml' }).press('Enter'),
    ])
    expect(named.suggestedFilename()).toBe('monday.yaml')
    const head = await readFile(await named.path(), 'utf8')
    expect(readScenarioText(head, 'monday.yaml').value).toMatchObject({
      name: 'monday',
      description: 'Before the demo',
    })
  })

  test('another scenario is loaded after a question', async () => {
    const { page, ask } = await open({ panel: 'worlds' })
    await page.getByRole('button', { name: 'Load empty' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await ask('GET', '/health')).toMatchObject({ scenario: 'demo' })
    await page.getByRole('button', { name: 'Load empty' }).click()
    await page.getByRole('button', { name: 'Yes, continue' }).click()
    await page.getByText('empty / default').waitFor()
    expect(await ask('GET', '/health')).toMatchObject({ scenario: 'empty' })
  })
})
