import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { importCheckedWorld } from '../../../../src/simulator/records/world-import.ts'
import { type DashboardRecord, dashboards } from '../../../../src/model/records/service/dashboards.ts'
import { worldSchema } from '../../../../src/model/schema.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { problemsOf, resolveObject } from '../../../scenario/support.ts'
import { clientOf, refusal, startClient } from '../../../support/client.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const Q = '?applicationId=101'
const OF = `${Q}&containerId=1001`
const figure = { type: 'AGGREGATION', title: 'Cost', formula: 'SUM(ext@Cost)' }

describe('dashboards', () => {
  test('are made, listed, changed and deleted', async () => {
    const made = await author.made('POST', `/dashboards${Q}`, {
      containerId: 1001,
      name: 'Costs',
      description: 'What it COSTS',
      widgets: [figure],
    })
    expect(made).toEqual({
      id: 3,
      applicationId: 101,
      containerId: 1001,
      name: 'Costs',
      description: 'What it COSTS',
      default: false,
      widgets: [figure],
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
    expect((await author.made('GET', `/dashboards${OF}`)).items).toMatchObject([{ id: 1 }, { id: 3 }])
    expect((await author.made('GET', `/dashboards${OF}&sort=name&name=Costs`)).total).toBe(1)
    expect((await author.made('GET', `/dashboards${OF}&search=t%20costs`)).items).toMatchObject([{ id: 3 }])
    expect((await author.made('GET', `/dashboards${OF}&sort=id,desc`)).items[0].id).toBe(3)
    author.client.simulator.clock.advance('1h')
    expect(await author.made('PUT', `/dashboards/3${Q}`, { name: 'Money' })).toEqual({
      ...made,
      name: 'Money',
      updatedAt: '2026-01-05T10:00:00.000Z',
    })
    await author.made('DELETE', `/dashboards/3${Q}`)
    expect((await author.refused('GET', `/dashboards/3${Q}`)).status).toBe(404)
    expect((await author.made('POST', `/dashboards${Q}`, { containerId: 1001, name: 'A' })).id).toBe(4)
  })

  test('one of a container is the default one', async () => {
    expect(await author.made('GET', `/dashboards/default${OF}`)).toMatchObject({ id: 1, default: true })
    await author.made('POST', `/dashboards${Q}`, { containerId: 1001, name: 'Costs' })
    expect(await author.made('POST', `/dashboards/3/make-default${Q}`)).toMatchObject({ default: true })
    expect(await author.made('GET', `/dashboards/1${Q}`)).toMatchObject({ default: false })
    expect(await author.made('PUT', `/dashboards/default${OF}`, { name: 'Main' })).toMatchObject({ id: 3 })
    await author.made('DELETE', `/dashboards/default${OF}`)
    expect(await author.refused('GET', `/dashboards/default${OF}`)).toMatchObject(
      refusal(
        404,
        "no default dashboard of container '1001': POST /dashboards/{dashboardId}/make-default makes one of its dashboards that",
      ),
    )
    expect((await author.refused('DELETE', `/dashboards/default${OF}`)).status).toBe(404)
    expect((await author.made('GET', `/dashboards${OF}`)).total).toBe(2)
    expect(await author.made('PUT', `/dashboards/default${OF}`, { name: 'New' })).toMatchObject({
      id: 4,
      default: true,
    })
    await author.made('DELETE', `/dashboards/4${Q}`)
    expect((await author.refused('GET', `/dashboards/default${OF}`)).status).toBe(404)
  })

  test('the default one, made that again, stays as it is', async () => {
    const before = author.everything()
    expect(await author.made('POST', `/dashboards/1/make-default${Q}`)).toMatchObject({ default: true })
    expect(author.everything()).toBe(before)
    expect(author.client.simulator.journal.entries().at(-1)?.stateful).toBeUndefined()
  })

  test('give no number twice, whoever gave it', async () => {
    const table = author.client.simulator.world.region('eu').table(dashboards)
    const { isDefault: _default, ...one } = table.get(1) as DashboardRecord
    table.insert({ ...one, isDefault: false, id: 9 })
    await author.made('DELETE', `/dashboards/9${Q}`)
    expect((await author.made('POST', `/dashboards${Q}`, { containerId: 1001, name: 'A' })).id).toBe(10)
  })

  test('are in no world of which a container has two default ones', () => {
    const document = structuredClone(exportWorld(author.client.simulator.world)) as never as {
      stores: { eu: { dashboard: { id: number }[] } }
    }
    const { dashboard: all } = document.stores.eu
    all.push({ ...(all[0] as { id: number }), id: 77 })
    expect(() => importCheckedWorld(worldSchema, document)).toThrow(/default key .* exists already/)
  })

  test.each([
    [{ type: 'AGGREGATION', title: 'A' }, 400, "'widgets[1].formula' is missing"],
    [{ type: 'CALCULATION', title: 'A' }, 400, "'widgets[1].formula' is missing"],
    [{ type: 'TEXT', title: 'A' }, 400, "'widgets[1].text' is missing"],
    [{ type: 'TEXT', title: 'A', text: 'x', query: '' }, 400, "'widgets[1].query'"],
    [{ type: 'TEXT', title: 'A', text: 'x', matrixId: 1 }, 400, "'widgets[1].matrixId'"],
    [{ type: 'MATRIX', title: 'A', matrixId: 1, query: "key = 'x'" }, 400, "'widgets[1].query'"],
    [{ ...figure, query: 'key =' }, 400, "'widgets[1].query'"],
    [{ type: 'REQUIREMENTS', title: 'A', query: 'key ~' }, 400, "'widgets[1].query'"],
    [{ type: 'AGGREGATION', title: 'A', formula: '@Cost' }, 400, "'widgets[1].formula'"],
    [{ type: 'CALCULATION', title: 'A', formula: 'SUM(' }, 400, "'widgets[1].formula'"],
    [{ type: 'MATRIX', title: 'A', matrixId: 77 }, 404, "'widgets[1].matrixId'"],
    [{ type: 'TEMPLATE', title: 'A', templateId: 77 }, 404, "'widgets[1].templateId'"],
    [{ type: 'GAUGE', title: 'A' }, 400, 'type'],
    [
      { type: 'TEXT', title: 'A', text: 'x', layout: { column: -1, row: 0, width: 1, height: 1 } },
      400,
      'column',
    ],
  ])('widget %j is refused with %i', async (widget, status, message) => {
    const body = { containerId: 1001, name: 'A', widgets: [figure, widget] }
    expect(await author.refused('POST', `/dashboards${Q}`, body)).toMatchObject(refusal(status, message))
    expect((await author.refused('PUT', `/dashboards/1${Q}`, { widgets: [figure, widget] })).status).toBe(
      status,
    )
  })

  test.each([
    { type: 'AGGREGATION', formula: 'COUNT(*)' },
    { type: 'CALCULATION', formula: '1 + 1' },
    { type: 'TEMPLATE', templateId: 1 },
  ])('widget %j may have a query', async (fields) => {
    const widgets = [{ ...fields, title: 'W', query: "key = 'REQ-001'" }]
    const made = await author.made('POST', `/dashboards${Q}`, { containerId: 1001, name: 'A', widgets })
    expect(made.widgets).toEqual(widgets)
  })

  test.each([
    ['GET', `/dashboards${Q}&containerId=1100`, undefined, 404],
    ['PUT', `/dashboards/1${Q}`, { name: ' ' }, 400],
    ['POST', `/dashboards${Q}`, { containerId: 1001, name: ' ' }, 400],
    ['GET', '/dashboards/1?applicationId=103', undefined, 404],
    ['POST', `/dashboards${Q}`, { containerId: 3001, name: 'A' }, 404],
  ])('%s %s %j is %i', async (method, path, body, status) => {
    expect((await author.refused(method, path, body)).status).toBe(status)
  })

  test('go with their workspace, and so do templates', async () => {
    const S = '?applicationId=103'
    const { containerId } = await author.made('POST', `/standalone/workspaces${S}`, { name: 'A' })
    const { id } = await author.made('POST', `/dashboards${S}`, { containerId, name: 'A' })
    const template = await author.made('POST', `/templates${S}`, { containerId, name: 'A', content: 'x' })
    await author.made('DELETE', `/standalone/workspaces/302${S}`)
    expect((await author.refused('GET', `/dashboards/${id}${S}`)).status).toBe(404)
    expect((await author.refused('GET', `/templates/${template.id}${S}`)).status).toBe(404)
  })

  test('a widget keeps the id of a deleted record', async () => {
    await author.made('DELETE', `/templates/1${Q}`)
    expect((await author.made('GET', `/dashboards/1${Q}`)).widgets[2]).toMatchObject({ templateId: 1 })
    const document = exportWorld(author.client.simulator.world)
    expect(exportWorld(importCheckedWorld(worldSchema, document))).toEqual(document)
  })
})

test('the default dashboard keeps its name when none is sent; a new one needs a name', async () => {
  const changed = await author.made('PUT', `/dashboards/default${OF}`, { widgets: [figure] })
  expect(changed).toMatchObject({ id: 1, name: 'Overview', widgets: [figure], default: true })
  await author.made('DELETE', `/dashboards/default${OF}`)
  for (const body of [{ widgets: [figure] }, { name: null }])
    expect(await author.refused('PUT', `/dashboards/default${OF}`, body)).toMatchObject(
      refusal(400, "'name': required, since container 1001 has no default dashboard"),
    )
})

describe('a dashboard that is sent back as it was read', () => {
  test('can be changed after a template and a matrix of its widgets were deleted', async () => {
    await author.made('DELETE', `/templates/1${Q}`)
    await author.done('DELETE', '/traceability/ENG/1')
    const read = await author.made('GET', `/dashboards/1${Q}`)
    const widgets = read.widgets.toReversed()
    expect(await author.made('PUT', `/dashboards/1${Q}`, { ...read, widgets })).toEqual({ ...read, widgets })
    const fresh = { containerId: 1001, name: 'A', widgets: read.widgets.slice(2) }
    expect((await author.refused('POST', `/dashboards${Q}`, fresh)).status).toBe(404)
    const unknown = { name: 'A', widgets: [{ type: 'TEMPLATE', title: 'A', templateId: 77 }] }
    expect((await author.refused('PUT', `/dashboards/default${OF}`, unknown)).status).toBe(404)
  })

  test('stays unchanged when absent fields are null', async () => {
    const config = { assumptions: { A21: 'null' } } as const
    author = await startStandaloneAuthor({ scenario: 'demo', config })
    for (const path of [`/dashboards/1${Q}`, `/templates/2${Q}`]) {
      const read = await author.made('GET', path)
      expect(read.description).toBeNull()
      expect(await author.made('PUT', path, read)).toEqual(read)
    }
    const { widgets } = await author.made('GET', `/dashboards/1${Q}`)
    expect(widgets[0]).toMatchObject({ query: null, layout: null })
    const copy = { containerId: 1001, name: 'Copy', description: null, widgets }
    expect((await author.made('POST', `/dashboards${Q}`, copy)).widgets).toEqual(widgets)
  })

  test('loses a description that is null, and keeps what else is', async () => {
    const nulls = { name: null, description: null, widgets: null }
    for (const [path, body] of [
      ['/dashboards', { widgets: [figure] }],
      ['/templates', { content: '{{key}}', type: 'CALCULATION', sharedLevel: 'SHARED_VIEW' }],
    ] as const) {
      const made = await author.made('POST', `${path}${Q}`, {
        containerId: 1001,
        name: 'A',
        description: 'What it is',
        ...body,
      })
      const { description, ...others } = made
      expect(description).toBe('What it is')
      expect(await author.made('PUT', `${path}/${made.id}${Q}`, { name: 'A' })).toEqual(made)
      const sent = path === '/templates' ? { content: null, type: null, sharedLevel: null } : {}
      expect(await author.made('PUT', `${path}/${made.id}${Q}`, { ...nulls, ...sent })).toEqual(others)
    }
  })
})

test('property: a container has at most one default dashboard, and the world stays valid', async () => {
  const demo = (await startClient()).simulator
  const step = fc.record({
    does: fc.constantFrom('create', 'delete', 'promote', 'putDefault', 'dropDefault'),
    id: fc.integer({ min: 1, max: 6 }),
    place: fc.constantFrom([101, 1001], [103, 3001]),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const client = clientOf(demo.fork())
      for (const { does, id, place } of steps) {
        const [application, containerId] = place
        const q = `?applicationId=${application}`
        const calls = {
          create: ['POST', `/dashboards${q}`, { containerId, name: 'A' }],
          delete: ['DELETE', `/dashboards/${id}${q}`, undefined],
          promote: ['POST', `/dashboards/${id}/make-default${q}`, undefined],
          putDefault: ['PUT', `/dashboards/default${q}&containerId=${containerId}`, { name: 'B' }],
          dropDefault: ['DELETE', `/dashboards/default${q}&containerId=${containerId}`, undefined],
        } as const
        const [method, path, body] = calls[does as keyof typeof calls]
        const reply = await client.call(method, `/api${path}`, body === undefined ? {} : { body })
        expect([200, 201, 204, 404]).toContain(reply.status)
        const { items } = (await client.get(`/api/dashboards${q}&containerId=${containerId}`)).body
        const defaults = items.filter((one: { default: boolean }) => one.default)
        expect(defaults.length).toBeLessThan(2)
        const read = await client.get(`/api/dashboards/default${q}&containerId=${containerId}`)
        expect(read.status).toBe(defaults.length === 1 ? 200 : 404)
      }
      importCheckedWorld(worldSchema, exportWorld(client.simulator.world))
    }),
    { numRuns: 15 },
  )
})

test('scenarios with wrong dashboards and templates are refused with the reason', async () => {
  const widgets = [
    { type: 'AGGREGATION', title: 'A' },
    { type: 'REQUIREMENTS', title: 'B', query: 'key ~' },
  ]
  const world = {
    dashboards: [
      { space: 'ENG', name: 'Second', default: true },
      { workspace: 'SIM', name: 'Third', default: true, widgets },
      { name: 'Nowhere' },
    ],
    templates: [{ space: 'ENG', name: 'Open', content: 'a {{key' }],
  }
  const problems = await problemsOf(() => resolveObject({ extends: ['demo'], world }))
  expect(problems).toEqual([
    expect.stringContaining('content: at position 2'),
    expect.stringContaining("world.dashboards[1].widgets[0]: 'formula' is missing"),
    expect.stringContaining('world.dashboards[1].widgets[1]: Syntax error at position 5'),
    expect.stringContaining("needs either 'space' or 'workspace'"),
    expect.stringContaining('the default dashboard'),
  ])
})

test('telemetry counts features per user, until the account is deleted', async () => {
  const tell = (token: string, feature = 'dashboard.open') =>
    author.made('POST', '/telemetry', { feature }, { token })
  await tell('tok-alice')
  author.client.simulator.clock.advance('1h')
  await tell('tok-alice')
  await tell('tok-bob')
  await tell('tok-bob', '__proto__')
  const counted = author.client.simulator.state('featureUse')
  expect(counted).toMatchObject([
    { feature: 'dashboard.open', times: 2 },
    { feature: '__proto__', times: 1 },
    { feature: 'dashboard.open', times: 1 },
  ])
  expect((counted[0] as { lastAt: number; firstAt: number }).lastAt).toBeGreaterThan(
    (counted[0] as { firstAt: number }).firstAt,
  )
  expect((await author.refused('POST', '/telemetry', { feature: '' })).status).toBe(400)
  expect((await author.refused('POST', '/telemetry', { feature: 'x' }, { token: null })).status).toBe(401)
  await author.made('DELETE', '/users/me', undefined, { token: 'tok-bob' })
  expect(author.client.simulator.state('featureUse')).toHaveLength(1)
})
