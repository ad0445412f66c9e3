/**
 * The console in Chromium before a server of its own: what each panel's test begins with. A test fails when the page
 * logs an error, throws, or asks anything of another server.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import type { Integration } from '../../src/console/panels/queues/model.ts'
import { serve, type Served } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { describeInChromium } from '../doors/in-chromium.ts'

export interface ConsoleOptions {
  /** `demo` on a manual clock where absent. */
  readonly simulator?: SimulatorOptions
  /** The panel to open, with what stands behind its name: `queues`, `tables/requirement`. */
  readonly panel?: string
  readonly world?: string
  readonly browser?: BrowserContextOptions
}

/** One page of the console and the server that it shows. */
export interface ConsolePage {
  readonly page: Page
  readonly simulator: Simulator
  readonly served: Served
  /** What went wrong in the page so far: errors logged or thrown, and requests to elsewhere. Empty it where an error is meant. */
  readonly problems: string[]
  /** Goes to a panel by its address. */
  show(panel: string): Promise<void>
  /** Asks the control API as another caller would: `ask('GET', '/jobs')`; rejects where it refuses. */
  ask<T>(method: string, path: string, body?: unknown): Promise<T>
}

/** Opens one page; it is closed, and looked at for problems, after the test. */
export type OpenConsole = (options?: ConsoleOptions) => Promise<ConsolePage>

/** Tests of the console. */
export function describeConsole(title: string, body: (open: OpenConsole) => void): void {
  describe(`the console: ${title}`, () => {
    const opened: { readonly console: ConsolePage; readonly close: () => Promise<void> }[] = []
    beforeAll(buildConsole)
    afterEach(async () => {
      const done = opened.splice(0)
      await Promise.all(done.map(({ close }) => close()))
      expect(done.flatMap(({ console: { problems } }) => problems)).toEqual([])
    })
    describeInChromium((browser) =>
      body(async (options = {}) => {
        const one = await openConsole(browser(), options)
        opened.push(one)
        return one.console
      }),
    )
  })
}

/** Builds the page unless it is there and newer than its sources. Several at once do no harm. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build-console.ts', '--if-stale'])
}

async function openConsole(
  browser: Browser,
  { simulator: options, panel = '', world, browser: how }: ConsoleOptions,
): Promise<{ console: ConsolePage; close: () => Promise<void> }> {
  const simulator = await createSimulator({ scenario: 'demo', clock: { mode: 'manual' }, ...options })
  const served = await serve(simulator, { port: 0 })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...how })
  const page = await context.newPage()
  // Before the test's own limit, so that a failure names what was waited for.
  page.setDefaultTimeout(60_000)
  const problems = await watch(page, served.url)
  const address =
    world === undefined ? served.console : `${served.console}?world=${encodeURIComponent(world)}`
  await page.goto(`${address}#/${panel}`)
  // Events arrive from here on; what a test then does is seen.
  await page.getByText('connected', { exact: true }).waitFor()
  return {
    console: {
      page,
      simulator,
      served,
      problems,
      async show(name) {
        await page.evaluate((hash) => {
          location.hash = hash
        }, `#/${name}`)
      },
      async ask<T>(method: string, path: string, body?: unknown) {
        const headers = { 'X-Sim-Control': '1', ...(world === undefined ? {} : { 'X-Sim-World': world }) }
        const answer = await fetch(`${served.url}/_sim${path}`, {
          method,
          headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
        return (text === '' ? undefined : JSON.parse(text)) as T
      },
    },
    async close() {
      await context.close()
      await served.close()
    },
  }
}

/** The integration of the demo, with its queues. */
export async function integrationOf({ ask }: ConsolePage): Promise<Integration> {
  const { items } = await ask<{ items: Integration[] }>('GET', '/queues')
  return items[0] as Integration
}

/** Gathers errors of a page and its requests to other servers. */
async function watch(page: Page, url: string): Promise<string[]> {
  const problems: string[] = []
  page.on('console', (message) => {
    const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
      message.text(),
    )
    // A refusal of the server is an answer that panels show; Chromium logs each.
    if (message.type() === 'error' && !isRefusal) problems.push(`logged: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`))
  // What the page's policy refuses is told as a request too, but never gets as far as here.
  await page.route(
    (address) => !address.href.startsWith(`${url}/`) && !/^(?:data|about|blob):/.test(address.href),
    async (route) => {
      problems.push(`asked: ${route.request().url()}`)
      await route.abort()
    },
  )
  return problems
}

/**
 * Elements that overflow the page or their card to the right by more than a pixel, unless an element between them cuts
 * them or scrolls.
 */
export function runsOut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const named = ({ tagName, classList, textContent }: Element, by: number) =>
      found.push(
        `${[tagName, ...classList].join('.')} by ${Math.round(by)}: ${textContent.trim().slice(0, 60)}`,
      )
    const { documentElement } = document
    const beyond = documentElement.scrollWidth - documentElement.clientWidth
    if (beyond > 1) named(documentElement, beyond)
    for (const card of document.querySelectorAll('.card, .top, .nav, .toast')) {
      // It scrolls by itself, as the navigation of a narrow window does.
      if (['auto', 'scroll'].includes(getComputedStyle(card).overflowX)) continue
      const { right } = card.getBoundingClientRect()
      const holds = (element: Element): boolean =>
        element === card ||
        (getComputedStyle(element).overflowX === 'visible' &&
          (element.parentElement === null || holds(element.parentElement)))
      for (const element of card.querySelectorAll('*')) {
        const by = element.getBoundingClientRect().right - right
        const { parentElement: parent } = element
        // An element within one that overflows is not listed again.
        if (by <= 1 || parent === null || !holds(parent)) continue
        if (parent === card || parent.getBoundingClientRect().right - right <= 1) named(element, by)
      }
    }
    return found
  })
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Notes the sizes of JSON answers from now on; what it answers tells the largest since, in bytes, and fails where none came. */
export function noteLargest(page: Page, part: string): () => Promise<number> {
  const sizes: Promise<number>[] = []
  const note = (response: Response): void => {
    // A stream of events never ends.
    if (!response.url().includes(part) || !response.headers()['content-type']?.startsWith('application/json'))
      return
    // Nor is there a body of what the page gave up meanwhile.
    const size = response.body().then(({ length }) => length)
    sizes.push(size.catch(() => 0))
  }
  page.on('response', note)
  return async () => {
    page.off('response', note)
    expect(sizes).not.toEqual([])
    return Math.max(...(await Promise.all(sizes)))
  }
}

/** The accessibility findings of a page that are serious or critical, each with the elements that it is about. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource)
  const results = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(options),
    // Frames hold authors' HTML, which is not the console's to judge.
    { resultTypes: ['violations'], iframes: false } satisfies RunOptions,
  )
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 5)
        .map(
          (node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n').at(1)?.trim() ?? ''}`,
        ),
    )
}
