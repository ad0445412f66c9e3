// Credentials that an exchange repeats, wherever and however often: one walk through each text.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REDACTED, repeatsReplacer } from '../../../src/gateway/journal/secret-repeats.ts'

const few = fc.string({ unit: fc.constantFrom('a', 'b', '…'), maxLength: 60 })
const secret = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 6, maxLength: 12 })

/** Each character that belongs to a secret, or to at least six characters of its beginning before a cut. */
function covered(text: string, secrets: readonly string[]): boolean[] {
  const found = Array.from(text, () => false)
  for (let begin = 0; begin < text.length; begin++)
    for (const each of secrets) {
      let length = 0
      while (length < each.length && text[begin + length] === each[length]) length++
      const isCut = length >= 6 && text[begin + length] === '…'
      if (length === each.length || isCut) found.fill(true, begin, begin + length)
    }
  return found
}

describe.each([
  ['few', 1],
  ['many', 30],
])('%s secrets', (_name, least) => {
  test('property: nothing of them is left, and all else is', () => {
    fc.assert(
      fc.property(
        few,
        fc.uniqueArray(secret, { minLength: least, maxLength: least + 3 }),
        (text, secrets) => {
          const inside = covered(text, secrets)
          const clean = repeatsReplacer(new Set(secrets))(text)
          const rest = Array.from(text).filter((_unit, index) => inside[index] === false)
          expect(clean.replaceAll(REDACTED, '')).toBe(rest.join(''))
          const runs = inside.filter((one, index) => one && inside[index - 1] !== true).length
          expect(clean.split(REDACTED).length - 1).toBeGreaterThanOrEqual(runs)
        },
      ),
    )
  })
})

test('secrets that overlap are replaced as one, those behind one another each', () => {
  const replace = repeatsReplacer(new Set(['hunter22', '22-long', 'hunter22-longer']))
  expect(replace('hunter22-long hunter22hunter22 hunter22-longe… hunte…')).toBe(
    '(redacted) (redacted)(redacted) (redacted)… hunte…',
  )
})
