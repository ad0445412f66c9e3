/** A process of its own, started with --expose-gc: what a world of so many requirements costs. Prints it as JSON. */
import type { Simulator } from '../../src/index.ts'
import type { Costs } from './figures.ts'
import { loadLibrary } from '../library.ts'
import { median, timeOf, timesOf } from '../measure.ts'
import { createSearchable, freezeBatch, QUERIES, search } from '../queries.ts'

const TIMES = 15
/** Cheap things are done more often. */
const MANY = 300
const count = Number(process.argv[2])
const nothing = () => {}

/** A hundred requirements to a value, a page and an issue, however many there are. */
const shape = { batches: count / 100, pages: count / 100, linked: 500 / count }

await loadLibrary()
const started = performance.now()
const simulator = await createSearchable(count, shape)
const seed = performance.now() - started
await freezeBatch(simulator)
console.log(JSON.stringify(await costsOf(simulator)))

async function costsOf(world: Simulator): Promise<Costs> {
  if (globalThis.gc === undefined) throw new Error('start this with --expose-gc')
  globalThis.gc()
  const memory = process.memoryUsage().rss / 2 ** 20
  const medianOf = async (times: number, action: () => unknown) =>
    median(await timesOf(times, nothing, action))
  const searching = (query: string) => medianOf(TIMES, () => search(world, query))
  let number = 0
  const nextKey = () => `BIG-${String(1 + ((++number * 997) % count)).padStart(7, '0')}`
  const project = world.state('variant', { name: 'Current' }).at(-1)?.projectContainerId
  const list = `/api/applications/101/projects/${project}/variants/current/requirements`
  return {
    lookup: await medianOf(MANY, () => ask(world, 'GET', `${list}/${nextKey()}`)),
    'page of 20': await medianOf(MANY, () => ask(world, 'GET', `${list}?limit=20`)),
    'query: key': await searching(`key = '${nextKey()}'`),
    'query: property, 100 matches': await searching(QUERIES.property),
    'query: page, 100 matches': await searching(QUERIES.page),
    'query: linked issue, 100 matches': await searching(QUERIES.jira),
    'query: baseline, 100 matches': await searching(QUERIES.baseline),
    'query: words of all texts': await searching(QUERIES.text),
    'query: 20 terms': await searching(QUERIES.twenty),
    'query: what is not there': await searching(QUERIES.negated),
    'query: chain': await searching(QUERIES.chain),
    fork: 1000 * (await medianOf(MANY, () => void world.fork())),
    snapshot: 1000 * (await medianOf(MANY, () => void world.snapshot())),
    update: await medianOf(MANY, () => update(world, nextKey())),
    freeze: await timeOf(() => freeze(world)),
    seed,
    memory,
  }
}

function update(world: Simulator, key: string): Promise<void> {
  return ask(world, 'PUT', `/wiki/rest/reqs/1/requirement2/BIG/${key}`, {
    htmlExcerpt: 'The drone shall land.',
  })
}

/** Freezes every requirement, with all steps that this takes. */
async function freeze(world: Simulator): Promise<void> {
  await ask(world, 'POST', '/wiki/rest/reqs/1/baseline/BIG/1/create', { name: 'All' })
  // A second of virtual time for each hundred, and some more.
  world.clock.advance(`${count / 100 + 60}s`)
  const { status } = world.state('baseline', { name: 'All' })[0] ?? {}
  if (status !== 'DONE') throw new Error(`the baseline is ${status}`)
}

async function ask(world: Simulator, method: string, url: string, body?: object): Promise<void> {
  const answer = await world.exchange({
    method,
    url,
    headers: { authorization: 'Bearer tok-alice', 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${String(answer.body)}`)
}
