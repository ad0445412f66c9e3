/** Whatever is created, changed and deleted through the standalone interface, the world stays sound. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Simulator } from '../../../../src/index.ts'
import { importCheckedWorld } from '../../../../src/simulator/records/world-import.ts'
import { pages } from '../../../../src/model/records/wiki/pages.ts'
import { isLive, requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { worldSchema } from '../../../../src/model/schema.ts'
import { variants } from '../../../../src/model/records/wiki/variants.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { type Client, clientOf, type Reply, startClient } from '../../../support/client.ts'

const demo = (await startClient()).simulator
const WIKI = 'applicationId=101'
const FLAGS = 'includeReferenceLinks=true&includeFromDependencies=true&includeToDependencies=true'

interface Row {
  readonly id: number
  readonly status: string
  readonly variantId: number
}

/** What a step may name: the newest records first, so that a walk goes on with what it made. */
const position = fc.nat({ max: 20 })
const key = fc.constantFrom('REQ-001', 'REQ-003', 'REQ-013', 'REQ-014', 'EXP-001', 'N-1')
const origin = fc.constantFrom(undefined, 1100, 1101, 1102)
const relationship = fc.constantFrom('refines', 'uses')
const linkBody = fc.oneof(
  fc.record({
    type: fc.constant('DEPENDENCY'),
    direction: fc.constantFrom('TO', 'FROM'),
    relationship,
    key,
  }),
  fc.record({
    type: fc.constantFrom('ORIGIN', 'REFERENCE'),
    containerId: fc.constantFrom(1100, 1101, 1102),
  }),
  fc.record({
    type: fc.constant('JIRA_ISSUE'),
    issueKey: fc.constantFrom('DRN-1', 'DRN-3', 'NOPE-1'),
    relationship: fc.constantFrom('implements', 'tests'),
  }),
  fc.record({ type: fc.constant('TEST_CASE'), testCaseKey: fc.constantFrom('TC-1', 'TC-2') }),
)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('create' as const), key, origin, position }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('write' as const),
      position,
      key: fc.option(key, { nil: undefined, freq: 4 }),
      origin,
      text: fc.constantFrom('One.', 'Two.', undefined),
      updateOrigin: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), position }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('link' as const), position, body: linkBody }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('relink' as const),
      position,
      which: fc.nat({ max: 9 }),
      body: linkBody,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('unlink' as const), position, which: fc.nat({ max: 9 }) }),
  },
  fc.record({ does: fc.constantFrom('copy' as const, 'switch' as const, 'drop' as const), position }),
  fc.record({ does: fc.constantFrom('addPage' as const, 'dropPage' as const), position }),
  fc.record({
    does: fc.constantFrom('reindex' as const, 'view' as const),
    page: fc.constantFrom(4000, 4001, 4002),
  }),
  fc.record({ does: fc.constant('wait' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const ofNewest = <T>(items: readonly T[], at: number): T => items[items.length - 1 - (at % items.length)] as T
const rowsOf = (simulator: Simulator): Row[] =>
  [...simulator.world.region('eu').table(requirements).range('key', [1001])].toSorted((a, b) => a.id - b.id)
const variantsOf = (simulator: Simulator) => [
  ...simulator.world.region('eu').table(variants).range('project', [1001]),
]

const pagesOf = (simulator: Simulator) => [
  ...simulator.world.region('eu').table(pages).range('space', [101, 'ENG']),
]

function take(client: Client, one: Step): Promise<Reply> | undefined {
  const { simulator } = client
  const api = (method: string, path: string, body?: unknown) =>
    client.call(
      method,
      `/api${path}${path.includes('?') ? '&' : '?'}${WIKI}`,
      body === undefined ? {} : { body },
    )
  if (one.does === 'wait') {
    simulator.clock.advance('3m')
    return undefined
  }
  if ('page' in one) {
    const path = one.does === 'reindex' ? `helpers/reindex/${one.page}` : `misc/ENG/${one.page}`
    return client.call(one.does === 'reindex' ? 'PUT' : 'GET', `/wiki/rest/reqs/1/${path}`)
  }
  const { id } = ofNewest(rowsOf(simulator), one.position)
  const variant = ofNewest(variantsOf(simulator), one.position)
  switch (one.does) {
    case 'create':
      return api('POST', '/requirements', {
        containerId: 1001,
        key: one.key,
        variantId: variant.id,
        originContainerId: one.origin,
        text: 'New.',
      })
    case 'write':
      return api('PUT', `/requirements/${id}?updateOrigin=${one.updateOrigin}`, {
        key: one.key,
        originContainerId: one.origin,
        text: one.text,
      })
    case 'delete':
      return api('DELETE', `/requirements/${id}`)
    case 'link':
      return api('POST', `/requirements/${id}/links`, one.body)
    case 'relink':
    case 'unlink':
      return onLink(client, id, one)
    case 'copy':
      return api('POST', '/variants', { projectContainerId: 1001, name: `V${one.position}` })
    case 'switch':
      return api('PUT', `/variants/${variant.id}`, { current: true })
    case 'drop':
      return api('DELETE', `/variants/${variant.id}`)
    case 'addPage':
      return api('POST', '/containers', { type: 'PAGE', name: 'More', parentContainerId: 1100 })
    case 'dropPage':
      return api('DELETE', `/containers/${ofNewest(pagesOf(simulator), one.position).containerId}`)
  }
}

async function onLink(
  client: Client,
  id: number,
  one: Extract<Step, { readonly which: number }>,
): Promise<Reply> {
  const path = `/api/requirements/${id}/links`
  const { items } = (await client.get(`${path}?${WIKI}&limit=200`)).body
  const own = `${path}/${items.length === 0 ? 1 : ofNewest<Row>(items, one.which).id}?${WIKI}`
  if (one.does === 'unlink') return client.delete(own)
  const { type: _type, direction: _direction, ...body } = (one as { body: Record<string, unknown> }).body
  return client.put(own, body)
}

/** Keys are unique, lists count what there is, every link is found by its id, and nothing names what is not there. */
async function expectSound(client: Client): Promise<void> {
  const { simulator } = client
  const store = simulator.world.region('eu')
  const rows = [...store.table(requirements).range('key', [1001])]
  const live = rows.filter(isLive).map((row) => `${row.variantId}/${row.key}`)
  expect(live.length).toBe(new Set(live).size)
  for (const { id } of variantsOf(simulator)) {
    const listed = await client.get(
      `/api/requirements?${WIKI}&projectContainerId=1001&variantId=${id}&limit=200&${FLAGS}`,
    )
    const active = rows.filter((row) => row.variantId === id && row.status === 'ACTIVE')
    expect([listed.body.total, listed.body.items.length]).toEqual([active.length, active.length])
  }
  expect(variantsOf(simulator).filter(({ current }) => current)).toHaveLength(1)
  for (const { definitions } of store.table(pages).scan())
    expect(definitions.length).toBe(new Set(definitions.map((one) => one.key)).size)
  for (const { id } of rows.slice(-8)) {
    const { items } = (await client.get(`/api/requirements/${id}/links?${WIKI}&limit=200`)).body
    const ids = items.map((link: Row) => link.id)
    expect(ids.length).toBe(new Set(ids).size)
    for (const link of ids.slice(0, 3))
      expect((await client.get(`/api/requirements/${id}/links/${link}?${WIKI}`)).status).toBe(200)
  }
  importCheckedWorld(worldSchema, JSON.parse(JSON.stringify(exportWorld(simulator.world))))
}

test('a random walk leaves a sound world, and each refusal the world that was', async () => {
  const statuses = new Map<string, number>()
  const isMissing = (name: string) => !statuses.has(`${name} done`)
  const walks = () =>
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const client = clientOf(demo.fork())
      const records = () => JSON.stringify(exportWorld(client.simulator.world).stores['eu'])
      for (const one of steps) {
        const before = records()
        const reply = await take(client, one)
        if (reply === undefined) continue
        const name = `${one.does} ${reply.status < 300 ? 'done' : 'refused'}`
        statuses.set(name, (statuses.get(name) ?? 0) + 1)
        expect([200, 201, 204, 400, 404, 409]).toContain(reply.status)
        if (reply.status >= 400) expect(records()).toBe(before)
      }
      await expectSound(client)
    })
  // A walk that is refused everywhere would say nothing: where chance left something out, it walks on.
  const wanted = ['create', 'write', 'delete', 'link', 'relink', 'unlink', 'copy', 'switch']
  for (let round = 0; round < 5 && (round === 0 || wanted.some(isMissing)); round++)
    await fc.assert(walks(), { numRuns: 10 })
  expect(wanted.filter(isMissing)).toEqual([])
}, 120_000)
