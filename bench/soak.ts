/**
 * Whether the simulator stays as it is over 200,000 exchanges, mixed over all operations, in worlds that come and go, some
 * of them through HTTP, beside a live clock: a flat heap, no growing latency, no lost timer, and a clean end.
 *
 *     npm run soak                     prints what was seen; exit code 1 when something is broken
 *     npm run soak -- --exchanges N    fewer or more of them, at least 20,000
 */
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { serve, type Served } from '../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../src/index.ts'
import { slopeOf } from './growth/figures.ts'
import { CALLS, type Call, createDraw } from './soak-calls.ts'
import { formatNumber, formatRows, isMet, type Row } from './measure.ts'

const EXCHANGES = 200_000
/** Exchanges before anything is measured: code is compiled, the journal fills up. */
const WARM_UP = 20_000
/** Exchanges of one named world, from its first use until it is dropped. */
const LIFE = 150
/** One exchange in so many goes through HTTP. */
const THROUGH_HTTP = 20
const HEAP_POINTS = 20
/** Virtual milliseconds in one of the wall's: the job of each three minutes runs five times a second. */
const SPEED = 900
const RUN_EVERY = 180_000

const { exchanges } = readArguments()
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const draw = createDraw(7)
const latencies = new Float64Array(exchanges)
const heap: (readonly [exchange: number, bytes: number])[] = []
const statuses = new Map<string, number>()
const succeeded = new Set<string>()
const defects: string[] = []

const simulator = await createSimulator({
  scenario: 'demo',
  config: { rateLimit: 'off' },
  clock: { mode: 'live', speed: SPEED },
})
const served = await serve(simulator, { onDefect: (error) => defects.push(String(error)) })
const runs = countRuns(simulator)
await exchangeAll()
const rows = [...heapRows(), ...latencyRows(), ...(await timerRows()), ...(await endRows(served))]
report(rows)

function readArguments(): { exchanges: number } {
  const { values } = parseArgs({ options: { exchanges: { type: 'string', default: String(EXCHANGES) } } })
  const asked = Number(values.exchanges)
  if (Number.isInteger(asked) && asked >= 20_000) return { exchanges: asked }
  console.error(`--exchanges '${values.exchanges.slice(0, 100)}' is not a whole number from 20000 on`)
  process.exit(2)
}

/** Runs of the synchronisation in the default world, and those that there should have been since. */
function countRuns(of: Simulator): () => { readonly ran: number; readonly due: number } {
  of.catchUp()
  const began = of.world.now
  let ran = 0
  of.events.subscribe(
    (event) => {
      if (event.type === 'job' && event.data.kind.includes('sync')) ran++
    },
    { types: ['job'], world: 'default' },
  )
  return () => {
    const start = of.world.clock.start
    const before = Math.floor((began - start) / RUN_EVERY)
    return { ran, due: Math.floor((of.world.now - start) / RUN_EVERY) - before }
  }
}

async function exchangeAll(): Promise<void> {
  const every = Math.floor(exchanges / HEAP_POINTS)
  for (let number = -WARM_UP; number < exchanges; number++) {
    const world = `world-${Math.floor((number + WARM_UP) / LIFE)}`
    const call = CALLS[Math.floor(draw() * CALLS.length)] as Call
    const started = performance.now()
    const status = number % THROUGH_HTTP === 0 ? await sendHttp(call, world) : await send(call, world)
    if (number >= 0)
      latencies[number] = number % THROUGH_HTTP === 0 ? Number.NaN : performance.now() - started
    note(call, status)
    if ((number + WARM_UP) % LIFE === LIFE - 1 || number === exchanges - 1) await endWorld(world)
    if (number >= 0 && number % every === every - 1) heap.push([number, heapUsed()])
  }
}

async function send({ method, url, headers, body }: Call, world: string): Promise<number> {
  const { status } = await simulator.exchange({
    method,
    url,
    headers: { ...headers, 'x-sim-world': world },
    body,
  })
  return status
}

function sendHttp({ method, url, headers, body }: Call, world: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: { ...headers, 'x-sim-world': world } }
    request(`${served.url}${url}`, options, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', reject)
      .end(body)
  })
}

function note({ operation }: Call, status: number): void {
  const kind = `${Math.floor(status / 100)}xx`
  statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
  if (status < 300) succeeded.add(operation)
  if (status >= 500) defects.push(`${operation} answered ${status}`)
}

/** What happens to a world before it goes: a snapshot and its restoration, a reset, a fork that nobody keeps, listeners. */
async function endWorld(world: string): Promise<void> {
  const stop = simulator.events.subscribe(() => {}, { world })
  const { id } = JSON.parse(await control('POST', '/snapshots', {}, world)) as { id: string }
  await control('POST', `/snapshots/${id}/restore`, {}, world)
  await control('DELETE', `/snapshots/${id}`, undefined, world)
  await control('POST', '/reset', {}, world)
  await simulator
    .fork()
    .exchange({ method: 'GET', url: '/wiki/rest/reqs/1/requirement2/ENG/REQ-001', headers: {} })
  await control('DELETE', `/worlds/${world}`, undefined, 'default')
  stop()
}

async function control(
  method: string,
  path: string,
  body: object | undefined,
  world: string,
): Promise<string> {
  const answer = await simulator.exchange({
    method,
    url: `http://sim.sim/_sim${path}`,
    headers: { 'content-type': 'application/json', 'x-sim-control': '1', 'x-sim-world': world },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${String(answer.body)}`)
  return String(answer.body)
}

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new Error('start this with --expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** What the heap grows by over the whole run, by the line through its later half: the journal is full by then. */
function heapRows(): Row[] {
  const later = heap.slice(Math.floor(heap.length / 2))
  const megabytes = later.map(([, bytes]) => bytes / 2 ** 20)
  const growth = (slopeOf(later) * exchanges) / 2 ** 20
  return [
    { name: 'heap after a collection, at the end', unit: 'MB', measured: megabytes.at(-1) ?? Number.NaN },
    {
      name: `growth of the heap over ${formatNumber(exchanges)} exchanges`,
      unit: 'MB',
      measured: growth,
      target: 8,
    },
  ]
}

/** Latencies in process of the first and of the last tenth. */
function latencyRows(): Row[] {
  const tenth = Math.floor(exchanges / 10)
  const sorted = (values: Float64Array) => values.filter((value) => !Number.isNaN(value)).toSorted()
  const first = sorted(latencies.subarray(0, tenth))
  const last = sorted(latencies.subarray(-tenth))
  return ([50, 90, 99] as const).flatMap((percent): Row[] => {
    const [before = Number.NaN, after = Number.NaN] = [first, last].map(
      (values) => values[Math.floor((values.length * percent) / 100)],
    )
    const name = `latency, percentile ${percent}`
    const growth: Row = {
      name: `${name}: the last tenth beside the first`,
      unit: '×',
      measured: after / before,
    }
    return [
      { name: `${name} of the last tenth`, unit: 'µs', measured: after * 1000 },
      // What is rare depends on what else the machine does.
      percent === 99 ? growth : { ...growth, target: 1.5 },
    ]
  })
}

/** Whether the door's own timer still moves the live clock when nobody asks. */
async function timerRows(): Promise<Row[]> {
  const before = runs().ran
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const alone = runs().ran - before
  const { ran, due } = runs()
  return [
    {
      name: 'runs of the job within 1.5 s without any exchange',
      unit: '',
      measured: alone,
      target: 3,
      good: 'above',
    },
    { name: 'runs of the job that were lost', unit: '', measured: Math.abs(due - ran), target: 1 },
  ]
}

/** Ends the server; whatever still keeps the process alive afterwards should not. */
async function endRows(door: Served): Promise<Row[]> {
  const started = performance.now()
  await door.close()
  const closing = performance.now() - started
  agent.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const kept = process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|Immediate/.test(name))
  return [
    { name: 'closing the server', unit: 'ms', measured: closing, target: 1000 },
    { name: 'sockets and timers left', unit: '', measured: kept.length, target: 0 },
    { name: 'worlds left besides the default one', unit: '', measured: await worldsLeft(), target: 0 },
    { name: 'operations that never succeeded', unit: '', measured: CALLS.length - succeeded.size },
    { name: 'defects', unit: '', measured: defects.length, target: 0 },
  ]
}

async function worldsLeft(): Promise<number> {
  const { total } = JSON.parse(await control('GET', '/worlds', undefined, 'default')) as { total: number }
  return total - 1
}

function report(seen: readonly Row[]): void {
  console.log(formatRows(seen))
  const counts = [...statuses].sort(([a], [b]) => (a < b ? -1 : 1))
  console.log(`\nAnswers: ${counts.map(([kind, count]) => `${kind} ${formatNumber(count)}`).join(', ')}`)
  for (const defect of new Set(defects.slice(0, 1000))) console.log(defect)
  // Not process.exit: that the process ends by itself is a part of what is tried. A timer of its own would say otherwise.
  process.exitCode = seen.every(isMet) ? 0 : 1
  const limit = setTimeout(() => {
    console.error('The process did not end by itself.')
    process.exit(1)
  }, 5000)
  limit.unref()
}
