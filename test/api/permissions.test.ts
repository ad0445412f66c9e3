/** Who is refused what, for every operation by its own example; a refusal leaves the world as it was. */
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { INTERFACE_DESCRIPTIONS } from '../../src/api/framework/interfaces.ts'
import { clientOf, startClient, demoWith } from '../support/client.ts'
import { anonymousRequest, type ExampleRequest, prepareExample } from '../support/examples.ts'
import { recordsOf } from '../support/hosted.ts'
import { exampleAs, type Outsider, outsiderOf, permissionOf, readerOf } from '../support/permissions.ts'

/** The demo with somebody who may only read its workspace. */
const client = await startClient(
  demoWith({ world: { workspaces: [{ id: 301, grants: { read: ['bob'], edit: ['admin', 'alice'] } }] } }),
)

/** What only members of the organization that owns the sites may see. */
const INNER = /Northwind|\balice\b|\bbob\b|\badmin\b|REQ-\d|The drone/

/** What the body of a refusal says, by its status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
}

/** Permissions of the members and administrators of an organization. */
const OF_ORGANIZATIONS = /^organization (?:member|admin)$/

/** Operations whose key names no space: a key that no readable space has is 404. */
const BY_KEY = 'wiki.requirementByKey.'

/** The statuses that somebody may get. */
function statusesFor({ id, success }: Operation, right: Outsider): readonly number[] {
  switch (right) {
    case 'answered':
      return [success.status]
    case 'refused':
      return id.startsWith(BY_KEY) ? [403, 404] : [403]
    case 'own':
      return [success.status, 404]
    case 'varies':
      return [success.status, 400, 403, 404]
  }
}

interface Outcome {
  readonly status: number
  readonly text: string
  /** Of a refusal, what its body says of the status and whether any record changed; undefined for a success. */
  readonly refusal: { readonly code: unknown; readonly changed: boolean } | undefined
}

async function outcomeOf(operation: Operation, request: ExampleRequest): Promise<Outcome> {
  const fork = clientOf(client.simulator.fork())
  await prepareExample(fork, operation)
  const before = recordsOf(fork.simulator, 'eu')
  const { method, path, ...options } = request
  const { status, text, body } = await fork.call(method, path, { token: null, ...options })
  if (status === operation.success.status) return { status, text, refusal: undefined }
  const changed = recordsOf(fork.simulator, 'eu') !== before
  return { status, text, refusal: { code: body[codeField(operation)], changed } }
}

function codeField(operation: Operation): string {
  const { errorShape } = INTERFACE_DESCRIPTIONS[operation.interface]
  return errorShape === 'embedded' ? 'status-code' : 'statusCode'
}

/** What a refusal has to be. */
function rightRefusal(operation: Operation, status: number): Outcome['refusal'] {
  if (status === operation.success.status) return undefined
  const code = codeField(operation) === 'status-code' ? status : CODES[status]
  return { code, changed: false }
}

test('every permission is in the table', () => {
  const missing = operations.filter((operation) => permissionOf(operation) === undefined)
  expect(missing.map(({ id, permission }) => `${id}: ${permission.words}`)).toEqual([])
})

test('members of an organization read what is of it, and its administrators write', () => {
  const guarded = operations.filter(({ permission }) => OF_ORGANIZATIONS.test(permission.words))
  expect(guarded).toHaveLength(16)
  for (const { id, method, permission } of guarded)
    expect([id, permission.words]).toEqual([id, `organization ${method === 'GET' ? 'member' : 'admin'}`])
})

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const { outsider, reader } = permissionOf(operation)!

  test('without a credential', async () => {
    const { status, text, refusal } = await outcomeOf(operation, anonymousRequest(operation))
    expect(status, text).toBe(operation.anonymous ? operation.success.status : 401)
    expect(refusal).toEqual(rightRefusal(operation, status))
  })

  test(`of another organization: ${outsider}`, async () => {
    const request = exampleAs(operation, outsiderOf(operation))
    const { status, text, refusal } = await outcomeOf(operation, request)
    expect(statusesFor(operation, outsider), text).toContain(status)
    expect(refusal).toEqual(rightRefusal(operation, status))
    if (outsider === 'own') expect(text).not.toMatch(INNER)
  })

  test(`for somebody who may only read: ${reader}`, async () => {
    const request = exampleAs(operation, readerOf(operation))
    const { status, text, refusal } = await outcomeOf(operation, request)
    expect(statusesFor(operation, reader), text).toContain(status)
    expect(refusal).toEqual(rightRefusal(operation, status))
  })
})
