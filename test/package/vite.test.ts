// The example with Vite and Preact, with the packed package: the page in Chromium over the plugin, its scenario while it is
// edited, worlds of tabs, the stories, a restart of the server, and the production build.

import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { describeInChromium } from '../doors/in-chromium.ts'
import { type DevelopmentServer, startVite } from '../docs/support/vite.ts'
import { openExample } from './example.ts'
import { run } from './packed.ts'

const packed = inject('packed')

/** What Storybook does with a story: its loaders, those of the file first, then its function. */
const SHOW = `
import { render } from 'preact'
import meta, * as stories from './requirements.stories.tsx'
export async function show(name, id) {
  for (const loader of [...meta.loaders, ...(stories[name].loaders ?? [])]) await loader({ id })
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  render(meta.render({}, { id }), root)
}
`

describeInChromium((browser) => {
  let folder: string
  let server: DevelopmentServer

  beforeAll(async () => {
    folder = await openExample(packed, 'vite-preact')
    server = await startVite(folder)
  })
  // The browser closes the pages: a page that is closed while it reloads may never report that it is.
  afterAll(() => server.stop())

  async function open(path = '/'): Promise<Page> {
    const page = await browser().newPage()
    page.setDefaultTimeout(60_000)
    await page.goto(new URL(path, server.address).href)
    return page
  }

  const item = (page: Page, key: string) => page.getByRole('listitem').filter({ hasText: key })
  const review = async (page: Page, key: string) => {
    await item(page, key).getByRole('button').click()
    await item(page, key).getByText('(reviewed)').waitFor()
  }
  const change = async (path: string, from: string, to: string) => {
    const text = await readFile(join(folder, path), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(folder, path), text.replace(from, to))
  }

  it('lists the requirements of the scenario, and finds some of them', async () => {
    const page = await open()
    await item(page, 'REQ-020').waitFor()
    expect(await page.getByRole('listitem').count()).toBe(13)
    await page.getByRole('searchbox').fill('battery')
    await expect.poll(() => page.getByRole('listitem').count(), { timeout: 20_000 }).toBe(4)
  })

  it('gives each tab the world that its address names, also when a router changes it', async () => {
    const [plain, blue] = [await open(), await open('/?world=blue')]
    await review(blue, 'REQ-001')
    await plain.reload()
    await item(plain, 'REQ-001').waitFor()
    expect(await plain.getByText('(reviewed)').count()).toBe(0)
    await blue.evaluate(() => history.pushState({}, '', '/elsewhere'))
    expect(blue.url()).toMatch(/\/elsewhere\?world=blue$/)
    await review(blue, 'REQ-002')
    await blue.goto(server.address)
    await item(blue, 'REQ-002').getByText('(reviewed)').waitFor()
    expect(blue.url()).toContain('?world=blue')
    expect(await blue.getByText('(reviewed)').count()).toBe(2)
  })

  it('gives each tab the user that its address names', async () => {
    const [alice, bob] = [await open(), await open('/?as=bob')]
    await item(bob, 'REQ-004').getByRole('button').click()
    await bob.getByRole('alert').getByText('403').waitFor()
    await bob.evaluate(() => history.pushState({}, '', '/elsewhere'))
    expect(bob.url()).toMatch(/\/elsewhere\?as=bob$/)
    await review(alice, 'REQ-004')
  })

  it('gives each story its own world, which begins with the scenario', async () => {
    await writeFile(join(folder, 'src/show.js'), SHOW)
    const show = (page: Page, name: string, id: string) =>
      page.evaluate(`import('/src/show.js').then(({ show }) => show('${name}', '${id}'))`)
    const page = await open()
    await item(page, 'REQ-020').waitFor()
    await show(page, 'WithRequirements', 'requirements--with-requirements')
    await review(page, 'REQ-001')
    await show(page, 'WithAnError', 'requirements--with-an-error')
    await page.getByText('503: The wiki is being updated.').waitFor()
    await show(page, 'WithRequirements', 'requirements--with-requirements')
    await item(page, 'REQ-001').waitFor()
    expect(await page.getByText('(reviewed)').count()).toBe(0)
  })

  it('shows what is wrong with the scenario in the overlay, and goes on; then the page has what was added', async () => {
    const page = await open()
    await item(page, 'REQ-020').waitFor()
    await change('reqsim/page.scenario.yaml', 'space:', 'spase:')
    const overlay = page.locator('vite-error-overlay')
    await overlay.getByText("did you mean 'space'?").first().waitFor()
    await overlay.getByText('page.scenario.yaml:6').first().waitFor()
    expect((await fetch(new URL('/sim/_sim/health', server.address))).status).toBe(200)
    await change('reqsim/page.scenario.yaml', 'spase: ENG, key: REQ-020', 'space: ENG, key: REQ-021')
    await item(page, 'REQ-021').waitFor()
    expect(await overlay.count()).toBe(0)
  })

  it('keeps the world when the configuration changes and the server restarts, unless the scenario is another one', async () => {
    await review(await open(), 'REQ-003')
    const restarts = () => server.output().match(/server restarted/g)?.length ?? 0
    await change('vite.config.ts', "as: 'alice'", "as: 'admin'")
    await expect.poll(restarts, { timeout: 60_000 }).toBe(1)
    // The first page reloads by itself, at a time of its own.
    await item(await open(), 'REQ-003')
      .getByText('(reviewed)')
      .waitFor()
    await change('vite.config.ts', "'./reqsim/page.scenario.yaml'", "'demo'")
    await expect.poll(restarts, { timeout: 60_000 }).toBe(2)
    const another = await open()
    await item(another, 'REQ-003').waitFor()
    expect(await another.getByText(/REQ-021|reviewed\)/).count()).toBe(0)
  })
})

it('is built without a trace of the simulator', async () => {
  const folder = await openExample(packed, 'vite-preact', 'vite-preact-built')
  const { exitCode, stdout, stderr } = await run('npm', ['run', 'build'], folder, {
    NODE_ENV: 'production',
  })
  expect(exitCode, stdout + stderr).toBe(0)
  const files = globSync('dist/**/*.*', { cwd: folder })
  expect(files.some((file) => file.endsWith('.js'))).toBe(true)
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  expect(texts).toContain('/sim')
  expect(texts).not.toMatch(/reqsim|_sim|sessionStorage/)
})
