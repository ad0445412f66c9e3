/** Runs a random query through every interface and in a formula, reading and writing, and compares the result with the evaluator's. */
import { createSimulator, type Simulator } from '../../src/index.ts'
import { createDraw } from '../walks/draw.ts'
import { drawQuery, writeQuery } from './draw-query.ts'
import { isRefused, matches, type Query } from './evaluate.ts'
import { ITEMS, PROJECT, queriesScenario, SPACE } from './world.ts'

export interface Drawn {
  readonly query: Query
  readonly text: string
}

interface Reply {
  readonly status: number
  readonly body: Body | undefined
}

/** What is read of the bodies of the responses. */
interface Body {
  readonly results?: readonly Row[]
  readonly items?: readonly Row[]
  readonly count?: number
  readonly value?: number
  readonly messageBean?: { readonly warnings: readonly string[] }
}

interface Row {
  readonly key: string
}

export interface Checked {
  readonly complaints: readonly string[]
  /** How the query came out. */
  readonly outcome: 'found' | 'nothing' | 'day refused' | 'number refused'
}

export const startWorld = () => createSimulator({ scenario: queriesScenario() })

export function drawn(seed: number): Drawn {
  const draw = createDraw(seed)
  const query = drawQuery(draw)
  return { query, text: writeQuery(query, draw) }
}

/** Every `writes`-th query also writes by query, in a fork. */
export async function checkQuery(
  world: Simulator,
  { query, text }: Drawn,
  writes: boolean,
): Promise<Checked> {
  const refused = isRefused(query)
  const expected = ITEMS.filter((item) => matches(query, item))
    .map(({ key }) => key)
    .toSorted()
  const complaints: string[] = []
  const report = (where: string, found: unknown, wanted: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      complaints.push(`${where}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  }
  const q = encodeURIComponent(text)
  const wiki = await call(
    world,
    'GET',
    `/wiki/rest/reqs/1/requirement2/${SPACE}?spaceKey=${SPACE}&limit=200&q=${q}`,
  )
  const standalone = await call(
    world,
    'GET',
    `/api/applications/101/projects/${PROJECT}/variants/current/requirements?limit=200&query=${q}`,
  )
  const hosted = await call(world, 'GET', `/eu/wiki/rest/search?spaceKey=${SPACE}&limit=200&query=${q}`)
  const count = await call(world, 'GET', `/wiki/rest/reqs/1/external-properties/${SPACE}/count?q=${q}`)
  for (const [name, reply, field] of [
    ['embedded', wiki, 'results'],
    ['standalone', standalone, 'items'],
  ] as const) {
    report(`${name} status`, reply.status, refused === undefined ? 200 : 400)
    if (refused === undefined) report(name, keysOf(reply, field), expected)
  }
  report('hosted status', hosted.status, refused === 'number' ? 400 : 200)
  if (refused !== 'number') {
    report('hosted', keysOf(hosted, 'results'), expected)
    const warnings = hosted.body?.messageBean?.warnings ?? []
    report(
      'hosted warning',
      warnings.some((warning) => warning.includes('holds days')),
      refused === 'day',
    )
  }
  if (refused === undefined) report('count', count.body?.count, expected.length)
  const formula = { formula: `COUNT(*, ${text})`, selection: { projectContainerId: PROJECT } }
  const figure = await call(world, 'POST', '/api/aggregations/execute?applicationId=101', formula)
  report('formula status', figure.status, refused === undefined ? 200 : 400)
  if (refused === undefined) report('formula', figure.body?.value, expected.length)
  if (writes)
    complaints.push(...(await checkWrite(world, text, refused === undefined ? expected : undefined)))
  if (refused !== undefined) return { complaints, outcome: `${refused} refused` }
  return { complaints, outcome: expected.length === 0 ? 'nothing' : 'found' }
}

/** A write by query marks exactly the requirements that the query finds, and a refused one marks none. */
async function checkWrite(
  world: Simulator,
  text: string,
  expected: readonly string[] | undefined,
): Promise<readonly string[]> {
  const fork = world.fork()
  const q = encodeURIComponent(text)
  const body = { key: 'Mark', value: 'written' }
  const written = await call(fork, 'PUT', `/wiki/rest/reqs/1/external-properties/${SPACE}?q=${q}`, body)
  const marked = await call(
    fork,
    'GET',
    `/wiki/rest/reqs/1/requirement2/${SPACE}?spaceKey=${SPACE}&limit=200&q=${encodeURIComponent("ext@Mark = 'written'")}`,
  )
  const found = keysOf(marked, 'results')
  const complaints: string[] = []
  if (written.status !== (expected === undefined ? 400 : 200))
    complaints.push(`write status: ${written.status}`)
  if (JSON.stringify(found) !== JSON.stringify(expected ?? []))
    complaints.push(`write: ${JSON.stringify(found)} instead of ${JSON.stringify(expected ?? [])}`)
  return complaints
}

function keysOf({ body }: Reply, field: 'results' | 'items'): readonly string[] | undefined {
  return body?.[field]?.map(({ key }) => key).toSorted()
}

async function call(world: Simulator, method: string, url: string, body?: object): Promise<Reply> {
  const isHosted = url.startsWith('/eu/')
  const { status, body: answer } = await world.exchange({
    method,
    url,
    headers: isHosted
      ? { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' }
      : { authorization: 'Bearer tok-alice', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = typeof answer === 'string' ? answer : new TextDecoder().decode(answer)
  return { status, body: text === '' ? undefined : (JSON.parse(text) as Body) }
}
