/** Random walks over baselines and the requirements that they freeze, beside a model that is too simple to be wrong. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Client, clientOf, startClient } from '../../../support/client.ts'
import { jobs } from '../../../../src/world/time/jobs.ts'
import { erasePage, rewritePage, writePage } from '../pages/authoring.ts'

const wiki = '/wiki/rest/reqs/1'
const KEYS = ['OPS-1', 'OPS-2', 'OPS-3', 'OPS-4']

type Texts = ReadonlyMap<string, string>

/** The two pages that define keys: odd and even ones. */
type PageName = 'odd' | 'even'

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
  /** What the service first answered about the copies, once all were there. */
  answer?: string
}

interface Model {
  rows: Map<string, string>
  /** The page that defines each row. */
  places: Map<string, PageName>
  baselines: Map<number, ModelBaseline>
  lastNumber: number
  names: number
}

interface Real {
  readonly client: Client
  /** The pages that exist. */
  readonly pages: Map<PageName, number>
}

type Command = fc.AsyncCommand<Model, Real>

let base: Client

let pages: readonly (readonly [PageName, number])[]

beforeAll(async () => {
  base = await startClient()
  const write = (title: PageName, keys: readonly string[]) =>
    writePage(base, { title, spaceKey: 'OPS', content: keys.map((key) => ({ key, html: 'zero' })) })
  pages = [
    ['odd', await write('odd', ['OPS-1', 'OPS-3'])],
    ['even', await write('even', ['OPS-2', 'OPS-4'])],
  ]
})

/** A space with four requirements on two pages and no baseline. */
function begin(): { model: Model; real: Real } {
  const model: Model = {
    rows: new Map(KEYS.map((key) => [key, 'zero'])),
    places: new Map(),
    baselines: new Map(),
    lastNumber: 0,
    names: 0,
  }
  for (const key of KEYS) model.places.set(key, placeOf(model, key))
  return { model, real: { client: clientOf(base.simulator.fork()), pages: new Map(pages) } }
}

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
    if (status === 'DONE') compareAnswer(model.baselines.get(number) as ModelBaseline, found.body)
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
  compareIds(client)
  const freezing = [...model.baselines.values()].filter(({ status }) => status === 'IN_CREATION').length
  const steps = [...client.simulator.world.system.table(jobs).scan()].filter(
    ({ kind }) => kind === 'baseline.freeze',
  )
  expect(steps).toHaveLength(freezing)
  expect(client.simulator.state('task', { status: 'RUNNING' })).toHaveLength(freezing)
}

interface Shown {
  readonly properties: readonly { readonly type: string }[]
  readonly baselineDetails: object
}

/** Nothing that is answered about copies changes any more, but external properties and the name of their baseline. */
function compareAnswer(known: ModelBaseline, { results, count }: { results: Shown[]; count: number }): void {
  const lasting = results.map(({ properties, baselineDetails, ...row }) => ({
    ...row,
    properties: properties.filter(({ type }) => type === 'INLINE'),
    baselineDetails: { ...baselineDetails, name: undefined },
  }))
  const answer = JSON.stringify({ lasting, count })
  known.answer ??= answer
  expect(answer).toBe(known.answer)
}

/** No copy has the id of a row or of another copy, and no history is of something that is gone. */
function compareIds({ simulator }: Client): void {
  const rows = simulator.state('requirement').map(({ id }) => id)
  const copies = simulator.state('frozenSet').flatMap(({ ids }) => ids)
  const known = new Set([...rows, ...copies])
  expect(known.size).toBe(rows.length + copies.length)
  const events = simulator.state('historyEntry')
  expect(events.filter(({ requirementId }) => !known.has(requirementId))).toEqual([])
}

/** The baseline that a random position means. */
function nth(model: Model, position: number): number | undefined {
  const numbers = [...model.baselines.keys()]
  return numbers[position % Math.max(1, numbers.length)]
}

const define = (key: string, html: string) =>
  command(`define ${key} ${html}`, async (model, real) => {
    const place = placeOf(model, key)
    const page = real.pages.get(place)
    if (page !== undefined) await rewritePage(real.client, page, { define: [{ key, html }] })
    else {
      const content = [{ key, html }]
      real.pages.set(place, await writePage(real.client, { title: place, spaceKey: 'OPS', content }))
    }
    model.rows.set(key, html)
    model.places.set(key, place)
  })

const undefine = (key: string) =>
  command(`undefine ${key}`, async (model, real) => {
    if (!model.rows.delete(key)) return
    await rewritePage(real.client, real.pages.get(placeOf(model, key)) as number, { undefine: [key] })
    model.places.delete(key)
  })

const erase = (place: PageName) =>
  command(`erase ${place}`, async (model, real) => {
    const page = real.pages.get(place)
    if (page === undefined) return
    await erasePage(real.client, page)
    real.pages.delete(place)
    for (const [key, its] of model.places) if (its === place) model.rows.delete(key)
    for (const [key, its] of model.places) if (its === place) model.places.delete(key)
  })

const move = (key: string, newKey: string) =>
  command(`move ${key} to ${newKey}`, async (model, { client }) => {
    const html = model.rows.get(key)
    const place = placeOf(model, key)
    const reply = await client.put(`${wiki}/requirement2/OPS/${key}`, { newKey })
    if (html === undefined || key === newKey || model.rows.has(newKey)) {
      if (html !== undefined && key !== newKey) expect(reply.status).toBe(409)
      return
    }
    expect(reply.status, reply.text).toBe(200)
    model.rows.delete(key)
    model.places.delete(key)
    model.rows.set(newKey, html)
    model.places.set(newKey, place)
  })

const setExternal = (key: string, value: string) =>
  command(`cost of ${key} is ${value}`, async (model, { client }) => {
    const body = { key: 'Cost', value }
    const reply = await client.put(`${wiki}/external-properties/OPS/${key}`, body)
    if (model.rows.has(key)) expect(reply.status).toBe(200)
  })

/** The page that defines a key, or would define it. */
function placeOf(model: Model, key: string): PageName {
  return model.places.get(key) ?? (Number(key.at(-1)) % 2 === 0 ? 'even' : 'odd')
}

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
    const reply = await client.put(`${wiki}/baseline/OPS/${number}?fields=STATUS`, body)
    if (known.status === 'DONE') return expect(reply.status).toBe(409)
    expect(reply.status).toBe(200)
    known.status = 'PREVIEW'
    known.expected = selected(model.rows, known.only).size
  })

const remove = (position: number) =>
  command(`delete ${position}`, async (model, { client }) => {
    const number = nth(model, position)
    if (number === undefined) return
    expect((await client.delete(`${wiki}/baseline/OPS/${number}`)).status).toBe(204)
    model.baselines.delete(number)
  })

interface Choice {
  readonly exclude?: string
  readonly version?: { readonly key: string; readonly position?: number | undefined }
}

/** The text of a chosen version; undefined where there is none. */
function chosen(model: Model, { key, position }: NonNullable<Choice['version']>) {
  const number = position === undefined ? undefined : nth(model, position)
  const frozen = number === undefined ? undefined : model.baselines.get(number)
  const html =
    number === undefined
      ? model.rows.get(key)
      : frozen?.status === 'DONE'
        ? frozen.copies.get(key)
        : undefined
  return { html, ref: { key, ...(number === undefined ? {} : { baseline: number }) } }
}

const refreeze = (position: number, { exclude, version }: Choice) =>
  command(`refreeze ${position} ${JSON.stringify({ exclude, version })}`, async (model, { client }) => {
    const number = nth(model, position)
    if (number === undefined) return
    const known = model.baselines.get(number) as ModelBaseline
    const name = `Again ${++model.names}x`
    const choice = version === undefined ? undefined : chosen(model, version)
    const query = exclude === undefined ? undefined : `key = '${exclude}'`
    const body =
      choice === undefined
        ? { baselineToRefreeze: number, title: name, queryForRequirementsToExcludeFromBaseline: query }
        : { baselineNumberToRefreeze: number, title: name, requirements: [choice.ref] }
    const reply = await client.put(`${wiki}/baseline/OPS/0/refreeze`, body)
    if (known.status !== 'DONE') return expect(reply.status).toBe(409)
    if (choice !== undefined && choice.html === undefined) return expect(reply.status).toBe(404)
    expect(reply.status, reply.text).toBe(200)
    const copies = new Map([...known.copies].map(([key, html]) => [key, model.rows.get(key) ?? html]))
    if (choice === undefined && exclude !== undefined) copies.delete(exclude)
    if (choice?.html !== undefined) copies.set(choice.ref.key, choice.html)
    const due = Date.parse(client.simulator.clock.now()) + 1000
    const { only } = known
    model.baselines.set(++model.lastNumber, {
      name,
      status: 'IN_CREATION',
      only,
      copies,
      due,
      expected: copies.size,
    })
  })

const rename = (position: number, other: number, fresh: boolean) =>
  command(`rename ${position} ${fresh ? 'anew' : `as ${other}`}`, async (model, { client }) => {
    const number = nth(model, position)
    const another = nth(model, other)
    if (number === undefined || another === undefined) return
    const name = fresh ? `Name ${++model.names}x` : (model.baselines.get(another) as ModelBaseline).name
    const headers = { 'content-type': 'text/plain' }
    const reply = await client.put(`${wiki}/baseline/OPS/${number}/label`, name, { headers })
    if (!fresh && another !== number) return expect(reply.status).toBe(409)
    expect(reply.status).toBe(200)
    ;(model.baselines.get(number) as ModelBaseline).name = name
  })

const changeQuery = (position: number, only: string | undefined) =>
  command(`let ${position} freeze ${only ?? 'all'}`, async (model, { client }) => {
    const number = nth(model, position)
    if (number === undefined) return
    const known = model.baselines.get(number) as ModelBaseline
    const searchQuery = only === undefined ? undefined : `key = '${only}'`
    const body = { spaceKey: 'OPS', baseline: number, searchQuery }
    const reply = await client.put(`${wiki}/baseline/OPS/${number}?fields=SEARCHQUERY`, body)
    if (known.status !== 'PREVIEW' && only !== known.only) return expect(reply.status).toBe(409)
    expect(reply.status).toBe(200)
    if (known.status !== 'PREVIEW') return
    known.only = only
    known.expected = selected(model.rows, only).size
  })

const position = fc.nat({ max: 5 })
const key = fc.constantFrom(...KEYS)
const optionalKey = fc.option(key, { nil: undefined })
const choice: fc.Arbitrary<Choice> = fc.oneof(
  key.map((exclude) => ({ exclude })),
  fc
    .tuple(key, fc.option(position, { nil: undefined }))
    .map(([name, at]) => ({ version: { key: name, position: at } })),
)
const commands = fc.commands(
  [
    fc.tuple(key, fc.constantFrom('one', 'two', '<b>three</b>')).map(([name, html]) => define(name, html)),
    key.map(undefine),
    fc.tuple(fc.option(key, { nil: undefined }), fc.boolean()).map(([only, frozen]) => create(only, frozen)),
    position.map(freeze),
    fc.constantFrom(1, 400, 1000, 5000).map(advance),
    fc.constant(1000).map(advance),
    optionalKey.map((only) => create(only, true)),
    position.map(reset),
    position.map(remove),
    fc
      .tuple(position, fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, choice))
      .map(([at, how]) => refreeze(at, how)),
    fc.tuple(position, position, fc.boolean()).map(([at, other, fresh]) => rename(at, other, fresh)),
    fc.tuple(position, optionalKey).map(([at, only]) => changeQuery(at, only)),
    fc.tuple(key, key).map(([from, to]) => move(from, to)),
    fc.tuple(key, fc.constantFrom('1', '2')).map(([name, value]) => setExternal(name, value)),
    fc.constantFrom<PageName>('odd', 'even').map(erase),
  ],
  { maxCommands: 30, size: 'max' },
)

test('baselines are what the model says, whatever the order of events', async () => {
  const walks = fc.assert(
    fc.asyncProperty(commands, async (walk) => {
      await fc.asyncModelRun(begin, walk)
    }),
    { numRuns: 12 },
  )
  await expect(walks).resolves.toBeUndefined()
}, 60_000)
