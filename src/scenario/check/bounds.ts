/** Checks that no place has more of something than the product lets it have: queries go through all of them. */
import { MAXIMUM_RULES } from '../../model/rules/rules.ts'
import { MAXIMUM_TYPES } from '../../model/finding/types.ts'
import type { Directory } from './directory.ts'
import type { Sections } from '../format/format.ts'
import type { Report } from './reference-check.ts'
import { spaceName } from './uniqueness.ts'

const BOUNDS = { rules: MAXIMUM_RULES, types: MAXIMUM_TYPES } as const
type Bounded = keyof typeof BOUNDS

/** Reports the first entry that is one too many in its space or workspace. */
export function checkBounds(
  sections: Sections,
  directory: Directory,
  reportOf: (section: Bounded, position: number) => Report,
): void {
  for (const section of ['rules', 'types'] as const) {
    const counts = new Map<string, number>()
    const entries: readonly {
      readonly space?: string | undefined
      readonly workspace?: string | undefined
    }[] = sections[section] ?? []
    entries.forEach(({ space, workspace }, position) => {
      const place = space === undefined ? `workspace ${workspace}` : spaceName(space, directory)
      const count = (counts.get(place) ?? 0) + 1
      counts.set(place, count)
      if (count === BOUNDS[section] + 1)
        reportOf(section, position)([], `${place} has ${BOUNDS[section]} ${section} already: remove some`)
    })
  }
}
