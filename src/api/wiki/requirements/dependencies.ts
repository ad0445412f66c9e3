/** The requirements that the results of a query depend on (service §4.6). */
import { parentsByRelationship } from '../../../model/searching/parents-by-relationship.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { z } from '../../framework/zod.ts'
import { canonicalUrl } from '../../standalone/requirements/url.ts'
import { readsSpace, wikiCaller, wikiOperation } from '../common.ts'
import { q, SEARCH_ASSUMPTIONS, searchAll, toSearchRequest } from '../search/request.ts'

const reference = () =>
  z.object({
    relationship: z.string(),
    spaceKey: z.string(),
    key: z.string(),
    baseline: z.int().optional(),
    url: z.string().optional(),
  })

const dependencies = operation({
  ...wikiOperation,
  ...readsSpace,
  id: 'wiki.requirement.dependencies',
  group: 'Requirements',
  summary: 'Lists, by relationship, the requirements that the results of a query depend on.',
  method: 'GET',
  path: '/misc/{spaceKey}/dependency',
  stability: 'internal',
  section: '4.6',
  query: { query: q },
  success: {
    description: 'References to requirements by relationship.',
    shape: {
      name: 'DependenciesByRelationship',
      schema: () => z.record(z.string(), z.array(reference())),
      example: {
        refines: [
          {
            relationship: 'refines',
            spaceKey: 'ENG',
            key: 'REQ-001',
            url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
          },
        ],
      },
    },
  },
  assumptions: [...SEARCH_ASSUMPTIONS, ...always('A79')],
  handle({ path, query }, context) {
    const { store } = context
    const request = toSearchRequest(context, path.spaceKey, { q: query.query, spaceKey: [path.spaceKey] })
    const { rows } = searchAll(context, request)
    const found = [...parentsByRelationship(store, wikiCaller(context), rows)]
    return Object.fromEntries(
      found.map(([relationship, references]) => [
        relationship,
        references.map(({ record, ...named }) => ({
          ...named,
          baseline: record?.baseline,
          url: record === undefined ? undefined : canonicalUrl(store, record),
        })),
      ]),
    )
  },
})

export const wikiRequirementDependencyOperations: readonly Operation[] = [dependencies]
