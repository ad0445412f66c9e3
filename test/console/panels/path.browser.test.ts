// The way that docs/console.md describes besides the guide: through the panels alone, with nothing but what the page offers.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole, integrationOf } from '../console-page.ts'

const manual = readFileSync('docs/console.md', 'utf8').replaceAll(/\s+/g, ' ')

/** Presses a button that the page of the documentation names. */
async function press({ page }: ConsolePage, name: string): Promise<void> {
  expect(manual).toContain(`_${name}_`)
  await page.getByRole('button', { name }).first().click()
}

/** Goes to a panel by its link, which the documentation names too. */
async function goTo({ page }: ConsolePage, panel: string): Promise<void> {
  expect(manual).toContain(panel)
  await page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('link', { name: panel, exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: panel }).waitFor()
}

const waiting = async (console: ConsolePage) => (await integrationOf(console)).outbound.waiting

describeConsole('the way through the panels', (open) => {
  test('an outage, an edit, a queue that grows and empties, and the story of it', async () => {
    const console = await open()
    const { page, simulator } = console
    await goTo(console, 'Worlds and snapshots')
    await page.getByLabel('Name').fill('beginning')
    await page.getByRole('button', { name: /^Take a snapshot of/ }).click()
    await page.getByRole('listitem', { name: 'Snapshot beginning' }).waitFor()

    await goTo(console, 'Faults')
    await press(console, 'Tracker down for 10 minutes')
    await page.getByRole('listitem', { name: 'Fault 1' }).waitFor()

    await goTo(console, 'Requirements')
    await page.getByRole('row', { name: /REQ-001/ }).click()
    await press(console, 'Edit text…')
    await page.getByLabel('Text, as HTML').fill('The drone shall land within 90 seconds.')
    await press(console, 'Save the page')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(simulator.state('requirement', { key: 'REQ-001', status: 'ACTIVE' })).toMatchObject([
      { text: 'The drone shall land within 90 seconds.' },
    ])
    const grown = await waiting(console)
    expect(grown).toBeGreaterThan(2)

    await goTo(console, 'Queues')
    await page.getByText(`${grown} messages wait`).first().waitFor()
    await page.getByRole('button', { name: 'Move by 3m' }).click()
    await page.getByText('09:03:00', { exact: true }).waitFor()
    expect(await waiting(console)).toBe(grown)
    for (let turn = 0; turn < 3; turn++) {
      const before = simulator.clock.now()
      await page.getByRole('button', { name: 'Move by 3m' }).click()
      await expect.poll(() => simulator.clock.now()).not.toBe(before)
    }
    await page.getByText(/No message waits/).waitFor()
    expect(await waiting(console)).toBe(0)

    await goTo(console, 'Timeline')
    await press(console, 'Fit all')
    const story = page.getByRole('table', { name: /Visible events/ })
    await story.getByText('Page 4001 was saved').waitFor()
    await story.getByText('Synchronisation').first().waitFor()

    await goTo(console, 'Worlds and snapshots')
    expect(manual).toContain('_Compare with now_')
    await page.getByRole('link', { name: /Compare with now/ }).click()
    await page.locator('summary', { hasText: /changed.*requirement 6001/ }).waitFor()
  })

  test('every panel of the navigation is told of, and none that is not there', async () => {
    const { page } = await open()
    const panels = await page.locator('.nav a').allTextContents()
    const [, list = ''] = /## Panels( .*?) ## /.exec(manual) ?? []
    const documented = [...list.matchAll(/ - \*\*([^*]+)\*\*: /g)].map(([, name = '']) => name)
    expect(documented.toSorted()).toEqual(panels.toSorted())
  })
})
