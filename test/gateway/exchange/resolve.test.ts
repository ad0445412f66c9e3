// What an exchange waits for before it begins: the operation that it is for, what that needs, and nothing besides.

import * as z from 'zod'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as zod from '../../../src/api/framework/zod.ts'
import type { IndexedOperation } from '../../../src/api/operation-index.ts'
import { createGateway } from '../../../src/gateway/gateway.ts'
import { locate } from '../../../src/gateway/addresses/locate.ts'
import { ReportBuilder } from '../../../src/gateway/report/builder.ts'
import { entry } from '../journal/recorded.ts'

/** Whether shapes can be built, and how often they were to be loaded: what is loaded once stays. */
const shapes = { there: true, loads: 0 }
beforeEach(() => {
  Object.assign(shapes, { there: true, loads: 0 })
  vi.spyOn(zod, 'schemasLoaded').mockImplementation(() => shapes.there)
  vi.spyOn(zod, 'loadSchemas').mockImplementation(() => {
    shapes.loads++
    return Promise.resolve()
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Stub = IndexedOperation & { loads: number }

/** An operation that is not loaded yet, unless its declaration is given. */
function stub(id: string, path: string, more: object = {}): Stub {
  const made = {
    id,
    interface: id.slice(0, id.indexOf('.')),
    method: 'GET',
    path,
    pathParameters: { any: { decode: (text: string) => ({ value: text }) } },
    declaration: undefined as object | undefined,
    loads: 0,
    load() {
      made.loads++
      made.declaration ??= {}
      return Promise.resolve()
    },
    ...more,
  }
  return made as unknown as Stub
}

const LOADED = { declaration: {} }

async function resolved(operations: readonly Stub[], url: string, needsSchemas = false) {
  const request = { method: 'GET', url, headers: { a: 'b' } }
  const found = createGateway(operations).resolve(request, locate(url), needsSchemas)
  await found.missing
  return found
}

describe('an operation', () => {
  test('that is loaded is not waited for', async () => {
    const one = stub('standalone.a', '/a', LOADED)
    expect(await resolved([one], '/api/a', true)).toMatchObject({ match: { kind: 'found' } })
    expect(await resolved([one], '/api/a', true)).not.toHaveProperty('missing')
    expect([one.loads, shapes.loads]).toEqual([0, 0])
  })

  test.each(['standalone', 'wiki', 'tracker'])('of %s is loaded once, and no other', async (name) => {
    const address = { standalone: '/api', wiki: '/wiki/rest/reqs/1', tracker: '/tracker/rest/reqs/1' }[name]
    const [one, other] = [stub(`${name}.a`, '/a'), stub(`${name}.b`, '/b')]
    expect(await resolved([one, other], `${address}/a`)).toHaveProperty('missing')
    expect([one.loads, other.loads, shapes.loads]).toEqual([1, 0, 0])
  })

  test('that does not exist is not waited for', async () => {
    shapes.there = false
    for (const url of ['/api/b', '/nowhere', '/_sim/health'])
      expect(await resolved([stub('standalone.a', '/a')], url, true)).not.toHaveProperty('missing')
    expect(shapes.loads).toBe(0)
  })

  test.each(['wiki', 'tracker'])(
    'that a hosted %s has besides the embedded one is loaded too',
    async (name) => {
      const url = `/eu/${name}/rest/reqs/1/settings`
      const own = () => stub(`hosted-${name}.any`, '/rest/reqs/1/{any}')
      const [first, embedded] = [own(), stub(`${name}.settings`, '/settings')]
      expect((await resolved([first, embedded], url)).match).toMatchObject({
        route: { id: `${name}.settings` },
      })
      expect([first.loads, embedded.loads]).toEqual([1, 1])
      const second = own()
      expect(await resolved([second, stub(`${name}.settings`, '/settings', LOADED)], url)).toHaveProperty(
        'missing',
      )
      expect(second.loads).toBe(1)
      const third = stub(`${name}.settings`, '/settings')
      expect(
        await resolved([stub(`hosted-${name}.any`, '/rest/reqs/1/{any}', LOADED), third], url),
      ).toHaveProperty('missing')
      expect(third.loads).toBe(1)
    },
  )
})

describe('shapes that cannot be built yet', () => {
  test.each([
    ['the answer is held against one', {}, true, 1],
    ['the operation takes a body', { needsSchemas: true }, false, 1],
    ['neither', {}, false, 0],
  ])('are waited for: %s', async (_name, more, needsSchemas, loads) => {
    shapes.there = false
    const one = stub('standalone.a', '/a', { ...LOADED, ...more })
    const found = await resolved([one], '/api/a', needsSchemas)
    expect([found.missing !== undefined, shapes.loads, one.loads]).toEqual([loads > 0, loads, 0])
    expect(found.prepared).toBeUndefined()
  })

  test('keep answers waiting that are held against them', () => {
    const declaration = { success: { status: 200, shape: { schema: () => z.strictObject({}) } } }
    const operation = stub('standalone.application.list', '/a', { declaration })
    const builder = new ReportBuilder()
    builder.add(entry({ answer: { status: 200, headers: {}, body: '{}' } }))
    shapes.there = false
    expect(builder.evidenceOf(operation)).toMatchObject({ exercised: 1, validated: 0, invalid: 0 })
    shapes.there = true
    expect(builder.evidenceOf(operation)).toMatchObject({ exercised: 1, validated: 1, invalid: 0 })
  })
})

describe('what an operation prepares', () => {
  const preparing = (prepare: (request: { headers: object }) => Promise<unknown>) =>
    stub('standalone.a', '/a', { declaration: { prepare } })

  test('is there once it was waited for', async () => {
    const found = await resolved([preparing(({ headers }) => Promise.resolve(headers))], '/api/a')
    expect(found.prepared?.()).toEqual({ a: 'b' })
  })

  test('or is thrown when it is asked for', async () => {
    const found = await resolved([preparing(() => Promise.reject(new Error('too large')))], '/api/a')
    expect(() => found.prepared?.()).toThrow('too large')
  })
})
