/** What authors of wiki pages do, for tests: pages are written through the control API, which is how a test would do it. */
import type { Client } from '../../../support/client.ts'

export interface Authored {
  readonly key: string
  readonly html: string
  readonly properties?: Readonly<Record<string, string>>
  readonly dependencies?: readonly {
    readonly relationship: string
    readonly key: string
    readonly spaceKey?: string
  }[]
}

const headers = { 'x-sim-control': '1' }

async function control(client: Client, method: string, path: string, body: object) {
  const reply = await client.call(method, `/_sim${path}`, { token: null, headers, body })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
  return reply.body
}

/** Creates a page and views it, so that its requirements have their texts; answers its id. */
export async function writePage(
  client: Client,
  page: {
    readonly title: string
    readonly spaceKey?: string
    readonly parent?: number
    readonly content: readonly Authored[]
  },
): Promise<number> {
  const { id } = await control(client, 'POST', '/pages', page)
  await viewPage(client, id)
  return id
}

/** Saves changes of a page and views it. */
export async function rewritePage(client: Client, id: number, edit: object): Promise<void> {
  await control(client, 'PUT', `/pages/${id}`, edit)
  await viewPage(client, id)
}

export async function viewPage(client: Client, id: number): Promise<void> {
  await control(client, 'POST', `/pages/${id}/view`, {})
}

export async function erasePage(client: Client, id: number): Promise<void> {
  await control(client, 'DELETE', `/pages/${id}`, {})
}
