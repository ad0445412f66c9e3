/** Integrations of the wiki with trackers (service §2.4, §4.5). */
import * as z from 'zod'
import type { ApplicationLink } from '../../model/integration/application-links.ts'
import { trackerSilence } from '../../model/integration/descriptor.ts'
import {
  checkApplicationLinks,
  createIntegration,
  deleteIntegration,
  isAtAddress,
  listIntegrations,
  requireIntegration,
  requireIntegrationAt,
  UPDATABLE_FIELDS,
  updateIntegration,
  type UpdatableField,
} from '../../model/integration/integrations.ts'
import { authenticateAs, remoteUserOf, requireUser } from '../../model/integration/remote-users.ts'
import {
  acceptedVersion,
  changeDescriptorVersion,
  noticeToTracker,
  OLDEST_VERSION,
  trackerVersionOf,
  upgrade,
} from '../../model/integration/versions.ts'
import type { IntegrationRecord } from '../../model/links/records.ts'
import { Refusal, shown } from '../../model/refusal.ts'
import { forbidden } from '../../model/users/permissions.ts'
import { formatInstant } from '../../world/duration.ts'
import { type Context, operation, type Operation, type Shape } from '../operation.ts'
import { boolean, int32, list, oneOf, string } from '../parameter.ts'
import {
  isWikiAdministrator,
  requireWikiAdministrator,
  wikiCaller,
  wikiOperation,
  wikiSite,
} from './common.ts'

/** The path segment that stands for no service id. */
const NO_SERVICE = 'null'

const ADDRESS_LENGTH = 2000

export const serviceId = string({
  required: true,
  maximumLength: 255,
  description: 'Service id of the integration.',
  example: 'svc-0001-demo',
})

const serviceIdOrNull = string({
  required: true,
  maximumLength: 255,
  description: "Service id of the integration; the literal 'null' where url names it.",
  example: 'svc-0001-demo',
})

const url = string({
  maximumLength: ADDRESS_LENGTH,
  description: "Base address of the tracker, used where the service id is 'null'.",
})

const address = () => z.string().max(ADDRESS_LENGTH)
const name = () => z.string().max(255)

const descriptorBody = () =>
  z.object({
    serviceId: name().nullish().describe('Ignored: it is assigned.'),
    applinkId: name().nullish().describe("The wiki's id of the application link, to create over it."),
    label: name().min(1).nullish(),
    displayUrl: address().nullish().describe('Where people find the tracker.'),
    rpcUrl: address().nullish().describe('Where the wiki calls the tracker.'),
    endpoint: address().nullish().describe('Where messages go.'),
    userKey: name().nullish(),
    username: name().nullish().describe('The user of the tracker that the wiki calls as.'),
    version: z.int().min(OLDEST_VERSION).nullish().describe('API version; the latest supported if higher.'),
    status: z.enum(['ACTIVE', 'DISABLED']).nullish().describe('A DISABLED one is not synchronised.'),
  })

const descriptorObject = () =>
  z.object({
    serviceId: z.string().describe('Assigned at random on creation.'),
    applinkId: z.string().describe("The wiki's id of its application link to the tracker."),
    label: z.string(),
    displayUrl: z.string(),
    rpcUrl: z.string(),
    endpoint: z.string(),
    version: z.int().describe('The API version that the wiki goes by (service §9.2).'),
    status: z.enum(['ACTIVE', 'DISABLED']),
    username: z.string().optional(),
    userKey: z.string().optional(),
  })

const demoDescriptor = {
  serviceId: 'svc-0001-demo',
  applinkId: '11111111-2222-4333-8444-555555555555',
  label: 'Northwind Tracker',
  displayUrl: 'https://tracker.northwind.test',
  rpcUrl: 'https://tracker.northwind.test',
  endpoint: 'https://tracker.northwind.test/rest/reqs/1',
  version: 8,
  status: 'ACTIVE',
}

const descriptorShape: Shape = {
  name: 'IntegrationDescriptor',
  schema: descriptorObject,
  example: demoDescriptor,
}

const integration = {
  ...wikiOperation,
  group: 'Integration',
  stability: 'internal',
  section: '4.5',
} as const
const administrator = { words: 'administrator' } as const
const signedIn = { words: 'signed-in', assumed: true } as const
const unknown = { 404: 'The wiki has no such integration.' } as const

const readAll = operation({
  ...integration,
  id: 'wiki.integration.list',
  summary: 'Lists the connected applications and their configuration.',
  method: 'GET',
  path: '/integration',
  permission: administrator,
  pathParameters: {},
  query: {
    url: string({ maximumLength: ADDRESS_LENGTH, description: 'Only the tracker of this base address.' }),
    filterJira: boolean({
      description: 'Only trackers: integrations whose address is of no tracker are left out.',
    }),
  },
  success: {
    status: 200,
    description: 'The integrations, by service id.',
    shape: {
      name: 'IntegrationDescriptors',
      schema: () => z.array(descriptorObject()),
      example: [demoDescriptor],
    },
  },
  assumptions: ['A51', 'A164'],
  authorise: (_input, context) => requireWikiAdministrator(context),
  handle({ query }, context) {
    const { store } = context
    const found = listIntegrations(store, wikiSite(context))
      .filter((known) => query.url === undefined || query.url === '' || isAtAddress(store, known, query.url))
      .filter((known) => query.filterJira !== true || known.trackerApplicationId !== undefined)
    context.assume('A164')
    return { status: 200, body: found.map((known) => show(context, known)) }
  },
})

const create = operation({
  ...integration,
  id: 'wiki.integration.create',
  summary: 'Creates an integration with a tracker.',
  description:
    'Give the id of an application link, whose values are then copied, or the address of the tracker. No address is ever called over a network: one that no tracker of the world has answers nothing.',
  method: 'POST',
  path: '/integration',
  permission: administrator,
  pathParameters: {},
  query: {},
  body: {
    name: 'IntegrationDescriptorPayload',
    schema: descriptorBody,
    required: true,
    example: { label: 'Second tracker', rpcUrl: 'https://tracker2.northwind.test', version: 9 },
  },
  success: { status: 200, description: 'The new integration.', shape: descriptorShape },
  refusals: {
    404: 'The wiki has no such application link.',
    409: 'The tracker is integrated already.',
  },
  assumptions: ['A51', 'A164', 'A165', 'A166', 'A171'],
  authorise: (_input, context) => requireWikiAdministrator(context),
  handle({ body }, context) {
    for (const id of ['A165', 'A166', 'A171'] as const) context.assume(id)
    const { world, store } = context
    const { applinkId, ...wanted } = body
    const created = createIntegration(world, store, wikiSite(context), applinkId ?? undefined, wanted)
    return { status: 200, body: show(context, created) }
  },
})

const read = operation({
  ...integration,
  id: 'wiki.integration.read',
  summary: 'Reads one integration, by service id or by the address of its tracker.',
  method: 'GET',
  path: '/integration/{serviceId}',
  permission: signedIn,
  pathParameters: { serviceId: serviceIdOrNull },
  query: { url },
  success: { status: 200, description: 'The integration.', shape: descriptorShape },
  refusals: unknown,
  assumptions: ['A164'],
  authorise: (_input, context) => void wikiCaller(context),
  handle: ({ path, query }, context) => ({
    status: 200,
    body: show(context, findByIdOrUrl(context, path.serviceId, query.url)),
  }),
})

const update = operation({
  ...integration,
  id: 'wiki.integration.update',
  summary: 'Changes fields of an integration; the tracker calls this too.',
  method: 'PUT',
  path: '/integration/{serviceId}',
  stability: 'public',
  permission: signedIn,
  pathParameters: { serviceId: serviceIdOrNull },
  query: {
    url,
    fields: list({
      maximumLength: 255,
      description: `Names of the fields to change, of ${UPDATABLE_FIELDS.join(', ')}; all that the body has where absent.`,
      example: 'label',
    }),
  },
  body: {
    name: 'IntegrationDescriptorPayload',
    schema: descriptorBody,
    required: true,
    example: { label: 'Issue tracker', version: 8 },
  },
  success: { status: 200, description: 'The integration as it is now.', shape: descriptorShape },
  refusals: unknown,
  assumptions: ['A164', 'A167', 'A171'],
  authorise: (_input, context) => void wikiCaller(context),
  handle({ path, query, body }, context) {
    context.assume('A167')
    if (typeof body.version === 'number') context.assume('A171')
    const known = findByIdOrUrl(context, path.serviceId, query.url)
    const changed = updateIntegration(context.store, known, body, readFields(query.fields))
    return { status: 200, body: show(context, changed) }
  },
})

const remove = operation({
  ...integration,
  id: 'wiki.integration.delete',
  summary: 'Deletes the descriptor of an integration.',
  method: 'DELETE',
  path: '/integration/{serviceId}',
  permission: signedIn,
  pathParameters: { serviceId },
  query: {},
  success: { status: 204, description: 'The wiki has the integration no more.' },
  refusals: unknown,
  assumptions: ['A168'],
  authorise: (_input, context) => void wikiCaller(context),
  handle({ path }, context) {
    context.assume('A168')
    deleteIntegration(context.world, context.store, find(context, path.serviceId))
    return { status: 204 }
  },
})

const checkLinks = operation({
  ...integration,
  id: 'wiki.integration.checkApplicationLinks',
  summary: 'Checks and updates all application links of the wiki.',
  method: 'POST',
  path: '/integration/{serviceId}/check-applinks',
  permission: signedIn,
  pathParameters: { serviceId },
  query: {},
  success: {
    status: 200,
    description: 'All application links, those with an integration first.',
    shape: {
      name: 'CheckedApplicationLinks',
      schema: () =>
        z.array(
          z.object({
            applinkId: z.string().describe("The wiki's id of the application link."),
            serviceId: z.string().optional().describe('Of the integration over it, where there is one.'),
            label: z.string(),
            displayUrl: z.string(),
            rpcUrl: z.string(),
            reachable: z.boolean(),
            message: z.string(),
            updated: z.array(z.string()).describe('Fields of the descriptor that were out of date.'),
          }),
        ),
      example: [
        {
          applinkId: '11111111-2222-4333-8444-555555555555',
          serviceId: 'svc-0001-demo',
          label: 'Northwind Tracker',
          displayUrl: 'https://tracker.northwind.test',
          rpcUrl: 'https://tracker.northwind.test',
          reachable: true,
          message: 'the tracker answers',
          updated: [],
        },
      ],
    },
  },
  refusals: unknown,
  assumptions: ['A165', 'A169'],
  authorise: (_input, context) => void wikiCaller(context),
  handle({ path }, context) {
    find(context, path.serviceId)
    context.assume('A165')
    context.assume('A169')
    const checked = checkApplicationLinks(context.world, context.store, wikiSite(context))
    const body = checked.map(({ link, silence, updated }) => ({
      ...showLink(link),
      reachable: silence === undefined,
      message: silence ?? 'the tracker answers',
      updated,
    }))
    return { status: 200, body }
  },
})

const testLink = operation({
  ...integration,
  id: 'wiki.integration.testApplicationLink',
  summary: 'Tries whether the tracker answers over the application link.',
  method: 'GET',
  path: '/integration/{serviceId}/applink/test',
  permission: signedIn,
  pathParameters: { serviceId },
  query: {},
  success: {
    status: 200,
    description: 'What was found; the caller may have to be authenticated first.',
    shape: {
      name: 'ApplicationLinkTest',
      schema: () =>
        z.object({
          serviceId: z.string(),
          applinkId: z.string(),
          reachable: z.boolean(),
          message: z.string(),
          mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']).optional(),
          version: z.int().optional().describe('The version that the tracker goes by.'),
          authenticated: z.boolean().describe('True for a caller who acts as a user of the tracker.'),
          username: z.string().optional().describe('That user.'),
        }),
      example: {
        serviceId: 'svc-0001-demo',
        applinkId: '11111111-2222-4333-8444-555555555555',
        reachable: true,
        message: 'the tracker answers',
        mode: 'AUTO',
        version: 8,
        authenticated: false,
      },
    },
  },
  refusals: unknown,
  assumptions: ['A169', 'A170'],
  authorise: (_input, context) => void wikiCaller(context),
  handle({ path }, context) {
    context.assume('A169')
    context.assume('A170')
    const known = find(context, path.serviceId)
    const silence = trackerSilence(context.store, known)
    const remote = remoteUserOf(context.store, known, wikiCaller(context))
    const body = {
      serviceId: known.serviceId,
      applinkId: known.wikiApplinkId,
      reachable: silence === undefined,
      message: silence ?? 'the tracker answers',
      ...(silence === undefined ? { mode: known.mode, version: trackerVersionOf(known) } : {}),
      authenticated: remote !== undefined,
      ...(remote === undefined ? {} : { username: remote.username }),
    }
    return { status: 200, body }
  },
})

const authenticate = operation({
  ...integration,
  id: 'wiki.integration.authenticateUser',
  summary: 'Authenticates the caller in the tracker, and upgrades the application link where asked.',
  method: 'POST',
  path: '/integration/{serviceId}/authenticate-user',
  permission: signedIn,
  pathParameters: { serviceId },
  query: {},
  body: {
    name: 'AuthenticateUserInTrackerPayload',
    schema: () =>
      z.object({
        username: name().min(1).nullish().describe('The user of the tracker to act as.'),
        checkUpgrade: z.boolean().nullish().describe('Whether to say if a later version is supported.'),
        performUpgrade: z.boolean().nullish().describe('Whether to upgrade to desiredVersion.'),
        performUpgradeIfAuto: z
          .boolean()
          .nullish()
          .describe('Whether to upgrade where the tracker has the application link in mode AUTO.'),
        desiredVersion: z
          .int()
          .min(OLDEST_VERSION)
          .nullish()
          .describe('For performUpgrade; the latest supported version where absent.'),
      }),
    required: true,
    example: { username: 'admin', checkUpgrade: true },
  },
  success: {
    status: 200,
    description: 'Whom the caller acts as from now on, and what became of the upgrade.',
    shape: {
      name: 'AuthenticatedUser',
      schema: () =>
        z.object({
          authenticated: z.literal(true),
          username: z.string().describe('The user of the tracker.'),
          authenticatedAt: z.iso.datetime(),
          upgrade: z
            .object({
              currentVersion: z.int().describe('Before the call.'),
              desiredVersion: z.int(),
              available: z
                .boolean()
                .describe('True where the desired version is later than the current one.'),
              performed: z.boolean(),
              version: z.int().describe('After the call.'),
              mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']),
            })
            .optional()
            .describe('Only where the call asks about upgrades.'),
        }),
    },
  },
  refusals: { ...unknown, 409: 'The tracker does not answer, or refuses the wiki.' },
  assumptions: ['A51', 'A170', 'A171'],
  authorise({ body }, context) {
    const caller = wikiCaller(context)
    const { username } = body
    if (typeof username !== 'string' || username === caller.name) return
    context.assume('A51')
    if (!isWikiAdministrator(context))
      throw forbidden(
        caller,
        `act as ${shown(username)} in the tracker: it takes an administrator of the wiki`,
      )
  },
  handle({ path, body }, context) {
    context.assume('A170')
    context.assume('A171')
    const { world, store } = context
    const caller = wikiCaller(context)
    const known = find(context, path.serviceId)
    const { notified, message } = noticeToTracker(store, known)
    if (!notified) throw new Refusal('CONFLICT', `serviceId ${shown(known.serviceId)}: ${message}`)
    const as = body.username ?? remoteUserOf(store, known, caller)?.username ?? caller.name
    const user = requireUser(store, as, 'username')
    const { username, authenticatedAt } = authenticateAs(world, store, known, caller, user)
    const upgraded = upgrade(store, known, {
      checkUpgrade: body.checkUpgrade ?? false,
      performUpgrade: body.performUpgrade ?? false,
      performUpgradeIfAuto: body.performUpgradeIfAuto ?? false,
      desiredVersion: body.desiredVersion ?? undefined,
    })
    const told = { authenticated: true, username, authenticatedAt: formatInstant(authenticatedAt) }
    return { status: 200, body: { ...told, ...(upgraded === undefined ? {} : { upgrade: upgraded }) } }
  },
})

const changeVersion = operation({
  ...integration,
  id: 'wiki.integration.changeVersion',
  summary: "Changes the descriptor's version or status and tries to notify the tracker.",
  method: 'POST',
  path: '/integration/{serviceId}/change-version',
  permission: signedIn,
  pathParameters: { serviceId },
  query: {
    version: int32({ minimum: OLDEST_VERSION, description: 'API version; the latest supported if higher.' }),
    status: oneOf(['ACTIVE', 'DISABLED'], { description: 'A DISABLED integration is not synchronised.' }),
  },
  success: {
    status: 200,
    description: 'The descriptor as it is now, and whether the tracker heard of it.',
    shape: {
      name: 'ChangedVersion',
      schema: () =>
        z.object({
          descriptor: descriptorObject(),
          requestedVersion: z.int().optional(),
          notified: z
            .boolean()
            .describe('False where the tracker could not be told: it goes by its own version.'),
          message: z.string(),
        }),
      example: {
        descriptor: { ...demoDescriptor, version: 9 },
        requestedVersion: 9,
        notified: true,
        message: 'the tracker was told',
      },
    },
  },
  refusals: unknown,
  assumptions: ['A164', 'A171', 'A172'],
  authorise: (_input, context) => void wikiCaller(context),
  handle({ path, query }, context) {
    context.assume('A171')
    context.assume('A172')
    const { store } = context
    const known = find(context, path.serviceId)
    const { version, status } = query
    if (version === undefined && status === undefined)
      throw new Refusal('INVALID', 'give version, status or both')
    const wanted = version === undefined ? known.version : acceptedVersion(version)
    const stated = status === undefined ? known : updateIntegration(store, known, { status }, undefined)
    const changed = changeDescriptorVersion(store, stated, wanted)
    const body = {
      descriptor: show(context, changed.integration),
      ...(version === undefined ? {} : { requestedVersion: version }),
      notified: changed.notified,
      message: changed.message,
    }
    return { status: 200, body }
  },
})

export const wikiIntegrationOperations: readonly Operation[] = [
  readAll,
  create,
  read,
  update,
  remove,
  checkLinks,
  testLink,
  authenticate,
  changeVersion,
]

function find(context: Context, id: string): IntegrationRecord {
  return requireIntegration(context.store, wikiSite(context), id)
}

/** By service id, or by the address of the tracker where the segment is `null`. */
export function findByIdOrUrl(context: Context, id: string, base: string | undefined): IntegrationRecord {
  if (id !== NO_SERVICE) return find(context, id)
  if (base === undefined || base === '')
    throw new Refusal('INVALID', "url is missing: with the service id 'null' it must name the tracker")
  return requireIntegrationAt(context.store, wikiSite(context), base)
}

function show(context: Context, known: IntegrationRecord) {
  context.assume('A164')
  const { label, displayUrl, rpcUrl, endpoint, version, status, username, userKey } = known
  return {
    serviceId: known.serviceId,
    applinkId: known.wikiApplinkId,
    label,
    displayUrl,
    rpcUrl,
    endpoint,
    version,
    status,
    ...(username === undefined ? {} : { username }),
    ...(userKey === undefined ? {} : { userKey }),
  }
}

function showLink({ wikiApplinkId, tracker, integration: known }: ApplicationLink) {
  const site = { label: tracker?.name, displayUrl: tracker?.baseUrl, rpcUrl: tracker?.baseUrl }
  const { label = '', displayUrl = '', rpcUrl = '' } = known ?? site
  const service = known === undefined || known.detached === true ? {} : { serviceId: known.serviceId }
  return { applinkId: wikiApplinkId, ...service, label, displayUrl, rpcUrl }
}

function readFields(names: readonly string[] | undefined): UpdatableField[] | undefined {
  if (names === undefined || names.length === 0) return undefined
  return names.map((given) => {
    const known = UPDATABLE_FIELDS.find((field) => field === given)
    if (known !== undefined) return known
    throw new Refusal('INVALID', `fields takes ${UPDATABLE_FIELDS.join(', ')}, not ${shown(given)}`)
  })
}
