// The console in Chromium over a server with the demo world and a manual clock, for the scripts that take pictures of it.

import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { serve } from '../src/adapters/node.ts'
import { createSimulator } from '../src/index.ts'

export const PROJECT = resolve(import.meta.dirname, '..')
export const IMAGES = resolve(PROJECT, 'docs/images')

/** Opens the console, hands the page and the address of the server to `use`, and closes both. */
export async function withConsole(
  viewport: { width: number; height: number },
  use: (page: Page, url: string) => Promise<void>,
): Promise<void> {
  execFileSync(process.execPath, [resolve(PROJECT, 'scripts/build-console.ts'), '--if-stale'])
  const served = await serve(await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } }))
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({ viewport })
    await page.goto(served.console)
    await page.getByText('connected', { exact: true }).waitFor()
    await use(page, served.url)
  } finally {
    await browser.close()
    await served.close()
  }
}

export async function openPanel(page: Page, panel: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${panel}`)
  await page.waitForTimeout(1000)
}

/** Sends a request and throws if its status is another than expected. */
export async function send(url: string, request: RequestInit, expected = 200): Promise<void> {
  const response = await fetch(url, request)
  if (response.status !== expected && !(expected === 200 && response.ok)) {
    throw new Error(`${request.method} ${url}: ${response.status} ${await response.text()}`)
  }
}
