// The page about tools in a page (docs/page-tools.md): its module in the tutorial's project, in Chromium, and in a production build.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInChromium } from '../../doors/in-chromium.ts'
import { blocksOf, pathOf } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'
import { type DevelopmentServer, startVite } from '../support/vite.ts'

const [module] = blocksOf('docs/page-tools.md', 'ts')
const [sheet] = blocksOf('docs/page-tools.md', 'css')
const project = await makeProject(['vite', 'msw'])
for (const block of blocksOf('docs/tutorials/front-end.md', 'html', 'ts', 'js')) {
  const path = pathOf(block)
  if (path !== undefined)
    await project.write(
      path,
      path.endsWith('.html') ? block.text.slice(block.text.indexOf('\n') + 1) : block.text,
    )
}
await project.write('src/simulator.ts', module?.text ?? '')

it('a production build has nothing of the tools, and a build for development has them', async () => {
  const found = async (mode: string) => {
    const { code, output } = await project.run(
      `NODE_ENV=${mode} npx vite build --mode ${mode} --logLevel error`,
    )
    expect(code, output).toBe(0)
    return (await project.run('grep -rlE "reqsim-console|createSimulator" dist')).output.trim()
  }
  expect(await found('development')).not.toBe('')
  expect(await found('production')).toBe('')
})

describeInChromium((browser) => {
  let server: DevelopmentServer
  let page: Page
  beforeAll(async () => {
    await project.run('npx msw init public --save')
    server = await startVite(project.folder)
    page = await browser().newPage()
    await page.goto(server.address)
  })
  afterAll(() => server.stop())

  it('the drawer opens, and a user who may only read gets 403', async () => {
    await page.getByRole('button', { name: 'reqsim' }).click()
    await page.getByLabel('Send as').selectOption('bob')
    await page.getByRole('button', { name: 'Shorten the first' }).click()
    await page.getByText('403: ').waitFor()
    await page.evaluate('sim.signIn()')
    await page.getByRole('button', { name: 'Shorten the first' }).click()
    await page.getByText('REQ-007 The battery shall last.').waitFor()
    expect(await page.evaluate('sim.signedIn')).toBeUndefined()
  })

  it('the style sheet of the page moves the button', async () => {
    const left = async () => (await page.locator('reqsim-console').boundingBox())?.x
    expect(await left()).toBeGreaterThan(100)
    await page.addStyleTag({ content: sheet?.text ?? '' })
    expect(await left()).toBe(16)
  })
})
