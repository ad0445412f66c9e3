/** Applications and their link requests (service §4.1). */
import { z } from '../../framework/zod.ts'
import {
  applicationsOf,
  createLinkRequest,
  deleteLinkRequest,
  findLinkRequest,
  linkCandidates,
} from '../../../model/applications/link-requests.ts'
import {
  type ApplicationRecord,
  type LinkRequestRecord,
  linkRequests,
} from '../../../model/applications/records.ts'
import { organizations } from '../../../model/organizations/records.ts'
import { invalidRequest, notFound } from '../../../model/errors.ts'
import {
  findApplication,
  forbidden,
  isMember,
  isOrganizationAdministrator,
} from '../../../model/users/permissions.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { type Int64, int64 } from '../../framework/parameter.ts'
import {
  applicationId,
  caller,
  identifier,
  indexedPage,
  instant,
  pageOf,
  pageOfAll,
  paging,
  readableApplication,
} from '../common.ts'

const application: Shape = {
  name: 'DTOApplication',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      type: z.enum(['CONFLUENCE', 'JIRA', 'STANDALONE']),
      status: z.enum(['ACTIVE', 'DISABLED']),
      baseUrl: z.string(),
      organizationId: identifier(),
    }),
  example: {
    id: 101,
    name: 'Northwind wiki',
    type: 'CONFLUENCE',
    status: 'ACTIVE',
    baseUrl: 'https://wiki.northwind.test/wiki',
    organizationId: 1,
  },
}

export const linkRequest: Shape = {
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

const toApplication = ({ id, name, type, status, baseUrl, organizationId }: ApplicationRecord) => ({
  id,
  name,
  type,
  status,
  baseUrl,
  organizationId,
})

export const toLinkRequest = ({
  applicationId,
  organizationId,
  status,
  createdAt,
  createdBy,
}: LinkRequestRecord) => ({
  applicationId,
  organizationId,
  status,
  createdAt: formatInstant(createdAt),
  createdBy,
})

const organizationId = int64({ description: 'Identifier of the organization.', example: '2' })
const documented = {
  interface: 'standalone',
  group: 'Applications',
  stability: 'stable',
  provenance: 'documented',
  section: '4.1',
} as const

const listApplications = operation({
  ...documented,
  id: 'standalone.application.list',
  summary: 'Lists the applications of an organization.',
  method: 'GET',
  path: '/applications',
  permission: { words: 'organization applications read' },
  query: {
    organizationId: int64({
      // Widened from the literal type, so that handlers see an optional value: A251 has an alternative that allows absence.
      required: true as boolean,
      checkedByOperation: true,
      description: 'Identifier of the organization.',
      example: '1',
    }),
    ...paging,
  },
  success: {
    description: 'A page of applications.',
    shape: pageOf('PagedResponseModelDTOApplication', application),
  },
  assumptions: ['A15', 'A22', ...always('A23'), 'A26', 'A251'],
  authorise({ query }, context) {
    const id = listedOrganization(context, query.organizationId)
    if (typeof id !== 'number' || !context.store.table(organizations).has(id)) {
      throw notFound('organization', id)
    }
    context.assume('A26')
    if (!isMember(context.store, caller(context), id)) {
      throw forbidden(context.user, `read applications of organization ${id}`)
    }
    return id
  },
  handle({ query }, context, organization) {
    if (context.scopedTo !== undefined) context.assume('A15')
    const all = applicationsOf(context.store, organization)
    const inScope = all.filter(({ id }) => context.scopedTo === undefined || id === context.scopedTo)
    return pageOfAll(context, query, inScope, toApplication)
  },
})

const readCurrent = operation({
  ...documented,
  id: 'standalone.application.readCurrent',
  summary: 'Reads the application that the credential is scoped to.',
  method: 'GET',
  path: '/applications/current',
  exampleToken: 'tok-app101',
  permission: { words: 'signed-in' },
  success: { description: 'The application.', shape: application },
  refusals: { 400: 'The credential is not scoped to an application.' },
  assumptions: [...always('A23', 'A26'), 'A47'],
  authorise: (_input, context) => caller(context),
  handle(_input, context) {
    if (context.scopedTo === undefined) {
      context.assume('A47')
      throw invalidRequest(
        'this token is not scoped to an application',
        'use a scoped one, or name the application in the path',
      )
    }
    return toApplication(findApplication(context.store, context.scopedTo))
  },
})

const readApplication = operation({
  ...documented,
  id: 'standalone.application.read',
  summary: 'Reads one application.',
  method: 'GET',
  path: '/applications/{applicationId}',
  permission: { words: 'application read', assumed: true },
  pathParameters: { applicationId },
  success: { description: 'The application.', shape: application },
  assumptions: ['A15', ...always('A23'), 'A26'],
  authorise: ({ path }, context) => readableApplication(context, path.applicationId),
  handle: (_input, _context, application) => toApplication(application),
})

const listLinkRequests = operation({
  ...documented,
  id: 'standalone.linkRequest.list',
  summary: 'Lists the requests of an application to join organizations.',
  method: 'GET',
  path: '/applications/{applicationId}/link-requests',
  permission: { words: 'link-request read' },
  pathParameters: { applicationId },
  query: paging,
  success: {
    description: 'A page of link requests.',
    shape: pageOf('PagedResponseModelDTOApplicationLinkRequest', linkRequest),
  },
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
  summary: 'Lists the applications that could be linked by joining another organization.',
  method: 'GET',
  path: '/applications/{applicationId}/link-requests/candidates',
  permission: { words: 'link-request read' },
  pathParameters: { applicationId },
  query: paging,
  success: {
    description: 'A page of applications.',
    shape: pageOf('PagedResponseModelDTOApplication', application),
  },
  assumptions: ['A15', 'A22', ...always('A23'), 'A25', 'A26'],
  authorise: ({ path }, context) => readableApplication(context, path.applicationId),
  handle({ query }, context, own) {
    const everywhere = context.assume('A25') === 'all-organizations'
    const candidates = [...linkCandidates(context.store, own, caller(context), everywhere)]
    return pageOfAll(context, query, candidates, toApplication)
  },
})

const onLinkRequest = {
  path: '/applications/{applicationId}/link-requests/{organizationId}',
  pathParameters: { applicationId, organizationId },
} as const

const readLinkRequest = operation({
  ...documented,
  ...onLinkRequest,
  id: 'standalone.linkRequest.read',
  exampleAfter: [{ operation: 'standalone.linkRequest.create' }],
  summary: 'Reads one link request.',
  method: 'GET',
  permission: { words: 'link-request read' },
  success: { description: 'The link request.', shape: linkRequest },
  assumptions: ['A15', ...always('A24'), 'A26'],
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
    409: 'The request exists and is PENDING or APPROVED, or the organization is the application’s own.',
  },
  assumptions: ['A15', ...always('A24'), 'A26'],
  authorise: ({ path }, context) => administeredApplication(context, path.applicationId, 'create'),
  handle({ path }, context, own) {
    const created = createLinkRequest(
      context.store,
      own,
      path.organizationId,
      caller(context),
      context.world.now,
    )
    return toLinkRequest(created)
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
  success: { status: 204, description: 'The link request is gone.' },
  refusals: { 409: 'The request was rejected.' },
  assumptions: ['A15', ...always('A24'), 'A26'],
  authorise: ({ path }, context) => administeredApplication(context, path.applicationId, 'delete'),
  handle({ path }, context, own) {
    deleteLinkRequest(context.store, own.id, path.organizationId)
  },
})

export const applicationOperations: readonly Operation[] = [
  listApplications,
  readCurrent,
  readApplication,
  listLinkRequests,
  listCandidates,
  readLinkRequest,
  createRequest,
  deleteRequest,
]

/** The organization whose applications are listed: the requested one, or under A251 that of the token's application. */
function listedOrganization(context: Context, id: Int64 | undefined): Int64 {
  if (id !== undefined) return id
  if (context.assume('A251') === 'own-organization' && context.scopedTo !== undefined)
    return findApplication(context.store, context.scopedTo).organizationId
  throw invalidRequest("query parameter 'organizationId'", 'required')
}

/** The application, whose organization the caller must administer. */
function administeredApplication(context: Context, id: Int64, action: string): ApplicationRecord {
  const found = readableApplication(context, id)
  if (!isOrganizationAdministrator(context.store, caller(context), found.organizationId)) {
    throw forbidden(context.user, `${action} link requests of application ${found.id}`)
  }
  return found
}
