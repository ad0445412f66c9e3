/** Which user of the tracker a user of the wiki acts as (service §4.7, §5.7). */
import { z } from '../framework/zod.ts'
import {
  authenticateAs,
  forgetRemoteUser,
  remoteUserOf,
  requireUser,
} from '../../model/integration/issues/remote-users.ts'
import { notFound } from '../../model/errors.ts'
import { integrations, type IntegrationRecord } from '../../model/links/records.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { type Context, operation, type Operation, type Shape } from '../framework/operation.ts'
import { string } from '../framework/parameter.ts'
import { authorisedIntegration, IN_TRACKER, trackerOperation, trackerSite } from './common.ts'

const serviceId = string({
  maximumLength: 255,
  description: 'Service id of the integration with the wiki.',
  example: 'svc-0001-demo',
})

const name = () => z.string().min(1).max(255)

const remoteUser: Shape = {
  name: 'RemoteUser',
  schema: () =>
    z.object({
      serviceId: z.string(),
      user: z.string().describe('The user of the wiki.'),
      authenticated: z.boolean().describe('False for one who acts as nobody in the tracker.'),
      username: z.string().optional().describe('The user of the tracker.'),
      authenticatedAt: z.iso.datetime().optional(),
    }),
  example: {
    serviceId: 'svc-0001-demo',
    user: 'alice',
    authenticated: true,
    username: 'alice',
    authenticatedAt: '2026-01-05T09:00:00.000Z',
  },
}

const group = {
  ...trackerOperation,
  group: 'Settings of an integration',
  permission: { words: 'application link or administrator', assumed: true },
  pathParameters: { serviceId },
  success: { description: 'Whom the user acts as from now on.', shape: remoteUser },
  refusals: { 404: 'The tracker has no such integration, or there is no such user.' },
  assumptions: ['A134', 'A148'],
} as const

const authenticateUser = operation({
  ...group,
  id: 'tracker.settings.authenticateUser',
  summary: 'Authenticates a user of the wiki in the tracker.',
  method: 'POST',
  path: '/settings/{serviceId}/authenticate-user',
  body: {
    name: 'AuthenticateUserPayload',
    schema: () => z.object({ username: name().describe('The user of the wiki.') }),
    example: { username: 'alice' },
  },
  authorise: ({ path }, context) => authorisedIntegration(context, find(context, path.serviceId)),
  handle({ body }, context, integration) {
    const { world, store } = context
    const user = requireUser(store, body.username, 'username')
    const known = remoteUserOf(store, integration, user)?.username
    const as = known === undefined ? user : requireUser(store, known, 'username')
    authenticateAs(world, store, integration, user, as)
    return show(context, integration, user.name)
  },
})

const setRemoteUser = operation({
  ...group,
  id: 'tracker.settings.setRemoteUser',
  summary: 'Says which user of the tracker a user of the wiki acts as.',
  method: 'POST',
  path: '/settings/{serviceId}/set-remote-user',
  body: {
    name: 'SetRemoteUserPayload',
    schema: () =>
      z.object({
        user: name().describe('The user of the wiki.'),
        username: name().nullish().describe('The user of the tracker; null for nobody.'),
      }),
    example: { user: 'alice', username: 'bob' },
  },
  authorise: ({ path }, context) => authorisedIntegration(context, find(context, path.serviceId)),
  handle({ body }, context, integration) {
    const { world, store } = context
    const user = requireUser(store, body.user, 'user')
    if (typeof body.username === 'string') {
      authenticateAs(world, store, integration, user, requireUser(store, body.username, 'username'))
    } else {
      forgetRemoteUser(store, integration, user)
    }
    return show(context, integration, user.name)
  },
})

export const trackerSettingOperations: readonly Operation[] = [authenticateUser, setRemoteUser]

/** The integration of this service id. Throws NOT_FOUND, also where the wiki has deleted it. */
function find(context: Context, id: string): IntegrationRecord {
  const integration = context.store.table(integrations).get(id)
  if (integration?.trackerApplicationId === trackerSite(context) && integration.detached !== true)
    return integration
  throw notFound('integration', id, IN_TRACKER)
}

function show(context: Context, integration: IntegrationRecord, user: string) {
  context.assume('A148')
  const { store } = context
  const remote = remoteUserOf(store, integration, requireUser(store, user, 'user'))
  const { serviceId: id } = integration
  if (remote === undefined) return { serviceId: id, user, authenticated: false }
  const { username, authenticatedAt } = remote
  return {
    serviceId: id,
    user,
    authenticated: true,
    username,
    authenticatedAt: formatInstant(authenticatedAt),
  }
}
