import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { matrices } from '../../../../src/model/records/wiki/matrices.ts'
import { hasPattern, parsePattern } from '../../../../src/model/finding/types.ts'
import { client, startDemo, tableOf, refused } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const wiki = '/wiki/rest/reqs/1'

const create = (body: object, token = 'tok-alice') => client.post(`${wiki}/types/ENG/create`, body, { token })
const replace = (body: object) => client.post(`${wiki}/types/ENG/createAndReplace`, body)
async function keysOf(query: string): Promise<string[]> {
  const reply = await client.get(`${wiki}/requirement2/ENG?q=${encodeURIComponent(query)}`)
  return reply.body.results.map(({ key }: { key: string }) => key)
}

describe('patterns', () => {
  test.each([
    ['REQ-{000}', ['REQ-001', 'REQ-999', 'REQ-1000'], ['REQ-01', 'REQ-0001', 'REQ-', 'REQ-00a', 'req-001']],
    ['{0}', ['0', '7', '10'], ['', '07', 'x']],
    ['A{00}-x', ['A01-x', 'A97-x'], ['A01', 'A01-', 'A1-x', 'A001-x']],
  ])('%s', (pattern, fits, others) => {
    const read = parsePattern(pattern)
    if (read === undefined) throw new Error('no pattern')
    expect(fits.filter((key) => !hasPattern(read, key))).toEqual([])
    expect(others.filter((key) => hasPattern(read, key))).toEqual([])
  })

  test.each(['REQ', 'REQ-{}', 'REQ-{0', 'REQ-0}', '{0}{0}', 'A{01}', 'A1{0}', '{0}2', `{${'0'.repeat(16)}}`])(
    '%s is none',
    (pattern) => expect(parsePattern(pattern)).toBeUndefined(),
  )

  test('have the keys that they make, and no number has two', () => {
    const text = fc.string({ maxLength: 8 }).filter((part) => !/[{}\d]/.test(part))
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 6 }), fc.nat(), fc.nat(), (...drawn) => {
        const [prefix, suffix, digits, first, second] = drawn
        const pattern = parsePattern(`${prefix}{${'0'.repeat(digits)}}${suffix}`)
        if (pattern === undefined) throw new Error('no pattern')
        const keys = [first, second].map(
          (number) => `${prefix}${String(number).padStart(digits, '0')}${suffix}`,
        )
        expect(keys.every((key) => hasPattern(pattern, key))).toBe(true)
        expect(keys[0] === keys[1]).toBe(first === second)
      }),
    )
  })
})

describe('types of a space', () => {
  test('count their requirements and are found by queries', async () => {
    const listed = await client.get(`${wiki}/types/ENG`, { token: 'tok-bob' })
    expect(listed.body).toEqual([{ id: 1, name: 'Requirement', pattern: 'REQ-{000}', count: 12 }])
    expect(await keysOf("type = 'Requirement'")).toHaveLength(12)
    const created = await create({ name: 'Tenth', pattern: 'REQ-01{0}', description: 'From ten on' })
    // A digit beside the braces would let one key fit in several ways.
    expect(created).toMatchObject(refused(400, "'REQ-01{0}'"))
    const wish = await create({ name: 'Wish', pattern: 'WISH-{0}', description: 'Later' })
    expect(wish.body).toMatchObject({ name: 'Wish', description: 'Later', count: 0 })
    const page = { define: [{ key: 'WISH-1', html: 'A wish' }] }
    const headers = { 'x-sim-control': '1' }
    expect((await client.put('/_sim/pages/4001', page, { headers })).status).toBe(200)
    expect(await keysOf("type.name = 'Wish'")).toEqual(['WISH-1'])
    expect(await keysOf(`type.id = ${wish.body.id}`)).toEqual(['WISH-1'])
    expect(await keysOf("type = 'Requirement'")).toHaveLength(12)
  })

  test('are refused under a name or pattern that is taken', async () => {
    const before = client.simulator.state('requirementType')
    const sameName = await create({ name: 'Requirement', pattern: 'R-{0}' })
    expect(sameName).toMatchObject(refused(409, "name 'Requirement'"))
    const samePattern = await create({ name: 'Other', pattern: 'REQ-{000}' })
    expect(samePattern).toMatchObject(refused(409, "'REQ-{000}'"))
    expect((await create({ name: ' ', pattern: 'R-{0}' })).status).toBe(400)
    expect((await client.get(`${wiki}/types/NONE`)).status).toBe(404)
    expect(client.simulator.state('requirementType')).toEqual(before)
  })

  test('are bounded in number', async () => {
    const letters = (number: number) => String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))
    for (let number = 1; number < 100; number++) {
      const reply = await create({ name: `T${number}`, pattern: `${letters(number)}-{0}` })
      expect(reply.status).toBe(200)
    }
    expect((await create({ name: 'One more', pattern: 'more-{0}' })).status).toBe(409)
    expect((await replace({ name: 'T1', pattern: 'more-{0}' })).status).toBe(200)
  })
})

describe('createAndReplace', () => {
  test('puts a type in the place of the one of the same name, or creates it', async () => {
    const replaced = await replace({ name: 'Requirement', pattern: 'REQ-{0000}' })
    expect(replaced.body).toEqual({ id: 1, name: 'Requirement', pattern: 'REQ-{0000}', count: 0 })
    const created = await replace({ name: 'Short', pattern: 'REQ-{000}' })
    expect(created.body).toMatchObject({ name: 'Short', count: 12 })
    expect(created.body.id).not.toBe(1)
    expect(await keysOf("type = 'Short'")).toHaveLength(12)
  })

  test('replaces the type of an id, and saved queries that name it follow', async () => {
    const query = "type = 'Requirement' AND type.name IN ('Requirement', 'X')"
    tableOf(matrices).update(1, { query })
    const body = { name: 'Shall', pattern: 'REQ-{000}', replaces: 1 }
    expect((await replace(body)).body).toMatchObject({ id: 1, name: 'Shall', count: 12 })
    const matrix = client.simulator.state('matrix').find(({ id }) => id === 1)
    expect(matrix?.query).toBe("type = 'Shall' AND type.name IN ('Shall', 'X')")
    expect((await replace({ ...body, replaces: 77 })).status).toBe(404)
    await create({ name: 'Wish', pattern: 'WISH-{0}' })
    expect((await replace({ name: 'Wish', pattern: 'Q-{0}', replaces: 1 })).status).toBe(409)
  })
})
