// The page about hot reload, in Chromium: the page of the tutorial with its modules, which are changed while it is open.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInChromium } from '../../doors/in-chromium.ts'
import { blocksOf, pathOf } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'
import { startVite } from '../support/vite.ts'

const tutorial = blocksOf('docs/tutorials/front-end.md', 'html', 'js', 'ts')
const own = blocksOf('docs/hot-reload.md', 'ts')
const files = new Map(
  [...tutorial, ...own].flatMap((block) => {
    const path = pathOf(block)
    return path === undefined ? [] : [[path, block.text] as const]
  }),
)
const [reset = ''] = blocksOf('docs/hot-reload.md', 'js').map(({ text }) => text)

const project = await makeProject(['vite', 'msw'])

describeInChromium((browser) => {
  let page: Page
  let stop: () => Promise<void>
  const change = (path: string, from: string, to: string) => {
    const text = files.get(path) ?? ''
    expect(text).toContain(from)
    files.set(path, text.replace(from, to))
    return project.write(path, files.get(path) ?? '')
  }
  const shows = async (text: string) => {
    const found = page.getByText(text).first()
    await found.waitFor({ timeout: 20_000 })
    return found.isVisible()
  }
  const original = 'REQ-007 The drone shall fly for at least 35 minutes'
  const edited = 'REQ-007 The battery shall last.'

  beforeAll(async () => {
    files.set('src/main.ts', `import './title.ts'\n${files.get('src/main.ts')}`)
    for (const [path, text] of files)
      await project.write(path, path.endsWith('.html') ? text.slice(text.indexOf('\n') + 1) : text)
    await project.run('npx msw init public --save')
    const { address, stop: stopServer } = await startVite(project.folder)
    stop = stopServer
    page = await browser().newPage()
    await page.goto(address)
    await shows('Requirements of the drone')
    await shows(original)
    await page.getByRole('button', { name: 'Shorten the first' }).click()
    await shows(edited)
  })
  afterAll(() => stop())

  it('a module that accepts updates leaves the simulator alone', async () => {
    await page.evaluate('sim.marked = true')
    await change('src/title.ts', 'of the drone', 'of the glider')
    await shows('Requirements of the glider')
    expect(await page.evaluate('sim.marked')).toBe(true)
    expect(await shows(edited)).toBe(true)
  })

  it('any other module reloads the page, which has its world again', async () => {
    await change('src/main.ts', 'The service cannot be reached.', 'No connection.')
    await expect.poll(() => page.evaluate('globalThis.sim?.marked')).toBeUndefined()
    expect(await shows(edited)).toBe(true)
  })

  it('a reset is found by the next reload', async () => {
    await page.evaluate(reset)
    await page.reload()
    expect(await shows(original)).toBe(true)
    await page.getByRole('button', { name: 'Shorten the first' }).click()
    expect(await shows(edited)).toBe(true)
  })

  it('another scenario begins anew', async () => {
    await change('src/simulator.ts', "scenario: 'demo'", "scenario: { extends: ['demo'], name: 'another' }")
    expect(await shows(original)).toBe(true)
  })
})
