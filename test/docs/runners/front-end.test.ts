// The tutorial of the front-end developer, followed to its end: files written, commands run, the page used in Chromium.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInChromium } from '../../doors/in-chromium.ts'
import { codeBlocks } from '../support/code-blocks.ts'
import { missingLine, pathOf, readPage } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'
import { startVite } from '../support/vite.ts'

const chapters = readPage('docs/tutorials/front-end.md')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ text, blocks: codeBlocks(text) }))
const shownIn = (chapter: number) =>
  chapters[chapter - 1]?.blocks.filter(({ language }) => language === 'text').map(({ text }) => text) ?? []
const typedIn = (chapter: number) =>
  chapters[chapter - 1]?.blocks.filter(({ language }) => language === 'js').map(({ text }) => text) ?? []

const project = await makeProject(['vite', 'msw'])
for (const block of chapters.flatMap(({ blocks }) => blocks)) {
  const path = pathOf(block)
  if (path !== undefined)
    await project.write(path, path.endsWith('.html') ? withoutPath(block.text) : block.text)
}

/** A page's doctype is its first line. */
function withoutPath(html: string): string {
  return html.slice(html.indexOf('\n') + 1)
}

/** Runs a command of a chapter that is told with what it says, and expects that. */
async function expectCommand(command: string, chapter: number): Promise<void> {
  expect(chapters[chapter - 1]?.blocks.map(({ text }) => text)).toContain(command)
  const { code, output } = await project.run(command)
  expect(code, output).toBe(0)
  expect(missingLine(shownIn(chapter)[0] ?? '', output), output).toBeUndefined()
}

it('the worker is put beside the page', async () => {
  await expectCommand('npx msw init public --save', 1)
  expect(existsSync(join(project.folder, 'public/mockServiceWorker.js'))).toBe(true)
})

it('production has no simulator', async () => {
  await expectCommand('npx vite build', 9)
  const { output } = await project.run('grep -rl createSimulator dist')
  expect(output.trim()).toBe('')
})

describeInChromium((browser) => {
  let stop: () => Promise<void>
  let page: Page
  let address: string
  beforeAll(async () => {
    await project.run('npx msw init public --save')
    ;({ address, stop } = await startVite(project.folder))
    page = await browser().newPage()
    await page.goto(address)
  })
  afterAll(() => stop())

  const press = (name: string) => page.getByRole('button', { name }).click()
  /** Waits until the page shows every line of a text. */
  const shows = async (text: string) => {
    expect(text).not.toBe('')
    await expect.poll(async () => missingLine(text, await page.innerText('body'))).toBeUndefined()
  }

  it('shows what a query of the demo finds', async () => {
    await shows(shownIn(3)[0] ?? '')
    expect(await page.getByRole('listitem').count()).toBe(3)
  })

  it.each([4, 6])('chapter %i: what is typed in the console is what the page then says', async (chapter) => {
    const typed = typedIn(chapter)
    expect(typed.length).toBeGreaterThan(0)
    for (const [index, line] of typed.entries()) {
      await page.evaluate(line)
      await press('Load')
      await shows(shownIn(chapter)[index] ?? '')
    }
  })

  it('chapter 5: the page waits two seconds', async () => {
    await page.evaluate(typedIn(5)[0] ?? '')
    const begin = performance.now()
    await press('Load')
    expect(await page.getByRole('status').innerText()).toBe(shownIn(5)[0])
    await expect.poll(() => page.getByRole('status').innerText()).toBe('')
    expect(performance.now() - begin).toBeGreaterThan(1900)
  })

  it('keeps what was edited over a reload', async () => {
    await page.evaluate(typedIn(7)[0] ?? '')
    await press('Shorten the first')
    await shows(shownIn(7)[0] ?? '')
    await page.evaluate("sim.faults.add({ user: 'eve', status: 500 })")
    await press('Load')
    await page.reload()
    await shows(shownIn(7)[0] ?? '')
    expect(await page.evaluate('sim.faults.list().length')).toBe(1)
    const other = await page.context().browser()?.newPage()
    await other?.goto(address)
    await expect.poll(() => other?.innerText('body')).toContain('for at least 35 minutes')
  })

  it('refuses a user who may only read', async () => {
    const [, was = '', becomes = ''] =
      /Replace `(.+?)` by `(.+?)` in `src\/simulator\.ts`/.exec(chapters[7]?.text ?? '') ?? []
    const source = chapters[2]?.blocks.find((block) => pathOf(block) === 'src/simulator.ts')?.text ?? ''
    expect(source).toContain(was)
    await project.write('src/simulator.ts', source.replace(was, becomes))
    // Vite reloads the page when it notices that the file has changed, which may be after a press.
    const answer = async () => {
      await press('Shorten the first')
      await page.waitForTimeout(200)
      return missingLine(shownIn(8)[0] ?? '', await page.innerText('body'))
    }
    await expect.poll(answer, { timeout: 25_000, interval: 500 }).toBeUndefined()
  })
})
