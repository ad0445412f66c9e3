// node scripts/keep-unicode.ts: keeps which characters are letters, digits, marks and so on, as the Unicode version of the
// running Node has them. Run it to move to a newer version of Unicode; answers about keys and queries may change then.

import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const CATEGORIES = ['L', 'M', 'N', 'Nd', 'Cf']
const LAST_CODE_POINT = 0x10ffff

/**
 * Two numbers in base 36 for each range: the distance from the last character of the range before to its first, and from
 * that to its last.
 */
function rangesText(category: string): string {
  const member = new RegExp(`\\p{${category}}`, 'u')
  const numbers: number[] = []
  let end = 0
  for (let point = 0; point <= LAST_CODE_POINT; point++) {
    if (!member.test(String.fromCodePoint(point))) continue
    const begin = point
    while (point < LAST_CODE_POINT && member.test(String.fromCodePoint(point + 1))) point++
    numbers.push(begin - end, point - begin)
    end = point
  }
  return numbers.map((number) => number.toString(36)).join(' ')
}

const entries = CATEGORIES.map((category) => `  ${category}: '${rangesText(category)}',\n`)
const text = `/**
 * The characters of some general categories of Unicode, as ranges that unicode.ts reads. Written by
 * \`node scripts/keep-unicode.ts\`.
 */
export const UNICODE_VERSION = '${process.versions['unicode']}'

export const unicodeRanges = {
${entries.join('')}} as const
`
writeFileSync(resolve(import.meta.dirname, '../src/language/unicode-ranges.ts'), text)
