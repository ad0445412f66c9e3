/** Letters and digits as our tables have them, against those of the engine where it has the same version of Unicode. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { LanguageSyntaxError } from '../../src/language/syntax-error.ts'
import { tokenize } from '../../src/language/tokens.ts'
import {
  isDecimalDigit,
  isLetter,
  isNameBeginning,
  isNameCharacter,
  isNumber,
  isOfCategory,
  UNICODE_VERSION,
} from '../../src/language/unicode.ts'
import { startClient } from '../support/client.ts'

const LAST_CODE_POINT = 0x10ffff

test.runIf(process.versions['unicode'] === UNICODE_VERSION).each([
  ['letters', isLetter, /^\p{L}$/u],
  ['decimal digits', isDecimalDigit, /^\p{Nd}$/u],
  ['numbers', isNumber, /^\p{N}$/u],
  ['marks', (point: number) => isOfCategory('M', point), /^\p{M}$/u],
  ['format characters', (point: number) => isOfCategory('Cf', point), /^\p{Cf}$/u],
  ['characters of names', isNameCharacter, /^[\p{L}\p{M}\p{N}_]$/u],
  ['beginnings of names', isNameBeginning, /^[\p{L}_]$/u],
] as const)('%s are those of the engine', (_what, isMember, expected) => {
  const different: string[] = []
  for (let point = 0; point <= LAST_CODE_POINT; point++)
    if (isMember(point) !== expected.test(String.fromCodePoint(point))) different.push(point.toString(16))
  expect(different).toEqual([])
})

describe('keys', () => {
  const reserve = async (key: string) => {
    const client = await startClient()
    const path = `/wiki/rest/reqs/1/requirement2/ENG/${encodeURIComponent(key)}`
    return client.call('POST', path, { headers: { 'x-sim-explain': '1' } })
  }

  test.each(['Größe-1', 'ж.א', '要件_１', '𝒜-𞥐', '\u{10940}', '\u{16ed3}', '\u{33479}-1'])(
    'take the letters and digits of our version of Unicode: %j',
    async (key) => {
      const { status, body } = await reserve(key)
      expect([status, body]).toEqual([200, [expect.objectContaining({ key })]])
    },
  )

  test.each(['½', 'e\u0301', 'A B', '€', '\u{3347a}', '\u{e000}', '\u{10ffff}'])(
    'take nothing else, and the ledger says which version it is: %j',
    async (key) => {
      const { status, body, headers } = await reserve(key)
      const message = expect.stringMatching(/^key '.*': a key is made of letters, digits, '_', '-' and '\.'/s)
      expect([status, body.message]).toEqual([400, message])
      expect(headers['X-Sim-Assumptions']?.split(',')).toContain('A239')
    },
  )

  test('are of the version that the ledger names', () => {
    const { behaviour } = assumptions.find(({ id }) => id === 'A239') as { behaviour: string }
    expect(behaviour).toContain(`Unicode ${UNICODE_VERSION} `)
  })
})

/** Words as an expression of the engine finds them; numbers after them, and what is neither ends the text. */
function wordsByExpression(text: string): readonly string[] {
  const token =
    /([\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)*)|\d+(?:\.\d+)?(?:[eE]\d+)?| +/uy
  const words: string[] = []
  for (let match = token.exec(text); match !== null; match = token.exec(text))
    if (match[1] !== undefined) words.push(match[1])
  return words
}

test.runIf(process.versions['unicode'] === UNICODE_VERSION)(
  'property: words of queries are those that an expression of the engine finds',
  () => {
    const pieces = ['a', 'é', '½', '\u0301', '.', '$', '_', '7', '𝒜', '𞥐', '\ud835', ' ', '€']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        expect(wordsOf(text)).toEqual(wordsByExpression(text))
      }),
      { numRuns: 300 },
    )
  },
)

/** The words of a text up to the first character that no token begins with. */
function wordsOf(text: string): readonly string[] {
  try {
    return tokenize(text).flatMap((token) => (token.kind === 'word' ? token.text : []))
  } catch (error) {
    if (!(error instanceof LanguageSyntaxError)) throw error
    return wordsOf(text.slice(0, error.position))
  }
}
