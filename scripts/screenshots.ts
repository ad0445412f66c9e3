// Makes the pictures of docs/images from the console in Chromium, over a server with a fixed story on a manual clock. Each picture is a WebP under 60 KB. Run it when a panel looks different: node scripts/screenshots.ts, with names of pictures to write only those

import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { createSimulator } from '../src/index.ts'
import { blurHeading, IMAGES, openPanel, send, withConsole } from './console-page.ts'

const MAXIMUM_BYTES = 60_000
const SIZE = { width: 1280, height: 800 }
const SERVICE = 'svc-0001-demo'
const ALICE = { Authorization: `Basic ${btoa('alice:alice')}` }

interface View {
  /** The file's name without its ending. */
  readonly name: string
  readonly panel: string
  readonly dark?: boolean
  /** What to do on the page before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

const views: readonly View[] = [
  { name: 'console-overview', panel: 'overview' },
  { name: 'console-overview-dark', panel: 'overview', dark: true },
  {
    name: 'console-time',
    panel: 'time',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Fit all' }).click()
      await page.waitForTimeout(500)
    },
  },
  { name: 'console-queues', panel: `queues/${SERVICE}` },
  { name: 'console-machines', panel: 'machines/baseline' },
  {
    name: 'console-requirement',
    panel: 'requirements/6001/eu',
    prepare: (page) => page.evaluate(() => scrollTo(0, 220)),
  },
  {
    name: 'console-journal',
    panel: 'journal',
    prepare: async (page) => {
      await page.getByRole('row', { name: /503/ }).click()
      await page.waitForTimeout(1000)
    },
  },
  { name: 'console-faults', panel: 'faults' },
  {
    name: 'console-worlds',
    panel: 'worlds/before/now',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^requirement / }).click()
      await page.waitForTimeout(500)
    },
  },
  { name: 'console-operation', panel: 'api/wiki.requirement.search' },
  // Last, as they change the story.
  { name: 'console-watch', panel: 'overview', prepare: watchLongFreezing },
  { name: 'stage-beginning', panel: 'stage', prepare: loadStory },
  { name: 'stage-step', panel: 'stage/release-freeze/freezing', prepare: tellFreezing },
  { name: 'console-failure', panel: 'failure', prepare: openFailedTest },
]

/** The trace of a client that misspells a parameter, and freezes twice. */
async function openFailedTest(page: Page): Promise<void> {
  const sim = await createSimulator()
  const ask = (method: string, path: string) =>
    sim.exchange({
      method,
      url: `http://wiki.sim/rest/reqs/1${path}`,
      headers: { authorization: ALICE.Authorization },
    })
  await ask('GET', '/requirement2/ENG?querry=battery')
  await ask('GET', '/baselines/ENG')
  sim.faults.add({ operation: 'wiki.baseline.list', status: 503, times: 1 })
  await ask('GET', '/baseline/ENG')
  await ask('GET', '/baseline/ENG')
  await ask('POST', '/baseline-actions/ENG/freeze/2')
  sim.clock.advance('1s')
  await ask('POST', '/baseline-actions/ENG/freeze/2')
  const failure = {
    runner: 'vitest',
    title: 'releases > freezes a baseline once, whatever the network does',
    file: 'test/freeze.test.ts',
    error: 'expected 409 to be 200 // Object.is equality',
    thrownAt: 'test/freeze.test.ts:12:5',
  }
  const buffer = Buffer.from(await sim.trace('default', { failure }))
  const file = { name: 'freeze.trace', mimeType: 'application/gzip', buffer }
  await page.getByRole('button', { name: 'Open a trace' }).setInputFiles(file)
  await page.getByRole('region', { name: 'Why the run failed' }).waitFor()
  // The toast goes.
  await page.waitForTimeout(5000)
}

/** A story for the stage, which is at its beginning. */
async function loadStory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load release-freeze' }).click()
  await page.getByRole('button', { name: 'Yes, continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'release-freeze' }).waitFor()
  await page.waitForTimeout(500)
}

async function tellFreezing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go to step 9' }).click()
  await page.getByRole('heading', { level: 1, name: 'Alice freezes the release' }).waitFor()
  await page.locator('.stage[aria-busy="false"]').waitFor()
  await page.waitForTimeout(500)
}

/** A baseline of many requirements, four steps on its way. */
async function watchLongFreezing(page: Page): Promise<void> {
  const guide = page.getByRole('region', { name: 'Try this' })
  await guide.getByRole('button', { name: 'Create a baseline of 1,000 and freeze it' }).click()
  await guide.getByText('running, 0 of 1000').waitFor()
  for (const done of [100, 200, 300, 400]) {
    await guide.getByRole('button', { name: 'Run its next step' }).click()
    await guide.getByText(`running, ${done} of 1000`).waitFor()
  }
  // The toasts go.
  await page.waitForTimeout(5000)
  await guide.evaluate((card) => card.scrollIntoView({ block: 'start' }))
}

/** A baseline that was frozen, an outage with a message that cannot leave, and a client that met a fault. */
async function tellStory(url: string): Promise<void> {
  const control = (method: string, path: string, body: unknown): Promise<void> =>
    send(`${url}/_sim${path}`, {
      method,
      headers: { 'X-Sim-Control': '1', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const wiki = `${url}/wiki/rest/reqs/1`
  const ask = (method: string, path: string): Promise<void> => send(wiki + path, { method, headers: ALICE })
  await control('POST', '/snapshots', { name: 'before' })
  await ask('GET', '/baseline/ENG')
  await ask('POST', '/baseline-actions/ENG/freeze/2')
  await control('POST', '/clock/advance', { by: '3m' })
  await ask('GET', "/requirement2/ENG?q=key%20~%20'REQ-%25'")
  await control('PATCH', '/sites/102', { status: 'DISABLED' })
  await control('POST', '/clock/advance', { by: '3m' })
  await control('PUT', '/pages/4001', {
    define: [{ key: 'REQ-001', html: 'The drone shall land within 90 seconds.' }],
    as: 'alice',
  })
  await control('POST', '/pages/4001/view', { as: 'alice' })
  await control('POST', '/clock/advance', { by: '4m' })
  await control('POST', '/faults', { operation: 'wiki.requirement.search', times: 2, status: 503 })
  await send(`${wiki}/requirement2/ENG?q=battery`, { method: 'GET', headers: ALICE }, 503)
  await ask('GET', '/requirement2/ENG/REQ-001')
}

/** The page as WebP, in the best quality that is small enough. */
async function pictureOf(page: Page): Promise<Uint8Array> {
  const session = await page.context().newCDPSession(page)
  for (const quality of [85, 70, 55, 40]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length < MAXIMUM_BYTES) return bytes
  }
  throw new Error(`No quality makes ${page.url()} small enough.`)
}

const wanted = process.argv.slice(2)
mkdirSync(IMAGES, { recursive: true })
await withConsole(SIZE, async (page, url) => {
  // The page receives the events of the story, as for somebody who has it open.
  await tellStory(url)
  for (const { name, panel, dark = false, prepare } of views) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await openPanel(page, panel)
    await prepare?.(page)
    await blurHeading(page)
    if (wanted.length === 0 || wanted.includes(name))
      writeFileSync(resolve(IMAGES, `${name}.webp`), await pictureOf(page))
  }
})
