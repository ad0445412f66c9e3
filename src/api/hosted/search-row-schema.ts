/** The schema of a row of the hosted search, and an example of one (service §4.3). */
import type * as zod from 'zod'
import type { Sent } from '../framework/operation.ts'
import { z } from '../framework/zod.ts'
import { containerLinkShape, issueLinkShape } from '../standalone/requirements/links.ts'
import { identifier } from '../wiki/common.ts'

/** The maximum number of items on each page inside a row, and of relationships in each direction. */
export const PAGE_LIMIT = 20

const namedFields = () => ({
  id: identifier(),
  key: z.string(),
  applicationId: identifier(),
  containerId: identifier().describe('The space.'),
  variantId: identifier(),
  status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
  canonicalURL: z.string(),
})

const valueFields = () => ({
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
  external: z.literal(true).describe('Present only for external properties.').optional(),
})

const propertiesSchema = () =>
  z
    .union([
      z.record(z.string(), z.object({ key: z.string(), ...valueFields() })),
      z.array(z.object({ label: z.string(), ...valueFields() })),
    ])
    .describe('By name. A list under the alternative list of A246.')

const pageSchema = <T extends zod.ZodType>(item: T) =>
  z.object({
    items: z.array(item).optional(),
    results: z.array(item).describe('In place of items under the alternative rows of A245.').optional(),
    offset: z.int().min(0),
    limit: z.int().min(1),
    total: z.int().min(0).describe('Number of all items.'),
    hasNext: z.boolean(),
  })

const onlyOfFlat = 'Absent under the alternative rows of A245.'

const endSchema = () =>
  z.object({
    ...namedFields(),
    text: z.string().describe(onlyOfFlat).optional(),
    properties: propertiesSchema().optional(),
  })
/** The requirement at the other end of a dependency. */
export type RowEnd = Sent<zod.infer<ReturnType<typeof endSchema>>>

const dependencySchema = () => z.record(z.string(), pageSchema(endSchema())).optional()

const onlyOfRows = 'Only under the alternative rows of A245.'

const linkSchema = () =>
  z.object({
    id: identifier().describe(`The link, or the container of an origin. ${onlyOfFlat}`).optional(),
    type: z.enum(['ORIGIN', 'JIRA_ISSUE']),
    relationship: z.string().describe('The relationship of an issue link.').optional(),
    issueId: identifier().describe('Absent if the caller may not read the issue.').optional(),
    issueKey: z.string().optional(),
    summary: z.string().describe('Absent if the caller may not read the issue.').optional(),
    containerType: containerLinkShape().shape.type.describe('The type of an origin.').optional(),
    name: z.string().describe('The name of an origin.').optional(),
    pageId: identifier().optional(),
    url: z.string().describe('The address of an origin.').optional(),
    container: containerLinkShape().describe(`The origin. ${onlyOfRows}`).optional(),
    issue: issueLinkShape().omit({ relationship: true }).describe(onlyOfRows).optional(),
  })
export type RowLink = Sent<zod.infer<ReturnType<typeof linkSchema>>>

export const rowSchema = () =>
  z.object({
    ...namedFields(),
    text: z.string(),
    properties: propertiesSchema(),
    fromDependencies: dependencySchema().describe('The requirements that depend on it, by relationship.'),
    toDependencies: dependencySchema().describe('The requirements that it depends on, by relationship.'),
    links: pageSchema(linkSchema()).optional(),
  })

const named = {
  applicationId: 101,
  containerId: 1001,
  variantId: 5001,
  status: 'ACTIVE',
} as const

export const rowExample = {
  id: 6002,
  key: 'REQ-002',
  text: 'The drone shall hold its altitude within 0.5 m in winds of up to 10 m/s.',
  ...named,
  canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
  properties: { Category: { key: 'Category', value: 'Safety' } },
  fromDependencies: {},
  toDependencies: {
    refines: {
      items: [
        {
          id: 6001,
          key: 'REQ-001',
          text: 'The drone shall take off and land without a pilot at the controls.',
          ...named,
          canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
          properties: { Priority: { key: 'Priority', value: 'High' } },
        },
      ],
      offset: 0,
      limit: PAGE_LIMIT,
      total: 1,
      hasNext: false,
    },
  },
  links: {
    items: [
      {
        id: 1101,
        type: 'ORIGIN',
        containerType: 'PAGE',
        name: 'Flight control',
        pageId: 4001,
        url: 'https://wiki.northwind.test/wiki/pages/viewpage.action?pageId=4001',
      },
      {
        id: 40003,
        type: 'JIRA_ISSUE',
        relationship: 'implements',
        issueId: 30002,
        issueKey: 'DRN-2',
        summary: 'Hold the altitude in wind',
      },
    ],
    offset: 0,
    limit: PAGE_LIMIT,
    total: 2,
    hasNext: false,
  },
}
