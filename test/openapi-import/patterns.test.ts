// Patterns of a description: what they match in ASCII, and what is generated from them, is as the engine of regular expressions has it.

import { expect, it } from 'vitest'
import { PROPERTIES } from '../../src/openapi-import/pattern-properties.ts'
import { hasPattern, readPattern, textOfPattern } from '../../src/openapi-import/pattern.ts'
import { random } from '../../src/world/random/random.ts'
import { startClient } from '../support/client.ts'
import { answering, descriptionOf } from './support.ts'

const ASCII = Array.from({ length: 128 }, (_none, code) => String.fromCodePoint(code))

/** The pattern as the engine reads it; undefined for a name that is a script, which needs its prefix, or none of its own. */
function engineOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

/** ASCII characters on which the two disagree, and generated texts that do not match. */
function differences(pattern: string, engine: RegExp): readonly string[] {
  const safe = readPattern(pattern)
  if (safe === undefined) return ['skipped']
  const made = Array.from({ length: 20 }, (_none, key) =>
    textOfPattern(safe, random('1', 'value', pattern, `${key}`), 0, 100),
  )
  return [
    ...ASCII.filter((sign) => hasPattern(sign, safe) !== engine.test(sign)),
    ...made.filter((text) => !engine.test(text) || !hasPattern(text, safe)),
  ]
}

it('a property of Unicode has the ASCII characters that the engine gives it, and so has its opposite', () => {
  let checked = 0
  for (const name of PROPERTIES.keys()) {
    const prefix = engineOf(`\\p{${name}}`) === undefined ? 'Script=' : ''
    const [property, opposite] = [`\\p{${prefix}${name}}`, `\\P{${prefix}${name}}`]
    const opposites = name === 'Any' || name === 'Assigned' ? [] : [`^${opposite}$`, `^[^${property}]$`]
    for (const pattern of [`^${property}$`, `^[${property}]$`, ...opposites]) {
      const engine = engineOf(pattern)
      expect([pattern, engine && differences(pattern, engine)]).toEqual([pattern, []])
      checked++
    }
  }
  expect(checked).toBeGreaterThan(300)
})

it('a pattern of characters beyond ASCII alone made a generated response an error of the simulator', async () => {
  const schema = { type: 'string', pattern: '^[^\\p{ASCII}]{3}$' }
  const document = { ...descriptionOf({ '/x': { get: answering(schema) } }), openapi: '3.1.0' }
  const { get } = await startClient({ openapi: [{ surface: 'standalone', document }] })
  const { status, body } = await get('/api/x')
  expect([status, String(body)]).toEqual([200, expect.stringMatching(/^[^\p{ASCII}]{3}$/u)])
})

it.each([
  "^(?:[\\p{L}\\p{M}'-]+ )+[\\p{L}]+$",
  '^\\p{L}\\p{Mn}*$',
  '^[^\\p{C}]+$',
  '^[\\u0041-\\u017F]+$',
  '^[\\u00C0-\\u017F]+$',
  '^\\x41\\xe9$',
  '^\\u{1F600}{2}$',
  '^\\uD83D\\uDE00$',
  '^[\\u{1F600}-\\u{1F64F}]$',
  '^[\\x20-\\x7e]*$',
  '^a[\\f\\v]b$',
])('%s was skipped as not supported', (pattern) => {
  expect(differences(pattern, new RegExp(pattern, 'u'))).toEqual([])
})

it.each(['\\P{Any}', '\\uD83D', '\\u12', '\\u{110000}', '\\xg0', '\\p{Nonsense}', '\\u{}'])(
  '%s, which is no character, is still skipped',
  (pattern) => {
    expect(readPattern(pattern)).toBeUndefined()
  },
)
