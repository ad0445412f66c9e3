/** What the wiki calls a tracker for: general information, messages, mode and version of the application link (service §4.7). */
import { z } from '../framework/zod.ts'
import { applications } from '../../model/applications/records.ts'
import { invalidRequest } from '../../model/errors.ts'
import { modeMachine } from '../../model/integration/queues/machine.ts'
import { postToTracker, requireOpenLink } from '../../model/integration/queues/posted-messages.ts'
import {
  acceptedVersion,
  changeTrackerVersion,
  LATEST_VERSION,
  MESSAGE_FORMAT_VERSION,
  OLDEST_VERSION,
} from '../../model/integration/versions.ts'
import { integrations, type IntegrationRecord } from '../../model/links/records.ts'
import { step } from '../../model/machine.ts'
import { OUTBOUND_OPERATIONS } from '../../model/integration/queues/records.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import {
  applinkId,
  authorisedIntegration,
  findIntegration,
  integrationsOf,
  requireLinkOrAdministrator,
  trackerOperation,
  trackerSite,
} from './common.ts'

const MODES = ['AUTO', 'MANUAL', 'DISABLED'] as const
/** Messages of one call. */
const MAXIMUM_MESSAGES = 3000

const group = { ...trackerOperation, group: 'Tracker API' } as const
const linkOrAdministrator = { words: 'application link or administrator', assumed: true } as const
const unknownLink = { 404: 'The tracker has no such application link.' } as const

const information = operation({
  ...group,
  id: 'tracker.api.read',
  summary: "Reads generic information about the tracker and the current user's name.",
  method: 'GET',
  path: '/api',
  permission: { words: 'none (anonymous allowed)' },
  anonymous: true,
  success: {
    description: 'What the tracker supports, and the current user.',
    shape: {
      name: 'TrackerInformation',
      schema: () =>
        z.object({
          apiVersion: z.int().describe('The latest API version that is supported.'),
          minimumApiVersion: z.int(),
          messageFormatVersion: z.int().describe('The format of queue messages.'),
          title: z.string().optional().describe('Of the tracker; absent where the call does not say which.'),
          baseUrl: z.string().optional(),
          username: z.string().optional().describe('The current user; absent for an anonymous call.'),
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
    id: number().describe('Repeated in the answer.'),
    operation: z.enum(OUTBOUND_OPERATIONS),
    title: text(1000),
    templateId: number(),
    applinkId: text().describe("The application link, by the tracker's id of it or the wiki's."),
    spaceKey: text(),
    key: text(),
    baseline: number(),
    newSpaceKey: text().describe('Where a renamed requirement went.'),
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
  permission: linkOrAdministrator,
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
    description: 'One answer for each message, in their order.',
    shape: {
      name: 'Answers',
      schema: () =>
        z.array(
          z.object({
            id: z.int().describe('That of the message, or its place from 1 where it has none.'),
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
  refusals: unknownLink,
  assumptions: ['A134', ...always('A152'), 'A153'],
  authorise({ body }, context) {
    if (body.length === 0) requireLinkOrAdministrator(context)
    const integrations = body.map((message) => addressed(context, message.applinkId))
    for (const integration of new Set(integrations)) authorisedIntegration(context, integration)
    return integrations
  },
  handle({ body }, context, integrations) {
    const posted = body.map((message, position) => {
      const { id: _id, applinkId: _applinkId, operation: named, ...fields } = message
      const integration = integrations[position] as IntegrationRecord
      return { integration, message: { operation: named, ...withoutBlanks(fields) } }
    })
    if (posted.length === 0) requireSomeOpenLink(context)
    for (const { integration } of posted) requireOpen(context, integration)
    const { world, store, user } = context
    return postToTracker({ world, store, actor: user }, trackerSite(context), posted).map((answer, place) => {
      const { id, operation: named } = body[place] as (typeof body)[number]
      return { id: id ?? place + 1, operation: named, ...answer }
    })
  },
})

const changeMode = operation({
  ...group,
  id: 'tracker.api.changeMode',
  summary: 'Changes the mode of an application link.',
  method: 'PUT',
  path: '/api/{applinkId}/mode',
  permission: linkOrAdministrator,
  pathParameters: { applinkId },
  body: {
    schema: () => z.enum(MODES).describe('The mode.'),
    plainText: true,
    example: 'MANUAL',
  },
  success: {
    description: 'The mode in force.',
    shape: {
      name: 'ApplicationLinkMode',
      schema: () => z.object({ applinkId: z.string(), mode: z.enum(MODES) }),
      example: { applinkId: '99999999-8888-4777-8666-555555555555', mode: 'MANUAL' },
    },
  },
  refusals: unknownLink,
  assumptions: ['A134', ...always('A153')],
  authorise: ({ path }, context) => authorisedIntegration(context, findIntegration(context, path.applinkId)),
  handle({ path, body }, context, { serviceId, mode: before }) {
    const mode = step(context.store, modeMachine, before, `SET_${body}`) as typeof body
    context.store.table(integrations).update(serviceId, { mode })
    return { applinkId: path.applinkId, mode }
  },
})

const changeVersion = operation({
  ...group,
  id: 'tracker.api.changeVersion',
  summary: 'Changes the API version of an application link.',
  method: 'PUT',
  path: '/api/{applinkId}/version',
  permission: linkOrAdministrator,
  pathParameters: { applinkId },
  body: {
    schema: () => z.int().min(OLDEST_VERSION).describe('The version that is asked for.'),
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
          notified: z.boolean().describe('Whether the wiki heard of it.'),
          message: z.string(),
        }),
      example: {
        applinkId: '99999999-8888-4777-8666-555555555555',
        requestedVersion: 12,
        acceptedVersion: 9,
        notified: true,
        message: 'the wiki was told',
      },
    },
  },
  refusals: unknownLink,
  assumptions: ['A134', ...always('A149')],
  authorise: ({ path }, context) => authorisedIntegration(context, findIntegration(context, path.applinkId)),
  handle({ path, body }, context, integration) {
    const accepted = acceptedVersion(body)
    const { notified, message } = changeTrackerVersion(context.store, integration, accepted)
    const told = { notified, message }
    return { applinkId: path.applinkId, requestedVersion: body, acceptedVersion: accepted, ...told }
  },
})

export const trackerApiOperations: readonly Operation[] = [information, post, changeMode, changeVersion]

/** The integration that a message names; the only one of the tracker where it names none. */
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

/** An empty list names no application link: it is refused if every link of the tracker is DISABLED. */
function requireSomeOpenLink(context: Context): void {
  const all = integrationsOf(context)
  if (all.every(({ mode }) => mode === 'DISABLED')) for (const each of all) requireOpen(context, each)
}

function requireOpen(context: Context, integration: IntegrationRecord): void {
  context.assume('A153')
  requireOpenLink(integration, context.user)
}

/** The fields that say something; texts are trimmed. */
function withoutBlanks<T extends object>(fields: T): { [F in keyof T]: Exclude<T[F], null> } {
  const trimmed = Object.entries(fields).map(
    ([field, value]) => [field, typeof value === 'string' ? value.trim() : value] as const,
  )
  return Object.fromEntries(trimmed.filter(([, value]) => value !== null && value !== '')) as {
    [F in keyof T]: Exclude<T[F], null>
  }
}
