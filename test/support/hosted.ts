/** Calls of the hosted wiki and tracker, and the same calls at the embedded ones, to be held against each other. */
import { expect } from 'vitest'
import type { ExchangeResponse } from '../../src/api/framework/exchange.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import type { ScenarioObject, Simulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { requirementsOf, template, TRACKER_LINK } from './bulk-jobs.ts'
import { examplePath, exampleQuery } from './bad-input.ts'
import { type Client, type Reply, startClient } from './client.ts'

export type Product = 'wiki' | 'tracker'

/** Base addresses of the sites that hosted calls name. */
export const SITES = {
  wiki: 'https://wiki.northwind.test/wiki',
  tracker: 'https://tracker.northwind.test',
  usWiki: 'https://wiki.fabrikam.test/wiki',
  usTracker: 'https://tracker.fabrikam.test',
  contoso: 'https://wiki.contoso.test/wiki',
} as const

export const hostedHeaders = (key: string, site: string) => ({ 'x-api-key': key, 'x-base-url': site })

/** One operation as its examples call it. */
export interface ExampleCall {
  readonly operation: Operation
  /** Below the address of the embedded product: `/wiki/rest/reqs/1/…`, query included. */
  readonly url: string
  readonly type: string
  readonly body: string | undefined
}

/** The simulator of a world in which something is going on, and what its examples have to be called for that. */
export interface Busy {
  readonly simulator: Simulator
  call(operation: Operation): ExampleCall
}

export const operationsOf = (product: Product): (readonly [string, Operation])[] =>
  operations.filter((operation) => operation.interface === product).map((found) => [found.id, found] as const)

/** A world with a running task, a resynchronisation, a bulk job that runs and one that ended, and a message that waits. */
export async function startBusy(): Promise<Busy> {
  const client = await startClient()
  const { simulator } = client
  const write = async (method: string, path: string, body?: unknown) => {
    const reply = await client.call(method, path, { token: 'tok-admin', body })
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  const ended = await write('POST', BULK, bulkOf('REQ-004'))
  simulator.clock.advance('10s')
  const running = await write('POST', BULK, bulkOf('REQ-003'))
  const broken = { spaceKey: 'ENG', baseline: 3, status: 'PREVIEW' }
  await write('PUT', '/wiki/rest/reqs/1/baseline/ENG/3?fields=STATUS', broken)
  const { taskId } = await write('POST', '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/3')
  const link = { applinkId: TRACKER_LINK, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' }
  await write('POST', '/tracker/rest/reqs/1/issuelinks/DRN-3', [link])
  const synchronisation = await write('PUT', '/tracker/rest/reqs/1/sync?issues=DRN-1')
  const jobOf = (id: string): { jobId: number } => {
    if (id.startsWith('tracker.sync.')) return synchronisation
    return id.endsWith('ob.delete') ? ended : running
  }
  return {
    simulator,
    call(operation) {
      const jobId = String(jobOf(operation.id).jobId)
      return exampleCall(operation, examplePath(operation, { taskId, jobId }))
    },
  }
}

const BULK = '/wiki/rest/reqs/1/integration/svc-0001-demo/jira/create-issues-bulk'
const bulkOf = (key: string) => ({ issueTemplate: template, requirements: requirementsOf(key) })

/** The call of an operation by its examples. */
export function exampleCall(operation: Operation, url = examplePath(operation)): ExampleCall {
  const { body } = operation
  const pairs = exampleQuery(operation).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const query = pairs.join('&')
  const type = body?.contentType ?? 'application/json'
  const text = type === 'text/plain' ? String(body?.example) : JSON.stringify(body?.example)
  return { operation, url: query === '' ? url : `${url}?${query}`, type, body: body && text }
}

/** Sends a call below an address with these headers. */
export function send(
  simulator: Simulator,
  { operation, url, type, body }: ExampleCall,
  before: string,
  headers: Readonly<Record<string, string>>,
): Promise<ExchangeResponse> {
  const content = body === undefined ? {} : { 'content-type': type }
  return simulator.exchange({
    method: operation.method,
    url: `${before}${url}`,
    headers: { ...content, ...headers },
    body,
  })
}

/** What two doors must agree on: a success to the last byte, a refusal in its words. */
export function comparable({ status, body }: ExchangeResponse): unknown {
  const text = String(body)
  if (status >= 400) return { status, message: JSON.parse(text).message }
  // A description has the credentials and errors of the address at which it is served.
  if (text.startsWith('{"openapi":')) return { status, paths: Object.keys(JSON.parse(text).paths) }
  return { status, text }
}

/** The records of one region as text. */
export function recordsOf(simulator: Simulator, region: 'eu' | 'us'): string {
  return JSON.stringify(exportWorld(simulator.world).stores[region])
}

export interface HostedClient {
  readonly client: Client
  /** Calls a hosted address: `/eu/wiki/rest/reqs/1/…` or one of in-process. */
  call(
    method: string,
    url: string,
    credential: { readonly key: string; readonly site: string },
    body?: unknown,
  ): Promise<Reply>
}

export function hostedClient(client: Client): HostedClient {
  return {
    client,
    call: (method, url, { key, site }, body) =>
      client.call(method, url, {
        token: null,
        headers: hostedHeaders(key, site),
        body,
      }),
  }
}

/** The demo world with a tracker and an integration in the other region, and a second wiki in the first. */
export const TWO_REGIONS: ScenarioObject = {
  name: 'two-regions',
  extends: ['demo'],
  world: {
    accountLinks: [{ user: 'dana', site: 'contoso-wiki' }],
    spaces: [{ site: 'contoso-wiki', key: 'AVI', name: 'Avionics', grants: { edit: ['dana'] } }],
    requirements: [{ id: 6401, space: 'AVI', key: 'REQ-001', text: 'The radio shall be heard.' }],
    us: {
      sites: [
        {
          id: 901,
          name: 'fabrikam-wiki',
          type: 'CONFLUENCE',
          baseUrl: SITES.usWiki,
          organization: 'Fabrikam Rail',
          administrators: ['uma'],
        },
        {
          id: 902,
          name: 'fabrikam-tracker',
          type: 'JIRA',
          baseUrl: SITES.usTracker,
          organization: 'Fabrikam Rail',
          administrators: ['uma'],
        },
      ],
      accountLinks: [{ user: 'uma', site: 'fabrikam-tracker' }],
      // The same keys as in the first region name other things.
      spaces: [
        { container: 1001, site: 'fabrikam-wiki', key: 'ENG', name: 'Engines', grants: { edit: ['uma'] } },
      ],
      requirements: [{ id: 6001, space: 'ENG', key: 'REQ-001', text: 'The engine shall stop in time.' }],
      projects: [
        { id: 29001, site: 'fabrikam-tracker', key: 'XNG', name: 'Crossings', grants: { edit: ['uma'] } },
      ],
      issueTypes: [{ id: 19001, site: 'fabrikam-tracker', name: 'Story' }],
      issues: [{ id: 39001, project: 'XNG', key: 'XNG-1', type: 'Story', summary: 'Lower the barrier' }],
      integrations: [
        {
          serviceId: 'svc-us',
          wiki: 'fabrikam-wiki',
          tracker: 'fabrikam-tracker',
          wikiApplinkId: 'aaaaaaaa-0000-4000-8000-000000000001',
          trackerApplinkId: 'aaaaaaaa-0000-4000-8000-000000000002',
        },
      ],
    },
  },
}
