/** Chromium of this machine, and a page in it that runs a bundle of ours beside the mock's service worker. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'tsdown'

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where Chromium is: `CHROMIUM_PATH`, or one of the usual places; undefined where there is none. */
export function findChromium(): string | undefined {
  return process.env['CHROMIUM_PATH'] ?? USUAL_PLACES.find((path) => existsSync(path))
}

export function launchChromium(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  const quiet = ['background-networking', 'component-update', 'sync', 'gpu', 'quic']
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--no-first-run',
      ...quiet.map((name) => `--disable-${name}`),
      ...flags,
    ],
  })
}

/** One module and all it imports as a script of a page; `msw` is the package that stands for MSW. */
export async function bundle(entry: string, msw: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'reqsim-bundle-'))
  try {
    await build({
      config: false,
      entry: { page: entry },
      outDir,
      format: 'esm',
      platform: 'browser',
      target: 'es2023',
      alias: { 'msw/browser': `${msw}/browser`, msw },
      define: { 'process.env.NODE_ENV': '"production"' },
      deps: { alwaysBundle: [/./], onlyBundle: false },
      dts: false,
      hash: false,
      logLevel: 'error',
      outputOptions: { codeSplitting: false },
    })
    return readFileSync(join(outDir, 'page.js'), 'utf8')
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

export interface ServedPage {
  readonly page: Page
  close(): Promise<void>
}

/** Opens a page that runs `script`, on an origin that also has the service worker of the package `msw`. */
export async function openPage(browser: Browser, script: string, msw: string): Promise<ServedPage> {
  const worker = readFileSync(`node_modules/${msw}/lib/mockServiceWorker.js`, 'utf8')
  const server = await serveFiles({
    '/': ['text/html', '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', script],
    '/mockServiceWorker.js': ['text/javascript', worker],
  })
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error('in the page:', error))
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  return {
    page,
    async close() {
      await page.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

function serveFiles(files: Readonly<Record<string, readonly [type: string, text: string]>>): Promise<Server> {
  const server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? []
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text)
  })
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)))
}
