// The page about Vite (docs/vite.md): its project, in Chromium, from the plugin's first line to the error of a scenario.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInChromium } from '../../doors/in-chromium.ts'
import { blocksOf, missingLine, pathOf } from '../support/pages.ts'
import { makeProject, type Project } from '../support/project.ts'
import { type DevelopmentServer, startVite } from '../support/vite.ts'

const files = blocksOf('docs/vite.md', 'ts', 'yaml').map((block) => ({
  path: pathOf(block) ?? '',
  text: block.text,
}))
const [fault = ''] = blocksOf('docs/vite.md', 'js').map(({ text }) => text)
const [error = ''] = blocksOf('docs/vite.md', 'text').map(({ text }) => text)
const INDEX = '<!doctype html><html><body><script type="module" src="/src/main.ts"></script></body></html>'

async function writeProject(): Promise<Project> {
  const project = await makeProject(['vite'])
  await project.write('index.html', INDEX)
  for (const { path, text } of files) await project.write(path, text)
  return project
}

it('every file of the page has a path', () => {
  expect(files.map(({ path }) => path)).toEqual([
    'vite.config.ts',
    'reqsim/first.scenario.yaml',
    'src/main.ts',
  ])
})

it('production has no simulator', async () => {
  const project = await writeProject()
  const { code, output } = await project.run('NODE_ENV=production vite build --target es2023')
  expect(code, output).toBe(0)
  expect((await project.run('grep -rlE "reqsim|_sim" dist')).output.trim()).toBe('')
})

describeInChromium((browser) => {
  let project: Project
  let server: DevelopmentServer
  let page: Page
  beforeAll(async () => {
    project = await writeProject()
    server = await startVite(project.folder)
    page = await browser().newPage()
    await page.goto(server.address)
  })
  afterAll(() => server.stop())

  it('the page shows what the scenario adds to the demo', async () => {
    await page.getByText(/REQ-001, .*REQ-020/).waitFor()
    await expect.poll(server.output).toMatch(/reqsim: +http:\/\/localhost:\d+\/sim\/_sim\//)
  })

  it('an address outside of the base returns the page, as the page says', async () => {
    const read =
      "fetch('/wiki/rest/reqs/1/baseline/ENG').then((r) => r.json()).catch((error) => error.message)"
    expect(await page.evaluate(read)).toContain("Unexpected token '<'")
  })

  it('a fault is added from the console of the browser', async () => {
    await page.evaluate(`(async () => {\n${fault}\n})()`)
    const status = () =>
      page.evaluate("fetch('/sim/wiki/rest/reqs/1/baseline/ENG').then(({ status }) => status)")
    expect(await status()).toBe(503)
  })

  it('an error of the scenario is shown in terminal and overlay', async () => {
    const scenario = await readFile(join(project.folder, 'reqsim/first.scenario.yaml'), 'utf8')
    await project.write('reqsim/first.scenario.yaml', scenario.replace('space:', 'spase:'))
    await page.locator('vite-error-overlay').getByText("did you mean 'space'?").first().waitFor()
    const lines = server.output().replaceAll(/^.*?(?=reqsim: The scenario)/gm, '')
    expect(missingLine(error, lines), lines).toBeUndefined()
  })
})
