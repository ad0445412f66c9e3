/** Responses about pages, issues, rules, sites, credentials and requests of applications. */
import * as z from 'zod'
import { RULE_KINDS, RULE_SEVERITIES } from '../../model/records/wiki/rules.ts'
import { dataTypeShape } from '../body-fields.ts'
import { count, instant, listShape, type ResponseOf, shape, text, texts, whole } from './shape.ts'

const definition = () =>
  z.object({
    key: text(),
    html: text(),
    properties: z.array(
      z.object({ key: text(), value: text(), dataType: dataTypeShape(), multivalues: texts().optional() }),
    ),
    dependencies: z.array(z.object({ relationship: text(), spaceKey: text(), key: text() })),
  })

const saved = () => ({
  id: whole(),
  title: text(),
  version: count(),
  savedAt: instant(),
  savedBy: text().optional(),
  definitions: z.array(definition()),
  links: z.array(z.object({ spaceKey: text(), key: text() })),
})

const pageFields = () => ({
  ...saved(),
  spaceKey: text(),
  applicationId: whole(),
  containerId: whole(),
  parent: whole().optional(),
  children: z.array(whole()),
  versions: z.array(whole()),
  requirements: z.array(
    z.object({ id: whole(), key: text(), status: text(), htmlNeedsUpdating: z.boolean() }),
  ),
})

export const pageResponse = shape('Page', () => z.object(pageFields()))
export type Page = ResponseOf<typeof pageResponse>
export type PageDefinition = Page['definitions'][number]

const pageVersionResponse = shape('PageVersion', () => z.object(saved()))
export const pageOrVersionResponse = shape(
  'PageOrVersion',
  () => z.union([pageResponse.schema(), pageVersionResponse.schema()]),
  [pageResponse, pageVersionResponse],
)
export const viewedPageResponse = shape('ViewedPage', () => z.object({ ...pageFields(), gathered: texts() }))

export const issueResponse = shape('Issue', () =>
  z.object({ id: whole(), key: text(), summary: text(), status: text(), project: text().optional() }),
)

export const ruleResponse = shape('Rule', () =>
  z.object({
    id: whole(),
    applicationId: whole(),
    containerId: whole(),
    typeId: whole().optional(),
    name: text(),
    kind: z.enum(RULE_KINDS),
    severity: z.enum(RULE_SEVERITIES).optional(),
    property: text().optional(),
    external: z.boolean().optional(),
    pattern: text().optional(),
    values: texts().optional(),
    createdAt: instant(),
    updatedAt: instant(),
  }),
)
export const ruleListResponse = listShape(ruleResponse)

export const siteResponse = shape('Site', () =>
  z.object({
    id: whole(),
    name: text(),
    type: text(),
    status: z.enum(['ACTIVE', 'DISABLED']),
    baseUrl: text().optional(),
  }),
)

export const tokenResponse = shape('Token', () =>
  z.object({
    id: whole(),
    name: text(),
    user: text(),
    value: text(),
    createdAt: instant(),
    expiresAt: instant(),
    applicationId: whole().optional(),
  }),
)

export type Token = ResponseOf<typeof tokenResponse>

export const sessionResponse = shape('Session', () =>
  z.object({
    id: whole(),
    user: text(),
    value: text(),
    cookie: text(),
    createdAt: instant(),
    expiresAt: instant().optional(),
  }),
)
export const endedSessionsResponse = shape('EndedSessions', () => z.object({ user: text(), ended: whole() }))

const accountLink = () => ({
  user: text(),
  applicationId: whole(),
  linked: z.boolean(),
  consented: z.boolean(),
})
export const accountLinkResponse = shape('AccountLink', () => z.object(accountLink()))
export const newAccountLinkResponse = shape('NewAccountLink', () =>
  z.object({ ...accountLink(), asked: z.boolean() }),
)

export const linkRequestResponse = shape('LinkRequest', () =>
  z.object({
    applicationId: whole(),
    organizationId: whole(),
    status: text(),
    createdAt: instant(),
    createdBy: text().optional(),
  }),
)
