/** An integration at work: what reads its links takes it with its store, what writes through it also who acts. */
import type { Store } from '../../world/store/store.ts'
import type { Writing } from '../records/actor.ts'
import type { IntegrationRecord } from '../records/tracker/integrations.ts'

export interface Connected {
  readonly store: Store
  readonly integration: IntegrationRecord
}

export interface Connection extends Connected, Writing {}
