/** What the parts of saving one region share. */
import type { Store } from '../../world/store/store.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { World } from '../../world/world.ts'
import type { Names } from './names.ts'

export interface Saving {
  readonly world: World
  readonly store: Store
  readonly names: Names
  /** The entries whose credential has a new value. */
  readonly renewed: Set<object>
}

/** An instant as scenarios write it. */
export function instantText(instant: number): string {
  return formatInstant(instant).replace('.000Z', 'Z')
}

/** The instant of `createdAt`; absent for the present one, at which the scenario starts. */
export function sinceStart({ world }: Saving, instant: number): string | undefined {
  return instant === world.now ? undefined : instantText(instant)
}

/** A value unless it is the one that an absent field has. */
export function unless<T>(value: T, usual: T): T | undefined {
  return value === usual ? undefined : value
}

/** A list unless it is empty. */
export function some<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list]
}
