// Makes the pictures of docs/images from the console in Chromium, over a server with a fixed story on a manual clock. Each picture is a WebP under 60 KB. Run it when a panel looks different: node scripts/screenshots.ts, with names of pictures to write only those

import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { IMAGES, openPanel, withConsole } from './console-page.ts'
import { openFailedTest, tellStory } from './console-story.ts'

const MAXIMUM_BYTES = 60_000
const SIZE = { width: 1280, height: 800 }
const SERVICE = 'svc-0001-demo'

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
  await guide.getByRole('button', { name: 'Watch it' }).first().click()
  await guide.getByText('running, 0 of 1000').waitFor()
  for (const done of [100, 200, 300, 400]) {
    await guide.getByRole('button', { name: 'Run its next step' }).click()
    await guide.getByText(`running, ${done} of 1000`).waitFor()
  }
  // The toasts go.
  await page.waitForTimeout(5000)
  await guide.evaluate((card) => card.scrollIntoView({ block: 'start' }))
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
    if (wanted.length === 0 || wanted.includes(name))
      writeFileSync(resolve(IMAGES, `${name}.webp`), await pictureOf(page))
  }
})
