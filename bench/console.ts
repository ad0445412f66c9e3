/**
 * Whether the console stays usable with 100,000 requirements and 200 exchanges a second: opens each panel in Chromium
 * while a client keeps the server busy, and prints the longest task of the page's main thread, by the wall and by the
 * processor (on a busy machine only the second says what the page itself does), the longest wait for a frame, how often
 * tasks took over 200 ms, how far the page is behind, and the heap afterwards. Exit code 1 when a bound is missed.
 *
 *     node scripts/build-console.ts && node bench/console.ts [panel…]
 */
import { Agent, request } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startServer } from './child.ts'
import { formatRows, isMet, type Row } from './measure.ts'

const RATE = 200
/** Virtual milliseconds in one of the server's, as console-server.ts has it. */
const SPEED = 60
const SECONDS = 10
/** Wall milliseconds between two bundles of requests. */
const BEAT = 25
const BASIC = `Basic ${btoa('alice:alice')}`
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

interface Load {
  stop(): Promise<{ readonly answered: number; readonly refused: number; readonly seconds: number }>
}

/** Reads, pages and writes in turn, at a steady rate whatever the answers take. */
function startLoad(url: string): Load {
  const began = performance.now()
  const open: Promise<void>[] = []
  let answered = 0
  let refused = 0
  const exchange = async (number: number): Promise<void> => {
    const status = await send(url, number)
    answered++
    if (status >= 400) refused++
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * RATE)
    while (open.length < due) open.push(exchange(open.length + 1))
  }, BEAT)
  return {
    async stop() {
      clearInterval(timer)
      const seconds = (performance.now() - began) / 1000
      await Promise.all(open)
      return { answered, refused, seconds }
    },
  }
}

/** One exchange; resolves to its status, or 599 where there was no answer. */
function send(url: string, number: number): Promise<number> {
  const key = `BIG-${String(((number * 7919) % 100_000) + 1).padStart(6, '0')}`
  const space = `${url}/wiki/rest/reqs/1/requirement2/BIG`
  const isWrite = number % 10 === 0
  const isSearch = number % 10 < 4 && !isWrite
  return new Promise((resolve) => {
    const sending = request(
      isSearch ? `${space}?q=key%3D%27${key}%27` : `${space}/${key}`,
      {
        agent,
        method: isWrite ? 'PUT' : 'GET',
        headers: { authorization: BASIC, ...(isWrite ? { 'content-type': 'application/json' } : {}) },
      },
      (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    )
    sending.once('error', () => resolve(599))
    sending.end(
      isWrite ? JSON.stringify({ properties: [{ key: 'Cost', value: String(number) }] }) : undefined,
    )
  })
}

interface Seen {
  /** Milliseconds of the longest task of the main thread, 0 where none took 50. */
  readonly longest: number
  /** Tasks of more than 200 ms. */
  readonly blocked: number
  /** Milliseconds between the two frames that were furthest apart. */
  readonly frame: number
}

declare global {
  var seen: { longest: number; blocked: number; frame: number }
}

/** Begins to watch the main thread of a page. */
function beginWatching(): void {
  globalThis.seen = { longest: 0, blocked: 0, frame: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      globalThis.seen.longest = Math.max(globalThis.seen.longest, duration)
      if (duration > 200) globalThis.seen.blocked++
    }
  }).observe({ entryTypes: ['longtask'] })
  let last = performance.now()
  const frame = (now: number): void => {
    globalThis.seen.frame = Math.max(globalThis.seen.frame, now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** Bytes of the page's heap after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the processor. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Follows the tasks of pages from here on; answers what ends that: milliseconds of the processor that the longest took. */
async function traceTasks(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === 'thread_name' || event.name.endsWith('RunTask')) events.push(event)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  })
  return async () => {
    const complete = new Promise((resolve) => {
      session.once('Tracing.tracingComplete', resolve)
    })
    await session.send('Tracing.end')
    await complete
    await session.detach()
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const threads = new Set(
      events.filter(({ args }) => args.name === 'CrRendererMain').map((event) => threadOf(event)),
    )
    const own = events.filter((event) => threads.has(threadOf(event)))
    return own.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0)
  }
}

/** Wall milliseconds by which the last reading of the page is behind the server: whether it keeps up with the events. */
async function ageOf(page: Page, url: string): Promise<number> {
  const shown = await page.locator('.clock-now').getAttribute('datetime')
  const answer = await fetch(`${url}/_sim/clock`)
  const { now } = (await answer.json()) as { now: string }
  return (Date.parse(now) - Date.parse(shown ?? '')) / SPEED
}

async function measurePanel(browser: Browser, url: string, panel: string): Promise<Row[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(beginWatching)
  const load = startLoad(url)
  const endTrace = await traceTasks(browser)
  await page.goto(`${url}/_sim/#/${panel}`)
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000))
  const age = await ageOf(page, url)
  // A key press is answered: the page does not only draw.
  const before = performance.now()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor({ timeout: 5000 })
  const reaction = performance.now() - before
  const seen: Seen = await page.evaluate(() => globalThis.seen)
  const { answered, refused, seconds } = await load.stop()
  const processor = await endTrace()
  const heap = await heapOf(page)
  await page.close()
  if (refused > 0 || errors.length > 0) {
    throw new Error(`${panel}: ${refused} of ${answered} refused; ${errors.join('; ')}`)
  }
  return [
    {
      name: `${panel}: exchanges answered`,
      unit: 'req/s',
      measured: answered / seconds,
      target: RATE * 0.9,
      good: 'above',
    },
    { name: `${panel}: longest task of the page`, unit: 'ms', measured: seen.longest, target: 200 },
    { name: `${panel}: longest task, of the processor`, unit: 'ms', measured: processor, target: 150 },
    { name: `${panel}: tasks over 200 ms`, unit: '×', measured: seen.blocked },
    { name: `${panel}: longest wait for a frame`, unit: 'ms', measured: seen.frame },
    { name: `${panel}: how old the clock is that is shown`, unit: 'ms', measured: age, target: 1000 },
    { name: `${panel}: from a key to its dialog`, unit: 'ms', measured: reaction, target: 1000 },
    { name: `${panel}: heap of the page`, unit: 'MB', measured: heap / 1_000_000, target: 64 },
  ]
}

async function panelsOf(browser: Browser, url: string): Promise<readonly string[]> {
  const page = await browser.newPage()
  await page.goto(`${url}/_sim/`)
  const links = page.locator('.nav a')
  await links.first().waitFor()
  const names = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  await page.close()
  return names.map((name) => name.replace('#/', ''))
}

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const server = await startServer('console-server.ts', [])
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const asked = process.argv.slice(2)
  const panels = asked.length > 0 ? asked : await panelsOf(browser, server.url)
  const rows: Row[] = []
  for (const panel of panels) rows.push(...(await measurePanel(browser, server.url, panel)))
  console.log(formatRows(rows))
  process.exitCode = rows.every(isMet) ? 0 : 1
} finally {
  await browser.close()
  server.stop()
  agent.destroy()
}
