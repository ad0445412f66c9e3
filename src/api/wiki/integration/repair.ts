/** Repair of what wiki and tracker disagree on (service §4.6), under both spellings of the tracker's brand. */
import { z } from '../../framework/zod.ts'
import {
  type Discrepancy,
  DISCREPANCY_KINDS,
  type Findings,
  findDiscrepancies,
} from '../../../model/integration/repair/discrepancies.ts'
import type { Repairing } from '../../../model/integration/repair/mending.ts'
import { dropDiscrepancies, healDiscrepancies } from '../../../model/integration/repair/repair.ts'
import { issues } from '../../../model/links/records.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { identifier, requireWikiAdministrator, wikiOperation, wikiSite } from '../common.ts'

/** Discrepancies of one answer. */
const LISTED = 1000
const MAXIMUM_CHOSEN = 10_000

const group = {
  ...wikiOperation,
  group: 'Repair',
  section: '4.6',
  path: '/repair/trackerlinks',
  otherPaths: [{ path: '/repair/jiralinks', provenance: 'assumed' }],
  stability: 'internal',
  permission: { words: 'administrator' },
  authorise: (_input: unknown, context: Context) => requireWikiAdministrator(context),
} as const

const face = () =>
  z.object({
    applinkId: z.string(),
    issueKey: z.string().optional(),
    spaceKey: z.string(),
    key: z.string().nullable().describe('Null where the tracker has lost it.'),
    baseline: z.int().min(0).nullable(),
    relationship: z.string(),
  })

const discrepancy = () =>
  z.object({
    id: identifier(),
    serviceId: z.string(),
    kind: z.enum(DISCREPANCY_KINDS),
    wiki: face().optional().describe('What the wiki shows.'),
    tracker: face().optional().describe('What the tracker shows.'),
    waiting: z.boolean().describe('A message that is about it waits in a queue.'),
    detail: z.string(),
  })

const unreachable = () => z.array(z.object({ serviceId: z.string(), reason: z.string() }))

const example = {
  id: 40001,
  serviceId: 'svc-0001-demo',
  kind: 'LOST_KEY',
  tracker: {
    applinkId: '99999999-8888-4777-8666-555555555555',
    issueKey: 'DRN-5',
    spaceKey: 'ENG',
    key: null,
    baseline: null,
    relationship: 'implements',
  },
  waiting: false,
  detail: 'the tracker shows implements ENG/?, and has lost the key',
}

export const wikiRepairOperations: readonly Operation[] = [
  operation({
    ...group,
    id: 'wiki.repair.list',
    summary: 'Lists what wiki and tracker disagree on.',
    method: 'GET',
    success: {
      description: 'The discrepancies, by id of the link.',
      shape: {
        name: 'Discrepancies',
        schema: () =>
          z.object({
            total: z.int().min(0),
            discrepancies: z.array(discrepancy()),
            unreachable: unreachable(),
          }),
        example: { total: 1, discrepancies: [example], unreachable: [] },
      },
    },
    assumptions: ['A51', ...always('A183', 'A186')],
    handle(_input, context) {
      const { discrepancies, ...rest } = findDiscrepancies(context.store, wikiSite(context))
      const total = discrepancies.length
      return { total, discrepancies: showAll(context, discrepancies), ...rest }
    },
  }),
  operation({
    ...group,
    id: 'wiki.repair.heal',
    summary: 'Brings wiki and tracker to the same links.',
    description: 'Both products are changed at once, whatever waits in the queues.',
    method: 'PUT',
    body: {
      name: 'DiscrepancySelection',
      required: false,
      schema: () =>
        z
          .object({
            ids: z
              .array(z.int().min(0))
              .max(MAXIMUM_CHOSEN)
              .nullish()
              .describe('Ids of the links to heal; all where absent.'),
          })
          .optional(),
      example: {},
    },
    success: {
      description: 'How many were healed, and what is left.',
      shape: {
        name: 'HealedDiscrepancies',
        schema: () =>
          z.object({
            healed: z.int().min(0),
            remaining: z.array(discrepancy()),
            unreachable: unreachable(),
          }),
        example: { healed: 2, remaining: [example], unreachable: [] },
      },
    },
    refusals: { 404: 'An id is of no discrepancy; nothing is healed.' },
    assumptions: ['A51', ...always('A183'), 'A184', ...always('A187')],
    handle({ body }, context) {
      const ids = body?.ids ?? undefined
      const healed = healDiscrepancies(repairingOf(context), wikiSite(context), ids)
      return showHealed(context, healed)
    },
  }),
  operation({
    ...group,
    id: 'wiki.repair.drop',
    summary: 'Drops what wiki and tracker disagree on from both.',
    method: 'DELETE',
    success: { status: 204, description: 'The products agree.' },
    refusals: { 409: 'A tracker does not answer; nothing is dropped.' },
    assumptions: ['A51', 'A184', ...always('A187')],
    handle(_input, context) {
      dropDiscrepancies(repairingOf(context), wikiSite(context))
    },
  }),
]

function repairingOf(context: Context): Repairing {
  const { world, store, user } = context
  return { world, store, actor: user, right: context.assume('A184') === 'wiki' ? 'wiki' : 'both' }
}

function showHealed(
  context: Context,
  { healed, discrepancies, unreachable: silent }: Findings & { healed: number },
) {
  return { healed, remaining: showAll(context, discrepancies), unreachable: silent }
}

function showAll({ store }: Context, all: readonly Discrepancy[]) {
  return all.slice(0, LISTED).map(({ integration, link, kind, waitsIn, detail }) => {
    const { wiki, tracker } = link
    const shown = {
      ...(wiki === undefined ? {} : { wiki: showFace(wiki, wiki.issueKey) }),
      ...(tracker === undefined
        ? {}
        : { tracker: showFace(tracker, store.table(issues).get(tracker.issueId)?.key) }),
    }
    const { serviceId } = integration
    return { id: link.id, serviceId, kind, ...shown, waiting: waitsIn !== undefined, detail }
  })
}

function showFace(
  {
    applinkId,
    spaceKey,
    key,
    baseline,
    relationship,
  }: {
    readonly applinkId: string
    readonly spaceKey: string
    readonly key: string | null
    readonly baseline?: number | null
    readonly relationship: string
  },
  issueKey: string | undefined,
) {
  const known = issueKey === undefined ? {} : { issueKey }
  return { applinkId, ...known, spaceKey, key, baseline: baseline ?? null, relationship }
}
