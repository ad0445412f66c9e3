/** The tracker users that wiki users act as (service §4.7, §5.7). */
import { z } from '../framework/zod.ts'
import {
  authenticateAs,
  forgetRemoteUser,
  remoteUserOf,
  requireUser,
} from '../../model/integration/issues/remote-users.ts'
import { notFound } from '../../model/input/errors.ts'
import { integrations, type IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { type Context, operation, type Operation } from '../framework/operation.ts'
import { string } from '../framework/parameter.ts'
import * as ledger from '../framework/ledger-names.ts'
import {
  authorisedIntegration,
  IN_TRACKER,
  LINK_OR_ADMINISTRATOR,
  trackerOperation,
  trackerSite,
} from './common.ts'

const serviceId = string({
  maximumLength: 255,
  description: 'Service id of the integration.',
  example: 'svc-0001-demo',
})

const name = () => z.string().min(1).max(255)

const remoteUser = {
  name: 'RemoteUser',
  schema: () =>
    z.object({
      serviceId: z.string(),
      user: z.string().describe('Name of the wiki user.'),
      authenticated: z.boolean().describe('Whether the wiki user acts as a tracker user.'),
      username: z.string().optional().describe('Name of the tracker user.'),
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
  permission: LINK_OR_ADMINISTRATOR,
  pathParameters: { serviceId },
  success: { description: 'The tracker user that the wiki user now acts as.', shape: remoteUser },
  refusals: { 404: 'No such integration or user.' },
  assumptions: ['A134', 'A148'],
} as const

const authenticateUser = operation({
  ...group,
  id: 'tracker.settings.authenticateUser',
  summary: 'Authenticates a wiki user in the tracker.',
  method: 'POST',
  path: '/settings/{serviceId}/authenticate-user',
  body: {
    name: 'AuthenticateUserPayload',
    schema: () => z.object({ username: name().describe('Name of the wiki user.') }),
    example: { username: 'alice' },
  },
  authorise: ({ path }, context) => authorisedIntegration(context, find(context, path.serviceId)),
  handle({ body }, context, integration) {
    const { world, store } = context
    const user = requireUser(store, body.username, 'username')
    const known = remoteUserOf(store, integration, user)?.username
    const remote = known === undefined ? user : requireUser(store, known, 'username')
    authenticateAs(world, store, integration, user, remote)
    return show(context, integration, user.name)
  },
})

const setRemoteUser = operation({
  ...group,
  id: 'tracker.settings.setRemoteUser',
  summary: 'Sets the tracker user that a wiki user acts as.',
  method: 'POST',
  path: '/settings/{serviceId}/set-remote-user',
  body: {
    name: 'SetRemoteUserPayload',
    schema: () =>
      z.object({
        user: name().describe('Name of the wiki user.'),
        username: name().nullish().describe('Name of the tracker user, or null for none.'),
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

/** Throws NOT_FOUND, also if the wiki has deleted the integration. */
function find(context: Context, id: string): IntegrationRecord {
  const integration = context.store.table(integrations).get(id)
  if (integration?.trackerApplicationId === trackerSite(context) && integration.detached !== true)
    return integration
  throw notFound('integration', id, IN_TRACKER)
}

function show(context: Context, integration: IntegrationRecord, user: string) {
  context.note(ledger.wikiUsersInTracker)
  const { store } = context
  const remote = remoteUserOf(store, integration, requireUser(store, user, 'user'))
  const common = { serviceId: integration.serviceId, user }
  if (remote === undefined) return { ...common, authenticated: false }
  const { username, authenticatedAt } = remote
  return { ...common, authenticated: true, username, authenticatedAt: formatInstant(authenticatedAt) }
}
