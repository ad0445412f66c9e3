/** The response of a wiki search (service §4.3). */
import { z } from '../../framework/zod.ts'
import type { SearchRequest } from '../../../model/searching/search.ts'
import type { Context } from '../../framework/operation.ts'
import { createRequirementView, requirementShape } from '../requirement-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { searchOnePage } from './request.ts'

export const searchResultShape = {
  name: 'SearchResult',
  schema: () =>
    z.object({
      results: z.array(requirementShape.schema()),
      count: z.int().min(0).describe('Number of all results.'),
      offset: z.int().min(0),
      limit: z.int().min(1),
      explanation: z.string().describe('The query in English.'),
    }),
  example: {
    results: [requirementShape.example],
    count: 1,
    offset: 0,
    limit: 20,
    explanation: "requirements whose key is 'REQ-002'; in space 'ENG'; ACTIVE only",
  },
}

export function searchResponse(
  context: Context,
  request: SearchRequest,
  page: { readonly offset: number; readonly limit: number },
) {
  const { rows, count, explanation } = searchOnePage(context, request, page)
  context.note(ledger.wikiSearchResponse)
  const view = createRequirementView(context)
  return { results: rows.map((row) => view.show(row)), count, ...page, explanation }
}
