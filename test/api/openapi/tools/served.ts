/** A server of the demo world, and the descriptions that it serves, each in a file of a temporary folder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../../../src/adapters/node.ts'
import type { JsonObject } from '../../../../src/api/openapi/json.ts'
import { createSimulator } from '../../../../src/index.ts'
import { SERVED_DESCRIPTIONS } from '../../../support/described-examples.ts'

export type Surface = (typeof SERVED_DESCRIPTIONS)[number]['surface']
export const SURFACES: readonly Surface[] = SERVED_DESCRIPTIONS.map(({ surface }) => surface)
/** The interfaces, and the control API. */
export type Described = Surface | 'control'
export const DESCRIBED: readonly Described[] = [...SURFACES, 'control']
const PLACES = [...SERVED_DESCRIPTIONS, { surface: 'control', path: '/_sim/openapi.json' }] as const

export interface ServedDescription {
  readonly document: JsonObject
  /** `wiki.json`, in the folder. */
  readonly file: string
  /** Of the interface, at the server. */
  readonly address: string
}

export interface ServedDemo {
  readonly folder: string
  /** The address of the server. */
  readonly url: string
  readonly descriptions: Readonly<Record<Described, ServedDescription>>
  /** Begins the world anew. */
  reset(): Promise<void>
  close(): Promise<void>
}

export async function serveDemo(): Promise<ServedDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'reqsim-descriptions-'))
  const simulator = await createSimulator({ scenario: 'demo' })
  const served = await serve(simulator)
  const entries = PLACES.map(async ({ surface, path }) => {
    const document = (await (await fetch(served.url + path)).json()) as JsonObject
    const [server] = document['servers'] as unknown as readonly { readonly url: string }[]
    const file = `${surface}.json`
    await writeFile(join(folder, file), JSON.stringify(document))
    return [surface, { document, file, address: served.url + server?.url }] as const
  })
  return {
    folder,
    url: served.url,
    descriptions: Object.fromEntries(await Promise.all(entries)) as Record<Described, ServedDescription>,
    async reset() {
      const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
      const response = await fetch(`${served.url}/_sim/reset`, { method: 'POST', headers, body: '{}' })
      if (!response.ok) throw new Error(`The world was not reset: ${await response.text()}`)
    },
    async close() {
      await served.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
