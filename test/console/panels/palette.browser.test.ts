/** The command palette: by the keyboard alone it goes anywhere, moves the clock, injects faults, and sends requests. */
import type { Clock } from '../../../src/control/responses/worlds.ts'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole, seriousFindings } from '../console-page.ts'

/** Opens the palette, types, and waits until the first command is this one. */
async function type({ page }: ConsolePage, text: string, first: RegExp) {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Command' })
  await field.waitFor()
  await page.keyboard.type(text)
  const selected = page.locator('.palette [aria-selected="true"]')
  await expect.poll(async () => (await selected.allTextContents()).join()).toMatch(first)
  return field
}

const enter = ({ page }: ConsolePage) => page.keyboard.press('Enter')

describeConsole('the command palette', (open) => {
  test('goes to panels, tables, requirements, issues and exchanges', async () => {
    const console = await open()
    const { page } = console
    await type(console, 'snap', /Worlds and snapshots/)
    await enter(console)
    await page.getByRole('heading', { level: 1, name: 'Worlds and snapshots' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('panel-title')
    await type(console, 'table base', /Table baseline/)
    await enter(console)
    await page.getByRole('table', { name: 'Records of baseline' }).waitFor()
    await type(console, 'req-007', /REQ-007/)
    await enter(console)
    await page.getByRole('heading', { name: 'REQ-007', exact: true }).waitFor()
    expect(page.url()).toMatch(/#\/requirements\/6007\/eu$/)
    await type(console, 'drn-2', /DRN-2/)
    await enter(console)
    await page.getByRole('heading', { name: 'issue 30002' }).waitFor()
    await type(console, 'user 3', /user 3/)
    await enter(console)
    await page.getByRole('region', { name: 'user 3 as JSON' }).getByText('"bob"').waitFor()
  })

  test('moves the clock, injects a fault, and takes a site down', async () => {
    const console = await open()
    const { ask } = console
    const now = async () => (await ask<Clock>('GET', '/clock')).now
    await type(console, '90s', /Advance the clock by 90s/)
    await enter(console)
    await expect.poll(now).toBe('2026-01-05T09:01:30.000Z')
    await type(console, '2026-01-06', /Move the clock to 2026-01-06T00:00:00Z/)
    await enter(console)
    await expect.poll(now).toBe('2026-01-06T00:00:00.000Z')
    await type(console, '503', /503 twice/)
    await enter(console)
    await expect
      .poll(async () => (await ask<{ items: unknown[] }>('GET', '/faults')).items)
      .toMatchObject([{ status: 503, times: 2 }])
    await type(console, 'take down tracker', /Take down Northwind Tracker/)
    await enter(console)
    await console.page.getByText('Northwind Tracker is down').waitFor()
  })

  test('sends a request as the acting user and shows its exchange; a path of no interface is told', async () => {
    const console = await open()
    const { page, simulator } = console
    await type(console, 'get /wiki/rest/reqs/1/baseline/ENG', /Send GET .*as admin/)
    await enter(console)
    await page.getByRole('heading', { name: 'Request 1' }).waitFor()
    expect(simulator.journal.entries().at(-1)).toMatchObject({
      operation: 'wiki.baseline.list',
      user: 'admin',
    })
    await type(console, 'GET /nowhere', /Send GET \/nowhere/)
    await enter(console)
    await page.getByText('No interface has the path /nowhere.').waitFor()
    await type(console, 'wiki baseline freeze', /wiki\.baseline\.freeze/)
    await enter(console)
    await page.getByRole('region', { name: 'Try it' }).waitFor()
  })

  test('finds sections of the documentation and opens them', async () => {
    const console = await open()
    const { page } = console
    await type(console, 'docs wiki baseline freeze', /all pages/)
    await page.getByRole('option', { name: /Documentation: wiki\.baseline\.freeze/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    const opening = page.context().waitForEvent('page')
    await enter(console)
    const opened = await opening
    await opened.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(opened.url()).pathname).toMatch(/^\/_sim\/docs\/./)
    await opened.close()
    await type(console, 'synchronisation', /./)
    await page
      .getByRole('option', { name: /Documentation: / })
      .first()
      .waitFor()
  })

  test('is used by mouse too, says when nothing matches, gives the focus back, and has no serious finding', async () => {
    const console = await open()
    const { page } = console
    const button = page.getByRole('button', { name: 'Commands' })
    await button.click()
    await page.getByRole('option', { name: /Run the next job/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.type('zzz')
    await page.getByText('No command has these words.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await button.click()
    await page.getByRole('option', { name: /Faults/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()
  })
})
