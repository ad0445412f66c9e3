// The page of the report on a small screen: its tables scroll sideways, and words stay whole.
import { describe, expect, test } from 'vitest'
import { reportHtml } from '../../../src/gateway/report/html.ts'
import { createSimulator } from '../../../src/index.ts'
import { describeInChromium } from '../../doors/in-chromium.ts'

/** A field that no column is wide enough for. */
const LONG = 'x'.repeat(300)

async function page(): Promise<string> {
  const sim = await createSimulator({ scenario: 'demo' })
  const headers = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }
  for (const url of ['/wiki/rest/reqs/1/baseline/ENG', '/api/applications/101', '/nowhere'])
    await sim.fetch(url, { headers })
  await sim.fetch('/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2', { method: 'POST', headers })
  const body = JSON.stringify({ name: 'n.txt', parentContainerId: 3001, [LONG]: 1 })
  await sim.fetch('/api/files?applicationId=103', { method: 'POST', headers, body })
  return reportHtml(sim.report(), [`unknown field ${LONG}`])
}

describeInChromium((browser) => {
  describe.each([390, 1280])('at a width of %i pixels', (width) => {
    test('no word of a table breaks, and the page does not scroll sideways', async () => {
      const opened = await browser().newPage({ viewport: { width, height: 800 } })
      await opened.setContent(await page())
      const { broken, cells, wider, tables } = await opened.evaluate(() => {
        const broken: string[] = []
        const cells = [...document.querySelectorAll('th, td')]
        for (const cell of cells) {
          const node = cell.firstChild
          if (node === null) continue
          for (const { index, 0: word } of (node.textContent ?? '').matchAll(
            /[A-Za-z0-9]{1,40}(?![A-Za-z0-9])/g,
          )) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (range.getClientRects().length > 1) broken.push(word)
          }
        }
        const scrolled = [...document.querySelectorAll('.wide')]
        return {
          broken,
          cells: cells.length,
          wider: document.documentElement.scrollWidth - innerWidth,
          tables: scrolled.map((each) => each.scrollWidth),
        }
      })
      expect(broken.filter((word) => !word.startsWith('x'))).toEqual([])
      expect(cells).toBeGreaterThan(50)
      expect(wider).toBe(0)
      // Words that are too long for any column do break.
      expect(Math.max(...tables)).toBeLessThan(1500)
      await opened.close()
    })
  })
})
