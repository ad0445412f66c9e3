/** Scenario steps: run from the console, seen in the world. */
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole } from '../console-page.ts'

const STORY = {
  name: 'story',
  description: 'Four steps',
  extends: ['demo'],
  timeline: [
    { step: 'first', advance: '3m', note: 'Three minutes' },
    { as: 'alice', call: 'GET /api/applications/101', expect: { body: { id: 101 } } },
    { step: 'third', as: 'bob', call: 'GET /api/applications/101', expect: { body: { id: 102 } } },
    { step: 'last', advance: '1d' },
  ],
}
const next = async (console: ConsolePage) => (await console.ask<{ next: number }>('GET', '/timeline')).next

describeConsole('scenario steps', (open) => {
  test('run one by one; what is not as expected shows what was expected and what came', async () => {
    const console = await open({ panel: 'scenario', simulator: { scenario: STORY as never } })
    const { page } = console
    await page.getByText('0 of 4 ran').waitFor()
    await page.getByRole('button', { name: 'Run next' }).click()
    await page.getByText('1 of 4 ran').waitFor()
    expect(await next(console)).toBe(1)
    expect((await console.ask<{ now: string }>('GET', '/clock')).now).toBe('2026-01-05T09:03:00.000Z')
    await page.getByText('took 3 min').waitFor()
    await page.getByRole('button', { name: 'Run all' }).click()
    const failed = page.getByRole('listitem').filter({ hasText: 'third' })
    await failed.getByText('failed').waitFor()
    await failed.getByRole('cell', { name: '102' }).waitFor()
    await failed.getByRole('cell', { name: '101' }).waitFor()
    expect(await next(console)).toBe(2)
  })

  test('what became of the steps is there after a reload, and goes with the world', async () => {
    const console = await open({ panel: 'scenario', simulator: { scenario: STORY as never } })
    const { page } = console
    await page.getByRole('button', { name: 'Run all' }).click()
    const failed = page.getByRole('listitem').filter({ hasText: 'third' })
    await failed.getByRole('cell', { name: '102' }).waitFor()
    await page.reload()
    await page.getByText('took 3 min').waitFor()
    await page.getByText('answered 200').first().waitFor()
    await failed.getByText('failed').waitFor()
    await failed.getByRole('cell', { name: '102' }).waitFor()
    await console.ask('POST', '/reset', {})
    await page.getByText('0 of 4 ran').waitFor()
    expect(await page.getByText('took 3 min').count()).toBe(0)
    expect(await failed.getByText('failed').count()).toBe(0)
  })

  test('run up to one, and again from the beginning', async () => {
    const console = await open({ panel: 'scenario', simulator: { scenario: 'release-freeze' } })
    const { page } = console
    await page.getByRole('button', { name: 'Run to frozen' }).click()
    await expect.poll(() => next(console)).toBe(11)
    const frozen = await console.ask<{ items: unknown[] }>('GET', '/state/baseline?number=2')
    expect(frozen.items).toMatchObject([{ status: 'DONE' }])
    // A fork ran in a copy of the world, and says what happened there.
    await page
      .getByRole('list', { name: 'In a copy of the world' })
      .first()
      .getByText('passed')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'restart and go to last-change' }).click()
    await expect.poll(() => next(console)).toBe(2)
    const again = await console.ask<{ items: unknown[] }>('GET', '/state/baseline?number=2')
    expect(again.items).toMatchObject([{ status: 'PREVIEW' }])
    // What became of the steps is of this run, and stays once the console has heard that the world was put back.
    const morning = page.getByRole('listitem').filter({ hasText: 'morning' })
    await page.waitForTimeout(600)
    expect(await morning.getByText('answered 200').count()).toBe(1)
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    await expect.poll(() => next(console)).toBe(0)
    await expect.poll(() => morning.getByText('answered 200').count()).toBe(0)
  })

  test('a scenario without steps says so, and another one can be loaded', async () => {
    const console = await open({ panel: 'scenario' })
    const { page } = console
    await page.getByText('This scenario has no timeline').waitFor()
    const outage = page.getByRole('listitem').filter({ hasText: 'outage' })
    await outage.getByRole('button', { name: 'Load outage' }).click()
    await page.getByRole('button', { name: 'Yes, continue' }).click()
    await outage.getByText('loaded', { exact: true }).waitFor()
    expect((await console.ask<{ scenario: string }>('GET', '/health')).scenario).toBe('outage')
    await page.getByText(/^0 of \d+ ran$/).waitFor()
  })
})
