// Takes pictures of every panel of the console and every step of every story on the stage, at three sizes in both
// themes, for a developer to look at: node scripts/all-pictures.ts FOLDER, with names of places to take only those,
// such as overview or stage-outage

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { openPanel, send, withConsole } from './console-page.ts'
import { openFailedTest, tellStory } from './console-story.ts'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const THEMES = ['light', 'dark'] as const

/** Panels that show more when something in them is selected. */
const SELECTED = [
  'queues/svc-0001-demo/outbound/8001',
  'journal/1',
  'requirements/6001/eu',
  'machines/baseline/state/DONE',
  'tables/requirement/6001/eu',
  'worlds/before/now',
  'api/wiki.requirement.search',
  'past/0/3',
]

const [folder, ...wanted] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name a folder: node scripts/all-pictures.ts FOLDER [NAME …]')
mkdirSync(folder, { recursive: true })
await withConsole({ width: 1366, height: 768 }, async (page, url) => {
  await tellStory(url)
  const panels = await page
    .locator('.nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(2) ?? ''))
  for (const panel of [...panels, ...SELECTED]) {
    const name = panel.replaceAll('/', '-')
    if (!isWanted(name)) continue
    await openPanel(page, panel)
    await take(page, name)
  }
  if (isWanted('failure-of-trace')) {
    await openPanel(page, 'failure')
    await openFailedTest(page)
    await take(page, 'failure-of-trace')
  }
  for (const { name, steps } of await storiesOf(url)) {
    if (steps > 0 && isWanted(`stage-${name}`)) await takeStory(page, url, name, steps)
  }
})

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name)
}

/** Takes the page as it is, at every size in both themes. */
async function take(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(200)
      await page.screenshot({ path: resolve(folder ?? '', `${name}-${size.width}-${colorScheme}.png`) })
    }
  }
}

/** Takes the opening of a story, and each of its steps. */
async function takeStory(page: Page, url: string, name: string, steps: number): Promise<void> {
  await send(`${url}/_sim/scenario`, {
    method: 'POST',
    headers: { 'X-Sim-Control': '1', 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  await openPanel(page, 'stage')
  for (let step = 0; step <= steps; step++) {
    if (step > 0) await page.keyboard.press('ArrowRight')
    await page.locator('.stage[aria-busy="false"]').waitFor()
    await page.waitForTimeout(500)
    await take(page, `stage-${name}-${String(step).padStart(2, '0')}`)
  }
}

/** The ready scenarios, with how many steps each has. */
async function storiesOf(url: string): Promise<readonly { readonly name: string; readonly steps: number }[]> {
  const response = await fetch(`${url}/_sim/scenarios`)
  return ((await response.json()) as { items: { name: string; steps: number }[] }).items
}
