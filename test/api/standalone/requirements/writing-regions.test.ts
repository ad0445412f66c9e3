/** The operations that write, in the other region and under a rate limit: the shared rules hold for each of them. */
import { expect, test } from 'vitest'
import type { Operation } from '../../../../src/api/framework/operation.ts'
import { containerWritingOperations } from '../../../../src/api/standalone/containers/writing.ts'
import { dashboardOperations } from '../../../../src/api/standalone/workspaces/dashboards.ts'
import { templateRenderingOperations } from '../../../../src/api/standalone/formulas/template-rendering.ts'
import { templateOperations } from '../../../../src/api/standalone/formulas/templates.ts'
import { relationshipOperations } from '../../../../src/api/standalone/requirements/relationships.ts'
import { requirementPropertyOperations } from '../../../../src/api/standalone/requirements/properties.ts'
import { requirementWritingOperations } from '../../../../src/api/standalone/requirements/writing.ts'
import { typedLinkOperations } from '../../../../src/api/standalone/requirements/typed-links.ts'
import { variantWritingOperations } from '../../../../src/api/standalone/containers/variant-writing.ts'
import { workspaceMemberOperations } from '../../../../src/api/standalone/workspaces/members.ts'
import { workspaceOperations } from '../../../../src/api/standalone/workspaces/workspaces.ts'
import { exportWorld } from '../../../../src/world/store/transfer.ts'
import { exampleCall } from '../../../support/hosted.ts'
import { clientOf, startClient } from '../../../support/client.ts'

const demo = (await startClient()).simulator

const operations: readonly Operation[] = [
  ...containerWritingOperations,
  ...dashboardOperations,
  ...templateOperations,
  ...templateRenderingOperations,
  ...relationshipOperations,
  ...requirementPropertyOperations,
  ...requirementWritingOperations,
  ...typedLinkOperations,
  ...variantWritingOperations,
  ...workspaceMemberOperations,
  ...workspaceOperations,
]
const rows = operations.map((operation) => [operation.id, operation] as const)

test('are all that were seen', () => {
  expect(operations).toHaveLength(51)
})

test.each(rows)('%s knows nothing of the other region', async (_id, operation) => {
  const client = clientOf(demo.fork())
  const { url, body } = exampleCall(operation)
  const there = url.replace('/api/', '/us/api/')
  const records = () => JSON.stringify(exportWorld(client.simulator.world).stores['us'])
  const before = records()
  const more = body === undefined ? {} : { body }
  expect((await client.call(operation.method, there, { ...more, token: 'tok-admin' })).status).toBe(401)
  expect((await client.call(operation.method, there, { ...more, token: 'tok-uma' })).status).toBe(404)
  expect(records()).toBe(before)
})

test.each([
  ['/requirements?projectContainerId=9001', 3],
  ['/requirements/6902/links', 2],
  ['/requirements/6902/external-properties', 0],
  ['/variants?projectContainerId=9001', 1],
  ['/containers', 2],
  ['/relationships', 2],
  ['/standalone/workspaces', 0],
])('%s of the other region lists its own', async (path, total) => {
  const client = clientOf(demo.fork())
  const url = `/us/api${path}${path.includes('?') ? '&' : '?'}applicationId=901`
  expect((await client.get(url, { token: 'tok-uma' })).body).toMatchObject({ total })
})

test('each of them counts against the limit of the minute', async () => {
  const client = await startClient({ scenario: 'demo', config: { rateLimit: 'enforce' } })
  for (let call = 1; call <= 200; call++) await client.get('/api/nowhere', { token: 'tok-admin' })
  for (const operation of operations) {
    const { url, body } = exampleCall(operation)
    const options = { token: 'tok-admin', ...(body === undefined ? {} : { body }) }
    const reply = await client.call(operation.method, url, options)
    expect([operation.id, reply.status, reply.headers['X-Rate-Limit-Limit']]).toEqual([
      operation.id,
      429,
      '200',
    ])
  }
})
