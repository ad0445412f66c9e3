/** What organizations decide about applications that ask to join them (service §2.1), without one of their administrators. */
import * as z from 'zod'
import { int64 } from '../../api/framework/parameter.ts'
import { approveLinkRequest, rejectLinkRequest } from '../../model/applications/link-requests.ts'
import type { LinkRequestRecord } from '../../model/applications/records.ts'
import { REGIONS } from '../../model/schema.ts'
import { users } from '../../model/users/records.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { Store } from '../../world/store/store.ts'
import { controlRoute, lazily } from '../route.ts'

const id = (description: string) =>
  int64({ required: true, minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

const nothingShape = lazily(() =>
  z.strictObject({ region: z.enum(REGIONS).exactOptional().describe('The region; `eu` when absent.') }),
)

const decisions = [
  { event: 'approve', summary: 'Accept an application into an organization', decide: approveLinkRequest },
  {
    event: 'reject',
    summary: 'Refuse an application that asks to join; it may ask again',
    decide: rejectLinkRequest,
  },
] as const

export const linkRequestRoutes = decisions.map(({ event, summary, decide }) =>
  controlRoute({
    method: 'POST',
    path: `/link-requests/{applicationId}/{organizationId}/${event}`,
    group: 'Link requests',
    summary,
    pathParameters: {
      applicationId: id('The application that asks.'),
      organizationId: id('The organization that decides.'),
    },
    query: {},
    regional: true,
    body: { required: false, shape: nothingShape, example: {} },
    status: 200,
    answer:
      '`{applicationId, organizationId, status, createdAt, createdBy}`. 404 when there is no such request, 409 when it is not PENDING.',
    handle: ({ path }, context) => {
      const store = context.store()
      const [applicationId, organizationId] = [Number(path.applicationId), Number(path.organizationId)]
      const request = context.world().transact(() => decide(store, applicationId, organizationId))
      return describe(store, request)
    },
  }),
)

function describe(store: Store, request: LinkRequestRecord) {
  const createdBy = store.table(users).get(request.createdBy)?.name
  return { ...request, createdAt: formatInstant(request.createdAt), createdBy }
}
