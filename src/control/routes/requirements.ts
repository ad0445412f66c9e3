/** Reads requirements without permissions: queries, names that complete them, and one requirement with its neighbours. */
import * as z from 'zod'
import { int32, int64, string } from '../../api/framework/parameter.ts'
import type { Grammar } from '../../language/grammar.ts'
import { parseQuery } from '../../language/query/parse.ts'
import { LanguageSyntaxError } from '../../language/syntax-error.ts'
import { defaultWiki } from '../../model/pages/creating.ts'
import { notFound } from '../../model/input/errors.ts'
import { findFrozenRow } from '../../model/finding/requirements/frozen.ts'
import { neighbourhoodOf } from '../../model/searching/neighbourhood.ts'
import { type RequirementRecord, requirements } from '../../model/records/wiki/requirements.ts'
import { searchPage } from '../../model/searching/search.ts'
import { findApplication } from '../../model/finding/permissions.ts'
import type { Store } from '../../world/store/store.ts'
import { once } from '../../world/once.ts'
import { controlRoute, routesOf, recordId } from '../route.ts'
import { regionField } from '../body-fields.ts'
import { namesForQueries } from './query-names.ts'
import { brief, describeLink, describeRequirement } from './requirement-responses.ts'
import {
  queryNamesResponse,
  queryResultResponse,
  requirementGraphResponse,
  requirementResponse,
} from '../responses/requirements.ts'

const MAXIMUM_RESULTS = 1000
const MAXIMUM_NODES = 200
const DEFAULT_NODES = 60

const applicationId = int64({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The wiki or standalone application; the self-hosted or only wiki when absent.',
})

const requirementId = recordId('The id of the requirement, or of a frozen copy.', '6001')

const queryShape = once(() =>
  z.strictObject({
    query: z.string().default('').describe('The query; an empty one matches everything.'),
    applicationId: z
      .int()
      .min(1)
      .exactOptional()
      .describe('The wiki or standalone application; the self-hosted or only wiki when absent.'),
    spaceKey: z.string().exactOptional().describe('Only this space; all spaces when absent.'),
    includeArchived: z
      .boolean()
      .default(false)
      .describe('Requirements of every status, and frozen copies too.'),
    sort: z.string().exactOptional().describe('An ORDER BY clause; by key when absent.'),
    offset: z.int().min(0).default(0).describe('How many results to skip.'),
    limit: z.int().min(0).max(MAXIMUM_RESULTS).default(50).describe('How many results to list at most.'),
    region: regionField(),
  }),
)

export const requirementRoutes = routesOf('Requirements', [
  controlRoute({
    id: 'runQuery',
    method: 'POST',
    path: '/query',
    reads: true,
    summary: 'Run a query over requirements',
    details: 'Permissions do not limit it, and it changes nothing.',
    regional: true,
    body: {
      shape: queryShape,
      example: { query: "@Category = 'Safety' AND text ~ '%battery%'", spaceKey: 'ENG', limit: 20 },
    },
    returns: queryResultResponse,
    responseNote:
      '`error` if the query cannot be read; its `position` is in UTF-16 units from 0, and there are no results.',
    handle: ({ body }, { store }) => {
      const { query, spaceKey, includeArchived, sort, offset, limit } = body
      const site = siteOf(store(), body.applicationId)
      const error = syntaxErrorOf(query)
      if (error !== undefined) return { results: [], total: 0, error }
      const spaceKeys = spaceKey === undefined ? undefined : [spaceKey]
      const request = { query, grammar: CONTROL, spaceKeys, includeArchived, sort, inBody: ['sort'] as const }
      const page = searchPage(store(), 'simulator', site, request, { offset, limit })
      const results = page.rows.map((row) => brief(store(), row))
      return { results, total: page.count, explanation: page.explanation }
    },
  }),
  controlRoute({
    id: 'listQueryNames',
    method: 'GET',
    path: '/query/names',
    summary: 'List names that complete a query',
    query: {
      applicationId,
      spaceKey: string({ description: 'Only this space; all spaces when absent.' }),
      prefix: string({
        maximumLength: 255,
        description: 'The prefix of the listed keys, pages, issues and values; case-sensitive.',
      }),
      property: string({
        maximumLength: 255,
        description: 'The inline property whose values to list; no values when absent.',
      }),
    },
    regional: true,
    returns: queryNamesResponse,
    responseNote:
      'Texts, except properties; at most 200 of each, and at most 20 keys, pages, issues and values.',
    handle: ({ query }, { store }) => {
      const site = siteOf(store(), query.applicationId)
      const { spaceKey, property, prefix = '' } = query
      return namesForQueries(store(), { applicationId: site, spaceKey, prefix, property })
    },
  }),
  controlRoute({
    id: 'getRequirement',
    method: 'GET',
    path: '/requirements/{id}',
    summary: 'Get a requirement or a frozen copy with everything that belongs to it',
    pathParameters: { id: requirementId },
    regional: true,
    returns: requirementResponse,
    responseNote: '`history` lists the latest 100, the latest first.',
    handle: ({ path }, { store }) => describeRequirement(store(), findById(store(), Number(path.id))),
  }),
  controlRoute({
    id: 'getRequirementGraph',
    method: 'GET',
    path: '/requirements/{id}/graph',
    summary: 'Get the requirements and issues related to a requirement',
    details: 'Upwards it follows parents only, downwards children only.',
    pathParameters: { id: requirementId },
    query: {
      depth: int32({
        minimum: 1,
        maximum: 4,
        default: 2,
        description: 'How many steps up and down to follow.',
      }),
      limit: int32({
        minimum: 1,
        maximum: MAXIMUM_NODES,
        default: DEFAULT_NODES,
        description: 'How many requirements and issues to return at most.',
      }),
    },
    regional: true,
    returns: requirementGraphResponse,
    responseNote:
      'The requirement itself comes first; `level` is the number of steps down, negative for steps up; `more` counts what is left out.',
    handle: ({ path, query }, { store }) => {
      const { nodes, links } = neighbourhoodOf(store(), findById(store(), Number(path.id)), query)
      return {
        nodes: nodes.map(({ record, issues, ...node }) => ({
          ...brief(store(), record),
          ...node,
          issues: issues.map(describeLink),
        })),
        links,
      }
    },
  }),
])

/** The words of both grammars; a comparison of days with something else is an error. */
const CONTROL: Grammar = { days: 'refuse' }

function siteOf(store: Store, applicationId: number | bigint | undefined): number {
  return applicationId === undefined ? defaultWiki(store) : findApplication(store, applicationId).id
}

/** What is wrong with a text that cannot be read as a query. */
function syntaxErrorOf(query: string): { position: number; message: string } | undefined {
  try {
    parseQuery(query, CONTROL)
    return undefined
  } catch (error) {
    if (!(error instanceof LanguageSyntaxError)) throw error
    return { position: error.position, message: error.message }
  }
}

function findById(store: Store, id: number): RequirementRecord {
  const found = store.table(requirements).get(id) ?? findFrozenRow(store, id)
  if (found !== undefined) return found
  throw notFound('requirement', id, { in: 'this region', instead: 'POST /query lists them' })
}
