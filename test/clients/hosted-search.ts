/**
 * Searches the hosted wiki and links what it finds to issues. Two generations of clients exist, which read the properties
 * of a row and its parts in another way; everything else is the same for both.
 */
import * as z from 'zod'
import { allResults } from './paging.ts'
import type { Wire } from './wire.ts'

/** A property as either generation understands it. */
export interface Property {
  readonly name: string
  readonly value: string
  readonly external: boolean
}

const propertyValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).transform(String)

/** An object by name. */
const propertiesByName = z
  .record(
    z.string(),
    z.object({ key: z.string().min(1), value: propertyValue, external: z.literal(true).optional() }),
  )
  .refine((all) => Object.entries(all).every(([name, { key }]) => name === key), 'a key is another name')
  .transform((all): Property[] =>
    Object.values(all).map(({ key, value, external = false }) => ({ name: key, value, external })),
  )

/** A list, as earlier clients read it: several spellings were seen for each field. */
const propertiesInList = z.array(
  z
    .object({
      label: z.string().optional(),
      name: z.string().optional(),
      key: z.string().optional(),
      value: propertyValue,
      external: z.boolean().optional(),
      isExternal: z.boolean().optional(),
      ext: z.boolean().optional(),
    })
    .transform(({ label, name, key, value, external, isExternal, ext }, context): Property => {
      const called = label ?? name ?? key
      if (called === undefined) context.addIssue('a property without a name')
      return { name: called ?? '', value, external: external ?? isExternal ?? ext ?? false }
    }),
)

const PROPERTIES = { current: propertiesByName, earlier: propertiesInList } as const
export type Generation = keyof typeof PROPERTIES

/** A page inside a row: the current generation reads items, the earlier one results. */
const pageOf = <T extends z.ZodType>(generation: Generation, item: T) => {
  const parts = { hasNext: z.boolean(), total: z.int().min(0) }
  return generation === 'current'
    ? z.object({ items: z.array(item), ...parts }).transform(({ items }) => ({ rows: items }))
    : z.object({ results: z.array(item), ...parts }).transform(({ results }) => ({ rows: results }))
}

const related = z.object({ id: z.int().positive(), key: z.string().min(1) })

/** The current generation shows the text and the properties of a related requirement. */
const dependencies = (generation: Generation) =>
  z.record(
    z.string(),
    pageOf(
      generation,
      generation === 'current' ? related.extend({ text: z.string(), properties: propertiesByName }) : related,
    ),
  )

const flatLink = z.object({
  id: z.int().positive(),
  type: z.string().min(1),
  issueId: z.int().positive().optional(),
  issueKey: z.string().min(1).optional(),
  summary: z.string().optional(),
})

const linkOf = (generation: Generation) => (generation === 'current' ? flatLink : z.looseObject({}))

const rowOf = (generation: Generation) =>
  z.object({
    id: z.int().positive(),
    key: z.string().min(1),
    text: z.string(),
    applicationId: z.int().positive(),
    containerId: z.int().positive(),
    variantId: z.int().positive(),
    status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
    canonicalURL: z.string().min(1),
    properties: PROPERTIES[generation],
    fromDependencies: dependencies(generation).optional(),
    toDependencies: dependencies(generation).optional(),
    links: pageOf(generation, linkOf(generation)).optional(),
  })
export type Row = z.infer<ReturnType<typeof rowOf>>

/** What a row shall have; the service has its own default for each. */
export interface Parts {
  readonly withLinks?: boolean
  readonly withOriginalLinks?: boolean
  readonly withDependencies?: boolean
  readonly withJiraData?: boolean
  readonly withExternalProperties?: boolean
}

const linkCounts = z
  .object({
    linkedCount: z.int().min(0),
    skippedCount: z.int().min(0),
    unauthorizedCount: z.int().min(0),
  })
  // A success may have no body: then nobody knows.
  .optional()

/** What rows are linked to. */
export interface LinkTarget {
  readonly jiraApplicationId: number
  readonly issueIds: readonly number[]
  readonly relationshipId: number
}

export interface SearchClient {
  search(query: string, parts?: Parts): Promise<Row[]>
  /** Links the rows, one call for each container and variant that they are in; answers the sums. */
  link(rows: readonly Row[], target: LinkTarget): Promise<Counts>
  /** Links all that a query finds where the rows of a search are, without naming them. */
  linkAll(query: string, place: Place, target: LinkTarget): Promise<Counts>
  /** What a dialogue sends whose user has ticked no row: a query stands beside it, which is not meant. */
  linkNone(query: string, place: Place, target: LinkTarget): Promise<Counts>
}
export interface Counts {
  readonly linked: number
  readonly skipped: number
  readonly unauthorized: number
}
export type Place = Pick<Row, 'containerId' | 'variantId'>

export function createSearchClient(
  wire: Wire,
  { generation = 'current', limit = 5 }: { readonly generation?: Generation; readonly limit?: number } = {},
): SearchClient {
  const row = rowOf(generation)
  const linkOnce = async (place: Place, selection: object, target: LinkTarget): Promise<Counts> => {
    const { containerId, variantId } = place
    const body = { selection: { ...selection, containerId, variantId }, ...target }
    const counts = await wire.send('POST', '/rest/jira-bulk/links', linkCounts, body)
    return {
      linked: counts?.linkedCount ?? 0,
      skipped: counts?.skippedCount ?? 0,
      unauthorized: counts?.unauthorizedCount ?? 0,
    }
  }
  return {
    search: (query, parts = {}) => allResults(wire, '/rest/search', row, { query, ...parts }, limit),
    async link(rows, target) {
      const places = Map.groupBy(rows, ({ containerId, variantId }) => `${containerId}/${variantId}`)
      let sums: Counts = { linked: 0, skipped: 0, unauthorized: 0 }
      for (const [place, ...others] of places.values()) {
        if (place === undefined) continue
        const selection = { ...NOTHING, selectedRequirementIds: [place, ...others].map(({ id }) => id) }
        sums = sumOf(sums, await linkOnce(place, selection, target))
      }
      return sums
    },
    linkAll: (query, place, target) => linkOnce(place, { ...NOTHING, query, selectAll: true }, target),
    linkNone: (query, place, target) => linkOnce(place, { ...NOTHING, query }, target),
  }
}

const NOTHING = { query: '', selectedRequirementIds: [], excludedRequirementIds: [], selectAll: false }

const sumOf = (one: Counts, other: Counts): Counts => ({
  linked: one.linked + other.linked,
  skipped: one.skipped + other.skipped,
  unauthorized: one.unauthorized + other.unauthorized,
})
