/** Random walks over baselines and the requirements that they freeze, beside a model that is too simple to be wrong. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Client, clientOf, startClient } from '../support/client.ts'
import { rewritePage, writePage } from './authoring.ts'

const wiki = '/wiki/rest/reqs/1'
const KEYS = ['OPS-1', 'OPS-2', 'OPS-3', 'OPS-4']

type Texts = ReadonlyMap<string, string>

interface ModelBaseline {
  name: string
  status: 'PREVIEW' | 'IN_CREATION' | 'DONE'
  /** Freezes everything, or what has this key. */
  only: string | undefined
  /** What it froze, or is freezing. */
  copies: Texts
  /** When the freezing ends. */
  due: number
  expected: number
}

interface Model {
  rows: Map<string, string>
  baselines: Map<number, ModelBaseline>
  lastNumber: number
  names: number
}

interface Real {
  readonly client: Client
  readonly page: number
}

type Command = fc.AsyncCommand<Model, Real>

let base: Client
let page: number

beforeAll(async () => {
  base = await startClient()
  page = await writePage(base, { title: 'Runbook', spaceKey: 'OPS', content: [] })
})

function selected(rows: Texts, only: string | undefined): Texts {
  return new Map([...rows].filter(([key]) => only === undefined || key === only))
}

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real)
      await compare(model, real)
    },
    toString: () => name,
  }
}

/** What the service shows of every baseline and its copies is what the model has. */
async function compare(model: Model, { client }: Real): Promise<void> {
  const { body } = await client.get(`${wiki}/baseline/OPS?expand=details`)
  expect(body).toEqual(
    [...model.baselines]
      .sort(([a], [b]) => b - a)
      .map(([baseline, { name, status, copies, expected }]) =>
        expect.objectContaining({
          baseline,
          name,
          status,
          count: status === 'PREVIEW' ? expected : status === 'DONE' ? copies.size : 0,
        }),
      ),
  )
  for (const [number, { status, copies }] of model.baselines) {
    const found = await client.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-${number}`)
    const texts = found.body.results.map((row: { key: string; htmlExcerpt: string }) => [
      row.key,
      row.htmlExcerpt,
    ])
    const wanted = status === 'DONE' ? [...copies].sort(([a], [b]) => (a < b ? -1 : 1)) : []
    expect(texts).toEqual(wanted)
  }
  const live = (await client.get(`${wiki}/requirement2/OPS`)).body.results
  expect(live.map((row: { key: string; htmlExcerpt: string }) => [row.key, row.htmlExcerpt])).toEqual(
    [...model.rows].sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const stored = new Set(
    client.simulator
      .state('frozenSet', { projectContainerId: 1002 })
      .map((set) => (set as { number: number }).number),
  )
  for (const [number, { status }] of model.baselines) expect(stored.has(number)).toBe(status !== 'PREVIEW')
  expect([...stored].filter((number) => !model.baselines.has(number))).toEqual([])
}

/** The baseline that a random position means. */
function nth(model: Model, position: number): number | undefined {
  const numbers = [...model.baselines.keys()]
  return numbers[position % Math.max(1, numbers.length)]
}

const define = (key: string, html: string) =>
  command(`define ${key} ${html}`, async (model, real) => {
    await rewritePage(real.client, real.page, { define: [{ key, html }] })
    model.rows.set(key, html)
  })

const undefine = (key: string) =>
  command(`undefine ${key}`, async (model, real) => {
    if (!model.rows.delete(key)) return
    await rewritePage(real.client, real.page, { undefine: [key] })
  })

const create = (only: string | undefined, frozen: boolean) =>
  command(`create ${only ?? 'all'}${frozen ? ' frozen' : ''}`, async (model, { client }) => {
    const name = `Baseline ${String.fromCharCode(65 + (model.names++ % 26))}${model.names}x`
    const query = only === undefined ? undefined : `key = '${only}'`
    const reply = frozen
      ? await client.post(`${wiki}/baseline/OPS/1/create`, { name, queryString: query })
      : await client.post(`${wiki}/baseline/OPS`, { baseline: { name, searchQuery: query } })
    const copies = selected(model.rows, only)
    const number = ++model.lastNumber
    expect(reply.body).toMatchObject({ baseline: number, name })
    const status = frozen ? 'IN_CREATION' : 'PREVIEW'
    const due = Date.parse(client.simulator.clock.now()) + 1000
    model.baselines.set(number, { name, status, only, copies, due, expected: copies.size })
  })

const freeze = (position: number) =>
  command(`freeze ${position}`, async (model, { client }) => {
    const number = nth(model, position)
    const known = number === undefined ? undefined : model.baselines.get(number)
    const reply = await client.post(`${wiki}/baseline-actions/OPS/freeze/${number ?? 99}`)
    if (known === undefined) return expect(reply.status).toBe(404)
    if (known.status !== 'PREVIEW') return expect(reply.status).toBe(409)
    expect(reply.status).toBe(200)
    known.status = 'IN_CREATION'
    known.copies = selected(model.rows, known.only)
    known.expected = known.copies.size
    known.due = Date.parse(client.simulator.clock.now()) + 1000
  })

const advance = (milliseconds: number) =>
  command(`advance ${milliseconds}`, async (model, { client }) => {
    client.simulator.clock.advance(`${milliseconds}ms`)
    const now = Date.parse(client.simulator.clock.now())
    for (const known of model.baselines.values())
      if (known.status === 'IN_CREATION' && known.due <= now) known.status = 'DONE'
  })

const reset = (position: number) =>
  command(`reset ${position}`, async (model, { client }) => {
    const number = nth(model, position)
    if (number === undefined) return
    const known = model.baselines.get(number) as ModelBaseline
    const body = { spaceKey: 'OPS', baseline: number, status: 'PREVIEW' }
    const reply = await client.call('PUT', `${wiki}/baseline/OPS/${number}?fields=STATUS`, { body })
    if (known.status === 'DONE') return expect(reply.status).toBe(409)
    expect(reply.status).toBe(200)
    known.status = 'PREVIEW'
    known.expected = selected(model.rows, known.only).size
  })

const remove = (position: number) =>
  command(`delete ${position}`, async (model, { client }) => {
    const number = nth(model, position)
    if (number === undefined) return
    expect((await client.call('DELETE', `${wiki}/baseline/OPS/${number}`)).status).toBe(204)
    model.baselines.delete(number)
  })

const refreeze = (position: number) =>
  command(`refreeze ${position}`, async (model, { client }) => {
    const number = nth(model, position)
    if (number === undefined) return
    const known = model.baselines.get(number) as ModelBaseline
    const name = `Again ${++model.names}x`
    const body = { baselineToRefreeze: number, title: name }
    const reply = await client.call('PUT', `${wiki}/baseline/OPS/0/refreeze`, { body })
    if (known.status !== 'DONE') return expect(reply.status).toBe(409)
    expect(reply.status).toBe(200)
    const copies = new Map([...known.copies].map(([key, html]) => [key, model.rows.get(key) ?? html]))
    const due = Date.parse(client.simulator.clock.now()) + 1000
    const next: ModelBaseline = {
      name,
      status: 'IN_CREATION',
      only: known.only,
      copies,
      due,
      expected: copies.size,
    }
    model.baselines.set(++model.lastNumber, next)
  })

const position = fc.nat({ max: 5 })
const key = fc.constantFrom(...KEYS)
const commands = fc.commands(
  [
    fc.tuple(key, fc.constantFrom('one', 'two', '<b>three</b>')).map(([name, html]) => define(name, html)),
    key.map(undefine),
    fc.tuple(fc.option(key, { nil: undefined }), fc.boolean()).map(([only, frozen]) => create(only, frozen)),
    position.map(freeze),
    fc.constantFrom(1, 400, 1000, 5000).map(advance),
    position.map(reset),
    position.map(remove),
    position.map(refreeze),
  ],
  { maxCommands: 25 },
)

test('baselines are what the model says, whatever the order of events', async () => {
  const walks = fc.assert(
    fc.asyncProperty(commands, async (walk) => {
      const setup = () => ({
        model: { rows: new Map(), baselines: new Map(), lastNumber: 0, names: 0 } as Model,
        real: { client: clientOf(base.simulator.fork()), page },
      })
      await fc.asyncModelRun(setup, walk)
    }),
    { numRuns: 40 },
  )
  await expect(walks).resolves.toBeUndefined()
}, 60_000)
