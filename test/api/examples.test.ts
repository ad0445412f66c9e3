/** Every operation's example works against the demo world: what a description shows can be tried at once. */
import { expect, test } from 'vitest'
import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { readConfig, writeConfig } from '../../src/model/config.ts'
import { credentialsFor } from '../support/bad-input.ts'
import { type Client, clientOf, startClient } from '../support/client.ts'
import { exampleCall } from '../support/hosted.ts'

const demo = (await startClient()).simulator
const byId = new Map(operations.map((operation) => [operation.id, operation]))

/**
 * What an operation needs first: the examples of these operations, or virtual time. The demo world has no task, no job
 * and no message of its tracker, because nothing has happened in it.
 */
const needs: Readonly<Record<string, readonly string[]>> = {
  'standalone.linkRequest.read': ['standalone.linkRequest.create'],
  'standalone.linkRequest.delete': ['standalone.linkRequest.create'],
  'standalone.organization.delete': ['standalone.organization.create'],
  'standalone.containers.delete': ['standalone.containers.create'],
  'standalone.workspaces.delete': ['standalone.workspaces.create'],
  'standalone.jobs.cancel': ['standalone.externalPropertyImport.spreadsheet'],
  'standalone.jobs.retry': ['standalone.externalPropertyImport.spreadsheet', 'standalone.jobs.cancel'],
  'wiki.task.read': ['wiki.baseline.freeze'],
  'wiki.task.updatePage': ['wiki.baseline.freeze'],
  'wiki.task.delete': ['wiki.baseline.freeze'],
  'wiki.job.read': ['tracker.bulkJob.start'],
  'wiki.job.errors': ['tracker.bulkJob.start'],
  'wiki.job.abort': ['tracker.bulkJob.start'],
  'wiki.job.delete': ['tracker.bulkJob.start', '10s'],
  'tracker.bulkJob.read': ['tracker.bulkJob.start'],
  'tracker.bulkJob.abort': ['tracker.bulkJob.start'],
  'tracker.bulkJob.delete': ['tracker.bulkJob.start', '10s'],
  'tracker.sync.readJob': ['tracker.sync.start'],
  'tracker.queue.send': ['tracker.queue.add'],
  'tracker.queue.remove': ['tracker.queue.add'],
}

/** Operations that a caller names an application to by the credential alone, as their examples do. */
const SCOPED = new Set([
  'standalone.aggregation.execute',
  'standalone.aggregation.parse',
  'standalone.calculation.execute',
  'standalone.application.readCurrent',
])

function tryExample(client: Client, operation: Operation) {
  const { url, type, body } = exampleCall(operation)
  const credentials = SCOPED.has(operation.id)
    ? { authorization: 'Bearer tok-app101' }
    : credentialsFor(operation)
  const content = body === undefined ? undefined : { 'content-type': type }
  return client.call(operation.method, url, {
    token: null,
    headers: { ...credentials, ...content },
    ...(body === undefined ? {} : { body }),
  })
}

test.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
  const client = clientOf(demo.fork())
  for (const need of needs[id] ?? []) {
    const first = byId.get(need)
    if (first === undefined) client.simulator.clock.advance(need)
    else expect((await tryExample(client, first)).status).toBe(first.success.status)
  }
  const reply = await tryExample(client, operation)
  expect([reply.status, reply.text]).toEqual([operation.success.status, expect.any(String)])
})

test('examples work where absent fields are null, too', async () => {
  const client = clientOf(demo.fork())
  const { system } = client.simulator.world
  writeConfig(system, { ...readConfig(system), assumptions: { A21: 'null' } })
  for (const operation of operations) {
    if (operation.method !== 'GET' || needs[operation.id] !== undefined) continue
    const { status, text } = await tryExample(client, operation)
    expect([operation.id, status, text]).toEqual([operation.id, operation.success.status, expect.any(String)])
  }
})

test('nothing is needed that is not', async () => {
  for (const id of Object.keys(needs)) {
    const operation = byId.get(id) as Operation
    const alone = await tryExample(clientOf(demo.fork()), operation)
    expect([id, alone.status]).toEqual([id, 404])
  }
})
