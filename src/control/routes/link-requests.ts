/** What organizations decide about applications that ask to join them (service §2.1), without one of their administrators. */
import * as z from 'zod'
import { approveLinkRequest, rejectLinkRequest } from '../../model/applications/link-requests.ts'
import type { LinkRequestRecord } from '../../model/records/service/applications.ts'
import { users } from '../../model/records/service/users.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { Store } from '../../world/store/store.ts'
import { once } from '../../world/once.ts'
import { controlRoute, recordId, routesOf } from '../route.ts'
import { regionField } from '../body-fields.ts'
import { linkRequestResponse } from '../responses/editing.ts'

const nothingShape = once(() => z.strictObject({ region: regionField() }))

const decisions = [
  {
    id: 'approveLinkRequest',
    event: 'approve',
    summary: 'Approve the request of an application to join an organization',
    decide: approveLinkRequest,
  },
  {
    id: 'rejectLinkRequest',
    event: 'reject',
    summary: 'Reject the request of an application to join an organization',
    decide: rejectLinkRequest,
  },
] as const

export const linkRequestRoutes = routesOf(
  'Link requests',
  decisions.map(({ id, event, summary, decide }) =>
    controlRoute({
      id,
      method: 'POST',
      path: `/link-requests/{applicationId}/{organizationId}/${event}`,
      summary,
      pathParameters: {
        applicationId: recordId('The application that asks.', '103'),
        organizationId: recordId('The organization that decides.', '2'),
      },
      regional: true,
      body: { name: 'LinkRequestDecision', optional: true, shape: nothingShape, example: {} },
      returns: linkRequestResponse,
      refusals: { 404: 'There is no such request.', 409: 'The request is not PENDING.' },
      handle: ({ path }, context) => {
        const store = context.store()
        const [applicationId, organizationId] = [Number(path.applicationId), Number(path.organizationId)]
        const request = context.world().transact(() => decide(store, applicationId, organizationId))
        return describe(store, request)
      },
    }),
  ),
)

function describe(store: Store, request: LinkRequestRecord) {
  const createdBy = store.table(users).get(request.createdBy)?.name
  return { ...request, createdAt: formatInstant(request.createdAt), createdBy }
}
