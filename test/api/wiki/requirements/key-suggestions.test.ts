import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyHolds } from '../../../../src/model/records/wiki/requirement-keys.ts'
import { demoWith } from '../../../support/client.ts'
import { client, startDemo, tableOf, refused } from '../../../support/demo.ts'

const base = '/wiki/rest/reqs/1'
const address = (space = 'ENG', query = '') =>
  `${base}/key-suggestions/${space}/suggestAtInitialization${query}`

beforeEach(() => startDemo())

const suggest = async (inputs: readonly string[], query = '') => {
  const reply = await client.post(address('ENG', query), inputs)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { input: string; key?: string }[]
}
const keysOf = (suggestions: { key?: string }[]) => suggestions.map(({ key }) => key)
const release = (key: string, options = {}) =>
  client.call('DELETE', `${base}/key-suggestions/ENG/`, { body: JSON.stringify(key), ...options })
const edit = async (page: number, changes: object) => {
  const reply = await client.put(`/_sim/pages/${page}`, changes, { headers: { 'x-sim-control': '1' } })
  expect(reply.status, reply.text).toBe(200)
}

describe('keys that no address could name', () => {
  const define = (key: string) =>
    client.put('/_sim/pages/4001', { define: [{ key, html: 'x' }] }, { headers: { 'x-sim-control': '1' } })
  const extend = async () => {
    const body = { extendedModeSpaces: ['ENG'] }
    const reply = await client.put(`${base}/settings`, body, { token: 'tok-admin' })
    expect(reply.status).toBe(200)
  }

  test.each(['.', '..'])('%s is refused, in extended mode too', async (key) => {
    const refused = { status: 400, body: { message: expect.stringContaining("neither '.' nor '..'") } }
    expect(await define(key)).toMatchObject(refused)
    const moved = await client.put(`${base}/requirement2/ENG/REQ-001`, { newKey: key })
    expect(moved).toMatchObject(refused)
    await extend()
    expect(await define(key)).toMatchObject(refused)
  })

  test.each([' A-1', 'A-1 ', '\u00a0A-1'])("'%s' is refused in extended mode", async (key) => {
    await extend()
    expect(await define(key)).toMatchObject(refused(400, 'neither begins nor ends with a blank'))
    expect((await define('A 1')).status).toBe(200)
  })

  test('the prefix of a number may end with a dot or a blank', async () => {
    expect(keysOf(await suggest(['.']))).toEqual(['.001'])
    await extend()
    expect(keysOf(await suggest(['A ']))).toEqual(['A 001'])
    expect((await client.post(address(), [' A'])).status).toBe(400)
  })
})

describe('the next available key', () => {
  test('is returned per input in order, for a prefix and for a key, as wide as the keys in use', async () => {
    expect(await suggest(['REQ-', 'REQ-001', 'REQ-9', 'SAFE-', 'X1-2'])).toEqual([
      { input: 'REQ-', key: 'REQ-013' },
      { input: 'REQ-001', key: 'REQ-014' },
      { input: 'REQ-9', key: 'REQ-015' },
      { input: 'SAFE-', key: 'SAFE-001' },
      { input: 'X1-2', key: 'X1-001' },
    ])
  })

  test('the path of the editor uses the same sequence', async () => {
    expect(keysOf(await suggest(['REQ-']))).toEqual(['REQ-013'])
    const reply = await client.post(`${base}/rte/ENG/suggestAtInitialization`, ['REQ-'])
    expect(reply.body).toEqual([{ input: 'REQ-', key: 'REQ-014' }])
  })

  test('a key in use raises the sequence; a gap and a deleted key are not searched', async () => {
    await edit(4001, { define: [{ key: 'REQ-020', html: 'x' }], undefine: ['REQ-003'] })
    expect(keysOf(await suggest(['REQ-']))).toEqual(['REQ-021'])
    await edit(4001, { undefine: ['REQ-020'] })
    expect(keysOf(await suggest(['REQ-']))).toEqual(['REQ-022'])
  })

  test('a suggested key that a page comes to define is held no longer', async () => {
    expect(keysOf(await suggest(['REQ-']))).toEqual(['REQ-013'])
    expect((await client.get('/_sim/state/keyHold')).body).toMatchObject({
      total: 1,
      items: [{ id: '1001/REQ-013', key: 'REQ-013', projectContainerId: 1001, heldBy: 2 }],
    })
    await edit(4001, { define: [{ key: 'REQ-013', html: 'x' }] })
    expect((await client.get('/_sim/state/keyHold')).body.total).toBe(0)
    expect(keysOf(await suggest(['REQ-']))).toEqual(['REQ-014'])
  })

  test('a suggested key that is reserved is held no longer; reserving by prefix leaves out what is held', async () => {
    await suggest(['REQ-', 'REQ-'])
    const one = await client.post(`${base}/requirement2/ENG/REQ-014`, {})
    expect(one.status, one.text).toBeLessThan(300)
    expect((await client.get('/_sim/state/keyHold')).body.items).toMatchObject([{ key: 'REQ-013' }])
    const query = 'mode=SUGGEST&suggestPrefix=REQ-&suggestStart=12&suggestQuantity=2'
    const two = await client.post(`${base}/requirement2/ENG/REQ-1?${query}`, {})
    expect(two.body).toMatchObject([{ key: 'REQ-015' }, { key: 'REQ-016' }])
    expect(keysOf(await suggest(['REQ-']))).toEqual(['REQ-017'])
  })

  test('reads the width of a prefix without keys from the type that has it', async () => {
    const type = { name: 'Test', pattern: 'TST-{00000}' }
    const made = await client.post(`${base}/types/ENG/create`, type)
    expect(made.status, made.text).toBeLessThan(300)
    expect(keysOf(await suggest(['TST-']))).toEqual(['TST-00001'])
  })

  test.each([
    [['A-7'], 'A-8'],
    [['A-9'], 'A-10'],
    [['A-9', 'A-10'], 'A-11'],
    [['A-0007', 'A-12'], 'A-0013'],
    [['A-1-x', 'A-002'], 'A-003'],
  ])('beside %j is %s', async (keys, expected) => {
    await edit(4001, { define: keys.map((key) => ({ key, html: 'x' })) })
    expect(keysOf(await suggest(['A-']))).toEqual([expected])
  })

  test('of another space from a sequence of its own', async () => {
    await suggest(['REQ-'])
    const reply = await client.post(address('OPS'), ['REQ-'])
    expect(reply.body).toEqual([{ input: 'REQ-', key: 'REQ-001' }])
  })

  test('is never returned twice, whatever is requested, released and used meanwhile', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('suggest' as const),
        inputs: fc.array(fc.constantFrom('REQ-', 'A-', 'REQ-7')),
      }),
      fc.record({ kind: fc.constant('release' as const), nth: fc.nat(20) }),
      fc.record({ kind: fc.constant('use' as const), nth: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await startDemo()
        const waiting: string[] = []
        const used = new Set<string>()
        for (const each of steps) {
          if (each.kind === 'suggest') {
            for (const key of keysOf(await suggest(each.inputs)) as string[]) {
              expect(waiting).not.toContain(key)
              expect(used).not.toContain(key)
              waiting.push(key)
            }
          } else if (waiting.length > 0) {
            const [key] = waiting.splice(each.nth % waiting.length, 1) as [string]
            if (each.kind === 'release') await release(key)
            else {
              await edit(4001, { define: [{ key, html: 'x' }] })
              used.add(key)
            }
          }
        }
        expect((await client.get('/_sim/state/keyHold')).body.total).toBe(waiting.length)
      }),
      { numRuns: 15 },
    )
  })
})

describe('timeout', () => {
  test('limits the search for free keys, and returns at least one', async () => {
    expect(await suggest(['REQ-', 'REQ-', 'REQ-'], '?timeout=0')).toEqual([
      { input: 'REQ-', key: 'REQ-013' },
      { input: 'REQ-' },
      { input: 'REQ-' },
    ])
    expect(keysOf(await suggest(['REQ-', 'A-', 'A-'], '?timeout=3'))).toEqual(['REQ-014', 'A-001', undefined])
    // REQ-013 and REQ-014 are held and count as looked at.
    expect(keysOf(await suggest(['REQ-', 'B-', 'B-'], '?timeout=9223372036854775807'))).toEqual([
      'REQ-015',
      'B-001',
      'B-002',
    ])
  })

  test('no number is left: the input is answered without key', async () => {
    await edit(4001, { define: [{ key: 'END-9007199254740991', html: 'x' }] })
    expect(await suggest(['END-', 'REQ-'])).toEqual([{ input: 'END-' }, { input: 'REQ-', key: 'REQ-013' }])
  })
})

describe('releasing', () => {
  test('returns the number while no higher one is in use', async () => {
    await suggest(['REQ-', 'REQ-'])
    expect(await release('REQ-013')).toMatchObject({ status: 204, text: '' })
    expect(keysOf(await suggest(['REQ-', 'REQ-']))).toEqual(['REQ-013', 'REQ-015'])
    await edit(4001, { define: [{ key: 'REQ-015', html: 'x' }] })
    await release('REQ-014')
    expect(keysOf(await suggest(['REQ-']))).toEqual(['REQ-016'])
  })

  test('takes a bare text, and what is not held', async () => {
    await suggest(['REQ-'])
    const bare = { body: 'REQ-013', headers: { 'content-type': 'text/plain' } }
    expect((await client.delete(`${base}/key-suggestions/ENG`, bare)).status).toBe(204)
    expect((await client.get('/_sim/state/keyHold')).body.total).toBe(0)
    expect((await release('REQ-013')).status).toBe(204)
    expect((await release('REQ-001')).status).toBe(204)
    expect((await client.get(`${base}/requirement2/ENG/REQ-001`)).body.status).toBe('ACTIVE')
  })

  test('A83 not-found refuses what is not held', async () => {
    await startDemo({ scenario: 'demo', config: { assumptions: { A83: 'not-found' } } })
    const reply = await release('REQ-013')
    expect(reply).toMatchObject(refused(404, "'REQ-013'"))
    await suggest(['REQ-'])
    expect((await release('REQ-013')).status).toBe(204)
  })
})

describe('refusals', () => {
  test.each([
    ['ENG', ['a b'], 400, "'a b'"],
    ['ENG', [''], 200, '001'],
    ['ENG', ['x'.repeat(256)], 400, '[0]'],
    ['ENG', ['x'.repeat(255)], 400, '255 characters'],
    ['ENG', Array.from({ length: 1001 }, () => 'A-'), 400, '1000'],
    ['NOPE', ['A-'], 404, "'NOPE'"],
  ])('%s %j answers %i', async (space, inputs, status, mention) => {
    const reply = await client.post(address(space), inputs)
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(mention)])
    if (status !== 200) expect((await client.get('/_sim/state/keyHold')).body.total).toBe(0)
  })

  test('a space holds so many keys and no more, and a refused call holds none', async () => {
    const many = Array.from({ length: 1000 }, () => 'REQ-')
    for (let call = 0; call < 9; call++) await suggest(many, '?timeout=100000')
    await suggest(many.slice(1), '?timeout=100000')
    expect((await client.post(address(), ['A-', 'A-'])).status).toBe(409)
    expect((await client.get('/_sim/state/keyHold?limit=0')).body.total).toBe(9999)
    expect(keysOf(await suggest(['A-']))).toEqual(['A-001'])
    await release('REQ-013')
    expect(keysOf(await suggest(['REQ-']))).toEqual(['REQ-013'])
  })

  test('suggestions that another space holds take none from this one', async () => {
    const holds = tableOf(keyHolds)
    const many = Array.from({ length: 10_000 }, (_, at) => `X-${at}`)
    holds.insertMany(
      many.map((key) => ({ id: `1002/${key}`, projectContainerId: 1002, key, heldAt: 0, heldBy: 2 })),
    )
    expect(keysOf(await suggest(['A-']))).toEqual(['A-001'])
    expect((await client.post(address('OPS'), ['A-'])).status).toBe(409)
  })

  test('special characters are for spaces in extended mode', async () => {
    const settings = { token: 'tok-admin', body: { value: ['ENG'] } }
    const set = await client.call('PUT', `${base}/settings/extendedModeSpaces`, settings)
    expect(set.status, set.text).toBe(200)
    expect(keysOf(await suggest(['a b (']))).toEqual(['a b (001'])
    expect((await client.post(address(), ['a/b'])).status).toBe(400)
  })
})

describe('a number that is too large to be counted on', () => {
  const large = ['BIG-9007199254740991', 'BIG-9007199254740993', `BIG-${'9'.repeat(200)}`]

  test.each(large)('is not followed by the first number: %s', async (key) => {
    await edit(4001, { define: [{ key, html: 'x' }] })
    expect(await suggest(['BIG-', 'REQ-'])).toEqual([{ input: 'BIG-' }, { input: 'REQ-', key: 'REQ-013' }])
    const reserve = (query: string) =>
      client.post(`${base}/requirement2/ENG/BIG-?mode=SUGGEST&suggestPrefix=BIG-${query}`, {})
    const refused = await reserve('')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain("choose another 'suggestStart'")
    expect((await reserve('&suggestStart=1')).body).toMatchObject([
      { key: expect.stringMatching(/^BIG-0*1$/) },
    ])
  })

  test.each(large)('is not followed by the first number in a scenario: %s', async (key) => {
    const requirements = [{ space: 'ENG', page: 4001, key, text: 'x' }]
    await startDemo(demoWith({ world: { requirements } }))
    expect(await suggest(['BIG-'])).toEqual([{ input: 'BIG-' }])
  })
})
