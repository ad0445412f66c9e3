/** The clock at the top of the console, by mouse and by keys: what it does is looked up at the server. */
import type { Clock } from '../../../src/control/responses/worlds.ts'
import { expect, test } from 'vitest'
import { type ConsolePage, describeConsole } from '../console-page.ts'

const clockOf = (console: ConsolePage) => console.ask<Clock>('GET', '/clock')

describeConsole('the clock', (open) => {
  test('buttons move it on, by a step and to the next job', async () => {
    const console = await open()
    const { page } = console
    await page.getByRole('button', { name: 'Move by 1m' }).click()
    await page.getByRole('region', { name: 'Clock' }).getByText('09:01:00').waitFor()
    expect((await clockOf(console)).now).toBe('2026-01-05T09:01:00.000Z')
    await page.getByRole('button', { name: 'Next job' }).click()
    await page.getByRole('region', { name: 'Clock' }).getByText('09:03:00').waitFor()
    expect(await clockOf(console)).toMatchObject({
      now: '2026-01-05T09:03:00.000Z',
      nextJobAt: '2026-01-05T09:06:00.000Z',
    })
  })

  test('a synchronisation that failed is announced as one that failed, but not in red', async () => {
    const console = await open()
    const { page, ask } = console
    await ask('PATCH', '/sites/102', { status: 'DISABLED' })
    await page.getByRole('button', { name: 'Next job' }).click()
    const toast = page.locator('.toast-warn')
    await toast
      .getByText(
        '1 job ran and failed: Synchronisation at 09:03:00, 2 to the tracker: none went, no response',
      )
      .waitFor()
    await ask('PATCH', '/sites/102', { status: 'ACTIVE' })
    await page.getByRole('button', { name: 'Next job' }).click()
    await page.locator('.toast-info').getByText('1 job ran', { exact: true }).waitFor()
    expect(await page.locator('.toast-bad').count()).toBe(0)
  })

  test('it plays at the speed that was chosen, ticks between two readings, and pauses', async () => {
    const console = await open()
    const { page } = console
    await page.getByRole('button', { name: 'Run the clock' }).click()
    await page.getByRole('button', { name: 'Pause the clock' }).waitFor()
    await page.getByLabel('Speed').selectOption('60')
    await expect.poll(async () => (await clockOf(console)).speed).toBe(60)
    // Nothing happens at the server for two virtual minutes, and yet the time goes on.
    const seen = new Set<string | null>()
    for (let look = 0; look < 12; look++) {
      seen.add(await page.locator('.clock-time').textContent())
      await page.waitForTimeout(150)
    }
    expect(seen.size).toBeGreaterThan(3)
    expect([...seen]).toEqual([...seen].toSorted())
    await page.getByRole('button', { name: 'Pause the clock' }).click()
    await page.getByRole('button', { name: 'Run the clock' }).waitFor()
    const { mode, now } = await clockOf(console)
    expect(mode).toBe('manual')
    await expect
      .poll(() => page.locator('.clock-time').textContent())
      .toBe(now.slice(11, 23).replace('.000', ''))
  })

  test('who comes to a panel by keys goes on from its heading; the help has keys and words', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: 'Queues', exact: true }).first().focus()
    await page.keyboard.press('Enter')
    // The link that was pressed has the same text.
    const heading = page.locator('h1:focus', { hasText: 'Queues' })
    await heading.waitFor()
    // It does nothing when a key is pressed, so no ring says that it would.
    expect(await heading.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('none')
    await page.getByRole('button', { name: 'Run the next synchronisation' }).waitFor()
    // First comes the link to the page about the panel.
    await page.keyboard.press('Tab')
    expect(await page.locator('main a:focus').getAttribute('href')).toMatch(/^docs\//)
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Run the next synchronisation')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Help' })
    await help.getByText('Timeline Home').waitFor()
    await help.getByText('The run ended before the message was sent').waitFor()
  })

  test('auto is offered, and says whether it is on', async () => {
    const console = await open()
    const auto = console.page.getByRole('button', { name: 'Auto', exact: true })
    await auto.click()
    await expect.poll(async () => (await clockOf(console)).mode).toBe('auto')
    await expect.poll(() => auto.getAttribute('aria-pressed')).toBe('true')
    await auto.click()
    await expect.poll(async () => (await clockOf(console)).mode).toBe('manual')
  })

  test('it jumps to an instant, by a duration and by jobs; what is refused is told', async () => {
    const console = await open()
    const { page } = console
    const jump = () => page.getByRole('button', { name: 'Move the clock to a time' }).click()
    await jump()
    await page.getByLabel('To an instant (UTC)').fill('2026-01-05T12:00:00')
    await page.getByRole('button', { name: 'Move to it' }).click()
    await expect.poll(async () => (await clockOf(console)).now).toBe('2026-01-05T12:00:00.000Z')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await jump()
    await page.getByLabel('By a duration').fill('90s')
    await page.getByRole('button', { name: 'Move by it' }).click()
    await expect.poll(async () => (await clockOf(console)).now).toBe('2026-01-05T12:01:30.000Z')
    await jump()
    await page.getByLabel('By a duration').fill('soon')
    await page.getByRole('button', { name: 'Move by it' }).click()
    await page.locator('.toast-bad').getByText("by 'soon': must be a duration").waitFor()
    await jump()
    await page.getByLabel('By a number of jobs').fill('2')
    await page.getByRole('button', { name: 'Run them' }).click()
    await expect.poll(async () => (await clockOf(console)).now).toBe('2026-01-05T12:06:00.000Z')
  })

  test('keys do the same, except where somebody types; they can be switched off', async () => {
    const console = await open()
    const { page } = console
    await page.locator('#main').focus()
    await page.keyboard.press('n')
    await expect.poll(async () => (await clockOf(console)).now).toBe('2026-01-05T09:03:00.000Z')
    await page.keyboard.press('Space')
    await expect.poll(async () => (await clockOf(console)).mode).toBe('live')
    await page.getByRole('button', { name: 'Pause the clock' }).waitFor()
    await page.keyboard.press('Space')
    await expect.poll(async () => (await clockOf(console)).mode).toBe('manual')
    await page.getByRole('button', { name: 'See the queue grow' }).first().click()
    await page.getByLabel('Text of REQ-001').focus()
    await page.keyboard.type('n ?')
    expect((await clockOf(console)).mode).toBe('manual')
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Help' })
    await help.getByText('Run the next job').waitFor()
    await help.getByLabel('Enable keys').uncheck()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    const { now } = await clockOf(console)
    await page.locator('#main').focus()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await page.waitForTimeout(300)
    expect((await clockOf(console)).now).toBe(now)
    expect(await help.count()).toBe(0)
  })
})
