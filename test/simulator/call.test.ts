import { describe, expect, expectTypeOf, test } from 'vitest'
import type { OperationId } from '../../src/api/framework/names.ts'
import type { Operation, Parameters } from '../../src/api/framework/operation.ts'
import { ADDRESSES } from '../../src/api/framework/interfaces.ts'
import { operations } from '../../src/api/operations.ts'
import { createSimulator, type wire } from '../../src/index.ts'
import { clientOf } from '../support/client.ts'
import { exampleRequest, prepareExample, tryExample } from '../support/examples.ts'

const demo = await createSimulator()

/** The values that the reference shows. */
function exampleValues(parameters: Parameters): Record<string, unknown> {
  const shown = Object.entries(parameters).filter(([, { example }]) => example !== undefined)
  return Object.fromEntries(shown.map(([name, { example }]) => [name, example]))
}

/** A call of whatever operation. */
type AnyCall = (id: string, input: object) => Promise<{ status: number; body: unknown }>

function callExample(call: AnyCall, operation: Operation) {
  const { path, headers } = exampleRequest(operation)
  return call(operation.id, {
    path: exampleValues(operation.pathParameters),
    query: Object.fromEntries(new URL(path, 'http://localhost').searchParams),
    ...(operation.body === undefined ? {} : { body: operation.body.example }),
    headers,
  })
}

/** The text of a body, with addresses as the one-port layout has them. */
function contentOf(body: unknown): string {
  if (body === undefined) return ''
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return ADDRESSES.reduce((replaced, { url, path }) => replaced.replaceAll(`"${url}`, `"${path}`), text)
}

describe('calling an operation by its id', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s responds as to its request',
    async (_id, operation) => {
      const [one, other] = [demo.fork(), demo.fork()]
      await prepareExample(clientOf(one), operation)
      await prepareExample(clientOf(other), operation)
      const reply = await tryExample(clientOf(one), operation)
      const called = await callExample(
        (id, input) => other.call(id as OperationId, input as never) as never,
        operation,
      )
      expect(called.status).toBe(reply.status)
      const text = contentOf(called.body)
      // A text may be JSON, or bare.
      expect([text, JSON.stringify(text)]).toContain(reply.text)
    },
  )

  test.each([
    ['standalone.application.list', { query: { organizationId: 1 } }],
    ['wiki.baseline.list', { path: { spaceKey: 'ENG' } }],
    ['tracker.issuelinks.list', { path: { issueKey: 'DRN-1' } }],
    ['hosted-wiki.requirement.search', { query: { spaceKey: 'ENG' } }],
  ])('sends to %s what the scenario gives its user', async (id, input) => {
    const sim = demo.fork()
    await sim.call(id as never, { ...input, as: 'alice' } as never)
    expect(sim.journal.entries()).toMatchObject([{ operation: id, user: 'alice' }])
  })

  test('types the response, and tells success from a refusal', async () => {
    const sim = demo.fork()
    const path = { spaceKey: 'ENG', version: 2 }
    const frozen = await sim.call('wiki.baseline.freeze', { as: 'alice', path })
    if (!frozen.ok) throw new Error(`refused with ${frozen.status}`)
    expectTypeOf(frozen.body).toEqualTypeOf<wire.WikiFreezeStarted>()
    expect(sim.state('task', { id: frozen.body.taskId })).toHaveLength(1)
    const refused = await sim.call('wiki.baseline.freeze', { as: 'alice', path })
    expect(refused).toMatchObject({ ok: false, status: 409, body: { 'status-code': 409 } })
  })

  test('a call without a response is no success', async () => {
    const sim = demo.fork()
    sim.faults.add({ operation: 'wiki.baseline.list', drop: true, times: 1 })
    const list = () => sim.call('wiki.baseline.list', { as: 'alice', path: { spaceKey: 'ENG' } })
    expect(await list()).toMatchObject({ ok: false, status: 0, body: undefined })
    expect(await list()).toMatchObject({ ok: true, status: 200 })
  })

  test('calls with a token, in another region and in another world', async () => {
    const sim = demo.fork()
    await sim.call('standalone.application.list', {
      token: 'tok-uma',
      region: 'us',
      query: { organizationId: 9 },
    })
    const path = { spaceKey: 'ENG', version: 2 }
    const other = await sim.call('wiki.baseline.freeze', { as: 'alice', world: 'other', path })
    expect(sim.journal.entries()).toMatchObject([
      { user: 'uma', region: 'us', answer: { status: 200 } },
      { user: 'alice', world: 'other', answer: { status: other.status } },
    ])
    expect(sim.state('task')).toEqual(demo.state('task'))
  })

  test.each([
    [{ path: null }, /^path of wiki.baseline.freeze is an object of names and values, not 'null'$/],
    [{ query: [] }, /^query of wiki.baseline.freeze is an object/],
    [{ headers: 'x' }, /^headers of wiki.baseline.freeze is an object/],
    [{ as: 'alcie' }, /^no user 'alcie': did you mean 'alice'\?$/],
    [{ as: 'alice', token: 'tok-alice' }, /^as and token each say who calls/],
  ])('refuses %j, and sends nothing', async (wrong, message) => {
    const sim = demo.fork()
    const input = { path: { spaceKey: 'ENG', version: 2 }, ...wrong }
    await expect(sim.call('wiki.baseline.freeze', input as never)).rejects.toThrow(message)
    expect(sim.journal.entries()).toEqual([])
  })

  test('without a user is a call without a credential', async () => {
    const { ok, status } = await demo
      .fork()
      .call('standalone.application.list', { query: { organizationId: 1 } })
    expect([ok, status]).toEqual([false, 401])
  })
})
