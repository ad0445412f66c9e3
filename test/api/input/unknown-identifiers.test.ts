/** A body that names a record which does not exist returns 404, whichever operation reads it (service §7.5, assumption A01). */
import * as z from 'zod'
import { expect, test } from 'vitest'
import type { Operation } from '../../../src/api/framework/operation.ts'
import { operations } from '../../../src/api/operations.ts'
import { startClient } from '../../support/client.ts'
import { exampleRequest, prepareExample } from '../../support/examples.ts'

type Json = Readonly<Record<string, unknown>>

const UNKNOWN = 987_654_321
/** Fields that name a record by its number: ids, and what the documentation calls otherwise. */
const REFERENCE = /(?:^|\.)(?:[a-z]\w*Ids?|fromCeo|parentBaseline|replaces)$/

/** Paths of the numbers of a body, outside lists. */
function* numbersOf(schema: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof schema !== 'object' || schema === null) return
  const { type, anyOf, oneOf, allOf, properties } = schema as Json
  if (type === 'integer') yield path
  for (const branch of [anyOf, oneOf, allOf].flat()) yield* numbersOf(branch, path)
  for (const [name, inner] of Object.entries((properties ?? {}) as Json))
    yield* numbersOf(inner, [...path, name])
}

function withValue(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const object = (typeof body === 'object' && body !== null ? body : {}) as Json
  return { ...object, [name]: withValue(object[name], rest, value) }
}

function referencesOf(operation: Operation): string[] {
  if (operation.body === undefined || operation.body.schema === undefined) return []
  const schema = z.toJSONSchema(operation.body.schema() as z.ZodType, { io: 'input', unrepresentable: 'any' })
  return [...new Set([...numbersOf(schema)].map((path) => path.join('.')))].filter((path) =>
    REFERENCE.test(path),
  )
}

const cases = operations.flatMap((operation) =>
  referencesOf(operation).map((path) => [`${operation.id} ${path}` as string, operation, path] as const),
)

/** Fields that the example of their operation leaves without effect, such as the page of a link to an issue. */
const IGNORED: readonly string[] = [
  'standalone.links.create requirementId',
  'standalone.links.create containerId',
  'standalone.links.create issueId',
  'standalone.links.create requirement.requirementId',
  'standalone.links.update containerId',
  'standalone.links.update issueId',
  'standalone.links.update jiraApplicationId',
  'wiki.baseline.update pageId',
  'wiki.baseline.update parentBaseline',
  'wiki.baseline.preRefreezeSummary pageId',
  'wiki.baseline.preRefreezeSummary parentBaseline',
  'tracker.bulkJob.start issueTypeId',
  'hosted-wiki.issueLinks.bulk selection.containerId',
  'hosted-wiki.issueLinks.bulk selection.variantId',
]

/** Fields whose value must be what another part of the request or the record says: 400. */
const FIXED: readonly string[] = [
  'standalone.requirements.update containerId',
  'standalone.requirements.update variantId',
  'standalone.links.create relationshipId',
  'standalone.links.update relationshipId',
]

/** The status of an operation's example with the number of no record in a field. */
async function answerWith(
  operation: Operation,
  path: string,
): Promise<readonly [status: number, text: string]> {
  const client = await startClient()
  await prepareExample(client, operation)
  const request = exampleRequest(operation)
  const example: unknown = JSON.parse(request.body ?? '{}')
  const fields = path.split('.')
  const body = Array.isArray(example)
    ? example.map((item) => withValue(item, fields, UNKNOWN))
    : withValue(example, fields, UNKNOWN)
  const { status, text } = await client.call(request.method, request.path, {
    token: null,
    headers: request.headers,
    body,
  })
  return [status, text]
}

test.each(cases)('%s', async (name, operation, path) => {
  const [status, text] = await answerWith(operation, path)
  if (IGNORED.includes(name)) expect([status, text]).toEqual([operation.success.status, expect.any(String)])
  else
    expect([status, text]).toEqual([
      FIXED.includes(name) ? 400 : 404,
      expect.stringContaining(`'${UNKNOWN}'`),
    ])
})

test('every field of the lists exists in a body', () => {
  const names = cases.map(([name]) => name)
  expect([...IGNORED, ...FIXED].filter((name) => !names.includes(name))).toEqual([])
})

const BASELINE = { spaceKey: 'ENG', baseline: 2 }

test.each([
  ['PUT', '/baseline/ENG/2?fields=PAGEID', { ...BASELINE, pageId: UNKNOWN }, 'pageId'],
  [
    'PUT',
    '/baseline/ENG/2?fields=PARENTBASELINE',
    { ...BASELINE, parentBaseline: UNKNOWN },
    'parentBaseline',
  ],
  ['POST', '/baseline/ENG/1/create', { name: 'New', ceo: String(UNKNOWN) }, 'ceo'],
  ['POST', '/baseline/ENG/1/create', { name: 'New', ceo: 'No such page' }, 'ceo'],
])('%s %s with an unknown %o names the field', async (method, path, body, field) => {
  const client = await startClient()
  const reply = await client.call(method, `/wiki/rest/reqs/1${path}`, { body })
  expect([reply.status, reply.body.message]).toEqual([404, expect.stringContaining(field)])
})
