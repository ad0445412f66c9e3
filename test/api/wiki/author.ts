/** The wiki of the test that runs, as its authors call it. */
import type { TableDefinition } from '../../../src/world/store/table.ts'
import { expect } from 'vitest'
import type { SimulatorOptions } from '../../../src/index.ts'
import { startAuthor, type WikiAuthor } from '../../support/wiki-author.ts'

export let author: WikiAuthor

export const startWiki = async (options?: SimulatorOptions) => {
  author = await startAuthor(options)
}
export const region = () => author.client.simulator.world.region('eu')
export const tableOf = <R extends object, I extends string>(of: TableDefinition<R, I>) => region().table(of)
export const call: WikiAuthor['call'] = (...args) => author.call(...args)
export const done: WikiAuthor['done'] = (...args) => author.done(...args)
export const control: WikiAuthor['control'] = (...args) => author.control(...args)
export const state: WikiAuthor['state'] = (...args) => author.state(...args)
export const found: WikiAuthor['found'] = (query) => author.found(query)
/** What `found` returns if every interface lists these keys. */
export const everywhere = (...keys: string[]) => ({ wiki: keys, hosted: keys, standalone: keys })

/** A call that may be refused; `changed` if it left anything in the world. */
export async function attempt(method: string, path: string, body?: unknown, token = 'tok-alice') {
  const before = author.everything()
  const { status, text } = await call(method, path, body, { token })
  return { status, text, changed: author.everything() !== before }
}
/** An attempt that got this status and a text with `mention`, and changed nothing. */
export const refusal = (status: number, mention: string) => ({
  status,
  text: expect.stringContaining(mention),
  changed: false,
})
