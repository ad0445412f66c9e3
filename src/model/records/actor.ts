/** What every rule that writes needs: the world, the store of a region, and who acts. */
import type { Grammar } from '../../language/grammar.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { UserRecord } from './service/users.ts'

/** A user; undefined for the service itself or a scenario. */
export type Actor = UserRecord | undefined

export interface Writing {
  readonly world: World
  readonly store: Store
  readonly actor: Actor
}

/** A user who writes in their own name. */
export interface Author {
  readonly world: World
  readonly store: Store
  readonly user: UserRecord
  /** The grammar of the user's queries; absent: they may use the words of both dialects. */
  readonly grammar?: Grammar | undefined
}
