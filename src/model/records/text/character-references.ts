/** Character references of HTML: `&uuml;`, `&#252;` and `&#xFC;` are `ü`. */
import { once } from '../../../world/once.ts'
import { CHARACTER_NAMES } from './character-names.generated.ts'

/**
 * A reference, known or not. Without a semicolon, a name ends as in attributes of HTML: not before a letter, a digit or `=`.
 * The longest name of HTML has 31 characters.
 */
export const REFERENCE = /&(?:#[xX][0-9a-fA-F]+;?|#[0-9]+;?|[A-Za-z][A-Za-z0-9]{1,30}(?:;|(?![A-Za-z0-9=])))/

const REFERENCES = new RegExp(REFERENCE, 'g')

const REPLACEMENT = '\uFFFD'
const NO_BREAK_SPACE = '\u00A0'

/** Names in nearly all HTML, which need no table. */
const COMMON_NAMES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&nbsp;', NO_BREAK_SPACE],
])

/** What HTML reads for the numbers 128 to 159: the characters of windows-1252. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Replaces references by their characters, with a blank for a no-break space. Unknown ones stay. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(REFERENCES, (reference) => {
    const characters = charactersOf(reference)
    return characters === NO_BREAK_SPACE ? ' ' : (characters ?? reference)
  })
}

/** The one or two characters of a text that matches `REFERENCE`; undefined for an unknown name. */
export function charactersOf(reference: string): string | undefined {
  const common = COMMON_NAMES.get(reference)
  if (common !== undefined) return common
  const name = reference.slice(1).replace(';', '')
  if (!name.startsWith('#')) return namedCharacters().get(reference.endsWith(';') ? name : `${name}!`)
  const isHexadecimal = /^#x/i.test(name)
  return characterOf(isHexadecimal ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
}

function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252.charAt(code - 0x80)
  const isImpossible = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return isImpossible ? REPLACEMENT : String.fromCodePoint(code)
}

/** Characters by name. Names that need no semicolon are there twice, the second time with `!`. */
const namedCharacters = once((): ReadonlyMap<string, string> => {
  const characters = new Map<string, string>()
  let first = 0
  for (const group of CHARACTER_NAMES.split(';')) {
    const [points = '', ...names] = group.split(' ')
    const [distance, second] = points.split('+')
    first += distance === '' ? 1 : Number.parseInt(distance as string, 36)
    const text = String.fromCodePoint(first, ...(second === undefined ? [] : [Number.parseInt(second, 36)]))
    for (const name of names) {
      characters.set(name, text)
      if (name.endsWith('!')) characters.set(name.slice(0, -1), text)
    }
  }
  return characters
})
