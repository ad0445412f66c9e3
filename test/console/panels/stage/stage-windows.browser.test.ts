/** The stage in several windows: all show the slide that the world on the server is at, whoever moves it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type ConsolePage, describeConsole, seriousFindings } from '../../console-page.ts'

const PROJECTOR = { viewport: { width: 1024, height: 768 } }
const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }
const STORIES = ['release-freeze', 'outage', 'migration', 'permissions', 'rate-limited'] as const

/** A further browser at a view of the stage; responses that Chromium would log as errors are gathered. */
async function another(
  console: ConsolePage,
  view: string,
  how: BrowserContextOptions,
  refused: string[] = [],
): Promise<Page> {
  const browser = console.page.context().browser() as Browser
  const context = await browser.newContext(how)
  console.page.once('close', () => void context.close().catch(() => {}))
  const page = await context.newPage()
  gather(page, refused)
  await page.goto(`${console.served.console}#/stage${view}`)
  return page
}

function gather(page: Page, refused: string[]): void {
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  page.on('pageerror', ({ message }) => refused.push(message))
}

async function onStage(console: ConsolePage, place = ' steps'): Promise<Page> {
  await console.show('stage')
  await shows(console.page, place)
  return console.page
}

/** Waits until the stage shows a slide: `Step 3 of`, `The end`. */
async function shows(page: Page, place: string): Promise<void> {
  await page.locator('.stage-progress span', { hasText: place }).waitFor()
  await page.locator('.stage[aria-busy="false"]').waitFor()
}

/** What the audience reads; where lines break is a matter of the window. */
async function words(page: Page): Promise<string> {
  const text = await page.locator('.stage-main').innerText()
  return text.replaceAll(/\s+/g, ' ')
}

/** Whether an element is within the window as it is scrolled. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const next = async (console: ConsolePage) => (await console.ask<{ next: number }>('GET', '/timeline')).next

describeConsole('the stage in several windows', (open) => {
  describe.each(STORIES)('%s', (scenario) => {
    test('is the same at every step after a reload, in a second window and on a phone', async () => {
      const console = await open({ simulator: { scenario }, browser: PROJECTOR })
      const page = await onStage(console)
      const refused: string[] = []
      gather(page, refused)
      const audience = await another(console, '?follow', PROJECTOR, refused)
      const phone = await another(console, '', PHONE, refused)
      const { total } = await console.ask<{ total: number }>('GET', '/timeline')
      for (let number = 1; number <= total; number++) {
        const place = `Step ${number} of `
        await page.keyboard.press(' ')
        await shows(page, place)
        const shown = await words(page)
        await Promise.all([page.reload(), phone.reload()])
        for (const window of [page, phone, audience]) await shows(window, place)
        const others = await Promise.all([page, phone, audience].map(words))
        expect({ number, others }).toEqual({ number, others: [shown, shown, shown] })
      }
      // From the end to the beginning, and again.
      await page.keyboard.press(' ')
      for (const window of [page, phone, audience]) await shows(window, 'The end')
      await page.keyboard.press('Home')
      for (const window of [page, phone, audience]) await shows(window, `${total} steps`)
      await page.keyboard.press(' ')
      for (const window of [page, phone, audience]) await shows(window, 'Step 1 of ')
      expect(refused).toEqual([])
    }, 300_000)
  })

  test('who leaves and comes back, or comes with another browser, sees the step with what it did', async () => {
    const console = await open({ simulator: { scenario: 'release-freeze' }, browser: PROJECTOR })
    await console.ask('POST', '/timeline/run', { to: 'freezing' })
    const page = await onStage(console, 'Step 9 of ')
    const shown = await words(page)
    expect(shown).toContain('Alice asks the wiki')
    expect(shown).toContain('PREVIEW → IN_CREATION')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Present on the stage' }).click()
    await shows(page, 'Step 9 of ')
    expect(await words(page)).toBe(shown)
    // What happens by the way does not change the slide.
    await console.ask('POST', '/clock/advance', { by: '1h' })
    await console.ask('DELETE', '/journal')
    const other = await another(console, '', PROJECTOR)
    await shows(other, 'Step 9 of ')
    expect(await words(other)).toBe(shown)
  })

  test('another window that acts is followed, also by the command line', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, browser: PROJECTOR })
    const page = await onStage(console)
    const speaker = await another(console, '?speaker', PROJECTOR)
    const audience = await another(console, '?follow', PROJECTOR)
    const all = [page, speaker, audience]
    await speaker.keyboard.press('PageDown')
    for (const window of all) await shows(window, 'Step 1 of ')
    await console.ask('POST', '/timeline/run', { to: 'what-if' })
    for (const window of all) await shows(window, 'Step 9 of ')
    await page.keyboard.press('ArrowLeft')
    for (const window of all) await shows(window, 'Step 8 of ')
    await audience.keyboard.press(' ')
    await audience.locator('.stage-main').click()
    expect(await audience.getByRole('button').count()).toBe(0)
    expect(await next(console)).toBe(8)
    await speaker.getByRole('button', { name: 'The tracker has the new text' }).click()
    for (const window of all) await shows(window, 'Step 15 of ')
    // What was clicked last takes no key from the stage.
    await speaker.keyboard.press(' ')
    for (const window of all) await shows(window, 'Step 16 of ')
    const list = speaker.getByRole('listitem').and(speaker.locator('[aria-current=step]'))
    await expect.poll(async () => list.evaluate(isInSight)).toBe(true)
  })

  test('the speaker reads the words of this step and of the next, and how long it has taken', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, browser: PROJECTOR })
    const page = await onStage(console)
    await page.keyboard.press('s')
    await page.getByRole('region', { name: 'Next step' }).getByText("Next: Monday, nine o'clock").waitFor()
    await page.keyboard.press(' ')
    await shows(page, 'Step 1 of ')
    const step = page.getByRole('region', { name: 'This step' })
    await step.getByRole('heading', { name: "Monday, nine o'clock. The tracker is down" }).waitFor()
    await step.getByText('Since 06:40 none gets through').waitFor()
    await page.getByRole('heading', { name: "Next: The tracker shows last week's text" }).waitFor()
    await page.getByText('#/stage?follow').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const timer = page.getByRole('timer', { name: 'Elapsed time' })
    const seconds = async () => {
      const [minutes = 0, rest = 0] = (await timer.innerText()).split(':').map(Number)
      return 60 * minutes + rest
    }
    await expect.poll(seconds).toBeGreaterThan(0)
    const before = await seconds()
    await page.reload()
    await expect.poll(seconds).toBeGreaterThanOrEqual(before)
    expect(page.url()).toMatch(/#\/stage\/outage\/nine-o-clock\?speaker$/)
    await page.keyboard.press('s')
    await page.getByRole('region', { name: 'Request' }).waitFor()
  })

  test('a complete run opens at the end, from which the story starts again', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, browser: PROJECTOR })
    await console.ask('POST', '/timeline/run')
    const page = await onStage(console, 'The end')
    const main = page.getByRole('main')
    await main.getByText('Half past nine. The tracker is back').waitFor()
    await main.getByRole('button', { name: 'Load permissions' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await shows(page, 'Step 18 of ')
    await page.getByRole('region', { name: 'Response' }).getByText('200 OK').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Present on the stage' }).click()
    await shows(page, 'The end')
    await main.getByRole('button', { name: 'Start again Home' }).click()
    await shows(page, '18 steps')
    expect(await next(console)).toBe(0)
  })

  test('a click or a tap is the next step, and a swipe goes on and back', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, browser: PROJECTOR })
    const page = await onStage(console)
    await page.keyboard.press(' ')
    await shows(page, 'Step 1 of ')
    await page.getByRole('heading', { level: 1 }).click()
    await shows(page, 'Step 2 of ')
    // Whoever marks a text does not go on.
    const note = await page.getByText('Bob reads that the camera').boundingBox()
    const { x = 0, y = 0 } = note ?? {}
    await page.mouse.move(x + 4, y + 10)
    await page.mouse.down()
    await page.mouse.move(x + 120, y + 12, { steps: 4 })
    await page.mouse.up()
    const phone = await another(console, '', PHONE)
    await shows(phone, 'Step 2 of ')
    await phone.getByRole('heading', { level: 1 }).tap()
    await shows(phone, 'Step 3 of ')
    const swipe = async (from: number, to: number) => {
      const session = await phone.context().newCDPSession(phone)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined ? [] : [{ x, y: 300 }],
        })
      await touch('touchStart', from)
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + (to - from) * part)
      await touch('touchEnd')
    }
    await swipe(300, 100)
    await shows(phone, 'Step 4 of ')
    await swipe(100, 300)
    await shows(phone, 'Step 3 of ')
    expect(await next(console)).toBe(3)
  })

  test('a step whose past the server dropped says why, and can run again', async () => {
    const console = await open({
      simulator: { scenario: 'rate-limited', past: { steps: 40 } },
      browser: PROJECTOR,
    })
    await console.ask('POST', '/timeline/run', { count: 4 })
    for (let times = 0; times < 80; times++) await console.ask('POST', '/clock/advance', { by: '1s' })
    const page = await onStage(console, 'Step 4 of ')
    await page.getByText(/cannot be shown: the server keeps a limited number of steps, and dropped/).waitFor()
    await page
      .getByRole('combobox', { name: 'Go to a step' })
      .selectOption({ label: '3. Other requests count too' })
    await shows(page, 'Step 3 of ')
    await page.getByRole('region', { name: 'Response' }).getByText('429').waitFor()
    expect(await next(console)).toBe(3)
  })

  test('the messages that a step delivers arrive one by one', async () => {
    const console = await open({ simulator: { scenario: 'outage' }, browser: PROJECTOR })
    await console.ask('POST', '/timeline/run', { to: 'back' })
    const page = await onStage(console, 'Step 10 of ')
    await page.keyboard.press(' ')
    await shows(page, 'Step 11 of ')
    await page.keyboard.press(' ')
    await shows(page, 'Step 12 of ')
    const lane = page.getByRole('group', { name: 'Messages from Wiki to Tracker' })
    const delays = await lane
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => Number.parseFloat(getComputedStyle(item).animationDelay)))
    expect(delays).toHaveLength(39)
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(new Set(delays).size).toBe(39)
    await lane.getByText('CAM-001: new text').first().waitFor()
  })
})
