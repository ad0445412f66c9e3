// The named characters of HTML as one short text: as an object, they would cost each start some five milliseconds.

import { characterEntities } from 'character-entities'
import { characterEntitiesLegacy } from 'character-entities-legacy'

/** The generated file, by its path from the project's root. */
export function characterNamesFiles(): Map<string, string> {
  return new Map([
    [
      'src/model/records/text/character-names.generated.ts',
      [
        '/** Groups of names with the same characters, in the order of these; character-references.ts reads them. */\n',
        `export const CHARACTER_NAMES =\n  '${groups().join(';')}'\n`,
      ].join(''),
    ],
  ])
}

/**
 * `9 Tab`: the distance from the first character of the group before, in base 36 and omitted where it is 1, and the names.
 * `0+6he nvlt` has a second character. `AMP! amp!` are the names that need no semicolon.
 */
function groups(): string[] {
  const legacy = new Set(characterEntitiesLegacy)
  const byCharacters = Map.groupBy(Object.entries(characterEntities), ([, characters]) => characters)
  const sorted = [...byCharacters]
    .map(([characters, entries]) => ({
      points: Array.from(characters, (character) => character.codePointAt(0) as number),
      names: entries.map(([name]) => (legacy.has(name) ? `${name}!` : name)),
    }))
    .toSorted(({ points: [a = 0, b = 0] }, { points: [c = 0, d = 0] }) => a - c || b - d)
  return sorted.map(({ points: [first = 0, second], names }, index) => {
    const distance = first - (sorted[index - 1]?.points[0] ?? 0)
    const further = second === undefined ? '' : `+${second.toString(36)}`
    return [`${distance === 1 ? '' : distance.toString(36)}${further}`, ...names].join(' ')
  })
}
