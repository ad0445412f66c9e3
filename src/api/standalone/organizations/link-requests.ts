/** Requests of applications to join an organization, for the organization (service §2.1, §4.1). */
import {
  approveLinkRequest,
  findLinkRequest,
  rejectLinkRequest,
} from '../../../model/applications/link-requests.ts'
import { linkRequests } from '../../../model/records/service/applications.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { linkRequest, toLinkRequest } from '../applications/link-requests.ts'
import { applicationId, observed } from '../common.ts'
import { applicationInScope } from '../applications/scope.ts'
import { indexedPage, pageOf, pageOfAll, paging } from '../paging.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  administeredOrganization,
  asMember,
  memberedOrganization,
  organizationAdministrator,
  organizationId,
} from './common.ts'

const base = { ...observed, group: 'Organizations' } as const

const list = operation({
  ...base,
  ...asMember,
  id: 'standalone.linkRequest.listOfOrganization',
  summary: 'Lists the requests of applications to join an organization.',
  method: 'GET',
  path: '/organizations/{organizationId}/link-requests',
  pathParameters: { organizationId },
  query: paging,
  success: { description: 'A page of link requests, by id of the application.', shape: pageOf(linkRequest) },
  assumptions: ['A15', 'A22', ...always('A24'), 'A189', ...always('A195')],
  handle({ query }, context, organization) {
    const table = context.store.table(linkRequests)
    const prefix = [organization.id]
    if (context.scopedTo === undefined)
      return indexedPage(context, query, table, 'organization', prefix, toLinkRequest)
    context.note(ledger.scopedTokens)
    const all = [...table.range('organization', prefix)]
    const inScope = all.filter((request) => request.applicationId === context.scopedTo)
    return pageOfAll(context, query, inScope, toLinkRequest)
  },
})

// The request of the demo: application 103 asks to join organization 2.
const onRequest = {
  ...base,
  pathParameters: {
    organizationId: { ...organizationId, example: '2' },
    applicationId: { ...applicationId, example: '103' },
  },
} as const

const read = operation({
  ...onRequest,
  id: 'standalone.linkRequest.readOfOrganization',
  summary: 'Returns the request of an application to join an organization.',
  method: 'GET',
  path: '/organizations/{organizationId}/link-requests/{applicationId}',
  permission: asMember.permission,
  success: { description: 'The link request.', shape: linkRequest },
  assumptions: ['A15', ...always('A24'), 'A189', ...always('A195')],
  authorise({ path }, context) {
    memberedOrganization(context, path.organizationId)
    return applicationInScope(context, path.applicationId)
  },
  handle: ({ path }, context, { id: asking }) =>
    toLinkRequest(findLinkRequest(context.store, asking, path.organizationId)),
})

const decisions = [
  {
    event: 'approve',
    summary: 'Approves the request of an application. Members of the organization can then read it.',
    decide: approveLinkRequest,
  },
  {
    event: 'reject',
    summary: 'Rejects the request of an application. The application may send another one.',
    decide: rejectLinkRequest,
  },
] as const

const deciding = decisions.map(({ event, summary, decide }) =>
  operation({
    ...onRequest,
    id: `standalone.linkRequest.${event}`,
    summary,
    method: 'POST',
    path: `/organizations/{organizationId}/link-requests/{applicationId}/${event}`,
    exampleToken: 'tok-dana',
    permission: organizationAdministrator,
    success: { description: 'The link request.', shape: linkRequest },
    refusals: { 409: 'The request is not PENDING.' },
    assumptions: ['A15', ...always('A24'), 'A189', ...always('A195')],
    authorise({ path }, context) {
      const action = `${event} link requests for organization`
      const organization = administeredOrganization(context, path.organizationId, action)
      return { organization, application: applicationInScope(context, path.applicationId) }
    },
    handle: (_input, context, { organization, application }) =>
      toLinkRequest(decide(context.store, application.id, organization.id)),
  }),
)

export const organizationLinkRequestOperations: readonly Operation[] = [list, read, ...deciding]
