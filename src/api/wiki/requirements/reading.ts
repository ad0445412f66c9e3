/** Reading one requirement and searching for requirements (service §4.3). */
import { invalid } from '../../../model/input/errors.ts'
import { isQuery } from '../../../model/searching/search.ts'
import { requirementOfSpace } from '../../../model/searching/versions.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { int32, list, string } from '../../framework/parameter.ts'
import { remarkRow } from '../../shared/former-keys.ts'
import { grammarOf } from '../../shared/query-assumptions.ts'
import { readableSpace, requirementKey, spaceKey, wikiOperation } from '../common.ts'
import { createRequirementView, REQUIREMENT_ASSUMPTIONS, requirementShape } from '../requirement-shape.ts'
import { searchResponse, searchResultShape } from '../search/response.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  authoriseSearch,
  REQUIREMENT_SEARCH_ASSUMPTIONS,
  searchParameters,
  toSearchRequest,
} from '../search/request.ts'

const reading = {
  ...wikiOperation,
  group: 'Requirements',
  stability: 'public',
  permission: { words: 'space read', assumed: true },
  rate: 'high',
  section: '4.3',
  method: 'GET',
} as const

const read = operation({
  ...reading,
  id: 'wiki.requirement.read',
  summary: 'Reads one requirement by its key.',
  path: '/requirement2/{spaceKey}/{key}',
  pathParameters: { spaceKey, key: requirementKey },
  query: {
    v: string({
      maximumLength: 255,
      description: 'Number or name of the baseline, for a frozen copy.',
      example: '1',
    }),
    expand: list({
      maximumLength: 255,
      description: '`references` lists the pages that mention the requirement.',
    }),
  },
  success: { description: 'The requirement.', shape: requirementShape },
  refusals: { 404: 'No such space, requirement or baseline.' },
  assumptions: [...REQUIREMENT_ASSUMPTIONS, 'A34', 'A73'],
  authorise: ({ path }, context) => readableSpace(context, path.spaceKey),
  handle({ path, query }, context, space) {
    const { v } = query
    if (v !== undefined) context.note(ledger.versionAndExpand)
    const references = expandsReferences(context, query.expand)
    const record = requirementOfSpace(context.store, space, path.key, v)
    if (record.status === 'DELETED' || record.status === 'MOVED') context.note(ledger.requirementByKey)
    remarkRow(context, space, record)
    return createRequirementView(context).show(record, { references })
  },
})

/** Whether `expand` has references. Throws INVALID for other values if A73 is `refuse`. */
function expandsReferences(context: Context, expand: readonly string[] | undefined): boolean {
  const unknown = expand?.find((value) => value !== 'references')
  if (unknown !== undefined && context.choose(ledger.versionAndExpand) === 'refuse')
    throw invalid("query parameter 'expand'", unknown, 'takes references')
  return expand?.includes('references') === true
}

const search = operation({
  ...reading,
  id: 'wiki.requirement.search',
  summary: 'Searches for requirements.',
  path: '/requirement2/{spaceKey}',
  pathParameters: { spaceKey: { ...spaceKey, description: 'Key of the space, or `*`.' } },
  query: {
    ...searchParameters,
    suggest: int32({
      minimum: 0,
      maximum: 200,
      description: 'Maximum number of results that complete the key in `q`.',
    }),
  },
  success: { description: 'One page of the results.', shape: searchResultShape },
  refusals: { 404: 'No such space or baseline.' },
  assumptions: [...REQUIREMENT_SEARCH_ASSUMPTIONS, 'A71', 'A72'],
  authorise: ({ path, query }, context) => authoriseSearch(context, path.spaceKey, query),
  handle({ path, query }, context) {
    const { offset, suggest } = query
    const request = toSearchRequest(context, path.spaceKey, query)
    const completes =
      suggest !== undefined && suggest > 0 && context.choose(ledger.suggestParameter) !== 'ignore'
    const limit = completes ? Math.min(suggest, query.limit) : query.limit
    const wanted =
      completes && !isQuery(query.q, grammarOf(context, query.q))
        ? { ...request, query: undefined, keyPrefix: query.q }
        : request
    return searchResponse(context, wanted, { offset, limit })
  },
})

export const wikiRequirementReadingOperations: readonly Operation[] = [read, search]
