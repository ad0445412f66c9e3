/** Operations that the wiki calls: information, messages, mode and version of the application link (service §4.7). */
import { withoutBlanks } from '../../model/input/blank.ts'
import { z } from '../framework/zod.ts'
import { applications } from '../../model/applications/records.ts'
import { invalidRequest } from '../../model/errors.ts'
import { modeMachine } from '../../model/integration/queues/message-machine.ts'
import { postToTracker, requireOpenLink } from '../../model/integration/queues/posted-messages.ts'
import {
  acceptedVersion,
  changeTrackerVersion,
  LATEST_VERSION,
  MESSAGE_FORMAT_VERSION,
  OLDEST_VERSION,
} from '../../model/integration/versions.ts'
import { integrations, type IntegrationRecord } from '../../model/integration/records.ts'
import { applyEvent } from '../../model/state-machine.ts'
import { OUTBOUND_OPERATIONS } from '../../model/integration/queues/records.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import {
  authorisedIntegration,
  findIntegration,
  integrationsOf,
  LINK_OR_ADMINISTRATOR,
  onApplicationLink,
  requireLinkOrAdministrator,
  trackerOperation,
  trackerSite,
} from './common.ts'

const MODES = ['AUTO', 'MANUAL', 'DISABLED'] as const
/** The maximum number of messages in one call. */
const MAXIMUM_MESSAGES = 3000

const group = { ...trackerOperation, group: 'Tracker API' } as const
const onLink = { ...group, ...onApplicationLink } as const

const information = operation({
  ...group,
  id: 'tracker.api.read',
  summary: 'Returns information about the tracker and the name of the current user.',
  method: 'GET',
  path: '/api',
  permission: { words: 'none (anonymous allowed)' },
  anonymous: true,
  success: {
    description: 'The versions that the tracker supports, and the current user.',
    shape: {
      name: 'TrackerInformation',
      schema: () =>
        z.object({
          apiVersion: z.int().describe('The latest API version that is supported.'),
          minimumApiVersion: z.int(),
          messageFormatVersion: z.int().describe('The format of queue messages.'),
          title: z.string().optional().describe('Title of the tracker. Absent if the call addresses none.'),
          baseUrl: z.string().optional(),
          username: z.string().optional().describe('The current user. Absent for an anonymous call.'),
          displayName: z.string().optional(),
        }),
      example: {
        apiVersion: 9,
        minimumApiVersion: 1,
        messageFormatVersion: 4,
        title: 'Northwind Tracker',
        baseUrl: 'https://tracker.northwind.test',
        username: 'admin',
        displayName: 'Ada Min',
      },
    },
  },
  assumptions: [...always('A149', 'A151')],
  authorise() {},
  handle(_input, context) {
    const { site, store, user } = context
    const tracker = site === undefined ? undefined : store.table(applications).get(site)
    return {
      apiVersion: LATEST_VERSION,
      minimumApiVersion: OLDEST_VERSION,
      messageFormatVersion: MESSAGE_FORMAT_VERSION,
      ...(tracker === undefined ? {} : { title: tracker.name, baseUrl: tracker.baseUrl }),
      ...(user === undefined ? {} : { username: user.name, displayName: user.displayName }),
    }
  },
})

const text = (maximum = 255) => z.string().max(maximum).nullish()
const number = () => z.int().min(0).nullish()

const queueMessage = () =>
  z.object({
    id: number().describe('Repeated in the response.'),
    operation: z.enum(OUTBOUND_OPERATIONS),
    title: text(1000),
    templateId: number(),
    applinkId: text().describe("UUID of the application link, the tracker's or the wiki's."),
    spaceKey: text(),
    key: text(),
    baseline: z.int32().min(0).nullish(),
    newSpaceKey: text().describe('New space of a renamed requirement.'),
    newKey: text(),
    issueKey: text(),
    relationship: text(),
  })

const post = operation({
  ...group,
  id: 'tracker.api.post',
  summary: 'Posts messages from the wiki to the tracker, in message format version 4.',
  method: 'POST',
  path: '/api',
  permission: LINK_OR_ADMINISTRATOR,
  body: {
    name: 'PostedTrackerMessages',
    schema: () => z.array(queueMessage()).max(MAXIMUM_MESSAGES),
    example: [
      {
        id: 1,
        operation: 'REQUIREMENT_UPDATED',
        applinkId: '11111111-2222-4333-8444-555555555555',
        spaceKey: 'ENG',
        key: 'REQ-001',
      },
    ],
  },
  success: {
    description: 'A result for each message, in their order.',
    shape: {
      name: 'Answers',
      schema: () =>
        z.array(
          z.object({
            id: z.int().describe('The id of the message, or its position from 1 if it has none.'),
            operation: z.string(),
            status: z.enum(['DONE', 'FAILED', 'NOT_EXECUTED']),
            message: z.string(),
          }),
        ),
      example: [
        { id: 1, operation: 'REQUIREMENT_UPDATED', status: 'DONE', message: 'text refreshed for 2 links' },
      ],
    },
  },
  refusals: onLink.refusals,
  assumptions: ['A134', ...always('A152'), 'A153'],
  authorise({ body }, context) {
    if (body.length === 0) requireLinkOrAdministrator(context)
    const integrations = body.map((message) => addressed(context, message.applinkId))
    for (const integration of new Set(integrations)) authorisedIntegration(context, integration)
    return integrations
  },
  handle({ body }, context, integrations) {
    const messages = body.map((message, position) => {
      const { id: _id, applinkId: _applinkId, operation: named, ...fields } = message
      const integration = integrations[position] as IntegrationRecord
      return { integration, message: { operation: named, ...withoutBlanks(fields) } }
    })
    if (messages.length === 0) requireSomeOpenLink(context)
    for (const { integration } of messages) requireOpen(context, integration)
    const { world, store, user } = context
    return postToTracker({ world, store, actor: user }, trackerSite(context), messages).map(
      (result, position) => {
        const { id, operation: named } = body[position] as (typeof body)[number]
        return { id: id ?? position + 1, operation: named, ...result }
      },
    )
  },
})

const changeMode = operation({
  ...onLink,
  id: 'tracker.api.changeMode',
  summary: 'Changes the mode of an application link.',
  method: 'PUT',
  path: '/api/{applinkId}/mode',
  body: {
    schema: () => z.enum(MODES).describe('The mode.'),
    plainText: true,
    example: 'MANUAL',
  },
  success: {
    description: 'The new mode.',
    shape: {
      name: 'ApplicationLinkMode',
      schema: () => z.object({ applinkId: z.string(), mode: z.enum(MODES) }),
      example: { applinkId: '99999999-8888-4777-8666-555555555555', mode: 'MANUAL' },
    },
  },
  assumptions: ['A134', ...always('A153')],
  handle({ path, body }, context, { serviceId, mode: before }) {
    const mode = applyEvent(context.store, modeMachine, before, `SET_${body}`) as typeof body
    context.store.table(integrations).update(serviceId, { mode })
    return { applinkId: path.applinkId, mode }
  },
})

const changeVersion = operation({
  ...onLink,
  id: 'tracker.api.changeVersion',
  summary: 'Changes the API version of an application link.',
  method: 'PUT',
  path: '/api/{applinkId}/version',
  body: {
    schema: () => z.int32().min(OLDEST_VERSION).describe('The requested version.'),
    example: 9,
  },
  success: {
    description: 'The accepted version: the latest supported one if the requested one is higher.',
    shape: {
      name: 'AcceptedVersion',
      schema: () =>
        z.object({
          applinkId: z.string(),
          requestedVersion: z.int(),
          acceptedVersion: z.int(),
          notified: z.boolean().describe('Whether the wiki was notified.'),
          message: z.string(),
        }),
      example: {
        applinkId: '99999999-8888-4777-8666-555555555555',
        requestedVersion: 12,
        acceptedVersion: 9,
        notified: true,
        message: 'the wiki was notified',
      },
    },
  },
  assumptions: ['A134', ...always('A149')],
  handle({ path, body }, context, integration) {
    const accepted = acceptedVersion(body)
    const { notified, message } = changeTrackerVersion(context.store, integration, accepted)
    return {
      applinkId: path.applinkId,
      requestedVersion: body,
      acceptedVersion: accepted,
      notified,
      message,
    }
  },
})

export const trackerApiOperations: readonly Operation[] = [information, post, changeMode, changeVersion]

/** The integration that a message names, or the only one of the tracker. */
function addressed(context: Context, id: string | null | undefined): IntegrationRecord {
  if (id === undefined || id === null || id === '') {
    const [only, another] = integrationsOf(context)
    if (only !== undefined && another === undefined) return only
    throw invalidRequest('applinkId', 'name the application link that the message is for')
  }
  const table = context.store.table(integrations)
  const byWiki = table.find('wikiApplink', [id])
  return byWiki?.trackerApplicationId === trackerSite(context) ? byWiki : findIntegration(context, id)
}

/** An empty list names no application link. Throws FORBIDDEN if all links of the tracker are DISABLED. */
function requireSomeOpenLink(context: Context): void {
  const all = integrationsOf(context)
  if (all.every(({ mode }) => mode === 'DISABLED')) for (const each of all) requireOpen(context, each)
}

function requireOpen(context: Context, integration: IntegrationRecord): void {
  context.assume('A153')
  requireOpenLink(integration, context.user)
}
