/** An integration at work: what reads its links takes it with its store, what writes through it also who acts. */
import type { Store } from '../../world/store/store.ts'
import type { Writing } from '../actor.ts'
import type { IntegrationRecord } from '../integration/records.ts'

export interface Connected {
  readonly store: Store
  readonly integration: IntegrationRecord
}

export interface Connection extends Connected, Writing {}
