/** What the operations of integrations share: descriptors on the wire, and their lookup (service §2.4, §4.5). */
import { givenName } from '../../shared/given-name.ts'
import { isBlank } from '../../../model/input/blank.ts'
import { ignored } from '../../framework/ignored-fields.ts'
import { z } from '../../framework/zod.ts'
import { requireIntegration, requireIntegrationAt } from '../../../model/integration/integrations.ts'
import { OLDEST_VERSION } from '../../../model/integration/versions.ts'
import type { IntegrationRecord } from '../../../model/records/tracker/integrations.ts'
import { invalidRequest } from '../../../model/input/errors.ts'
import type { Context } from '../../framework/operation.ts'
import { string } from '../../framework/parameter.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { wikiOperation, wikiSite } from '../common.ts'

/** The path segment that stands for no service id. */
const NO_SERVICE = 'null'

export const ADDRESS_LENGTH = 2000

export const serviceId = string({
  maximumLength: 255,
  description: 'Service id of the integration.',
  example: 'svc-0001-demo',
})

export const serviceIdOrNull = string({
  maximumLength: 255,
  description: "Service id of the integration, or the literal 'null' if url names it.",
  example: 'svc-0001-demo',
})

export const url = string({
  maximumLength: ADDRESS_LENGTH,
  description: "Base address of the tracker, used if the service id is 'null'.",
})

const address = () => z.string().max(ADDRESS_LENGTH)
export const name = () => z.string().max(255)

export const descriptorBody = () =>
  z.object({
    serviceId: ignored(name().nullish(), 'Ignored: the wiki assigns it.'),
    applinkId: name().nullish().describe("The wiki's id of the application link to use."),
    label: givenName().nullish(),
    displayUrl: address().nullish().describe('Address of the tracker for people.'),
    rpcUrl: address().nullish().describe('Address at which the wiki calls the tracker.'),
    endpoint: address().nullish().describe('Address that receives messages.'),
    userKey: name().nullish(),
    username: name().nullish().describe('The tracker user for calls of the wiki.'),
    version: z
      .int32()
      .min(OLDEST_VERSION)
      .nullish()
      .describe('API version, at most the latest supported one.'),
    status: z.enum(['ACTIVE', 'DISABLED']).nullish().describe('A DISABLED integration is not synchronised.'),
  })

export const descriptorObject = () =>
  z.object({
    serviceId: z.string().describe('Assigned at random on creation.'),
    applinkId: z.string().describe("The wiki's id of its application link to the tracker."),
    label: z.string(),
    displayUrl: z.string(),
    rpcUrl: z.string(),
    endpoint: z.string(),
    version: z.int().describe('The API version that the wiki uses (service §9.2).'),
    status: z.enum(['ACTIVE', 'DISABLED']),
    username: z.string().optional(),
    userKey: z.string().optional(),
  })

export const demoDescriptor = {
  serviceId: 'svc-0001-demo',
  applinkId: '11111111-2222-4333-8444-555555555555',
  label: 'Northwind Tracker',
  displayUrl: 'https://tracker.northwind.test',
  rpcUrl: 'https://tracker.northwind.test',
  endpoint: 'https://tracker.northwind.test/rest/reqs/1',
  version: 8,
  status: 'ACTIVE',
}

export const descriptorShape = {
  name: 'IntegrationDescriptor',
  schema: descriptorObject,
  example: demoDescriptor,
}

export const integrationOperation = {
  ...wikiOperation,
  group: 'Integration',
  stability: 'internal',
  section: '4.5',
} as const
export const unknownIntegration = { 404: 'The wiki has no such integration.' } as const

/** An operation on the integration of its path, for every user who is signed in; `handle` receives the integration. */
export const readsIntegration = {
  ...integrationOperation,
  permission: { words: 'signed-in', assumed: true },
  pathParameters: { serviceId },
  refusals: unknownIntegration,
  authorise: ({ path }: { path: { serviceId: string } }, context: Context) =>
    findIntegration(context, path.serviceId),
} as const

/** The integration of this service id. Throws NOT_FOUND. */
export function findIntegration(context: Context, id: string): IntegrationRecord {
  return requireIntegration(context.store, wikiSite(context), id)
}

/** The integration of a service id, or of the address of its tracker if the id is `null`. */
export function findByIdOrUrl(context: Context, id: string, base: string | undefined): IntegrationRecord {
  if (id !== NO_SERVICE) return findIntegration(context, id)
  if (isBlank(base))
    throw invalidRequest(
      "query parameter 'url'",
      "is missing; with the service id 'null' it must name the tracker",
    )
  return requireIntegrationAt(context.store, wikiSite(context), base)
}

export function showDescriptor(context: Context, known: IntegrationRecord) {
  context.note(ledger.integrationDescriptors)
  const { serviceId: id, wikiApplinkId: applinkId, label, displayUrl, rpcUrl, endpoint } = known
  const { version, status, username, userKey } = known
  return { serviceId: id, applinkId, label, displayUrl, rpcUrl, endpoint, version, status, username, userKey }
}
