/** How each operation is called by its declared example, and what has to happen before that works on the demo. */
import type { Operation } from '../../src/api/operation.ts'
import { expect } from 'vitest'
import { operations } from '../../src/api/operations.ts'
import { credentialsFor } from './bad-input.ts'
import type { Client, Reply } from './client.ts'
import { exampleCall } from './hosted.ts'

export interface ExampleRequest {
  readonly method: string
  /** Of the one-port layout, query included. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * What an operation needs first: the examples of these operations, or virtual time. The demo world has no task, no job
 * and no message of its tracker, because nothing has happened in it.
 */
export const EXAMPLE_NEEDS: Readonly<Record<string, readonly string[]>> = {
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

/** The example of an operation as a caller with rights sends it. */
export function exampleRequest(operation: Operation): ExampleRequest {
  const request = anonymousRequest(operation)
  const credentials = SCOPED.has(operation.id)
    ? { authorization: 'Bearer tok-app101' }
    : credentialsFor(operation)
  return { ...request, headers: { ...credentials, ...request.headers } }
}

/** The example of an operation without any credential. */
export function anonymousRequest(operation: Operation): ExampleRequest {
  const { url, type, body } = exampleCall(operation)
  const { method } = operation
  if (body === undefined) return { method, path: url, headers: {} }
  return { method, path: url, headers: { 'content-type': type }, body }
}

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** Sends the example of an operation as a caller with rights. */
export function tryExample(client: Client, operation: Operation): Promise<Reply> {
  const { method, path, ...options } = exampleRequest(operation)
  return client.call(method, path, { token: null, ...options })
}

/** Does what the example of an operation needs first. */
export async function prepareExample(client: Client, { id }: Operation): Promise<void> {
  for (const need of EXAMPLE_NEEDS[id] ?? []) {
    const first = byId.get(need)
    if (first === undefined) client.simulator.clock.advance(need)
    else expect((await tryExample(client, first)).status).toBe(first.success.status)
  }
}
