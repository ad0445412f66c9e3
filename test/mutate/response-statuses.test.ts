// Mutants of statuses, and the responses that no mutant of responses changes.

import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import type { JournalEntry } from '../../src/gateway/journal/entry.ts'
import { jsonOf } from '../../src/mutate/response/make.ts'
import { valueOf } from '../../src/mutate/response/places.ts'
import { mutantOf, mutated, send } from './mutated.ts'

const READ = 'standalone.application.read:response'
const APPLICATION = { path: '/api/applications/101' }
const LINK_REQUEST = { method: 'POST', path: '/api/applications/101/link-requests/2', token: 'tok-admin' }

test('status-200 returns 200 where a record is created, with the same body', async () => {
  const { status, text, plain, reached } = await mutated(
    'standalone.linkRequest.create:response:status-200',
    LINK_REQUEST,
  )
  expect([plain.status, status, text, reached]).toEqual([201, 200, plain.text, 1])
})

test('status-200 leaves refusals as they are', async () => {
  const request = { ...LINK_REQUEST, path: '/api/applications/101/link-requests/1' }
  const { status, reached } = await mutated('standalone.linkRequest.create:response:status-200', request)
  expect([status, reached]).toEqual([409, 0])
})

test.each([
  [400, 404, 'NOT_FOUND', 'standalone.application.list:response', { path: '/api/applications' }],
  [401, 403, 'FORBIDDEN', READ, { ...APPLICATION, token: 'tok-nobody' }],
  [403, 404, 'NOT_FOUND', READ, { path: '/api/applications/201' }],
  [404, 400, 'BAD_REQUEST', READ, { path: '/api/applications/999' }],
  [
    409,
    400,
    'BAD_REQUEST',
    'standalone.linkRequest.create:response',
    { ...LINK_REQUEST, path: '/api/applications/101/link-requests/1' },
  ],
])('an error %i becomes %i, and its body says so', async (right, wrong, name, operation, request) => {
  const { status, body, plain, reached } = await mutated(`${operation}:wrong-error-status:${right}`, request)
  expect([plain.status, status, reached]).toEqual([right, wrong, 1])
  expect(body).toEqual({ ...plain.body, statusCode: name })
})

test('the body of an embedded error has the number of its status', async () => {
  const request = { path: '/wiki/rest/reqs/1/baseline/ENG/99' }
  const { text } = await mutated('wiki.baseline.read:response:wrong-error-status:404', request)
  expect(text).toBe(`{"status-code":400,"message":"version: no baseline '99' in space 'ENG'","sub-code":-1}`)
})

test('a plain-text error keeps its text', async () => {
  const config = { assumptions: { A07: 'plain-text' } } as const
  const { status, text, plain } = await mutated(
    'wiki.baseline.read:response:wrong-error-status:404',
    { path: '/wiki/rest/reqs/1/baseline/ENG/99' },
    { scenario: { name: 'plain', extends: ['demo'], config } },
  )
  expect([plain.status, status, text]).toEqual([404, 400, plain.text])
})

test.each([
  ['an error', { status: 404 }, `${READ}:wrong-error-status:404`],
  ['a body', { body: { id: 1, name: 'Other' } }, `${READ}:field-missing:name`],
  ['a delay', { latency: '2s' }, `${READ}:field-missing:name`],
])('%s of an injected fault stays as it is', async (_what, effect, id) => {
  const mutant = await mutantOf(id)
  const simulator = await createSimulator({ scenario: 'demo', mutant })
  simulator.faults.add({ operation: 'standalone.application.read', ...effect })
  await send(simulator, APPLICATION)
  expect(simulator.mutant?.reached).toBe(0)
})

test('responses to HEAD, of other operations and of worlds that do not exist stay as they are', async () => {
  const request = { ...APPLICATION, method: 'HEAD' }
  const head = await mutated(`${READ}:field-missing:name`, request)
  const other = await mutated(`${READ}:field-missing:name`, { path: '/api/applications?organizationId=1' })
  const past = await mutated(`${READ}:wrong-error-status:404`, {
    path: '/_world/default@99/api/applications/101',
  })
  expect([head.reached, other.reached, past.reached]).toEqual([0, 0, 0])
  expect([head.headers, other.text, past.text]).toEqual([
    head.plain.headers,
    other.plain.text,
    past.plain.text,
  ])
})

test.each([
  ['a body of bytes', 'application/json', new TextEncoder().encode('{"id":1}')],
  ['a plain text', 'text/plain; charset=UTF-8', '{"id":1}'],
  ['an empty body', 'application/json', ''],
  ['a number with more digits than JSON.parse keeps', 'application/json', '{"id":9007199254740993}'],
])('%s is left alone', (_what, type, body) => {
  const answer = { status: 200, headers: { 'Content-Type': type }, body }
  expect(jsonOf({ answer } as unknown as JournalEntry)).toBeUndefined()
})

test('JSON is read, with and without a character set', () => {
  for (const type of ['application/json', 'application/json; charset=UTF-8']) {
    const answer = { status: 200, headers: { 'Content-Type': type }, body: '{"id":1}' }
    const box = jsonOf({ answer } as unknown as JournalEntry)
    expect(box && valueOf(box)).toEqual({ id: 1 })
  }
})

test('the journal keeps what the client got', async () => {
  const mutant = await mutantOf(`${READ}:field-missing:name`)
  const simulator = await createSimulator({ scenario: 'demo', mutant })
  const { text } = await send(simulator, APPLICATION)
  expect(simulator.journal.entries().map(({ answer }) => answer.body)).toEqual([text])
  expect(simulator.mutant).toEqual({ id: mutant.id, sentence: mutant.sentence, reached: 1 })
})
