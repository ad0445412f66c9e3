/** What every rule that writes needs: the world, the store of a region, and who acts. */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { UserRecord } from '../users/records.ts'

/** A user; undefined for the service itself or a scenario. */
export type Actor = UserRecord | undefined

export interface Writing {
  readonly world: World
  readonly store: Store
  readonly actor: Actor
}
