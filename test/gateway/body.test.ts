import * as z from 'zod'
import { expect, test } from 'vitest'
import { readBody } from '../../src/gateway/body.ts'
import { readConfig } from '../../src/model/config.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { World } from '../../src/world/world.ts'

const start = Date.parse('2026-01-05T09:00:00Z')
const { system } = new World(worldSchema, {
  seed: '1',
  clock: { now: start, start, mode: 'manual', speed: 1 },
})

test('what a body is checked with is built once, however many bodies come', () => {
  let builds = 0
  const body = {
    required: true,
    schema: () => {
      builds++
      return z.object({ key: z.string() })
    },
  }
  const read = (text: string) =>
    readBody(
      body,
      { method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, body: text },
      readConfig(system),
    )
  expect(read('{"key":"A","more":1}')).toEqual({ body: { key: 'A' }, undeclared: ['more'], bare: false })
  expect(read('{"key":"B"}').body).toEqual({ key: 'B' })
  for (const wrong of [1, 2])
    expect(() => read(`{"key":${wrong}}`)).toThrow(`body field 'key' must be text, not '${wrong}'`)
  expect(builds).toBe(1)
})
