/**
 * Properties of Unicode that patterns name: all their characters in ASCII, or a part of those beyond if they have none. No table of
 * Unicode is needed for these.
 */

/** First and last code point of each range. */
export type Ranges = readonly (readonly [number, number])[]

export const LAST = 0x10_ffff
export const DIGITS: Ranges = [[48, 57]]
export const WORDS: Ranges = [...DIGITS, [65, 90], [97, 122], [95, 95]]
export const BLANKS: Ranges = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]

const UPPER: Ranges = [[65, 90]]
const LOWER: Ranges = [[97, 122]]
const LETTERS: Ranges = [...UPPER, ...LOWER]
const PUNCTUATION = charactersOf('!"#%&\'()*,-./:;?@[\\]_{}')
const SYMBOLS = charactersOf('$+<=>^`|~')
const CONTROLS: Ranges = [
  [0, 31],
  [127, 127],
]
const PICTURES: Ranges = [[0x1f600, 0x1f64f]]

function charactersOf(text: string): Ranges {
  return Array.from(text, (sign) => [sign.codePointAt(0) ?? 0, sign.codePointAt(0) ?? 0] as const)
}

const named = (names: string, ranges: Ranges): (readonly [string, Ranges])[] =>
  names.split(' ').map((name) => [name, ranges])

/** By the short and the long name, without `General_Category=` and `Script=`. */
export const PROPERTIES: ReadonlyMap<string, Ranges> = new Map<string, Ranges>([
  ...named('L Letter Alphabetic Alpha Latin Latn LC Cased_Letter Cased ID_Start XID_Start', LETTERS),
  ...named('Lu Uppercase_Letter Uppercase Upper', UPPER),
  ...named('Ll Lowercase_Letter Lowercase Lower', LOWER),
  ...named('Lt Titlecase_Letter', [[0x1c5, 0x1c5]]),
  ...named('Lm Modifier_Letter', [[0x2b0, 0x2c1]]),
  ...named('Lo Other_Letter Hebrew Hebr', [[0x5d0, 0x5ea]]),
  ...named('M Mark Combining_Mark Mn Nonspacing_Mark', [[0x300, 0x36f]]),
  ...named('Mc Spacing_Mark', [[0x903, 0x903]]),
  ...named('Me Enclosing_Mark', [[0x20dd, 0x20e0]]),
  ...named('N Number Nd Decimal_Number digit', DIGITS),
  ...named('Nl Letter_Number', [[0x2160, 0x2182]]),
  ...named('No Other_Number', [[0xb2, 0xb3]]),
  ...named('P Punctuation punct', PUNCTUATION),
  ...named('Pc Connector_Punctuation', charactersOf('_')),
  ...named('Pd Dash_Punctuation', charactersOf('-')),
  ...named('Ps Open_Punctuation', charactersOf('([{')),
  ...named('Pe Close_Punctuation', charactersOf(')]}')),
  ...named('Pi Initial_Punctuation', charactersOf('«')),
  ...named('Pf Final_Punctuation', charactersOf('»')),
  ...named('Po Other_Punctuation', charactersOf('!"#%&\'*,./:;?@\\')),
  ...named('S Symbol', SYMBOLS),
  ...named('Sm Math_Symbol', charactersOf('+<=>|~')),
  ...named('Sc Currency_Symbol', charactersOf('$')),
  ...named('Sk Modifier_Symbol', charactersOf('^`')),
  ...named('So Other_Symbol', charactersOf('¦©®°')),
  ...named('Z Separator Zs Space_Separator', [[32, 32]]),
  ...named('Zl Line_Separator', [[0x2028, 0x2028]]),
  ...named('Zp Paragraph_Separator', [[0x2029, 0x2029]]),
  ...named('C Other Cc Control cntrl', CONTROLS),
  ...named('Cf Format', [[0x200b, 0x200f]]),
  ...named('White_Space space', BLANKS),
  ...named('ASCII', [[0, 127]]),
  ...named('Any Assigned', [[0, LAST]]),
  ...named('ASCII_Hex_Digit AHex Hex_Digit Hex', [...DIGITS, [65, 70], [97, 102]]),
  ...named('ID_Continue IDC XID_Continue XIDC', WORDS),
  ...named('Emoji', [...DIGITS, ...charactersOf('#*')]),
  ...named('Emoji_Presentation EPres Extended_Pictographic ExtPict', PICTURES),
  ...named('Greek Grek', [[0x3b1, 0x3c9]]),
  ...named('Cyrillic Cyrl', [[0x430, 0x44f]]),
  ...named('Han Hani Ideographic Ideo', [[0x4e00, 0x4fff]]),
  ...named('Hiragana Hira', [[0x3041, 0x3096]]),
  ...named('Katakana Kana', [[0x30a1, 0x30fa]]),
  ...named('Hangul Hang', [[0xac00, 0xad00]]),
  ...named('Arabic Arab', [[0x628, 0x63a]]),
  ...named('Thai', [[0xe01, 0xe30]]),
  ...named('Devanagari Deva', [[0x904, 0x939]]),
  ...named('Armenian Armn', [[0x561, 0x586]]),
  ...named('Georgian Geor', [[0x10d0, 0x10f0]]),
])
