import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters, hasMoreCharacters } from '../../src/world/characters.ts'

const texts = fc.string({ unit: fc.constantFrom('a', '\u{1f600}', '\ud83d', '\ude00', 'e\u0301') })

test('characters are code points, and half of a pair is one', () => {
  fc.assert(
    fc.property(texts, fc.nat(20), (text, most) => {
      expect(countCharacters(text)).toBe([...text].length)
      expect(hasMoreCharacters(text, most)).toBe([...text].length > most)
    }),
  )
})
