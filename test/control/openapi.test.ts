// The OpenAPI description of the control API: valid, complete, and with examples that work.

import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '../../src/api/openapi/json.ts'
import { controlDocument } from '../../src/control/openapi/document.ts'
import { GROUP_DESCRIPTIONS } from '../../src/control/openapi/groups.ts'
import { isRead } from '../../src/control/safety.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { documentErrors, exampleErrors } from '../api/openapi/validity.ts'
import { controlComplaints } from '../support/control-problems.ts'
import { startClient } from '../support/client.ts'
import { type DescribedExample, describedExamples } from '../support/described-examples.ts'
import { createControlClient, WRITE_HEADERS } from './client.ts'

const document = controlDocument(controlRoutes, { origin: '', version: '1.2.3' })
const examples = describedExamples(document)
const streaming = (id: string) => id === 'streamEvents'

interface Step {
  readonly operation: string
  readonly body?: unknown
}

/** A client of a new demo world in which the examples ran that this one needs. */
async function prepared(example: DescribedExample) {
  const client = await startClient({ scenario: 'demo', clock: { mode: 'manual' } })
  const send = ({ method, path, body }: DescribedExample, headers = {}, instead?: unknown) =>
    client.call(method, `/_sim${path}`, {
      token: null,
      headers: { ...(isRead(method) ? {} : WRITE_HEADERS), ...headers },
      body: instead === undefined ? body : JSON.stringify(instead),
    })
  for (const { operation, body } of example.after as readonly Step[]) {
    const first = exampleOf(operation)
    expect(await send(first, {}, body)).toMatchObject({ status: first.status })
  }
  const worlds = async () => (await client.simulator.worlds.list()).map(({ name }) => name)
  return { send, worlds }
}

function exampleOf(id: string): DescribedExample {
  const found = examples.find(({ operationId }) => operationId === id)
  if (found === undefined) throw new Error(`No operation is named '${id}'.`)
  return found
}

describe('the description of the control API', () => {
  it('is valid OpenAPI 3.0.3', async () => {
    expect(await documentErrors(document)).toBe('')
  })

  it('has examples that fit their schemas', () => {
    expect(exampleErrors(document).errors).toEqual([])
    expect(exampleErrors(document).count).toBeGreaterThan(50)
  })

  it('describes every route once, and nothing else', () => {
    const listed = examples.map(({ method, operationId }) => `${method} ${operationId}`)
    expect(listed.toSorted()).toEqual(controlRoutes.map(({ method, id }) => `${method} ${id}`).toSorted())
    expect(new Set(controlRoutes.map(({ id }) => id)).size).toBe(controlRoutes.length)
  })

  it('names operations by verb and noun, as methods are named in most languages', () => {
    for (const { id } of controlRoutes) expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)+$/)
  })

  it('describes every group, and no other', () => {
    const groups = new Set(controlRoutes.map(({ group }) => group))
    expect(Object.keys(GROUP_DESCRIPTIONS).toSorted()).toEqual([...groups].toSorted())
  })

  it('gives every response and body of JSON a named schema', () => {
    const inline = JSON.stringify(document).match(/"application\/json":\{"schema":\{(?!"\$ref")/g)
    expect(inline).toBeNull()
  })

  it('says what a write needs, and that health needs no token', () => {
    const securityOf = (path: string, method: string) =>
      ((document['paths'] as JsonObject)[path] as Record<string, JsonObject>)[method]?.['security']
    expect(securityOf('/clock', 'get')).toEqual([{}, { controlToken: [] }, { console: [] }])
    expect(securityOf('/clock', 'patch')).toEqual([
      { write: [] },
      { write: [], controlToken: [] },
      { write: [], console: [] },
    ])
    expect(securityOf('/health', 'get')).toEqual([{}])
  })
})

describe('examples', () => {
  test.each(
    examples.filter(({ operationId }) => !streaming(operationId)).map((one) => [one.operationId, one]),
  )('%s works on a new demo world', async (_id, example) => {
    const { send } = await prepared(example)
    const reply = await send(example)
    expect([reply.status, reply.status === example.status ? '' : reply.text]).toEqual([example.status, ''])
  })

  it('of the stream is a stream of events', async () => {
    const { raw } = await createControlClient().simulatorAnswer(exampleOf('streamEvents').path)
    expect(raw.headers['Content-Type']).toBe('text/event-stream')
    expect(raw.stream).toBeTypeOf('function')
  })
})

/** They read what is kept about a world of this name, and work without the world. */
const READ_WITHOUT_MAKING = new Set(['listExchanges', 'deleteExchanges', 'verifyCalls', 'getReport'])

test.each(controlRoutes.filter(({ id }) => !streaming(id)).map((route) => [route.id, route]))(
  '%s uses a world if it takes X-Sim-World',
  async (id, { worldless, status }) => {
    const example = exampleOf(id)
    const { send, worlds } = await prepared(example)
    const reply = await send(example, { 'x-sim-world': 'absent', 'x-sim-world-must-exist': '1' })
    const isUnused = worldless === true || READ_WITHOUT_MAKING.has(id)
    expect(reply.status).toBe(isUnused ? status : 404)
    if (!isUnused) expect(reply.text).toContain("no world 'absent'")
    expect(await worlds()).not.toContain('absent')
  },
)

describe('over the control API', () => {
  it('is served, and is the document of the routes', async () => {
    const client = createControlClient()
    const { body, status } = await client.get('/openapi.json')
    expect(status).toBe(200)
    expect({ ...body, info: undefined }).toEqual({ ...document, info: undefined })
  })

  it('needs the control token where the others do', async () => {
    const connection = { loopback: false, allowedHosts: [], token: 'control-token' }
    const client = createControlClient(connection)
    expect((await client.get('/openapi.json')).status).toBe(401)
    const headers = { authorization: 'Bearer control-token' }
    expect((await client.get('/openapi.json', headers)).status).toBe(200)
    expect((await client.get('/openapi.json', { ...headers, host: 'evil.example' })).status).toBe(403)
  })
})

describe('the comparison of responses with the description', () => {
  const reply = (status: number, body: unknown, type = 'application/json') => ({
    status,
    headers: { 'Content-Type': type },
    text: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const snapshot = { id: 'one', world: 'default', at: '2026-01-05T09:00:00Z' }

  it('accepts what is described', () => {
    expect(controlComplaints('GET', '/_sim/snapshots/one', reply(200, snapshot))).toEqual([])
    expect(controlComplaints('GET', '/_world/w/_sim/snapshots/one?x=1', reply(200, snapshot))).toEqual([])
  })

  it.each([
    ['a status', reply(418, { message: 'x', statusCode: 'X', errors: [] }), 'is not described'],
    ['a missing field', reply(200, { ...snapshot, at: undefined }), "required property 'at'"],
    ['a field of another type', reply(200, { ...snapshot, id: 1 }), 'must be string'],
    ['a field that nothing declares', reply(200, { ...snapshot, more: 1 }), 'more: nothing declares it'],
    ['a content type', reply(200, 'x', 'text/plain'), "is 'text/plain'"],
    ['an error without a message', reply(404, { statusCode: 'NOT_FOUND', errors: [] }), "'message'"],
  ])('notices %s', (_what, answer, mention) => {
    expect(controlComplaints('GET', '/_sim/snapshots/one', answer)).toEqual([
      expect.stringContaining(mention),
    ])
  })

  it('notices a body where none is', () => {
    expect(controlComplaints('DELETE', '/_sim/snapshots/one', reply(204, 'x'))).toHaveLength(1)
  })
})
