/** What tests of the hosted wiki's operations share: calls of its address, and the columns that they ask for. */
import { expect } from 'vitest'
import { type Client, startClient } from '../../support/client.ts'
import { hostedHeaders, SITES } from '../../support/hosted.ts'
import type { SimulatorOptions } from '../../../src/index.ts'

export interface HostedWiki {
  readonly client: Client
  /** Calls the hosted wiki below `/rest`, as alice unless told otherwise. */
  call(method: string, path: string, body?: unknown, user?: string): ReturnType<Client['call']>
  /** As `call`, and answers the body of a success. */
  done(method: string, path: string, body?: unknown, user?: string): Promise<ReturnType<typeof JSON.parse>>
  /** Calls the embedded wiki and answers the body of a success. */
  embedded(
    method: string,
    path: string,
    body?: unknown,
    user?: string,
  ): Promise<ReturnType<typeof JSON.parse>>
}

export async function startHostedWiki(options: SimulatorOptions = { scenario: 'demo' }): Promise<HostedWiki> {
  const client = await startClient(options)
  const sent = (body: unknown) => (body === undefined ? {} : { body })
  const call: HostedWiki['call'] = (method, path, body, user = 'alice') =>
    client.call(method, `/eu/wiki/rest${path}`, {
      token: null,
      headers: hostedHeaders(`tok-${user}`, SITES.wiki),
      ...sent(body),
    })
  return {
    client,
    call,
    async done(method, path, body, user) {
      const reply = await call(method, path, body, user)
      expect(reply.status, reply.text).toBeLessThan(300)
      return reply.body
    },
    async embedded(method, path, body, user = 'alice') {
      const options = { token: `tok-${user}`, ...sent(body) }
      const reply = await client.call(method, `/wiki/rest/reqs/1${path}`, options)
      expect(reply.status, reply.text).toBeLessThan(300)
      return reply.body
    },
  }
}

export const first = { step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 } as const

/** A column at an index, which starts from the first unless told otherwise. */
export const column = (columnIndex: number, type: string, value?: string, parentColumnIndex = 0) => ({
  step: { type, ...(value === undefined ? {} : { value }) },
  columnIndex,
  parentColumnIndex,
})
