/** Requests of an application to join an organization, for the application (service §2.1, §4.1). */
import { z } from '../../framework/zod.ts'
import {
  createLinkRequest,
  deleteLinkRequest,
  findLinkRequest,
  linkCandidates,
} from '../../../model/applications/link-requests.ts'
import {
  type ApplicationRecord,
  type LinkRequestRecord,
  linkRequests,
} from '../../../model/records/service/applications.ts'
import { forbiddenTo, isOrganizationAdministrator } from '../../../model/finding/permissions.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { type Int64, int64 } from '../../framework/parameter.ts'
import { applicationId, caller, identifier, instant } from '../common.ts'
import { indexedPage, pageOf, pageOfAll, paging } from '../paging.ts'
import { readableApplication } from './scope.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { application, documented, toApplication } from './applications.ts'

export const linkRequest = {
  name: 'DTOApplicationLinkRequest',
  schema: () =>
    z.object({
      applicationId: identifier(),
      organizationId: identifier(),
      status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
      createdAt: instant(),
      createdBy: identifier(),
    }),
  example: {
    applicationId: 101,
    organizationId: 2,
    status: 'PENDING',
    createdAt: '2026-01-05T09:00:00.000Z',
    createdBy: 1,
  },
}

export const toLinkRequest = (record: LinkRequestRecord) => ({
  applicationId: record.applicationId,
  organizationId: record.organizationId,
  status: record.status,
  createdAt: formatInstant(record.createdAt),
  createdBy: record.createdBy,
})

const organizationId = int64({ description: 'Identifier of the organization.', example: '2' })

const listLinkRequests = operation({
  ...documented,
  id: 'standalone.linkRequest.list',
  summary: 'Lists the requests of an application to join organizations.',
  method: 'GET',
  path: '/applications/{applicationId}/link-requests',
  permission: { words: 'link-request read' },
  pathParameters: { applicationId },
  query: paging,
  success: { description: 'A page of link requests.', shape: pageOf(linkRequest) },
  assumptions: ['A15', 'A22', ...always('A24'), 'A26'],
  authorise: ({ path }, context) => readableApplication(context, path.applicationId),
  handle({ query }, context, own) {
    const table = context.store.table(linkRequests)
    return indexedPage(context, query, table, 'application', [own.id], toLinkRequest)
  },
})

const listCandidates = operation({
  ...documented,
  id: 'standalone.linkRequest.listCandidates',
  summary: 'Lists the applications that the application could link to in another organization.',
  method: 'GET',
  path: '/applications/{applicationId}/link-requests/candidates',
  permission: { words: 'link-request read' },
  pathParameters: { applicationId },
  query: paging,
  success: { description: 'A page of applications.', shape: pageOf(application) },
  assumptions: ['A15', 'A22', ...always('A23'), 'A25', 'A26'],
  authorise: ({ path }, context) => readableApplication(context, path.applicationId),
  handle({ query }, context, own) {
    const everywhere = context.choose(ledger.linkingCandidates) === 'all-organizations'
    const candidates = [...linkCandidates(context.store, own, caller(context), everywhere)]
    return pageOfAll(context, query, candidates, toApplication)
  },
})

const onLinkRequest = {
  path: '/applications/{applicationId}/link-requests/{organizationId}',
  pathParameters: { applicationId, organizationId },
  assumptions: ['A15', ...always('A24'), 'A26'],
} as const

const readLinkRequest = operation({
  ...documented,
  ...onLinkRequest,
  id: 'standalone.linkRequest.read',
  exampleAfter: [{ operation: 'standalone.linkRequest.create' }],
  summary: 'Returns a link request.',
  method: 'GET',
  permission: { words: 'link-request read' },
  success: { description: 'The link request.', shape: linkRequest },
  authorise: ({ path }, context) => readableApplication(context, path.applicationId),
  handle: ({ path }, context, own) =>
    toLinkRequest(findLinkRequest(context.store, own.id, path.organizationId)),
})

const createRequest = operation({
  ...documented,
  ...onLinkRequest,
  id: 'standalone.linkRequest.create',
  summary: 'Asks an organization to let the application join.',
  method: 'POST',
  permission: { words: 'link-request create' },
  success: { status: 201, description: 'The new link request.', shape: linkRequest },
  refusals: {
    409: 'A request is PENDING or APPROVED, or the organization owns the application.',
  },
  authorise: ({ path }, context) => administeredApplication(context, path.applicationId, 'create'),
  handle({ path }, context, own) {
    const { store, world } = context
    return toLinkRequest(createLinkRequest(store, own, path.organizationId, caller(context), world.now))
  },
})

const deleteRequest = operation({
  ...documented,
  ...onLinkRequest,
  id: 'standalone.linkRequest.delete',
  exampleAfter: [{ operation: 'standalone.linkRequest.create' }],
  summary: 'Withdraws a pending link request, or ends the membership that an approved one gave.',
  method: 'DELETE',
  permission: { words: 'link-request delete' },
  success: { status: 204, description: 'The link request was deleted.' },
  refusals: { 409: 'The request is REJECTED.' },
  authorise: ({ path }, context) => administeredApplication(context, path.applicationId, 'delete'),
  handle: ({ path }, context, own) => deleteLinkRequest(context.store, own.id, path.organizationId),
})

export const applicationLinkRequestOperations: readonly Operation[] = [
  listLinkRequests,
  listCandidates,
  readLinkRequest,
  createRequest,
  deleteRequest,
]

/** The application. Throws FORBIDDEN unless the caller administers its organization. */
function administeredApplication(context: Context, id: Int64, action: string): ApplicationRecord {
  const found = readableApplication(context, id)
  if (!isOrganizationAdministrator(context.store, caller(context), found.organizationId)) {
    throw forbiddenTo(context.user, `${action} link requests of application ${found.id}`)
  }
  return found
}
