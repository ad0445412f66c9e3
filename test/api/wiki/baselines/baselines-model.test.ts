/** Random walks over baselines and the requirements that they freeze, beside a model that is too simple to be wrong. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Client, clientOf, startClient } from '../../../support/client.ts'
import { jobs } from '../../../../src/world/time/jobs.ts'
import { erasePage, rewritePage, writePage } from '../pages/authoring.ts'

const wiki = '/wiki/rest/reqs/1'
const KEYS = ['OPS-1', 'OPS-2', 'OPS-3', 'OPS-4']

type Texts = ReadonlyMap<string, string>
type Ids = ReadonlyMap<string, number>

/** The two pages that define keys: odd and even ones. */
type PageName = 'odd' | 'even'

interface ModelBaseline {
  name: string
  status: 'PREVIEW' | 'IN_CREATION' | 'DONE'
  /** Freezes everything, or what has this key. */
  only: string | undefined
  /** What a refreeze chose instead: requirements as they are, or the copies of a baseline. */
  versions?: ReadonlyMap<string, number | undefined>
  /** What it froze, or is freezing. */
  copies: Texts
  /** The id of the row that each copy was made from. */
  made: Ids
  /** When the freezing ends. */
  due: number
  expected: number
  /** What the service first answered about the copies, once all were there. */
  answer?: string
}

interface Model {
  rows: Map<string, string>
  /** The ids of the rows, as the service shows them. */
  ids: Ids
  /** The external property of each row that was ever there, by id. */
  costs: Map<number, string>
  /** The page that defines each row; a reserved key has none. */
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
let firstIds: Ids
let pages: readonly (readonly [PageName, number])[]

beforeAll(async () => {
  base = await startClient()
  const write = (title: PageName, keys: readonly string[]) =>
    writePage(base, { title, spaceKey: 'OPS', content: keys.map((key) => ({ key, html: 'zero' })) })
  pages = [
    ['odd', await write('odd', ['OPS-1', 'OPS-3'])],
    ['even', await write('even', ['OPS-2', 'OPS-4'])],
  ]
  firstIds = idsOf((await base.get(`${wiki}/requirement2/OPS`)).body.results)
})

function idsOf(rows: readonly Shown[]): Ids {
  return new Map(rows.map(({ key, id }) => [key, id]))
}

function costOf({ properties }: Shown): string | undefined {
  return properties.find(({ type }) => type === 'EXTERNAL')?.value
}

/** A space with four requirements on two pages and no baseline. */
function begin(): { model: Model; real: Real } {
  const model: Model = {
    rows: new Map(KEYS.map((key) => [key, 'zero'])),
    ids: firstIds,
    costs: new Map(),
    places: new Map(),
    baselines: new Map(),
    lastNumber: 0,
    names: 0,
  }
  for (const key of KEYS) model.places.set(key, placeOf(model, key))
  return { model, real: { client: clientOf(base.simulator.fork()), pages: new Map(pages) } }
}

interface Selected {
  readonly copies: Texts
  readonly made: Ids
}

/** What freezing a baseline would freeze now. */
function selected(model: Model, { only, versions }: Pick<ModelBaseline, 'only' | 'versions'>): Selected {
  const [copies, made] = [new Map<string, string>(), new Map<string, number>()]
  const chosen = versions ?? new Map([...model.rows.keys()].map((key) => [key, undefined]))
  for (const [key, number] of chosen) {
    const from = number === undefined ? { copies: model.rows, made: model.ids } : model.baselines.get(number)
    const html = from?.copies.get(key)
    if (html === undefined || (versions === undefined && only !== undefined && only !== key)) continue
    copies.set(key, html)
    made.set(key, from?.made.get(key) ?? 0)
  }
  return { copies, made }
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
  for (const [number, { status, copies, made }] of model.baselines) {
    const found = await client.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-${number}`)
    const texts = found.body.results.map((row: { key: string; htmlExcerpt: string }) => [
      row.key,
      row.htmlExcerpt,
    ])
    const wanted = status === 'DONE' ? [...copies].sort(([a], [b]) => (a < b ? -1 : 1)) : []
    expect(texts).toEqual(wanted)
    if (status === 'DONE') compareAnswer(model.baselines.get(number) as ModelBaseline, found.body)
    for (const row of found.body.results as Shown[])
      expect(costOf(row), `cost of ${row.key} in ${number}`).toBe(model.costs.get(made.get(row.key) ?? 0))
  }
  const live = (await client.get(`${wiki}/requirement2/OPS`)).body.results as Shown[]
  expect(live.map((row) => [row.key, row.htmlExcerpt])).toEqual(
    [...model.rows].sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  for (const row of live) expect(costOf(row), `cost of ${row.key}`).toBe(model.costs.get(row.id))
  model.ids = idsOf(live)
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
  readonly id: number
  readonly key: string
  readonly htmlExcerpt: string
  readonly properties: readonly { readonly type: string; readonly value: string }[]
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
    if (!model.places.has(key)) {
      expect((await real.client.delete(`${wiki}/requirement2/OPS/${key}`)).status).toBe(204)
      return
    }
    await rewritePage(real.client, real.pages.get(placeOf(model, key)) as number, { undefine: [key] })
    model.places.delete(key)
  })

const reserve = (key: string) =>
  command(`reserve ${key}`, async (model, { client }) => {
    const reply = await client.post(`${wiki}/requirement2/OPS/${key}`, {})
    expect(reply.status, reply.text).toBe(model.rows.has(key) ? 409 : 200)
    if (!model.rows.has(key)) model.rows.set(key, '')
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
    const place = model.places.get(key)
    const reply = await client.put(`${wiki}/requirement2/OPS/${key}`, { newKey })
    if (html === undefined || key === newKey || model.rows.has(newKey)) {
      if (html !== undefined && key !== newKey) expect(reply.status).toBe(409)
      return
    }
    expect(reply.status, reply.text).toBe(200)
    model.rows.delete(key)
    model.places.delete(key)
    model.rows.set(newKey, html)
    if (place !== undefined) model.places.set(newKey, place)
    const cost = model.costs.get(model.ids.get(key) ?? 0)
    if (cost !== undefined) model.costs.set(reply.body.id, cost)
  })

const setExternal = (key: string, value: string) =>
  command(`cost of ${key} is ${value}`, async (model, { client }) => {
    const body = { key: 'Cost', value }
    const reply = await client.put(`${wiki}/external-properties/OPS/${key}`, body)
    const id = model.ids.get(key)
    if (id === undefined) return
    expect(reply.status).toBe(200)
    model.costs.set(id, value)
  })

const setExternalOfCopy = (position: number, key: string, value: string) =>
  command(`cost of ${key} in ${position} is ${value}`, async (model, { client }) => {
    const number = nth(model, position)
    const known = number === undefined ? undefined : model.baselines.get(number)
    if (known?.status !== 'DONE') return
    const id = known.made.get(key)
    const body = { key: 'Cost', value }
    const reply = await client.put(`${wiki}/external-properties/OPS/${key}?v=${number}`, body)
    expect(reply.status).toBe(id === undefined ? 404 : 200)
    if (id !== undefined) model.costs.set(id, value)
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
    const { copies, made } = selected(model, { only })
    const number = ++model.lastNumber
    expect(reply.body).toMatchObject({ baseline: number, name })
    const status = frozen ? 'IN_CREATION' : 'PREVIEW'
    const due = Date.parse(client.simulator.clock.now()) + 1000
    model.baselines.set(number, { name, status, only, copies, made, due, expected: copies.size })
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
    Object.assign(known, selected(model, known))
    known.expected = known.copies.size
    known.due = Date.parse(client.simulator.clock.now()) + 1000
  })

const advance = (milliseconds: number) =>
  command(`advance ${milliseconds}`, async (model, { client }) => {
    client.simulator.clock.advance(`${milliseconds}ms`)
    const now = Date.parse(client.simulator.clock.now())
    for (const known of model.baselines.values())
      if (known.status === 'IN_CREATION' && known.due <= now) {
        known.status = 'DONE'
        delete known.versions
      }
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
    known.expected = selected(model, known).copies.size
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

/** Whether the chosen version exists, and how the request names it. */
function chosen(model: Model, { key, position }: NonNullable<Choice['version']>) {
  const number = position === undefined ? undefined : nth(model, position)
  const frozen = number === undefined ? undefined : model.baselines.get(number)
  const exists =
    number === undefined ? model.rows.has(key) : frozen?.status === 'DONE' && frozen.copies.has(key)
  return { exists, ref: { key, ...(number === undefined ? {} : { baseline: number }) } }
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
    if (choice?.exists === false) return expect(reply.status).toBe(404)
    expect(reply.status, reply.text).toBe(200)
    const versions = new Map(
      [...known.copies.keys()].map((key) => [key, model.rows.has(key) ? undefined : number]),
    )
    if (choice === undefined && exclude !== undefined) versions.delete(exclude)
    if (choice !== undefined) versions.set(choice.ref.key, choice.ref.baseline)
    const due = Date.parse(client.simulator.clock.now()) + 1000
    const { only } = known
    const { copies, made } = selected(model, { only, versions })
    const expected = copies.size
    const status = 'IN_CREATION'
    model.baselines.set(++model.lastNumber, { name, status, only, versions, copies, made, due, expected })
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
    if (only !== undefined && only !== known.only) delete known.versions
    known.only = only
    known.expected = selected(model, known).copies.size
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
    fc
      .tuple(position, key, fc.constantFrom('3', '4'))
      .map(([at, name, value]) => setExternalOfCopy(at, name, value)),
    key.map(reserve),
    fc.constantFrom<PageName>('odd', 'even').map(erase),
  ],
  { maxCommands: 30, size: 'max' },
)

test('property: baselines agree with the model for any order of events', async () => {
  const walks = fc.assert(
    fc.asyncProperty(commands, async (walk) => {
      await fc.asyncModelRun(begin, walk)
    }),
    { numRuns: 12 },
  )
  await expect(walks).resolves.toBeUndefined()
}, 60_000)
