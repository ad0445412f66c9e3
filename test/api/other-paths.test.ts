import type { OperationId } from '../../src/api/framework/names.ts'
/** An operation with several paths is one operation: it answers the same at each, and counts as one. */
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/api/openapi/document.ts'
import { operations } from '../../src/api/operations.ts'
import { createIdMap } from '../../src/replay/ids.ts'
import { createSimulator } from '../../src/index.ts'
import { clientOf } from '../support/client.ts'
import { prepareExample, tryExample } from '../support/examples.ts'

const both = operations.flatMap((operation) =>
  (operation.otherPaths ?? []).map(({ path }) => [path, operation] as const),
)
const demo = await createSimulator({ scenario: 'demo' })

test.each(both)('%s answers as the first path of its operation', async (path, operation) => {
  const sent = [operation, { ...operation, path }].map(async (called) => {
    const simulator = demo.fork()
    const client = clientOf(simulator)
    await prepareExample(client, operation)
    const { status, text } = await tryExample(client, called)
    expect(simulator.verify({ operation: operation.id as OperationId, times: 1 })).toMatchObject({ ok: true })
    const reported = simulator.report().operations.find((each) => each.operation === operation.id)
    return { status, text, exercised: reported?.exercised }
  })
  const [first, other] = await Promise.all(sent)
  expect(other).toEqual(first)
  expect(first?.status).toBe(operation.success.status)
})

describe('repair under the brand of the tracker', () => {
  test('a fault of the operation strikes at each path', async () => {
    const simulator = demo.fork()
    simulator.faults.add({ operation: 'wiki.repair.list', status: 409 })
    const client = clientOf(simulator)
    for (const path of ['/wiki/rest/reqs/1/repair/jiralinks', '/wiki/rest/reqs/1/repair/trackerlinks'])
      expect((await client.get(path, { token: 'tok-admin' })).status).toBe(409)
  })

  test('a misspelt path names the nearest one', async () => {
    const reply = await clientOf(demo.fork()).get('/wiki/rest/reqs/1/repair/jiralink')
    expect(reply.body).toMatchObject({ message: expect.stringContaining('/repair/jiralinks') })
  })

  test('the description has an operationId for each path, and names the operation', () => {
    const { paths } = openApiDocument('wiki', operations, { baseUrls: [] })
    expect(paths).toMatchObject({
      '/rest/reqs/1/repair/trackerlinks': {
        get: { operationId: 'wiki.repair.list', 'x-provenance': 'documented' },
      },
      '/rest/reqs/1/repair/jiralinks': {
        get: {
          operationId: 'wiki.repair.list.path2',
          'x-operation': 'wiki.repair.list',
          'x-provenance': 'assumed',
        },
      },
    })
  })
})

test('replay replaces ids at each path', () => {
  const ids = createIdMap()
  const operation = operations.find(({ id }) => id === 'wiki.keySuggestion.suggest')
  ids.learn('{"spaceKey":"RECORDED"}', '{"spaceKey":"ANSWERED"}', operation)
  for (const path of ['key-suggestions', 'rte'])
    expect(ids.url(`/wiki/rest/reqs/1/${path}/RECORDED/suggestAtInitialization`, operation)).toBe(
      `/wiki/rest/reqs/1/${path}/ANSWERED/suggestAtInitialization`,
    )
})
