/** Reads and writes the standalone interface as a small library for scripts does: everything in pages of offset and limit. */
import * as z from 'zod'
import { allItems } from './paging.ts'
import type { Wire } from './wire.ts'

const id = z.int().positive()

const projectRow = z.object({ id, name: z.string().min(1), level: z.literal('PROJECT') })

const dependencyRow = z.object({ relationship: z.string().min(1), key: z.string().min(1) })

const requirementRow = z.object({
  id,
  key: z.string().min(1),
  text: z.string(),
  status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
  variantId: id,
  originLinks: z.array(z.unknown()).optional(),
  fromDependencies: z.array(dependencyRow).optional(),
  toDependencies: z.array(dependencyRow).optional(),
  jiraIssueLinks: z.array(z.object({ issueKey: z.string(), relationship: z.string() })).optional(),
})
export type Requirement = z.infer<typeof requirementRow>

/** What a list of requirements shall carry besides their fields. */
export interface Includes {
  readonly includeOriginLinks?: boolean
  readonly includeFromDependencies?: boolean
  readonly includeToDependencies?: boolean
  readonly includeJiraIssueLinks?: boolean
}

/** Kinds of external property, as people call them, and their names on the wire. */
export const KINDS = {
  Text: 'TEXT',
  Decimal: 'DECIMAL',
  Integer: 'INTEGER',
  Boolean: 'BOOLEAN',
  Dropdown: 'ENUM',
} as const
export type Kind = keyof typeof KINDS

const propertyRow = z.object({
  id,
  name: z.string().min(1),
  dataType: z.string().min(1),
  enumValues: z.array(z.string().min(1)).optional(),
})
export type ExternalProperty = z.infer<typeof propertyRow>

const valueRow = z.object({ id, name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })

const usageRow = z.object({ id, requirementCount: z.int().min(0), baselineCount: z.int().min(0) })

const calculated = z.object({
  results: z.array(
    z.union([
      z.object({ key: z.string(), value: z.union([z.number(), z.string(), z.boolean()]) }),
      z.object({ key: z.string(), error: z.object({ message: z.string() }) }),
    ]),
  ),
})

const parsedTemplate = z.object({
  valid: z.boolean(),
  errors: z.record(z.string(), z.unknown()),
})

export interface StandaloneClient {
  projects(): Promise<z.infer<typeof projectRow>[]>
  requirements(projectContainerId: number, includes?: Includes): Promise<Requirement[]>
  properties(): Promise<ExternalProperty[]>
  createProperty(name: string, kind: Kind, enumValues?: readonly string[]): Promise<ExternalProperty>
  setValue(requirementId: number, name: string, value: string | number | boolean): Promise<void>
  values(requirementId: number): Promise<z.infer<typeof valueRow>[]>
  usage(ids: readonly number[]): Promise<z.infer<typeof usageRow>[]>
  /** Identifiers of the requirements that have a value. */
  requirementsWith(propertyId: number): Promise<number[]>
  /** By key of the requirement; a text says why there is no value. */
  calculate(formula: string, keys: readonly string[]): Promise<Record<string, unknown>>
  parseTemplate(content: string): Promise<z.infer<typeof parsedTemplate>>
}

export function createStandaloneClient(wire: Wire, applicationId: number): StandaloneClient {
  const query = { applicationId }
  const valuesOf = (requirementId: number) => `/requirements/${requirementId}/external-properties`
  return {
    projects: () => allItems(wire, `/applications/${applicationId}/projects`, projectRow, {}, 2),
    requirements: (projectContainerId, includes = {}) =>
      allItems(wire, '/requirements', requirementRow, { ...query, projectContainerId, ...includes }, 5),
    properties: () => allItems(wire, '/external-properties', propertyRow, query, 2),
    createProperty(name, kind, enumValues) {
      const body = { name, dataType: KINDS[kind], ...(enumValues === undefined ? {} : { enumValues }) }
      return wire.send('POST', '/external-properties', propertyRow, body, query)
    },
    async setValue(requirementId, name, value) {
      await wire.send('POST', valuesOf(requirementId), valueRow, { name, value }, query)
    },
    values: (requirementId) => allItems(wire, valuesOf(requirementId), valueRow, query),
    async usage(ids) {
      const path = '/external-properties/usage'
      return wire.keep(usageRow, await wire.get(path, z.array(z.unknown()), { ...query, ids }), path)
    },
    requirementsWith: (propertyId) =>
      allItems(wire, `/external-properties/${propertyId}/usage/requirements`, id, query, 5),
    async calculate(formula, keys) {
      const body = { formula, selection: { keys } }
      const { results } = await wire.send('POST', '/calculations/execute', calculated, body, query)
      return Object.fromEntries(
        results.map((one) => [one.key, 'value' in one ? one.value : one.error.message]),
      )
    },
    parseTemplate: (content) => wire.send('POST', '/templates/parse', parsedTemplate, { content }, query),
  }
}
