/** Calls around issues in bulk: templates, helpers of the tracker, and jobs seen from wiki and tracker. */
import { expect } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { type CallOptions, type Client, type Reply, demoWith, startClient } from './client.ts'

export const WIKI_LINK = '11111111-2222-4333-8444-555555555555'
export const TRACKER_LINK = '99999999-8888-4777-8666-555555555555'
const wiki = '/wiki/rest/reqs/1'
const tracker = '/tracker/rest/reqs/1'
export const BULK = `/operations/${TRACKER_LINK}/issues-bulk-operation`

export const template = {
  spaceKey: 'ENG',
  title: 'All of them',
  applinkId: WIKI_LINK,
  projectId: 20001,
  issueTypeId: 10001,
}

export interface Bulk {
  readonly client: Client
  readonly wiki: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Reply>
  readonly tracker: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Reply>
  /** Starts to create issues; answers the job. */
  readonly create: (body: object, options?: CallOptions) => Promise<Reply['body']>
  readonly advance: (duration: string) => void
}

export async function startBulk(options?: SimulatorOptions): Promise<Bulk> {
  const client = await startClient(options)
  const at =
    (base: string): Bulk['wiki'] =>
    (method, path, body, more) =>
      client.call(method, `${base}${path}`, { ...more, body })
  return {
    client,
    wiki: at(wiki),
    tracker: at(tracker),
    async create(body, more) {
      const path = '/integration/svc-0001-demo/jira/create-issues-bulk'
      const reply = await at(wiki)('POST', path, { issueTemplate: template, ...body }, more)
      expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
      return reply.body
    },
    advance: (duration) => void client.simulator.clock.advance(duration),
  }
}

/** Requirements of ENG as a request names them. */
export const requirementsOf = (...keys: string[]) => keys.map((key) => ({ spaceKey: 'ENG', key }))

/** The demo world with so many more requirements in OPS. */
export const manyRequirements = (count: number): SimulatorOptions =>
  demoWith({ generate: [{ requirements: count, space: 'OPS', prefix: 'OPS-' }] })

/** The demo world whose integration is like this. */
export const integrationLike = (changes: object): SimulatorOptions =>
  demoWith({ world: { integrations: [{ serviceId: 'svc-0001-demo', ...changes }] } })
