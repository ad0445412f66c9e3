// Makes the moving picture of the README, and its still, from the console in Chromium: messages reach the tracker, a
// baseline freezes, a client meets a fault. Needs img2webp (Debian's package webp). Run it when the console looks
// different: node scripts/tour.ts

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { IMAGES, openPanel, send, withConsole } from './console-page.ts'

const SIZE = { width: 1000, height: 720 }
const MAXIMUM_BYTES = 400_000
const ALICE = { headers: { Authorization: `Basic ${btoa('alice:alice')}` } }

interface Frame {
  readonly file: string
  readonly milliseconds: number
}

const folder = mkdtempSync(resolve(tmpdir(), 'reqsim-tour-'))
const frames: Frame[] = []

async function take(page: Page, milliseconds: number): Promise<void> {
  const file = resolve(folder, `${frames.length}.png`)
  await page.screenshot({ path: file, animations: 'disabled' })
  frames.push({ file, milliseconds })
}

/** Takes a frame with the pointer on a button of the clock, clicks it, and takes a frame of the result. */
async function advance(page: Page, button: string, milliseconds: number): Promise<void> {
  const clock = page.getByText(button, { exact: true })
  await clock.hover()
  await take(page, 600)
  await clock.click()
  await page.waitForTimeout(900)
  await take(page, milliseconds)
}

async function tour(page: Page, url: string): Promise<void> {
  const wiki = `${url}/wiki/rest/reqs/1`
  await openPanel(page, 'overview')
  await take(page, 1800)
  await openPanel(page, 'queues/svc-0001-demo')
  await take(page, 1200)
  await advance(page, '+3m', 2000)
  await openPanel(page, 'machines/baseline')
  await take(page, 1000)
  await send(`${wiki}/baseline-actions/ENG/freeze/2`, { method: 'POST', ...ALICE })
  await page.waitForTimeout(900)
  await take(page, 1500)
  await advance(page, '+1s', 2000)
  await send(`${url}/_sim/faults`, {
    method: 'POST',
    headers: { 'X-Sim-Control': '1', 'Content-Type': 'application/json' },
    body: JSON.stringify({ operation: 'wiki.requirement.search', times: 1, status: 503 }),
  })
  await send(`${wiki}/requirement2/ENG?q='battery'`, { method: 'GET', ...ALICE }, 503)
  await send(`${wiki}/requirement2/ENG?q='battery'`, { method: 'GET', ...ALICE })
  await openPanel(page, 'journal')
  await take(page, 1200)
  await page.getByRole('row', { name: /503/ }).click()
  await page.waitForTimeout(900)
  await take(page, 2500)
}

function encode(quality: number): number {
  const target = resolve(IMAGES, 'console-tour.webp')
  const parts = frames.flatMap(({ file, milliseconds }) => ['-d', String(milliseconds), file])
  execFileSync(
    'img2webp',
    ['-loop', '0', '-lossy', '-q', String(quality), '-m', '6', ...parts, '-o', target],
    {
      stdio: 'ignore',
    },
  )
  return statSync(target).size
}

try {
  await withConsole(SIZE, tour)
  if (![80, 65, 50, 35].some((quality) => encode(quality) <= MAXIMUM_BYTES))
    throw new Error(`No quality makes the tour smaller than ${MAXIMUM_BYTES} bytes.`)
  const still = resolve(IMAGES, 'console-tour-still.webp')
  execFileSync('img2webp', ['-lossy', '-q', '60', '-m', '6', frames[4]?.file ?? '', '-o', still], {
    stdio: 'ignore',
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
