// A description of the real service is held against the simulator: both ways round, in one order, as data.

import { expect, it } from 'vitest'
import { openApiDocument } from '../../src/api/openapi/document.ts'
import { operations } from '../../src/api/operations.ts'
import { INTERFACES } from '../../src/api/framework/interfaces.ts'
import { createSimulator, type DescriptionDifference, reportMarkdown } from '../../src/index.ts'
import { clientOf, startClient } from '../support/client.ts'
import { answering, descriptionOf, reportOf } from './support.ts'

it('finds no difference between the simulator and its own description, at every interface', async () => {
  for (const surface of INTERFACES) {
    const document = openApiDocument(surface, operations, { baseUrls: [] })
    const { descriptions } = await createSimulator({ openapi: [{ surface, document }] })
    const [report] = descriptions
    expect(report?.differences, surface).toEqual([])
    expect(report?.generated).toEqual([])
    expect(report?.compared).toBeGreaterThan(10)
  }
})

const LIST = {
  parameters: [
    { name: 'organizationId', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'colour', in: 'query', schema: { type: 'string', enum: ['red'] } },
    { name: 'limit', in: 'header', schema: { type: 'integer' } },
    { name: 'Authorization', in: 'header', schema: { type: 'string' } },
  ],
  responses: {
    200: {
      description: 'All is well.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['items'],
            properties: {
              items: { type: 'array', items: { $ref: '#/components/schemas/Application' } },
              total: { type: 'string' },
              limit: { type: 'integer' },
              offset: { type: 'integer' },
            },
          },
        },
      },
    },
    '4XX': { description: 'Refused.' },
    418: { description: 'A teapot.' },
  },
}
const APPLICATION = {
  allOf: [{ type: 'object', properties: { id: { type: 'integer' }, shoe: { type: 'number' } } }],
}

it('lists parameters, fields and statuses that only one has, and properties that differ', async () => {
  const { differences, compared } = await reportOf(
    descriptionOf({ '/applications': { get: LIST } }, { Application: APPLICATION }),
  )
  const found = differences.filter(({ operation }) => operation === 'standalone.application.list')
  expect(compared).toBe(1)
  expect(found).toContainEqual({
    operation: 'standalone.application.list',
    place: 'query organizationId',
    kind: 'type',
    ours: 'integer',
    theirs: 'string',
  })
  const lines = found.map(
    ({ place, kind, ours, theirs }) => `${place} ${kind} ${String(ours)} ${String(theirs)}`,
  )
  expect(lines).toContain('query colour missing null string')
  expect(lines).toContain('query limit in query header')
  expect(lines).toContain('query offset extra integer null')
  expect(lines).toContain('status 418 missing null true')
  expect(lines).toContain('answer total type integer string')
  expect(lines).toContain('answer items[].shoe missing null number')
  expect(lines).toContain('answer items[].name extra string null')
  expect(
    lines.filter((line) => /status 4(?!18)|Authorization|answer limit (?:type|missing|extra)/.test(line)),
  ).toEqual([])
})

it('lists operations that only one has, and one that an operation of the simulator hides', async () => {
  const { differences, generated } = await reportOf(
    descriptionOf({
      '/widgets/{id}': { get: answering({ type: 'string' }) },
      '/applications/12': { get: answering({ type: 'string' }) },
    }),
  )
  const reported = differences.filter(({ operation }) => operation.startsWith('standalone:'))
  expect(reported.map(({ operation, kind, ours }) => [operation, kind, ours])).toEqual([
    ['standalone:GET /applications/12', 'hidden', 'standalone.application.read'],
    ['standalone:GET /applications/12', 'missing', null],
    ['standalone:GET /widgets/{id}', 'missing', null],
  ])
  expect(generated).toEqual(['standalone:GET /widgets/{id}'])
  expect(differences.find(({ operation }) => operation === 'standalone.variant.list')?.kind).toBe('extra')
})

it('finds the operations wherever the description writes the address of the service', async () => {
  const own = { get: LIST }
  const described = [
    descriptionOf({ '/applications': own }),
    descriptionOf({ '/api/applications': own }),
    descriptionOf({ '/gateway/api/applications': own, '/gateway/api/applications/{number}': own }),
  ].map((document) => ({ ...document, components: { schemas: { Application: APPLICATION } } }))
  for (const document of described) expect((await reportOf(document)).compared).toBeGreaterThan(0)
  const embedded = descriptionOf(
    { '/baseline/{project}': { get: answering({}) } },
    {},
    {
      servers: [{ url: 'https://wiki.example/context/rest/reqs/1' }],
    },
  )
  const { descriptions } = await createSimulator({ openapi: [{ surface: 'wiki', document: embedded }] })
  expect(descriptions[0]?.generated).toEqual([])
  expect(descriptions[0]?.compared).toBe(1)
})

it('an operation beside the address of the service hid where the service is', async () => {
  const { compared, generated, passedOver } = await reportOf(
    descriptionOf(
      {
        '/actuator/health': { get: answering({ type: 'string' }) },
        '/api/applications': { get: LIST },
        '/api/widgets': { get: answering({ type: 'string' }) },
      },
      { Application: APPLICATION },
    ),
  )
  expect([compared, generated]).toEqual([1, ['standalone:GET /widgets']])
  expect(passedOver).toEqual([
    { pointer: '/paths/~1actuator~1health/get', message: 'is outside of /api: skipped' },
  ])
})

it('of a description without any known operation, the address was taken for part of the paths', async () => {
  const { generated } = await reportOf(
    descriptionOf({ '/api/widgets': { get: answering({ type: 'string' }) } }),
  )
  expect(generated).toEqual(['standalone:GET /widgets'])
})

it('lists differences in the same order for any order of the description', async () => {
  const paths = {
    '/widgets': { get: answering({}) },
    '/applications': { get: LIST },
    '/a': { put: answering({}) },
  }
  const forward = await reportOf(descriptionOf(paths, { Application: APPLICATION }))
  const reversed = Object.fromEntries(Object.entries(paths).toReversed())
  const backward = await reportOf(descriptionOf(reversed, { Application: APPLICATION }))
  expect(backward.differences).toEqual(forward.differences)
})

it('lists shared operations first, and counts missing ones separately', async () => {
  const openapi = [
    {
      surface: 'standalone' as const,
      document: descriptionOf({
        '/applications': { get: answering({}) },
        '/widgets': { get: answering({}) },
      }),
    },
  ]
  const simulator = await createSimulator({ openapi })
  const [report] = simulator.descriptions
  const { differences = [], lacking = 0, compared } = report ?? {}
  const own = operations.filter((operation) => operation.interface === 'standalone')
  expect([compared, lacking]).toEqual([1, own.length - 1])
  const isWhole = ({ place, kind }: DescriptionDifference) => place === 'operation' && kind === 'extra'
  const first = differences.findIndex(isWhole)
  expect(differences.slice(first).every(isWhole)).toBe(true)
  expect([first, differences.length - first]).toEqual([differences.length - lacking, lacking])
  expect(differences.slice(0, first).map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['standalone.application.list', 'standalone:GET /widgets']),
  )
  const page = reportMarkdown(simulator.report())
  expect(page).toContain(`${first}, and ${lacking} operations that it lacks`)
  expect(page).toContain(`It also lacks ${lacking} operations of the simulator.`)
  expect(page).not.toContain('standalone.variant.list')
  const { body } = await clientOf(simulator).get('/_sim/openapi-differences?limit=1')
  expect(body.descriptions[0]).toMatchObject({ lacking, differences: differences.length })
  expect(body.items[0]).toMatchObject({ operation: differences[0]?.operation })
})

it('serves the list at the control API, in pages and by operation and kind', async () => {
  const document = descriptionOf(
    { '/applications': { get: LIST }, '/widgets': { get: answering({}) } },
    { Application: APPLICATION },
  )
  const { get, simulator } = await startClient({ openapi: [{ surface: 'standalone', document }] })
  const whole = (await get('/_sim/openapi-differences?limit=10000')).body
  expect(whole.total).toBe(simulator.descriptions[0]?.differences.length)
  expect(whole.descriptions).toMatchObject([
    { interface: 'standalone', file: 'openapi', title: 'Mine', version: '9', differences: whole.total },
  ])
  const page = (await get('/_sim/openapi-differences?operation=standalone.application.list&kind=in&limit=1'))
    .body
  expect(page).toMatchObject({ total: 1, items: [{ place: 'query limit', interface: 'standalone' }] })
  expect((await get('/_sim/openapi-differences?interface=wiki')).body).toEqual({
    items: [],
    total: 0,
    descriptions: [],
  })
  expect((await get('/_sim/openapi-differences?kind=worse')).status).toBe(400)
  const without = await startClient({})
  expect((await without.get('/_sim/openapi-differences')).body.total).toBe(0)
  expect(without.simulator.report().descriptions).toBeUndefined()
})
