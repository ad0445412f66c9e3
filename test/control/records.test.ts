/** Single records, added, replaced and deleted through the control API. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { regionTables } from '../../src/model/schema.ts'
import type { Field } from '../../src/world/store/fields.ts'
import { MAXIMUM_ID } from '../../src/world/store/store.ts'
import { Table } from '../../src/world/store/table.ts'

let simulator: Simulator
beforeEach(async () => {
  simulator = await createSimulator({ scenario: 'demo' })
})

const TYPE = { applicationId: 101, projectContainerId: 1001, name: 'Hazard', pattern: 'HAZ-{000}' }

async function send(method: string, path: string, body?: object) {
  const response = await simulator.fetch(`/_sim${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

describe('a record', () => {
  test('is added with the next number, and deleted again', async () => {
    const last = simulator.state('requirementType').at(-1)?.id ?? 0
    expect(await send('PUT', '/state/requirementType', { record: TYPE })).toEqual({
      status: 200,
      body: { id: last + 1, ...TYPE },
    })
    expect(simulator.state('requirementType', { name: 'Hazard' })).toHaveLength(1)
    expect((await send('DELETE', `/state/requirementType?key=${last + 1}`)).status).toBe(204)
    expect(simulator.state('requirementType', { name: 'Hazard' })).toEqual([])
    // Its number is not given again.
    expect(await send('PUT', '/state/requirementType', { record: TYPE })).toMatchObject({
      body: { id: last + 2 },
    })
  })

  test('is replaced, and keeps its hash', async () => {
    const read = async () =>
      (await send('GET', '/state/user?name=bob')).body as { items: { displayName: string }[] }
    const shown = { ...(await read()).items[0], displayName: 'Robert' }
    expect((await send('PUT', '/state/user', { record: shown })).status).toBe(200)
    expect((await read()).items).toEqual([shown])
    const { stores } = await simulator.exportWorld()
    const kept = stores['eu']?.['user']?.find((user) => (user as { name: string }).name === 'bob')
    expect(kept).toMatchObject({
      displayName: 'Robert',
      passwordHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('with a key of two fields is added and deleted', async () => {
    const record = { containerId: 1003, userId: 3, level: 'read' } as const
    expect((await send('PUT', '/state/grant', { record })).status).toBe(200)
    expect(simulator.state('grant', record)).toHaveLength(1)
    expect((await send('DELETE', '/state/grant?key=1003:3')).status).toBe(204)
    expect(simulator.state('grant', record)).toEqual([])
  })

  test('is a step of the past', async () => {
    simulator = await createSimulator({ scenario: 'demo', past: { steps: 100 } })
    await send('PUT', '/state/grant', { record: { containerId: 1003, userId: 3, level: 'read' } })
    expect(JSON.stringify((await send('GET', '/past?limit=10')).body)).toContain('/state/grant')
  })

  test('is not checked with the whole world again where the past is read', async () => {
    simulator = await createSimulator({ scenario: 'demo', past: { steps: 100 } })
    const fill = vi.spyOn(Table.prototype, 'insertMany')
    await send('PUT', '/state/grant', { record: { containerId: 1003, userId: 3, level: 'read' } })
    expect(fill).toHaveBeenCalled()
    fill.mockClear()
    expect((await send('GET', '/past/1')).status).toBe(200)
    expect((await send('GET', '/past/0/diff/1')).body).toMatchObject({ total: 1 })
    expect(fill).not.toHaveBeenCalled()
    fill.mockRestore()
  })

  test('of a requirement has the text that its HTML reads', async () => {
    const [row] = simulator.state('requirement', { id: 6001 })
    await send('PUT', '/state/requirement', { record: { ...row, html: '<b>New</b> text', text: 'other' } })
    expect(simulator.state('requirement', { id: 6001 })[0]?.text).toBe('New text')
  })
})

test('the highest number of a record leaves numbers for new ones', async () => {
  expect((await send('PUT', '/state/requirementType', { record: { ...TYPE, id: MAXIMUM_ID } })).status).toBe(
    200,
  )
  expect(await send('PUT', '/state/requirementType', { record: { ...TYPE, name: 'Next' } })).toMatchObject({
    status: 200,
    body: { id: MAXIMUM_ID + 1 },
  })
})

describe('a change is refused, and changes nothing,', () => {
  test.each<
    [what: string, method: string, path: string, record: object | undefined, status: number, message: RegExp]
  >([
    [
      'of a table that is not there',
      'PUT',
      '/state/grand',
      {},
      404,
      /no table 'grand': did you mean 'grant'/,
    ],
    ['of a table of the world itself', 'PUT', '/state/fault', {}, 404, /no table 'fault'/],
    [
      'with a field that the table lacks',
      'PUT',
      '/state/grant',
      { containerId: 1003, userId: 3, level: 'read', until: 1 },
      400,
      /until/,
    ],
    [
      'with a value of another form',
      'PUT',
      '/state/grant',
      { containerId: 1003, userId: 3, level: 'own' },
      400,
      /level/,
    ],
    [
      'with a reference to nothing',
      'PUT',
      '/state/grant',
      { containerId: 1003, userId: 99, level: 'read' },
      400,
      /userId '99' names no user/,
    ],
    [
      'with a unique value of another record',
      'PUT',
      '/state/customField',
      { id: 'customfield_1', applicationId: 9, name: 'x', type: 'string' },
      400,
      /applicationId '9' names no application/,
    ],
    [
      'with a name that is taken',
      'PUT',
      '/state/user',
      { name: 'bob', displayName: 'Bob', email: 'b@example.test', accountId: 'a' },
      409,
      /user 'bob' exists already/,
    ],
    [
      'with a hash',
      'PUT',
      '/state/token',
      { id: 1, userId: 1, name: 'x', hash: 'a'.repeat(64), createdAt: 0, expiresAt: 1 },
      400,
      /hash/,
    ],
    [
      'with a number that leaves none for new records',
      'PUT',
      '/state/requirementType',
      { ...TYPE, id: Number.MAX_SAFE_INTEGER },
      400,
      /requirementType '9007199254740991': use a number up to 2251799813685248, or leave it out/,
    ],
    [
      'with a number above the highest',
      'PUT',
      '/state/requirementType',
      { ...TYPE, id: MAXIMUM_ID + 1 },
      400,
      /use a number up to 2251799813685248/,
    ],
    ['that leaves a reference to nothing', 'DELETE', '/state/user?key=2', undefined, 409, /names no user/],
    ['of a record that is not there', 'DELETE', '/state/user?key=99', undefined, 404, /no user '99'/],
    ['without a key', 'DELETE', '/state/user', undefined, 400, /key/],
  ])('%s', async (_what, method, path, record, status, message) => {
    const before = JSON.stringify(await simulator.exportWorld())
    const response = await send(method, path, record === undefined ? undefined : { record })
    expect(response.status).toBe(status)
    expect(JSON.stringify(response.body)).toMatch(message)
    expect(JSON.stringify(await simulator.exportWorld())).toBe(before)
  })
})

test('a hash is not in the message that a session needs a user', async () => {
  const zoe = { id: 77, name: 'zoe', displayName: 'Zoe', email: 'zoe@example.test', accountId: 'zoe' }
  expect((await send('PUT', '/state/user', { record: zoe })).status).toBe(200)
  const { id } = (await send('POST', '/sessions', { user: 'zoe' })).body as { id: number }
  const { status, body } = await send('DELETE', '/state/user?key=77')
  expect(status).toBe(409)
  expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{64}/)
  expect(JSON.stringify(body)).toContain(`session: record '${id}': userId '77' names no user`)
})

test('a record of any table whose fields are of no form is refused, and changes nothing', async () => {
  const before = JSON.stringify(await simulator.exportWorld())
  const hostile: readonly unknown[] = [
    null,
    {},
    [],
    [[]],
    [{}],
    { toString: 1, valueOf: 1 },
    [{ toString: 1, valueOf: 1 }],
  ]
  const scalar = new Set(['text', 'flag', 'instant', 'number', 'choice'])
  for (const [name, { fields }] of Object.entries(regionTables)) {
    const [row = {}] = simulator.state(name as keyof typeof regionTables)
    // The text of a requirement follows from its HTML, whatever is given.
    const whole = Object.entries<Field>(fields).filter(
      ([field, { form }]) => scalar.has(form) && !(name === 'requirement' && field === 'text'),
    )
    for (const value of hostile) {
      const records = [
        Object.fromEntries(Object.keys(fields).map((field) => [field, value])),
        ...Object.keys(fields).map((field) => ({ [field]: value })),
        ...whole.flatMap(([field, { isNullable }]) =>
          isNullable === true && value === null ? [] : [{ ...row, [field]: value }],
        ),
      ]
      for (const record of records) {
        const { status } = await send('PUT', `/state/${name}`, { record })
        expect({ name, record, status }).toMatchObject({ status: 400 })
      }
    }
  }
  expect(JSON.stringify(await simulator.exportWorld())).toBe(before)
})

test('the fields of a table are listed as it declares them, without hashes', async () => {
  const { body } = await send('GET', '/state/token/fields')
  expect(body).toMatchObject({
    items: [
      { name: 'id', form: 'number', optional: false },
      { name: 'userId', form: 'number', optional: false, refersTo: 'user' },
      { name: 'name', form: 'text', optional: false },
      { name: 'createdAt', form: 'instant', optional: false },
      { name: 'expiresAt', form: 'instant', optional: false },
      { name: 'applicationId', form: 'number', optional: true, refersTo: 'application' },
    ],
  })
  const grant = await send('GET', '/state/grant/fields')
  expect(grant.body).toMatchObject({
    items: expect.arrayContaining([
      { name: 'level', form: 'choice', optional: false, values: ['read', 'edit'] },
    ]),
  })
})
