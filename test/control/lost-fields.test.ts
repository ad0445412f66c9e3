/** Fields of a control body that would be dropped silently are refused: repeated ones, and `__proto__` of a scenario. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { repeatedFields } from '../../src/model/input/repeated-fields.ts'
import { createSimulator } from '../../src/index.ts'
import { WRITE_HEADERS } from './client.ts'

async function send(method: string, path: string, body: string) {
  const simulator = await createSimulator({ scenario: 'demo' })
  const url = `/_sim${path}`
  const answer = await simulator.exchange({ method, url, headers: WRITE_HEADERS, body })
  const { message, errors } = JSON.parse(answer.body as string) as { message: string; errors: string[] }
  return { simulator, status: answer.status, message, errors }
}

describe('a field that is sent twice is refused with its path', () => {
  test.each([
    ['POST', '/clock/advance', '{"by":"1m","by":"2m"}', 'by'],
    ['PATCH', '/sites/102', '{"status":"DISABLED" , "status" :\t"ACTIVE"}', 'status'],
    ['POST', '/scenario', '{"name":"demo","name":"empty"}', 'name'],
    [
      'POST',
      '/scenario',
      '{"extends":["demo"],"world":{"users":[{"name":"x"},{"name":"y","name":"z"}]}}',
      'world.users[1].name',
    ],
    ['PUT', '/pages/4001', '{"title":"A","t\\u0069tle":"B"}', 'title'],
    [
      'POST',
      '/faults',
      '{"operation":"wiki.requirement.search","body":{"a":{"b":1,"b":1}},"status":500}',
      'body.a.b',
    ],
  ])('%s %s %s', async (method, path, body, place) => {
    const { simulator, status, message } = await send(method, path, body)
    expect([status, message]).toEqual([
      400,
      `'${place}' is sent more than once: send each field of an object once`,
    ])
    expect(simulator.clock.now()).toBe('2026-01-05T09:00:00.000Z')
    expect(simulator.scenario.name).toBe('demo')
  })

  test('each, in order', async () => {
    const { errors } = await send('POST', '/clock/advance', '{"by":1,"to":2,"to":3,"by":4,"by":5}')
    expect(errors.map((error) => error.split(' ')[0])).toEqual(["'to'", "'by'"])
  })
})

test('a text that only looks like a repeated field is accepted', async () => {
  const title = ': "title": \\"title\\": {"a":1,"a":2} \\\\'
  const { simulator, status } = await send('PUT', '/pages/4001', JSON.stringify({ title }))
  expect(status).toBe(200)
  expect(simulator.state('container', { name: title })).toHaveLength(1)
})

test('property: the paths found are those that a text has twice', () => {
  // No name is a lone backslash: V8 13 takes the field after one of those for it (JSON.parse of {"\"":1,"\"":2}).
  const name = fc.constantFrom('a', 'b', ':', '"', 'c\\', '__proto__', '1')
  const { value } = fc.letrec<{ value: { text: string; doubles: string[][] } }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc
        .oneof(name, fc.integer(), fc.constant(null))
        .map((leaf) => ({ text: JSON.stringify(leaf), doubles: [] })),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
        text: `[ ${items.map(({ text }) => text).join(' ,\n')}]`,
        doubles: items.flatMap(({ doubles }, at) => doubles.map((path) => [String(at), ...path])),
      })),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((fields) => ({
        text: `{${fields.map(([key, { text }]) => `${JSON.stringify(key)} : ${text}`).join(',')}}`,
        doubles: fields.flatMap(([key, { doubles }], at) => [
          ...(fields.findIndex(([other]) => other === key) < at ? [[key]] : []),
          ...doubles.map((path) => [key, ...path]),
        ]),
      })),
    ),
  }))
  const texts = (paths: readonly (readonly (string | number)[])[]) =>
    [...new Set(paths.map((path) => JSON.stringify(path.map(String))))].toSorted()
  fc.assert(
    fc.property(value, ({ text, doubles }) => {
      expect(texts(repeatedFields(text, JSON.parse(text), Infinity))).toEqual(texts(doubles))
    }),
    { numRuns: 100 },
  )
})

describe('a scenario with a field named __proto__ is refused', () => {
  test.each([
    '{"__proto__":{"name":"x"},"extends":["demo"]}',
    '{"\\u005f_proto__":1,"name":"empty"}',
    '{"__proto__":{}}',
  ])('POST /scenario %s', async (body) => {
    const { simulator, status, message } = await send('POST', '/scenario', body)
    expect([status, message]).toEqual([400, "scenario __proto__: '__proto__' cannot be used as a name"])
    expect(simulator.scenario.name).toBe('demo')
  })

  test.each(['__proto__: { name: x }\nname: y\n', 'name: y\n"__proto__":\n  name: x\n'])(
    'also at the top of a scenario in YAML: %j',
    async (text) => {
      const folder = mkdtempSync(join(tmpdir(), 'reqsim-lost-'))
      const file = join(folder, 'scenario.yaml')
      writeFileSync(file, text)
      await expect(loadScenarioFile(file)).rejects.toThrow("__proto__: '__proto__' cannot be used as a name")
      rmSync(folder, { recursive: true })
    },
  )
})
