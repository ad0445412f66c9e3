import { expect, test } from 'vitest'
import { run } from '../../cli/cli.ts'
import { type ConsolePage, describeConsole, runsOut, seriousFindings } from '../console-page.ts'

const WIKI = '/wiki/rest/reqs/1'

/** Step 1 freezes a baseline, step 2 moves the clock by three minutes, step 3 deletes REQ-012. */
async function threeSteps({ served, ask }: ConsolePage): Promise<void> {
  const send = (method: string, path: string, user: string) =>
    fetch(served.url + WIKI + path, { method, headers: { Authorization: `Bearer tok-${user}` } })
  await send('POST', '/baseline-actions/ENG/freeze/2', 'alice')
  await ask('POST', '/clock/advance', { by: '3m' })
  await send('DELETE', '/requirement2/ENG/REQ-012', 'admin')
}

const parts = ({ page }: ConsolePage) => {
  const bar = page.getByRole('region', { name: 'History of the world' })
  return {
    bar,
    slider: bar.getByRole('slider', { name: 'Step' }),
    earlier: bar.getByRole('button', { name: 'One step earlier' }),
    later: bar.getByRole('button', { name: 'One step later' }),
    status: bar.getByRole('status'),
    now: bar.getByRole('button', { name: 'Back to now' }),
    clock: page.getByRole('region', { name: 'Clock' }).locator('time'),
  }
}

const stepOf = ({ page }: ConsolePage) => page.evaluate(() => new URL(location.href).searchParams.get('step'))

describeConsole('past', (open) => {
  test('the bar goes back and forth, and says where it is', async () => {
    const opened = await open()
    const { bar, slider, earlier, later, status, now, clock } = parts(opened)
    await status.getByText('Nothing has changed the world yet').waitFor()
    expect(await slider.isDisabled()).toBe(true)
    await threeSteps(opened)
    await status.getByText('after 3 steps').waitFor()
    await earlier.click()
    await status.getByText('Showing step 3 of 3, 09:03:00').waitFor()
    await status.getByText('DELETE /wiki/rest/reqs/1/requirement2/ENG/REQ-012 as admin').waitFor()
    await earlier.click()
    await earlier.click()
    await status.getByText('Showing step 1 of 3, 09:00:00').waitFor()
    await expect.poll(() => clock.innerText()).toContain('09:00:00')
    expect(await stepOf(opened)).toBe('1')
    await earlier.click()
    await status.getByText('Showing step 0 of 3').waitFor()
    expect(await earlier.isDisabled()).toBe(true)
    await later.click()
    await status.getByText('Showing step 1 of 3').waitFor()
    expect(await seriousFindings(opened.page)).toEqual([])
    expect(await runsOut(opened.page)).toEqual([])
    await now.click()
    await status.getByText('after 3 steps').waitFor()
    expect(await stepOf(opened)).toBeNull()
    await expect.poll(() => clock.innerText()).toContain('09:03:00')
    expect(await bar.getByRole('button', { name: 'Fork a world from here' }).count()).toBe(0)
  })

  test('the keyboard alone goes through the steps: by comma, by stop, and on the slider', async () => {
    const opened = await open()
    const { page } = opened
    const { slider, status } = parts(opened)
    await threeSteps(opened)
    await status.getByText('after 3 steps').waitFor()
    await page.keyboard.press(',')
    await status.getByText('Showing step 3 of 3').waitFor()
    await page.keyboard.press(',')
    await status.getByText('Showing step 2 of 3').waitFor()
    await page.keyboard.press('.')
    await status.getByText('Showing step 3 of 3').waitFor()
    await page.keyboard.press('.')
    await status.getByText('after 3 steps').waitFor()
    // Beyond now there is nothing.
    await page.keyboard.press('.')
    await slider.focus()
    expect(await slider.getAttribute('aria-valuetext')).toBe('now')
    await page.keyboard.press('Home')
    await status.getByText('Showing step 0 of 3').waitFor()
    await page.keyboard.press('ArrowRight')
    await status.getByText('Showing step 1 of 3').waitFor()
    expect(await slider.getAttribute('aria-valuetext')).toBe('step 1 of 3')
    await page.keyboard.press('End')
    await status.getByText('after 3 steps').waitFor()
    // A field takes the keys as text.
    await opened.show('tables')
    await page.getByLabel('Name').fill('base')
    await page.getByLabel('Name').press(',')
    expect(await page.getByLabel('Name').inputValue()).toBe('base,')
    expect(await stepOf(opened)).toBeNull()
  })

  test('panels show the moment: tables, requirements, journal, and an address leads there', async () => {
    const opened = await open({ panel: 'tables/requirement/6012/eu' })
    const { page, served } = opened
    await threeSteps(opened)
    const record = page.getByRole('region', { name: /6012/ }).first()
    await expect.poll(() => record.innerText()).toContain('DELETED')
    await parts(opened).status.getByText('after 3 steps').waitFor()
    await page.keyboard.press(',')
    await page.keyboard.press(',')
    await expect.poll(() => record.innerText()).toContain('ACTIVE')
    expect(await record.innerText()).not.toContain('DELETED')
    // Another page, by the address.
    await page.goto(`${served.console}?step=1#/journal`)
    const list = page.getByRole('table', { name: 'Requests, newest first' })
    await list.getByRole('row', { name: /freeze/ }).waitFor()
    expect(await list.locator('[data-row]').count()).toBe(1)
    await parts(opened).now.click()
    await expect.poll(() => list.locator('[data-row]').count()).toBe(2)
    await page.goto(`${served.console}?step=99#/journal`)
    await page.getByText('The world is shown as it is now').waitFor()
    expect(await stepOf(opened)).toBeNull()
    opened.problems.length = 0
  })

  test('the panel lists the steps, what one changed, and marks it in tables', async () => {
    const opened = await open({ panel: 'past' })
    const { page } = opened
    await threeSteps(opened)
    const steps = page.getByRole('table', { name: 'Steps, newest first' })
    const row = steps.getByRole('row', { name: /REQ-012/ })
    await row.click()
    await parts(opened).status.getByText('Showing step 3 of 3').waitFor()
    const changes = page.getByRole('region', { name: 'What step 3 changed' })
    await changes.getByRole('row', { name: /status ACTIVE DELETED/ }).waitFor()
    await changes.getByText('DELETE /wiki').waitFor()
    // Outdated data is dimmed until the new data is there.
    await expect.poll(() => seriousFindings(page)).toEqual([])
    await changes.getByRole('link', { name: 'Open requirement 6012' }).click()
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/tables/requirement/6012/eu')
    const marked = page.getByRole('table', { name: 'Records of requirement' }).locator('.is-changed')
    await expect.poll(() => marked.count()).toBe(1)
    expect(await marked.innerText()).toContain('REQ-012')
    await page.keyboard.press(',')
    await expect.poll(() => marked.count()).toBe(0)
    await opened.show('past')
    // Rows stay while another step is chosen: the keyboard keeps its place.
    await steps.getByRole('row', { name: /freeze/ }).focus()
    await page.keyboard.press('Enter')
    await parts(opened).status.getByText('Showing step 1 of 3').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row')
    await page.getByRole('link', { name: 'Request and response' }).click()
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/journal/1')
  })

  test('an edit is described in words, with its address beside them', async () => {
    const opened = await open({ panel: 'past' })
    await opened.ask('PUT', '/pages/4001', { title: 'Another title' })
    const { page } = opened
    const row = page.getByRole('table', { name: 'Steps, newest first' }).getByRole('row', { name: /4001/ })
    await row.getByText('Page 4001 was saved PUT /_sim/pages/4001').waitFor()
    await row.click()
    await parts(opened).status.getByText('Page 4001 was saved', { exact: true }).waitFor()
    expect(await stepOf(opened)).toBe('1')
  })

  test('two moments are compared, by an address that can be kept', async () => {
    const opened = await open({ panel: 'past' })
    const { page } = opened
    await threeSteps(opened)
    await parts(opened).status.getByText('after 3 steps').waitFor()
    const card = page.getByRole('region', { name: 'Compare two steps' })
    await card.getByLabel('After step', { exact: true }).fill('0')
    await card.getByLabel('and after step').fill('2')
    await card.getByRole('button', { name: 'Compare' }).click()
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/past/0/2')
    await card.getByRole('row', { name: /status PREVIEW DONE/ }).waitFor()
    await card.getByRole('button', { name: 'Swap' }).click()
    await card.getByRole('row', { name: /status DONE PREVIEW/ }).waitFor()
    await opened.show('past/0/17')
    await card.getByRole('alert').getByText('The world has steps 0 to 3').waitFor()
  })

  test('the past takes no writes, and a fork of it does', async () => {
    const opened = await open({ panel: 'faults' })
    const { page, ask, simulator } = opened
    await threeSteps(opened)
    const { status, bar } = parts(opened)
    await status.getByText('after 3 steps').waitFor()
    const play = page.getByRole('button', { name: 'Play: run the clock' })
    const next = page.getByRole('button', { name: 'Next job' })
    expect(await play.isEnabled()).toBe(true)
    await page.keyboard.press(',')
    await page.keyboard.press(',')
    await page.keyboard.press(',')
    await status.getByText('Showing step 1 of 3').waitFor()
    for (const control of [play, next, page.getByRole('button', { name: '503 twice' })])
      expect(await control.isDisabled()).toBe(true)
    await page.keyboard.press('n')
    await page.keyboard.press(' ')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /Back to now/ }).waitFor()
    expect(
      await page.getByRole('option', { name: /Run the next job|Take down|Remove all faults/ }).count(),
    ).toBe(0)
    await page.keyboard.type('90s')
    await page.getByText('A past step cannot be changed').waitFor()
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Fork a world from here' }).click()
    const dialog = page.getByRole('dialog')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByLabel('Name of the new world').fill('tried')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => location.search)).toBe('?world=tried')
    await expect.poll(() => parts(opened).clock.innerText()).toContain('09:00:00')
    expect(await play.isEnabled()).toBe(true)
    await next.click()
    await expect.poll(() => parts(opened).clock.innerText()).toContain('09:00:01')
    expect(simulator.state('requirement', { key: 'REQ-012' })[0]?.status).toBe('DELETED')
    const { items } = await ask<{ items: { key: string; status: string }[] }>(
      'GET',
      '/state/requirement?key=REQ-012',
    )
    expect(items[0]?.status).toBe('DELETED')
    expect(simulator.clock.now()).toBe('2026-01-05T09:03:00.000Z')
  })

  test('the commands lead to a step and back', async () => {
    const opened = await open()
    const { page } = opened
    await threeSteps(opened)
    const { status } = parts(opened)
    await status.getByText('after 3 steps').waitFor()
    for (const [text, shown] of [
      ['step 2', 'Showing step 2 of 3'],
      ['one step earlier', 'Showing step 1 of 3'],
      ['back to now', 'after 3 steps'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(text)
      await page.getByRole('dialog').getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await status.getByText(shown).waitFor()
    }
    expect(await stepOf(opened)).toBeNull()
  })

  test('the messages and the exchange of a step are marked', async () => {
    const opened = await open({ panel: 'queues' })
    const { page } = opened
    await threeSteps(opened)
    const { status, earlier } = parts(opened)
    await status.getByText('after 3 steps').waitFor()
    const marked = page.locator('.queue-message.is-changed')
    expect(await marked.count()).toBe(0)
    await earlier.click()
    await earlier.click()
    await status.getByText('Showing step 2 of 3').waitFor()
    // Two waited, and one came to be.
    await expect.poll(() => marked.count()).toBe(3)
    await opened.show('journal')
    await page.keyboard.press(',')
    const row = page.getByRole('table', { name: 'Requests, newest first' }).locator('.is-changed')
    await expect.poll(() => row.count()).toBe(1)
    expect(await row.innerText()).toContain('freeze')
  })

  test('every panel shows the past without an error or a serious finding', async () => {
    const opened = await open()
    const { page } = opened
    await threeSteps(opened)
    const { status } = parts(opened)
    await status.getByText('after 3 steps').waitFor()
    await page.keyboard.press(',')
    await page.keyboard.press(',')
    await status.getByText('Showing step 2 of 3').waitFor()
    const panels = await page
      .locator('.nav a')
      .evaluateAll((links) => links.map((link) => (link.getAttribute('href') ?? '').replace('#/', '')))
    expect(panels.length).toBeGreaterThan(12)
    for (const panel of [...panels, 'requirements/6001/eu', 'tables/page/4002/eu', 'machines/baseline']) {
      await opened.show(panel)
      await page.locator('.main .card').first().waitFor()
      await page.waitForTimeout(400)
      expect(await page.locator('.problem').allInnerTexts(), panel).toEqual([])
      expect(await seriousFindings(page), panel).toEqual([])
    }
    await status.getByText('Showing step 2 of 3').waitFor()
  })

  test('a trace is saved up to the step that is shown', async () => {
    const opened = await open({ panel: 'past', browser: { acceptDownloads: true } })
    const { page } = opened
    await threeSteps(opened)
    const { status } = parts(opened)
    await status.getByText('after 3 steps').waitFor()
    await page.keyboard.press(',')
    await page.keyboard.press(',')
    await status.getByText('Showing step 2 of 3').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a trace' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('default@2.trace')
    const { code, out } = await run(['show', await file.path(), '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ steps: [{ step: 1 }, { step: 2 }] })
  })

  test('a reset leaves the past that is gone', async () => {
    const opened = await open()
    await threeSteps(opened)
    const { status } = parts(opened)
    await status.getByText('after 3 steps').waitFor()
    await opened.page.keyboard.press(',')
    await status.getByText('Showing step 3 of 3').waitFor()
    await opened.ask('POST', '/reset', {})
    await status.getByText('Nothing has changed the world yet').waitFor()
    expect(await stepOf(opened)).toBeNull()
  })

  test('in a narrow window nothing runs out', async () => {
    const opened = await open({ browser: { viewport: { width: 390, height: 800 } } })
    await threeSteps(opened)
    const { status } = parts(opened)
    await status.getByText('after 3 steps').waitFor()
    await opened.page.keyboard.press(',')
    await status.getByText('Showing step 3 of 3').waitFor()
    expect(await runsOut(opened.page)).toEqual([])
    await opened.show('past')
    await opened.page.getByRole('region', { name: 'What step 3 changed' }).waitFor()
    expect(await runsOut(opened.page)).toEqual([])
    const steps = opened.page.getByRole('table', { name: 'Steps, newest first' })
    await steps.getByText('DELETE …/requirement2/ENG/REQ-012').waitFor()
    expect(await steps.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})
