/** Calls of the standalone interface, for tests that look at the other interfaces too. */
import { expect } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import type { CallOptions, Reply } from './client.ts'
import { startAuthor, type WikiAuthor } from './wiki-author.ts'

export interface StandaloneAuthor extends WikiAuthor {
  /** Calls the standalone interface below `/api`, by default as alice. */
  api(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>
  /** Calls it and returns the body of a success. */
  made(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply['body']>
  /** Calls it and returns the refusal, which must not have changed the world. */
  refused(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>
}

export async function startStandaloneAuthor(options?: SimulatorOptions): Promise<StandaloneAuthor> {
  const author = await startAuthor(options)
  const api: StandaloneAuthor['api'] = (method, path, body, more = {}) =>
    author.client.call(method, `/api${path}`, { body, ...more })
  return {
    ...author,
    api,
    async made(method, path, body, more) {
      const reply = await api(method, path, body, more)
      expect(reply.status, reply.text).toBeLessThan(300)
      return reply.body
    },
    async refused(method, path, body, more) {
      const before = author.everything()
      const reply = await api(method, path, body, more)
      expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
      expect(author.everything()).toBe(before)
      return reply
    },
  }
}
