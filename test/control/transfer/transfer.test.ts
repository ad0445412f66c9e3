import { describe, expect, test } from 'vitest'
import { schedule } from '../../../src/world/time/jobs.ts'
import { START } from '../../model/world-fixture.ts'
import { createControlClient } from '../client.ts'

type Json = Record<string, Record<string, Record<string, Record<string, unknown>[]>>>

async function exported() {
  const client = createControlClient()
  schedule(client.simulator.world, { kind: 'tick', due: START + 60_000 })
  await client.write('POST', '/tokens', { user: 'alice', value: 'mine' })
  await client.write('POST', '/clock/advance', { by: '10s' })
  return JSON.parse((await client.get('/export')).raw.body as string) as Json
}

test('an exported world, imported elsewhere, is the same world', async () => {
  const document = await exported()
  const client = createControlClient()
  const reply = await client.write('POST', '/import', document)
  expect(reply).toMatchObject({
    status: 200,
    body: { world: 'default', clock: { now: '2026-01-05T09:00:10.000Z', pendingJobs: 1 } },
  })
  expect((await client.get('/export')).raw.body).toBe(JSON.stringify(document))
  expect((await client.write('POST', '/clock/advance', { by: '1m' })).body).toMatchObject({ firedTotal: 1 })
  expect((await client.write('POST', '/tokens', { user: 'alice', value: 'mine' })).status).toBe(409)
})

test('records made after an import are numbered above those imported', async () => {
  const document = await exported()
  const rest = document['stores']!['eu']!
  rest['sequence'] = []
  const client = createControlClient()
  expect((await client.write('POST', '/import', document)).status).toBe(200)
  expect(
    (await client.write('POST', '/pages', { title: 'New', spaceKey: 'ENG', content: [{ key: 'NEW-1' }] }))
      .body,
  ).toMatchObject({
    id: 4003,
    requirements: [{ id: 6008 }],
  })
})

test('only the addressed world changes', async () => {
  const client = createControlClient()
  await client.write('POST', '/import', await exported(), { 'x-sim-world': 'other' })
  expect((await client.get('/clock')).body['now']).toBe('2026-01-05T09:00:00.000Z')
  expect((await client.get('/clock', { 'x-sim-world': 'other' })).body['now']).toBe(
    '2026-01-05T09:00:10.000Z',
  )
})

describe('an invalid world is refused with the place, and nothing changes', () => {
  const first = (document: Json, table: string, store = 'eu') => document['stores']![store]![table]![0]!
  const rule = (fields: object) => (document: Json) => {
    const { applicationId, projectContainerId } = first(document, 'requirement')
    const place = { applicationId, projectContainerId, createdAt: START, updatedAt: START }
    document['stores']!['eu']!['rule'] = [{ id: 1, name: 'Keys', kind: 'KEY_PATTERN', ...place, ...fields }]
  }
  const all = (document: Json, table: string) => document['stores']!['eu']![table]!
  /** Gives the first record of a table other fields. */
  const change =
    (table: string, fields: object, store = 'eu') =>
    (document: Json) =>
      Object.assign(first(document, table, store), fields)
  const value = { isolateSpaces: true, strict: false, maximumBodyBytes: 1, assumptions: { A00: 'x' } }
  const config = { id: 'config', value }
  const cases: [name: string, spoil: (document: Json) => unknown, message: RegExp][] = [
    ['another format', (world) => Object.assign(world, { format: 'zip' }), /format/],
    ['a field too few', (world) => delete first(world, 'user')['email'], /user\[0\].*'email' is required/],
    ['a field too many', change('user', { admin: true }), /no field 'admin'/],
    ['a field of another type', change('requirement', { html: 5 }), /'html'/],
    ['an id that is a text', change('user', { id: '1' }), /'id'/],
    ['an id below 1', change('user', { id: -1 }), /'id'/],
    ['an unknown status', change('requirement', { status: 'GONE' }), /'status'/],
    ['a moment beyond the calendar', change('requirement', { createdAt: 1e15 }), /'createdAt'/],
    ['lists in fields that are none', change('page', { definitions: [{ key: [] }] }), /'definitions\[0\]/],
    ['a token of nobody', change('token', { userId: 77 }), /userId '77' names no user/],
    ['a sequence below 0', change('sequence', { value: -1 }), /sequence\[0\].*'value': must be at least 0/],
    [
      'a number that leaves none for new records',
      change('sequence', { value: 2 ** 52 + 1 }),
      /highest number/,
    ],
    [
      'a record with such a number',
      change('token', { id: Number.MAX_SAFE_INTEGER }),
      /stores\.eu\.token: the highest number is 9007199254740991, .* use numbers up to 2251799813685248/,
    ],
    [
      'a job with such a number',
      (world) => {
        const { sequence } = world['stores']!['system']!
        Object.assign(
          sequence!.find((each) => each['name'] === 'job')!,
          { value: 2 ** 52 + 1 },
        )
      },
      /stores\.system\.job: the highest number/,
    ],
    [
      'a property of no metadata',
      change('requirement', { externalProperties: [{ metadataId: 5, value: 1 }] }),
      /metadataId '5'/,
    ],
    ['a requirement of no variant', change('requirement', { variantId: 1 }), /variantId '1'/],
    [
      'a container above itself',
      (world) => Object.assign(all(world, 'container')[1]!, { parentContainerId: 1101 }),
      /above itself/,
    ],
    [
      'a container without a parent',
      (world) => delete all(world, 'container')[1]!['parentContainerId'],
      /has a parent exactly when/,
    ],
    ['a space without a current variant', change('variant', { current: false }), /no current variant/],
    ['a job of an unknown kind', change('job', { kind: 'constructor' }, 'system'), /constructor/],
    [
      'a rule without what its kind needs',
      rule({}),
      /rule: record '1': pattern is missing: a rule of kind KEY_PATTERN needs it/,
    ],
    [
      'a rule with what its kind has not',
      rule({ pattern: 'REQ-{000}', property: 'Category' }),
      /rule: record '1': property 'Category': a rule of kind KEY_PATTERN has none/,
    ],
    ['a rule whose pattern is none', rule({ pattern: '{' }), /rule: record '1': pattern/],
    [
      'an unknown assumption',
      (world) => Object.assign(world['stores']!['system']!, { config: [config] }),
      /config.*A00/,
    ],
  ]
  test.each(cases)('%s', async (_name, spoil, message) => {
    const document = await exported()
    spoil(document)
    const client = createControlClient()
    const before = (await client.get('/export')).raw.body
    const reply = await client.write('POST', '/import', document)
    expect(reply.body.message).toMatch(message)
    expect(reply.status).toBe(400)
    expect((await client.get('/export')).raw.body).toBe(before)
  })

  test('but a rule that is whole is taken', async () => {
    const document = await exported()
    rule({ pattern: 'REQ-{000}' })(document)
    const client = createControlClient()
    expect((await client.write('POST', '/import', document)).status).toBe(200)
    expect((await client.get('/rules')).body).toMatchObject({ items: [{ id: 1, pattern: 'REQ-{000}' }] })
  })

  test.each([[[]], ['"world"'], [{}], ['null']])('%j', async (body) => {
    expect((await createControlClient().write('POST', '/import', body)).status).toBe(400)
  })

  test('a record with a prototype of its own', async () => {
    const document = JSON.stringify(await exported()).replace(
      '"email":',
      '"__proto__":{"polluted":true},"email":',
    )
    const reply = await createControlClient().write('POST', '/import', document)
    expect(reply.status).toBe(400)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

test('the name of a saved scenario is one that a scenario may have', async () => {
  const client = createControlClient()
  expect((await client.get('/export/scenario?name=monday')).body).toMatchObject({ name: 'monday' })
  const empty = await client.get('/export/scenario?name=')
  expect(empty.status).toBe(400)
  expect(empty.body.message).toBe(
    "query parameter 'name' '': a scenario has a name of 1 to 255 characters, or leave the parameter out",
  )
  const long = await client.get(`/export/scenario?name=${'x'.repeat(256)}`)
  expect(long.status).toBe(400)
  expect(long.body.message).toMatch(/'name' must have at most 255 characters, not 256/)
})
