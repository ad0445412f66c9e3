/** Mutants of responses: mistakes in what an operation returns, while its records stay as they are. */
import { built } from '../api/framework/built.ts'
import type { Operation } from '../api/framework/operation.ts'
import { fieldMutants } from './response/fields.ts'
import { listMutants, totalMutants } from './response/lists.ts'
import type { ResponseMutant } from './response/make.ts'
import { pageMutants } from './response/pages.ts'
import { type Place, placesOf } from './response/places.ts'
import { shapeOf } from './response/shape.ts'
import { statusMutants } from './response/statuses.ts'

/**
 * The mutants of one operation, from its declaration alone, in the order of its fields. Schemas must be loaded (`loadSchemas`).
 * Responses of faults and defects, bytes, and responses to HEAD stay as they are.
 */
export function responseMutants(operation: Operation): readonly ResponseMutant[] {
  const places = placesOfResponse(operation)
  return [
    ...fieldMutants(operation, places),
    ...listMutants(operation, places),
    ...pageMutants(operation, places),
    ...totalMutants(operation, places),
    ...statusMutants(operation),
  ]
}

function placesOfResponse({ success }: Operation): readonly Place[] {
  return success.shape === undefined ? [] : placesOf(shapeOf(built(success.shape.schema)))
}
