/** Bundles that are opened from disk in Chromium, with everything that they log, throw or request. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import { run } from '../cli/cli.ts'
import { buildConsole } from '../console/console-page.ts'
import { describeInChromium } from '../doors/in-chromium.ts'
import { type PlainAnswer, plainAnswer } from '../doors/door.ts'
import type { SessionCall } from '../executable/session.ts'
import { type TemporaryFolder, temporaryFolder } from '../support/folder.ts'

const STARTED = /^in this page$/

export interface OpenedBundle {
  readonly page: Page
  /** What the page logged, threw and requested so far. Empty it where an error is meant. */
  readonly problems: string[]
  /** Sends requests to the simulator in the page, one after the other. */
  sendAll(calls: readonly SessionCall[]): Promise<PlainAnswer[]>
  /** Returns the body of a response. */
  read(path: string): Promise<string>
  /** Opens a panel by its address. */
  show(panel: string): Promise<void>
  /** Waits until the simulator has started. */
  started(): Promise<void>
}

export interface Bundles {
  readonly folder: TemporaryFolder
  /** Runs `reqsim bundle` with these arguments, and returns the path of the page. */
  write(...args: readonly string[]): Promise<string>
  /** Opens a page that `write` returned, and waits until it shows a text, by default that its simulator has started. */
  open(file: string, text?: string | RegExp): Promise<OpenedBundle>
}

/** Tests of bundles. A test fails if the page logs an error, throws, or requests anything but itself. */
export function describeBundles(body: (bundles: Bundles) => void): void {
  describe('a bundle', () => {
    const folder = temporaryFolder()
    const problems: string[] = []
    const pages: Page[] = []
    let count = 0
    beforeAll(async () => {
      await buildConsole()
      await promisify(execFile)(process.execPath, ['scripts/pages/build-bundle.ts', '--if-stale'])
    })
    afterEach(async () => {
      await Promise.all(pages.splice(0).map((page) => page.context().close()))
      expect(problems.splice(0)).toEqual([])
    })
    describeInChromium((browser) =>
      body({
        folder,
        async write(...args) {
          const file = join(folder.path, `bundle-${++count}.html`)
          const { code, errors } = await run(['bundle', ...args, '--out', file])
          expect({ code, errors }).toEqual({ code: 0, errors: '' })
          return file
        },
        async open(file, text = STARTED) {
          const page = await openPage(browser(), problems)
          pages.push(page)
          await page.goto(pathToFileURL(file).href)
          const opened = bundleOf(page, problems)
          await page.getByText(text).waitFor()
          return opened
        },
      }),
    )
  })
}

async function openPage(browser: Browser, problems: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 800 }, offline: true })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`logged: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`))
  // Requests that the policy of the page refuses are reported too.
  page.on('request', (request) => {
    const url = request.url()
    const isPage = request.isNavigationRequest() && url.startsWith('file:')
    if (!isPage && !/^(?:data|blob|about):/.test(url)) problems.push(`requested: ${url}`)
  })
  return page
}

function bundleOf(page: Page, problems: string[]): OpenedBundle {
  const sendAll = async (calls: readonly SessionCall[]) => {
    const answers = await page.evaluate(async (sent) => {
      const { reqsimBackend } = globalThis as unknown as { reqsimBackend: { fetch: typeof fetch } }
      const received = []
      for (const { path, ...init } of sent) {
        const response = await reqsimBackend.fetch(path, init)
        const bytes = new Uint8Array(await response.arrayBuffer())
        const body = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
        received.push({ status: response.status, headers: [...response.headers], body })
      }
      return received
    }, calls)
    return answers.map(({ status, headers, body }) => plainAnswer(status, headers, Buffer.from(body, 'hex')))
  }
  return {
    page,
    problems,
    sendAll,
    async read(path) {
      const [answer] = await sendAll([{ method: 'GET', path, headers: {} }])
      return Buffer.from(answer?.body ?? '', 'hex').toString()
    },
    async show(panel) {
      await page.evaluate((hash) => {
        location.hash = hash
      }, `#/${panel}`)
    },
    async started() {
      await page.getByText(STARTED).waitFor()
    },
  }
}
