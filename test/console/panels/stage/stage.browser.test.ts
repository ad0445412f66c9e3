/** The stage: stories are told from the beginning to the end with one key, and back again. */
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type ConsolePage, describeConsole, seriousFindings } from '../../console-page.ts'

const PROJECTOR = { viewport: { width: 1024, height: 768 } }
const STORIES = ['release-freeze', 'outage', 'migration', 'permissions', 'rate-limited'] as const

/** Opens the console, then the stage: there is no sign of the connection on it. */
async function onStage(console: ConsolePage, ...address: readonly string[]): Promise<Page> {
  await console.show(['stage', ...address].join('/'))
  await console.page.locator('.stage').waitFor()
  await console.page.locator('.stage[aria-busy="false"] .stage-progress progress').waitFor()
  return console.page
}

/** Presses a key, and waits until the stage shows the step of that number; 0 is the beginning. */
async function press(page: Page, key: string, number: number): Promise<void> {
  await page.keyboard.press(key)
  await shows(page, number)
}

async function shows(page: Page, number: number): Promise<void> {
  const text = number === 0 ? /^\S+ \d+ steps$/ : new RegExp(`Step ${number} of `)
  await page.locator('.stage-progress span', { hasText: text }).waitFor()
  await page.locator('.stage[aria-busy="false"]').waitFor()
}

/** What the whole world is, with its clock. */
async function digest({ ask }: ConsolePage): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await ask('GET', '/export')))
    .digest('hex')
}

/** What the audience reads, apart from the buttons. */
function words(page: Page): Promise<string> {
  return page.locator('.stage-main').innerText()
}

/** The parts of a scene that do not fit on the page. */
function hidden(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('.stage-main') as HTMLElement
    const bottom = main.getBoundingClientRect().bottom
    const low = [...main.querySelectorAll('.stage-part')].filter(
      (part) => part.getBoundingClientRect().bottom > bottom + 1,
    )
    const wide = [...main.querySelectorAll('.stage-part *')].filter(
      (part) => part.scrollWidth > part.clientWidth + 2 && getComputedStyle(part).display !== 'inline',
    )
    return [...low, ...wide].map((part) => `${part.className}: ${(part.textContent ?? '').slice(0, 60)}`)
  })
}

describeConsole('the stage', (open) => {
  describe.each(STORIES)('%s', (scenario) => {
    test('is told from the beginning to the end with one key, and back, and each step again as before', async () => {
      const console = await open({ simulator: { scenario }, browser: PROJECTOR })
      const page = await onStage(console)
      const { total } = await console.ask<{ total: number }>('GET', '/timeline')
      const shown: { world: string; words: string }[] = []
      for (let number = 1; number <= total; number++) {
        await press(page, ' ', number)
        shown.push({ world: await digest(console), words: await words(page) })
        expect({ number, hidden: await hidden(page) }).toEqual({ number, hidden: [] })
      }
      expect(total).toBeGreaterThan(14)
      expect(new Set(shown.map((step) => step.words)).size).toBe(total)
      await page.getByRole('button', { name: /^The end/ }).waitFor()
      for (let number = total - 1; number > 0; number--) {
        await press(page, 'ArrowLeft', number)
        const { world, words: text } = shown[number - 1] ?? {}
        expect({ number, world: await digest(console), words: await words(page) }).toEqual({
          number,
          world,
          words: text,
        })
      }
      await press(page, 'PageUp', 0)
      // At once to the end: the same worlds again.
      await press(page, 'End', total)
      expect({ world: await digest(console), words: await words(page) }).toEqual(shown.at(-1))
    })

    test('has no serious finding, step by step in light or dark', async () => {
      const console = await open({ simulator: { scenario }, browser: PROJECTOR })
      const page = await onStage(console)
      const { total } = await console.ask<{ total: number }>('GET', '/timeline')
      const findings: Record<number, readonly string[]> = {}
      for (let number = 0; number <= total; number++) {
        await page.emulateMedia({ colorScheme: number % 2 === 0 ? 'light' : 'dark' })
        if (number > 0) await press(page, 'PageDown', number)
        const found = await seriousFindings(page)
        if (found.length > 0) findings[number] = found
      }
      expect(findings).toEqual({})
    })
  })

  test('Esc leaves it, also while a step is just shown', async () => {
    const page = await onStage(await open({ simulator: { scenario: 'release-freeze' } }))
    await page.evaluate(() => {
      // Right before the effects of drawing the step, which run a task after its frame.
      const look = (): void => {
        if (!document.body.textContent?.includes('Step 1 of ')) requestAnimationFrame(look)
        else setTimeout(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
      }
      requestAnimationFrame(look)
    })
    await page.keyboard.press(' ')
    await page.locator('.stage').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Scenario steps' }).waitFor()
    expect(page.url()).toMatch(/#\/scenario$/)
  })

  test('a step shows its request and response with what matters, what changed, and the state of the record', async () => {
    const console = await open({ simulator: { scenario: 'release-freeze' }, browser: PROJECTOR })
    const page = await onStage(console, 'release-freeze', 'freezing')
    await page.getByRole('button', { name: 'Go to step 9' }).click()
    await shows(page, 9)
    await page.getByRole('heading', { level: 1, name: 'Alice freezes the release' }).waitFor()
    const request = page.getByRole('region', { name: 'Request' })
    await request.getByText('Alice asks the wiki').waitFor()
    await request.getByText('POST /wiki/rest/reqs/1/baseline-actions/ENG/freeze/2').waitFor()
    const response = page.getByRole('region', { name: 'Response' })
    await response.getByText('200 OK').waitFor()
    expect(await response.locator('mark').allInnerTexts()).toEqual([expect.stringMatching(/^taskId: "/)])
    const changes = page.getByRole('region', { name: 'What changed' })
    expect(await changes.locator('del, ins').allInnerTexts()).toEqual(['PREVIEW', 'IN_CREATION'])
    const states = page.getByRole('region', { name: 'States: baseline' })
    expect(await states.locator('[aria-current="true"]').allInnerTexts()).toEqual(['IN_CREATION'])
    // The address names the step, so that a reload and a link come back to it.
    expect(page.url()).toMatch(/#\/stage\/release-freeze\/freezing$/)
    await press(page, 'ArrowRight', 10)
    expect(page.url()).toMatch(/#\/stage\/release-freeze\/10$/)
    await press(page, 'ArrowRight', 11)
    await page
      .getByRole('group', { name: 'Messages from Wiki to Tracker' })
      .getByText('2 → 3 waiting')
      .waitFor()
    expect(await page.locator('.stage-clock').innerText()).toMatch(/\+1 s\s+Mon 5 Jan 2026\s+09:00:01/)
  })

  test('headers that a step expects are marked too', async () => {
    const console = await open({ simulator: { scenario: 'rate-limited' }, browser: PROJECTOR })
    const page = await onStage(console)
    await press(page, ' ', 1)
    const headers = page.getByRole('group', { name: 'Headers of the response' })
    expect(await headers.locator('mark').allInnerTexts()).toEqual([
      'x-rate-limit-limit: 200',
      'x-rate-limit-remaining: 199',
      'x-rate-limit-reset: 60',
    ])
  })

  test('a clock that runs is paused, and the story begins at its beginning', async () => {
    const console = await open({
      simulator: { scenario: 'release-freeze', clock: { mode: 'live' } },
      browser: PROJECTOR,
    })
    await console.ask('POST', '/clock/advance', { by: '2h' })
    const page = await onStage(console)
    await page.getByText('Starting resets the world default').waitFor()
    await press(page, ' ', 1)
    const { now, mode } = await console.ask<{ now: string; mode: string }>('GET', '/clock')
    expect({ mode, now }).toEqual({ mode: 'manual', now: '2026-01-05T09:00:00.000Z' })
  })

  test('what the presenter did by the way is taken back too', async () => {
    const console = await open({ simulator: { scenario: 'release-freeze' }, browser: PROJECTOR })
    const page = await onStage(console)
    await press(page, ' ', 1)
    await press(page, ' ', 2)
    const before = await digest(console)
    await press(page, ' ', 3)
    await console.ask('POST', '/clock/advance', { by: '1d' })
    await press(page, 'ArrowLeft', 2)
    expect(await digest(console)).toBe(before)
  })

  test('a step that another window ran can be told again', async () => {
    const console = await open({ simulator: { scenario: 'release-freeze' }, browser: PROJECTOR })
    await console.ask('POST', '/timeline/run', { to: 'frozen' })
    const page = await onStage(console)
    await shows(page, 11)
    await page.getByRole('region', { name: 'States: baseline' }).getByText('DONE').waitFor()
    await page
      .getByRole('combobox', { name: 'Go to a step' })
      .selectOption({ label: '9. Alice freezes the release' })
    await shows(page, 9)
    await page.getByRole('region', { name: 'Response' }).getByText('200 OK').waitFor()
    // The keys move the story, and not the list.
    await press(page, 'ArrowRight', 10)
    await press(page, 'ArrowLeft', 9)
    await press(page, 'ArrowLeft', 8)
    expect((await console.ask<{ next: number }>('GET', '/timeline')).next).toBe(8)
  })

  test('buttons do what the keys do, and Space stays the next step after a click', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, browser: PROJECTOR })
    const page = await onStage(console)
    await page.getByRole('button', { name: /^Start Space/ }).click()
    await shows(page, 1)
    await page.getByRole('button', { name: /^Next/ }).click()
    await shows(page, 2)
    await page.getByRole('button', { name: /^Back/ }).click()
    await shows(page, 1)
    await press(page, ' ', 2)
    await page.getByRole('button', { name: /^Run to the end/ }).click()
    await shows(page, 18)
    await press(page, 'Home', 0)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Scenario steps' }).waitFor()
    // The snapshots of the stage go with it.
    await expect.poll(() => console.ask<{ total: number }>('GET', '/snapshots')).toMatchObject({ total: 0 })
  })

  test('another story is loaded on the stage, or by its address, after a question', async () => {
    const console = await open({ browser: PROJECTOR })
    const page = console.page
    await console.show('stage')
    await page.getByText('This scenario has no steps').waitFor()
    await page.getByRole('button', { name: 'Load outage' }).click()
    await page
      .getByRole('dialog')
      .getByText('Snapshots, recorded requests and the report are deleted')
      .waitFor()
    await page.getByRole('button', { name: 'Yes, continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'outage' }).waitFor()
    await press(page, ' ', 1)
    await console.show('stage/permissions/hosted')
    await page.getByText('Loading permissions replaces the world').waitFor()
    expect((await console.ask<{ scenario: string }>('GET', '/health')).scenario).toBe('outage')
    await page.getByRole('button', { name: 'Load permissions' }).click()
    await page.getByRole('button', { name: 'Yes, continue' }).click()
    await page.getByRole('button', { name: 'Go to step 16' }).click()
    await shows(page, 16)
    await page.getByRole('heading', { level: 1, name: 'The wiki in the cloud' }).waitFor()
    await console.show('stage/no-such-story')
    await page.getByText('No ready scenario has the name in this address').waitFor()
    await page.getByRole('button', { name: 'Stay with permissions' }).click()
    await shows(page, 16)
  })

  test('a step that fails stays on the stage with its reason, and can be taken back', async () => {
    const story = {
      name: 'story',
      extends: ['demo'],
      timeline: [
        { heading: 'A minute', advance: '1m' },
        { heading: 'Wrong', as: 'bob', call: 'GET /api/applications/101', expect: { body: { id: 102 } } },
        { advance: '1d' },
      ],
    }
    const console = await open({ simulator: { scenario: story as never }, browser: PROJECTOR })
    const page = await onStage(console)
    await press(page, 'End', 2)
    await page.getByRole('heading', { level: 1, name: 'Wrong' }).waitFor()
    await page
      .getByRole('region', { name: 'This step failed' })
      .getByText('$.id: expected 102, got 101')
      .waitFor()
    await press(page, 'ArrowLeft', 1)
    await page.getByRole('heading', { level: 1, name: 'A minute' }).waitFor()
    expect((await console.ask<{ now: string }>('GET', '/clock')).now).toBe('2026-01-05T09:01:00.000Z')
    await press(page, 'ArrowLeft', 0)
  })

  test('a window for a telephone has one column and no sideways scrolling', async () => {
    const console = await open({
      simulator: { scenario: 'outage' },
      browser: { viewport: { width: 390, height: 800 } },
    })
    const page = await onStage(console)
    await press(page, ' ', 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('the state machine stays within its card when the window shrinks', async () => {
    const page = await onStage(await open({ simulator: { scenario: 'release-freeze' } }))
    await press(page, ' ', 1)
    await page.locator('.stage-state').first().waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    const beyond = () =>
      page.evaluate(() => {
        const card = document.querySelector('.stage-machine')?.getBoundingClientRect().right ?? 0
        const states = [...document.querySelectorAll('.stage-state')]
        return Math.max(...states.map((state) => state.getBoundingClientRect().right)) - card
      })
    await expect.poll(beyond).toBeLessThanOrEqual(0)
  })
})
