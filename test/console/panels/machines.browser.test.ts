import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole } from '../console-page.ts'

interface Records {
  readonly records: Readonly<Record<string, number>>
}

describeConsole('state machines', (open) => {
  test('every machine is drawn, with the records of the world in its states', async () => {
    const { page, ask, show } = await open({ simulator: { scenario: 'outage' }, panel: 'machines' })
    const { items } = await ask<{ items: { name: string; title: string; transitions: unknown[] }[] }>(
      'GET',
      '/machines',
    )
    for (const { name, title, transitions } of items) {
      await show(`machines/${name}`)
      const graph = page.getByRole('group', { name: `Graph of ${title};` })
      await graph.waitFor()
      const { records } = await ask<Records>('GET', `/machines/${name}`)
      for (const [state, count] of Object.entries(records)) {
        const words = `State ${state}: ${count} ${count === 1 ? 'record' : 'records'}`
        const box = graph.getByRole('link', { name: new RegExp(`^${words}(,|$)`) })
        await box.waitFor()
        expect(await box.evaluate((element) => element.classList.contains('is-lit'))).toBe(count > 0)
      }
      expect(await graph.locator('.machine-label').count()).toBe(transitions.length)
      expect(await page.getByRole('table').getByRole('row').count()).toBe(transitions.length + 1)
    }
  })

  test('records move to other states, and the transitions that they took are marked', async () => {
    const { page, ask } = await open({ panel: 'machines/queue-message' })
    await page.getByRole('link', { name: 'State PENDING: 2 records, initial state' }).waitFor()
    await page.getByRole('link', { name: 'SUCCEED, from PENDING to DONE, not made yet' }).waitFor()
    expect(await page.locator('.machine-frame path.graph-arrow.is-marked').count()).toBe(0)
    await ask('POST', '/clock/advance', { by: '3m' })
    await page.getByRole('link', { name: 'State DONE: 2 records' }).waitFor()
    await page
      .getByRole('link', { name: 'SUCCEED ×1, from PENDING to DONE, made by 1 request or job' })
      .waitFor()
    expect(await page.locator('.machine-frame path.graph-arrow.is-marked').count()).toBe(1)
    const row = page.getByRole('row', { name: /^PENDING SUCCEED DONE/ })
    expect(await row.getByRole('cell').last().textContent()).toBe('1')
  })

  test('a chosen state lists its records, page by page, with the way to their table', async () => {
    const { page, ask } = await open({ panel: 'machines/requirement' })
    await page.getByRole('link', { name: /^State ACTIVE:/ }).click()
    const list = page.getByRole('region', { name: 'Records of requirement' })
    await list.getByText('ENG · REQ-001').waitFor()
    const { total } = await ask<{ total: number }>('GET', '/state/requirement?status=ACTIVE')
    expect(total).toBeGreaterThan(8)
    await list.getByText(String(total), { exact: true }).waitFor()
    await list.getByRole('button', { name: 'Next records of requirement' }).click()
    await list.getByText('ENG · REQ-009').waitFor()
    expect(await list.getByText('ENG · REQ-001').count()).toBe(0)
    await page.getByRole('link', { name: /^State DELETED:/ }).click()
    await list.getByText('ENG · REQ-099').waitFor()
    await list.getByRole('link', { name: 'in Tables' }).click()
    expect(new URL(page.url()).hash).toBe('#/tables/requirement')
  })

  test('a chosen transition says what it does and where the service says so', async () => {
    const { page } = await open({ panel: 'machines/baseline' })
    await page.getByRole('link', { name: /^FREEZE, from PREVIEW to IN_CREATION/ }).click()
    const details = page.getByRole('region', { name: 'Event FREEZE' })
    await details.getByText('A task starts that can be polled.').waitFor()
    await details.getByText('service §3').waitFor()
    const chosen = page.locator('tr.is-chosen')
    expect(await chosen.textContent()).toContain('FREEZE')
  })

  test('arrow keys go from state to event and on', async () => {
    const { page } = await open({ panel: 'machines/queue-message' })
    await page.getByRole('link', { name: /^State PENDING:/ }).focus()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    const seen = new Set<string>()
    // The end of the machine is below its beginning, or beside it, as the window allows.
    for (let step = 1; step <= 24 && !(await focused()).startsWith('State DONE'); step++) {
      await page.keyboard.press(step % 9 === 0 ? 'ArrowRight' : 'ArrowDown')
      seen.add(await focused())
    }
    expect([...seen].at(-1)).toContain('State DONE')
    expect([...seen].some((label) => / from \w+ to /.test(label))).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'State DONE' }).waitFor()
  })

  test('the other region is looked at', async () => {
    const { page, ask } = await open({ panel: 'machines/account-link' })
    await page.getByLabel('Region').selectOption('us')
    const { records } = await ask<Records>('GET', '/machines/account-link?region=us')
    expect(records['LINKED']).toBe(1)
    await page.getByRole('link', { name: 'State LINKED: 1 record, initial state' }).click()
    await page.getByRole('region', { name: 'Records of accountLink' }).getByText('901').waitFor()
  })

  test('a name that no machine has is told', async () => {
    const { page } = await open({ panel: 'machines/nope' })
    await page.getByText('There is no state machine nope here.').waitFor()
    expect(await page.getByRole('group', { name: /^Graph of/ }).count()).toBe(0)
  })

  test('at 1024 pixels every state and label of every machine is in the window, and the graph does not scroll', async () => {
    const { page, ask, show } = await open({
      panel: 'machines',
      browser: { viewport: { width: 1024, height: 768 } },
    })
    const { items } = await ask<{ items: { name: string; title: string }[] }>('GET', '/machines')
    const outside: string[] = []
    for (const { name, title } of items) {
      await show(`machines/${name}`)
      await page.getByRole('group', { name: `Graph of ${title};` }).waitFor()
      await expect.poll(() => drawnOutside(page)).toEqual([])
      outside.push(...(await drawnOutside(page)).map((text) => `${name}: ${text}`))
    }
    expect(outside).toEqual([])
  })

  test('a graph that is wider than the window says so and has a bar to scroll it', async () => {
    const { page } = await open({
      panel: 'machines/requirement',
      browser: { viewport: { width: 390, height: 844 } },
    })
    await page.getByText('The graph is wider than the window: scroll it sideways.').waitFor()
    const frame = page.locator('.machine-frame')
    // Chromium hides bars in tests, and keeps their style.
    const bar = await frame.evaluate((element) => getComputedStyle(element, '::-webkit-scrollbar').height)
    expect(bar).toBe('12px')
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    const last = frame.locator('.machine-state').last()
    await last.focus()
    expect(await last.evaluate((element) => element.getBoundingClientRect().right <= innerWidth)).toBe(true)
  })
})

/** States and labels that reach beyond the window or their frame. */
function drawnOutside(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const frame = document.querySelector('.machine-frame')
    const edge = frame?.getBoundingClientRect()
    if (frame === null || edge === undefined) return ['no graph']
    return [...frame.querySelectorAll('.machine-state, .machine-label')]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return (
          left < edge.left ||
          right > Math.min(edge.right, innerWidth) ||
          top < edge.top ||
          bottom > innerHeight
        )
      })
      .map(({ textContent }) => textContent.trim())
  })
}
