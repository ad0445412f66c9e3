/** Responses of the control API about requirements. */

import type { QueryResult } from '../../../control/responses/requirements.ts'

export type Region = 'eu' | 'us'

/** The response to a query, with its parameters. */
export interface QueryReading {
  readonly query: string
  readonly response: QueryResult
}
