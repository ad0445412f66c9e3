/** The reference as a file without a server: it searches by itself, and asks nobody. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { loadEntries } from '../../../src/docs/entries.ts'
import { referenceHtml } from '../../../src/docs/reference.ts'
import { describeInChromium } from '../../doors/in-chromium.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { seriousFindings } from '../console-page.ts'

describeInChromium((browser) => {
  const { path: folder } = temporaryFolder()

  test('the file shows the entries that have all words', async () => {
    const entries = await loadEntries()
    const file = join(folder, 'reference.html')
    writeFileSync(file, referenceHtml(entries))
    const context = await browser().newContext({ offline: true, viewport: { width: 390, height: 800 } })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(pathToFileURL(file).href)
    const shown = page.locator('.entry:not([hidden])')
    const found = () => page.getByRole('status').textContent()
    expect(await shown.count()).toBe(entries.size)
    await page.getByRole('searchbox').fill('freezing hundred')
    await expect.poll(found).toBe(`1 of ${entries.size}`)
    expect(await shown.getAttribute('id')).toBe('A123')
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // A link to an entry that the search hides ends the search.
    await shown.getByRole('link', { name: 'wiki.baseline.freeze', exact: true }).click()
    await expect.poll(() => shown.count()).toBe(entries.size)
    await expect.poll(() => page.locator('[id="wiki.baseline.freeze"]').isVisible()).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })
})
