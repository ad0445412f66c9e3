/** Messages that the wiki posts to the tracker (service §4.7). */
import { withoutBlank, withoutBlanks } from '../../model/input/blank.ts'
import { z } from '../framework/zod.ts'
import { invalidRequest } from '../../model/input/errors.ts'
import { postToTracker, requireOpenLink } from '../../model/integration/queues/outbound.ts'
import { integrations, type IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import { OUTBOUND_OPERATIONS } from '../../model/records/tracker/outbound-messages.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { contentOf, queueFields } from '../wiki/integration/queue-shape.ts'
import * as ledger from '../framework/ledger-names.ts'
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

/** The maximum number of messages in one call. */
const MAXIMUM_MESSAGES = 3000

const text = (maximum = 255) => z.string().max(maximum).nullish()
const number = () => z.int().min(0).nullish()

const queueMessage = () =>
  z.object({
    ...queueFields(),
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
  ...trackerOperation,
  group: 'Tracker API',
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
  refusals: onApplicationLink.refusals,
  assumptions: ['A134', ...always('A152'), 'A153'],
  authorise({ body }, context) {
    if (body.length === 0) requireLinkOrAdministrator(context)
    const integrations = body.map((message) => addressed(context, message.applinkId))
    for (const integration of new Set(integrations)) authorisedIntegration(context, integration)
    return integrations
  },
  handle({ body }, context, integrations) {
    const messages = body.map((message, position) => {
      const { operation: named, ...fields } = contentOf(message)
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

export const trackerPostedMessageOperations: readonly Operation[] = [post]

/** The integration that a message names, or the only one of the tracker. */
function addressed(context: Context, id: string | null | undefined): IntegrationRecord {
  const named = withoutBlank(id)
  if (named === undefined) {
    const [only, another] = integrationsOf(context)
    if (only !== undefined && another === undefined) return only
    throw invalidRequest('applinkId', 'name the application link that the message is for')
  }
  const table = context.store.table(integrations)
  const byWiki = table.find('wikiApplink', [named])
  return byWiki?.trackerApplicationId === trackerSite(context) ? byWiki : findIntegration(context, named)
}

/** An empty list names no application link. Throws FORBIDDEN if all links of the tracker are DISABLED. */
function requireSomeOpenLink(context: Context): void {
  const all = integrationsOf(context)
  if (all.every(({ mode }) => mode === 'DISABLED')) for (const each of all) requireOpen(context, each)
}

function requireOpen(context: Context, integration: IntegrationRecord): void {
  context.note(ledger.linkModes)
  requireOpenLink(integration, context.user)
}
