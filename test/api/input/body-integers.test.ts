/** Whole numbers in bodies have the types of the documentation: an Integer has 32 bits, an id 64 (assumption A10). */
import * as z from 'zod'
import { expect, test } from 'vitest'
import { operations } from '../../../src/api/operations.ts'
import { startClient } from '../../support/client.ts'

type Json = Readonly<Record<string, unknown>>

/** Paths of the whole numbers that a body may hold, with their maximum. */
function* integersOf(schema: unknown, path: string): Generator<readonly [path: string, maximum: unknown]> {
  if (typeof schema !== 'object' || schema === null) return
  const { type, maximum, anyOf, oneOf, allOf, items, properties, additionalProperties } = schema as Json
  if (type === 'integer') yield [path, maximum]
  for (const branch of [anyOf, oneOf, allOf].flat()) yield* integersOf(branch, path)
  yield* integersOf(items, `${path}[]`)
  yield* integersOf(additionalProperties, `${path}{}`)
  for (const [name, inner] of Object.entries((properties ?? {}) as Json))
    yield* integersOf(inner, path === '' ? name : `${path}.${name}`)
}

/** Ids, and what may be as large as one. */
const LONG: readonly RegExp[] = [
  /(?:^|[.[\]])id$/,
  /Ids?(?:\[\])?$/,
  // Ids under other names.
  /^(?:fromCeo|replaces|ids\[\]|traceabilityMatrix\.variants\[\])$/,
  // The value of a setting is checked against the setting.
  /^value$/,
  // Offsets of standalone and hosted lists are int64.
  /^pagination\.searchOffset$/,
]
const INT32 = 2 ** 31 - 1

const withBodies = operations.flatMap(({ id, body }) => (body === undefined ? [] : [[id, body] as const]))

test.each(withBodies)('whole numbers of %s that are no ids have 32 bits', (_id, body) => {
  const schema = z.toJSONSchema(body.schema() as z.ZodType, { io: 'input', unrepresentable: 'any' })
  const found = [...integersOf(schema, '')].filter(([path]) => !LONG.some((name) => name.test(path)))
  const wide = found.filter(([, maximum]) => typeof maximum !== 'number' || maximum > INT32)
  expect(wide).toEqual([])
})

test.each([
  [
    'POST',
    '/wiki/rest/reqs/1/integration/svc-0001-demo/authenticate-user',
    { performUpgrade: true, desiredVersion: INT32 + 1 },
  ],
  ['PUT', '/wiki/rest/reqs/1/integration/svc-0001-demo?fields=version', { version: INT32 + 1 }],
  ['PUT', '/wiki/rest/reqs/1/requirement3/request', [{ spaceKey: 'ENG', key: 'REQ-001', v: INT32 + 1 }]],
  ['PUT', '/tracker/rest/reqs/1/api/99999999-8888-4777-8666-555555555555/version', INT32 + 1],
])('%s %s refuses a number beyond int32, as query parameters do', async (method, path, body) => {
  const client = await startClient()
  const refused = await client.call(method, path, {
    token: 'tok-admin',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("at most 2147483647, not '2147483648'"),
  ])
})
