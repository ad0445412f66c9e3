/** Recovery of links that have lost the key of their requirement (service §4.7). */
import { withoutBlank } from '../../model/input/blank.ts'
import { z } from '../framework/zod.ts'
import { wikiSilence } from '../../model/finding/reachability.ts'
import type { IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import { recoverKey } from '../../model/integration/tracker/moving.ts'
import {
  candidatesOf,
  findLostLink,
  lostLinks,
  requirementsByKey,
} from '../../model/integration/tracker/recovery.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { int32, int64, string } from '../framework/parameter.ts'
import {
  authorisedIntegration,
  LINK_OR_ADMINISTRATOR,
  optionalApplinkId,
  requireLinkOrAdministrator,
  trackerOperation,
  trackerSite,
  writingOf,
  selectedIntegration,
  requireWiki,
} from './common.ts'
import {
  issueLink,
  issueLinkExample,
  linkShape,
  OK,
  parts,
  requireLinkable,
  showLink,
} from './issue-link-shape.ts'

const group = {
  ...trackerOperation,
  permission: LINK_OR_ADMINISTRATOR,
  group: 'Recovery of keys',
  assumptions: ['A134', ...always('A164')],
} as const

const limit = int32({ minimum: 1, maximum: 200, default: 20, description: 'Maximum number to return.' })
/** The maximum number of lost links whose spaces a search without a space looks through. */
const MAXIMUM_SPACES = 100

const suggest = operation({
  ...group,
  id: 'tracker.recovery.suggest',
  summary: 'Lists links that have lost their key, with candidates for the requirement.',
  method: 'GET',
  path: '/recover-null-keys/suggest',
  query: { limit },
  success: {
    description: 'The links, each with its candidates, likeliest first.',
    shape: {
      name: 'LostLinks',
      schema: () =>
        z.array(
          issueLink().extend({
            issueKey: z.string(),
            summary: z.string().describe('Summary of the issue.'),
            candidates: z.array(
              z.object({
                spaceKey: z.string(),
                key: z.string(),
                text: z.string(),
                reason: z.enum(['WIKI_LINK', 'WORDS']),
                words: z
                  .array(z.string())
                  .describe('Words that the text shares with the summary of the issue.'),
              }),
            ),
            obstacle: z.string().optional().describe('Why the wiki returns no candidates.'),
          }),
        ),
      example: [
        {
          ...issueLinkExample,
          id: 40001,
          key: null,
          issueKey: 'DRN-5',
          summary: 'Route is lost after a restart',
          candidates: [
            {
              spaceKey: 'ENG',
              key: 'REQ-005',
              text: 'The drone shall follow a route of up to 200 waypoints.',
              reason: 'WORDS',
              words: ['route'],
            },
          ],
        },
      ],
    },
  },
  authorise: (_input, context) => requireLinkOrAdministrator(context),
  handle({ query }, context) {
    const lost = lostLinks(context.store, trackerSite(context), query.limit)
    const reachable = lost.filter(({ integration }) => wikiSilence(context.store, integration) === undefined)
    const candidates = candidatesOf(context.store, reachable)
    return lost.map(({ link, issue, summary, integration }) => ({
      ...showLink(context, link),
      issueKey: issue.key,
      summary,
      candidates: (candidates.get(link.id) ?? []).map(({ row, reason, words }) => ({
        spaceKey: row.spaceKey,
        key: row.key,
        text: row.text,
        reason,
        words,
      })),
      obstacle: wikiSilence(context.store, integration),
    }))
  },
})

const lookUp = operation({
  ...group,
  id: 'tracker.recovery.requirement',
  summary: 'Finds requirements of the wiki by their key.',
  method: 'GET',
  path: '/recover-null-keys/requirement',
  query: {
    applinkId: optionalApplinkId,
    spaceKey: string({
      maximumLength: 255,
      description: 'Key of the space. Default: the spaces of links that have lost their key.',
      example: 'ENG',
    }),
    key: string({ maximumLength: 255, description: 'The beginning of the key.', example: 'REQ-00' }),
    limit,
  },
  success: {
    description: 'ACTIVE requirements, by key.',
    shape: {
      name: 'RecoveryRequirements',
      schema: () =>
        z.array(z.object({ spaceKey: z.string(), key: z.string(), text: z.string(), html: z.string() })),
      example: [
        { spaceKey: 'ENG', key: 'REQ-001', text: 'The drone shall fly.', html: 'The drone shall fly.' },
      ],
    },
  },
  refusals: { 404: 'No such application link.', 409: 'The wiki does not respond.' },
  authorise: ({ query }, context) =>
    authorisedIntegration(context, selectedIntegration(context, undefined, query.applinkId)),
  handle({ query }, context, integration) {
    requireWiki(context, integration)
    const named = withoutBlank(query.spaceKey)
    const spaces = named === undefined ? spacesOfLostLinks(context, integration) : [named]
    const rows = [...spaces].flatMap((space) =>
      requirementsByKey(
        { store: context.store, integration },
        space,
        withoutBlank(query.key) ?? '',
        query.limit,
      ),
    )
    return rows.slice(0, query.limit).map(({ spaceKey, key, text, html }) => ({ spaceKey, key, text, html }))
  },
})

const associate = operation({
  ...group,
  id: 'tracker.recovery.associate',
  summary: 'Restores the key of a link.',
  description: 'The tracker shows the link at once. A queue message reports it to the wiki.',
  method: 'PUT',
  path: '/recover-null-keys/associate/{id}',
  pathParameters: {
    id: int64({ minimum: 1, description: 'The id of the link.', example: '40001' }),
  },
  body: {
    name: 'KeyAssociation',
    schema: () =>
      z.object({
        key: parts.name('Key of the requirement.'),
        spaceKey: parts.optionalName('Key of the space. Default: that of the link.'),
        baseline: parts.baseline().describe('The baseline. Default: that of the link.'),
      }),
    example: { key: 'REQ-005' },
  },
  success: {
    description: 'The link.',
    shape: linkShape('KeyAssociated', { id: 40001, key: 'REQ-005' }),
  },
  refusals: {
    404: 'No such link or requirement.',
    409: 'The link has a key, the issue already has such a link, or a baseline is not DONE.',
  },
  assumptions: ['A134', ...always('A165')],
  authorise({ path }, context) {
    requireLinkOrAdministrator(context)
    const lost = findLostLink(context.store, trackerSite(context), path.id)
    authorisedIntegration(context, lost.integration)
    return lost
  },
  handle({ body }, context, { link, issue, integration }) {
    const spaceKey = withoutBlank(body.spaceKey) ?? link.tracker.spaceKey
    const baseline = body.baseline ?? link.tracker.baseline ?? undefined
    const place = { spaceKey, key: body.key, baseline }
    const { relationship } = link.tracker
    if (link.tracker.key === null) requireLinkable(context, [{ integration, ...place, relationship }])
    const healed = recoverKey({ ...writingOf(context), integration }, issue, link, place)
    return { ...OK, link: showLink(context, healed) }
  },
})

export const trackerRecoveryOperations: readonly Operation[] = [suggest, lookUp, associate]

function spacesOfLostLinks(context: Context, { serviceId }: IntegrationRecord): Set<string> {
  const lost = lostLinks(context.store, trackerSite(context), MAXIMUM_SPACES)
  return new Set(
    lost.filter(({ link }) => link.serviceId === serviceId).map(({ link }) => link.tracker.spaceKey),
  )
}
