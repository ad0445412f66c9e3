import * as z from 'zod'
import { expect, test } from 'vitest'
import { operations } from '../../../src/api/operations.ts'
import { wordsOf } from '../../../src/model/input/schema-problems.ts'
import { startClient } from '../../support/client.ts'

const words = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => wordsOf(issue))

test.each([
  [z.string(), 1, 'must be text'],
  [z.number(), 'x', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.object({}), 'x', 'must be an object'],
  [z.record(z.string(), z.string()), [], 'must be an object'],
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.string().min(1), '', 'must have at least 1 character'],
  [z.array(z.int()).max(1), [1, 2], 'must have at most 1 item'],
  [z.int().min(1), 0, 'must be at least 1'],
  [z.number().lt(5), 5, 'must be less than 5'],
  [z.enum(['A', 'B']), 'C', 'must be "A" or "B"'],
  [z.literal(1), 2, 'must be 1'],
  [z.union([z.string(), z.number()]), {}, 'must have one of the shapes that are described'],
  [z.string({ error: 'Give a name' }), 1, 'give a name'],
  [z.string().refine(() => false, 'must be a key'), 'x', 'must be a key'],
] as const)('%#: %s', (schema, value, wanted) => {
  expect(words(schema, value)).toEqual([wanted])
})

test('a refused body names the field, what it must be and what it is', async () => {
  const client = await startClient()
  const path = '/tracker/rest/reqs/1/issuelinks/DRN-3'
  const { body } = await client.post(path, [{ applinkId: 1, spaceKey: 'ENG' }])
  expect(body.message).toContain("body field '[0].applinkId' must be text, not '1'")
  expect(body.message).toContain("body field '[0].key' is required: it must be text")
})

test('no operation answers a body of another kind in the words of a library', async () => {
  const LIBRARY = /expected|received|invalid input|invalid option|too (?:big|small)|invalid_type/i
  for (const { id, body } of operations) {
    if (body === undefined) continue
    for (const value of [null, 1, 'x', [], {}, [{}], [1], { fields: 1, q: 1, key: {}, name: 7, limit: 'x' }])
      for (const issue of body.schema().safeParse(value).error?.issues ?? [])
        expect([id, wordsOf(issue)]).toEqual([id, expect.not.stringMatching(LIBRARY)])
  }
})

test('JSON that comes as a text is refused in the same words', async () => {
  const client = await startClient()
  const wiki = '/wiki/rest/reqs/1'
  const messageOf = async (method: string, path: string, body: object) => {
    const reply = await client.call(method, `${wiki}${path}`, { body })
    expect(reply.status).toBe(400)
    return reply.body.message
  }
  expect(await messageOf('PUT', '/accumulator/ENG', { traceabilityMatrixColumns: '{}' })).toBe(
    'traceabilityMatrixColumns: must be a list',
  )
  expect(await messageOf('POST', '/requirement2/ENG/NEW-1', { providedJson: '[{"key":1}]' })).toContain(
    `providedJson '[{"key":1}]': 0.key: must be text; send `,
  )
  expect(
    await messageOf('PUT', '/traceability/ENG/uiTraceability', {
      traceabilityMatrixColumns: '[{"label":"Key"}]',
    }),
  ).toMatch(/^traceabilityMatrixColumns: 0\.step: must be /)
})
