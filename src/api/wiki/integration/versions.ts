/** The users and the version that the wiki and the tracker of an integration agree on (service §2.4, §4.5, §9.2). */
import { z } from '../../framework/zod.ts'
import { updateIntegration } from '../../../model/integration/integrations.ts'
import { authenticateAs, remoteUserOf, requireUser } from '../../../model/integration/issues/remote-users.ts'
import {
  acceptedVersion,
  changeDescriptorVersion,
  noticeToTracker,
  OLDEST_VERSION,
  upgrade,
} from '../../../model/integration/versions.ts'
import { conflict, invalidRequest } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { forbiddenTo } from '../../../model/finding/permissions.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int32, oneOf } from '../../framework/parameter.ts'
import { isWikiAdministrator, wikiCaller } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  demoDescriptor,
  descriptorObject,
  findIntegration,
  integrationOperation,
  name,
  readsIntegration,
  serviceId,
  showDescriptor,
  unknownIntegration,
} from './descriptor-shape.ts'

const authenticate = operation({
  ...integrationOperation,
  id: 'wiki.integration.authenticateUser',
  summary: 'Authenticates the caller in the tracker, and upgrades the application link on request.',
  method: 'POST',
  path: '/integration/{serviceId}/authenticate-user',
  permission: readsIntegration.permission,
  pathParameters: { serviceId },
  body: {
    name: 'AuthenticateUserInTrackerPayload',
    schema: () =>
      z.object({
        username: name().min(1).nullish().describe('The user of the tracker to act as.'),
        checkUpgrade: z.boolean().nullish().describe('Whether to check for a later version.'),
        performUpgrade: z.boolean().nullish().describe('Whether to upgrade to desiredVersion.'),
        performUpgradeIfAuto: z
          .boolean()
          .nullish()
          .describe('Whether to upgrade if the tracker has the application link in mode AUTO.'),
        desiredVersion: z
          .int32()
          .min(OLDEST_VERSION)
          .nullish()
          .describe('For performUpgrade; default: the latest supported version.'),
      }),
    example: { username: 'admin', checkUpgrade: true },
  },
  success: {
    description: 'The tracker user of the caller, and the result of the upgrade.',
    shape: {
      name: 'AuthenticatedUser',
      schema: () =>
        z.object({
          authenticated: z.literal(true),
          username: z.string().describe('The user of the tracker.'),
          authenticatedAt: z.iso.datetime(),
          upgrade: z
            .object({
              currentVersion: z.int().describe('Version before the call.'),
              desiredVersion: z.int(),
              available: z.boolean().describe('Whether the desired version is later than the current one.'),
              performed: z.boolean(),
              version: z.int().describe('Version after the call.'),
              mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']),
            })
            .optional()
            .describe('Only if the request asks for an upgrade or a check.'),
        }),
    },
  },
  refusals: {
    ...unknownIntegration,
    403: 'Only an administrator of the wiki may act as another user.',
    409: 'The tracker does not respond, or rejects the wiki.',
  },
  assumptions: ['A51', ...always('A148', 'A149')],
  authorise({ body }, context) {
    const caller = wikiCaller(context)
    const { username } = body
    if (typeof username !== 'string' || username === caller.name) return
    context.note(ledger.wikiPermissions)
    if (!isWikiAdministrator(context))
      throw forbiddenTo(
        caller,
        `act as ${quoted(username)} in the tracker: it takes an administrator of the wiki`,
      )
  },
  handle({ path, body }, context) {
    const { world, store } = context
    const caller = wikiCaller(context)
    const known = findIntegration(context, path.serviceId)
    const { notified, message } = noticeToTracker(store, known)
    if (!notified) throw conflict('integration', known.serviceId, 'does not reach the tracker', message)
    const as = body.username ?? remoteUserOf(store, known, caller)?.username ?? caller.name
    const user = requireUser(store, as, 'username')
    const { username, authenticatedAt } = authenticateAs(world, store, known, caller, user)
    const upgraded = upgrade(store, known, {
      checkUpgrade: body.checkUpgrade ?? false,
      performUpgrade: body.performUpgrade ?? false,
      performUpgradeIfAuto: body.performUpgradeIfAuto ?? false,
      desiredVersion: body.desiredVersion ?? undefined,
    })
    return {
      authenticated: true as const,
      username,
      authenticatedAt: formatInstant(authenticatedAt),
      upgrade: upgraded,
    }
  },
})

const changeVersion = operation({
  ...readsIntegration,
  id: 'wiki.integration.changeVersion',
  summary: 'Changes version or status of an integration and tries to notify the tracker.',
  method: 'POST',
  path: '/integration/{serviceId}/change-version',
  query: {
    version: int32({
      minimum: OLDEST_VERSION,
      description: 'API version, at most the latest supported one.',
      example: '9',
    }),
    status: oneOf(['ACTIVE', 'DISABLED'], { description: 'A DISABLED integration is not synchronised.' }),
  },
  exampleQuery: ['version'],
  success: {
    description: 'The changed descriptor, and whether the tracker was notified.',
    shape: {
      name: 'ChangedVersion',
      schema: () =>
        z.object({
          descriptor: descriptorObject(),
          requestedVersion: z.int().optional(),
          notified: z.boolean().describe('False if the tracker was not reached and keeps its own version.'),
          message: z.string(),
        }),
      example: {
        descriptor: { ...demoDescriptor, version: 9 },
        requestedVersion: 9,
        notified: true,
        message: 'the tracker was notified',
      },
    },
  },
  assumptions: ['A142', ...always('A149', 'A150')],
  handle({ query }, context, known) {
    const { store } = context
    const { version, status } = query
    if (version === undefined && status === undefined)
      throw invalidRequest('query', 'give version, status or both')
    const wanted = version === undefined ? known.version : acceptedVersion(version)
    const stated = status === undefined ? known : updateIntegration(store, known, { status }, undefined)
    const changed = changeDescriptorVersion(store, stated, wanted)
    return {
      descriptor: showDescriptor(context, changed.integration),
      requestedVersion: version,
      notified: changed.notified,
      message: changed.message,
    }
  },
})

export const wikiIntegrationVersionOperations: readonly Operation[] = [authenticate, changeVersion]
