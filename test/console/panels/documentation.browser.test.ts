/** The documentation behind the console: links to it, and the site with its search. */
import { expect, test } from 'vitest'
import { describeConsole, seriousFindings } from '../console-page.ts'

describeConsole('the documentation', (open) => {
  test('opens from a panel, an operation, an assumption and an error', async () => {
    const { page, show, simulator } = await open()
    const headers = { Authorization: 'Bearer tok-alice' }
    await simulator.fetch('http://wiki.sim/rest/reqs/1/baseline/NOPE', { headers })
    await show('journal/1')
    const follow = async (name: string): Promise<string> => {
      const opening = page.context().waitForEvent('page')
      await page
        .getByRole('link', { name: `Documentation of ${name}`, exact: true })
        .first()
        .click()
      const opened = await opening
      const heading = (await opened.getByRole('heading', { level: 1 }).textContent()) ?? ''
      const address = new URL(opened.url())
      await opened.close()
      return `${address.pathname}${address.hash} ${heading}`
    }
    expect(await follow('status 404')).toBe('/_sim/docs/errors.md#404 Errors')
    expect(await follow('wiki.baseline.list')).toBe('/_sim/docs/wiki.baseline.list wiki.baseline.list')
    await page.getByText(/^\d+ general$/).click()
    expect(await follow('A07')).toBe('/_sim/docs/A07 A07: Error body of the embedded interfaces')
    await show('faults')
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()
    expect(await follow('Faults')).toBe('/_sim/docs/concepts/fault.md Fault')
  })

  test('is searched by the keyboard alone', async () => {
    const { page, served } = await open()
    await page.goto(`${served.url}/_sim/docs/`)
    expect(await seriousFindings(page)).toEqual([])
    // Past the link to the page and the name.
    for (let times = 0; times < 3; times++) await page.keyboard.press('Tab')
    await page.keyboard.type('freeze baseline')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ sections/)
    expect(await page.getByRole('searchbox').inputValue()).toBe('freeze baseline')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'wiki.baseline.freeze', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'wiki.baseline.freeze' }).waitFor()
    await page.getByRole('link', { name: 'A123' }).click()
    await page.getByRole('heading', { level: 1, name: 'A123: Duration of freezing' }).waitFor()
  })
})
