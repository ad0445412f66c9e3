/** The tutorial of the presenter, done as it says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeConsole } from '../../console-page.ts'

const page = readFileSync('docs/tutorials/presenter.md', 'utf8')

describeConsole('the tutorial of the presenter', (open) => {
  test('every button and panel of it is there, and does what it says', async () => {
    const names = [...page.matchAll(/(?:\s|^)(?:_([^_]+)_|\*\*([^*]+)\*\*)/g)].map(
      ([, button, panel]) => button ?? panel,
    )
    const console = await open({ simulator: { scenario: 'release-freeze', clock: { mode: 'live' } } })
    const browser = console.page
    const used = new Set<string>()
    const press = async (name: string) => {
      used.add(name)
      await browser
        .getByRole('button', { name: new RegExp(`^${name.replace('+', String.raw`\+`)}`) })
        .first()
        .click()
    }
    const go = async (name: string) => {
      used.add(name)
      await browser.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name }).click()
    }
    const shows = (text: string) => browser.locator('.stage-progress').getByText(text).waitFor()
    const heading = (name: string) => {
      used.add(name)
      return browser.getByRole('heading', { level: 1, name }).waitFor()
    }
    const waiting = async () => {
      const { items } = await console.ask<{ items: { outbound: { waiting: number }; obstacle?: string }[] }>(
        'GET',
        '/queues',
      )
      return [items[0]?.outbound.waiting, items[0]?.obstacle !== undefined]
    }

    // Keys count once the step is drawn.
    const drawn = () => browser.locator('.stage[aria-busy="false"]').waitFor()

    await console.show('stage')
    await press('Start')
    await shows('Step 1 of 23')
    await drawn()
    await browser.keyboard.press('End')
    await heading('Both releases can be read from now on')
    await drawn()
    await browser.keyboard.press('Home')
    await heading('release-freeze')
    await console.show('stage/release-freeze/frozen')
    await press('Go to step 11')
    await heading('The release is frozen')

    await browser
      .getByRole('combobox', { name: 'Go to a step' })
      .selectOption({ label: '12. Everybody sees it' })
    await heading('Everybody sees it')
    await browser.keyboard.press('Escape')
    await go('Queues')
    expect(await waiting()).toEqual([3, false])
    await go('Faults')
    await press('Tracker down for 10 minutes')
    await expect.poll(waiting).toEqual([3, true])
    // The clock takes no further press while it moves.
    const move = async (minutes: string) => {
      await press('+3m')
      await expect
        .poll(async () => (await console.ask<{ now: string }>('GET', '/clock')).now)
        .toBe(`2026-01-05T09:${minutes}:01.000Z`)
    }
    await move('03')
    expect(await waiting()).toEqual([3, true])
    for (const minutes of ['06', '09', '12']) await move(minutes)
    await expect.poll(waiting).toEqual([0, false])

    await go('Scenario steps')
    used.add('Present on the stage')
    await browser.getByRole('link', { name: 'Present on the stage' }).click()
    await shows('Step 12 of 23')
    await browser
      .getByRole('combobox', { name: 'Go to a step' })
      .selectOption({ label: '11. The release is frozen' })
    await shows('Step 11 of 23')
    await drawn()
    await browser.keyboard.press('ArrowRight')
    await shows('Step 12 of 23')
    expect(await waiting()).toEqual([3, false])

    await drawn()
    await browser.keyboard.press('Home')
    await browser.getByRole('button', { name: 'Load permissions' }).waitFor()
    await browser.keyboard.press('Escape')
    used.add('Speed')
    await browser.getByRole('combobox', { name: 'Speed' }).selectOption('60')
    await press('Play')
    await expect.poll(async () => (await console.ask<{ mode: string }>('GET', '/clock')).mode).toBe('live')

    expect(names.filter((name) => name !== undefined && !used.has(name))).toEqual([])
  })
})
