/** Repair of links on which wiki and tracker disagree (service §4.6), at both spellings of the path. */
import { z } from '../../framework/zod.ts'
import {
  type Discrepancy,
  DISCREPANCY_KINDS,
  findDiscrepancies,
} from '../../../model/integration/repair/discrepancies.ts'
import type { Repairing } from '../../../model/integration/repair/discrepancy-repair.ts'
import { dropDiscrepancies, healDiscrepancies } from '../../../model/integration/repair/issue-link-repair.ts'
import { issues } from '../../../model/records/tracker/tracker.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { identifier, requireWikiAdministrator, wikiOperation, wikiSite, writingOf } from '../common.ts'

/** Discrepancies of one response. */
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

const view = () =>
  z.object({
    applinkId: z.string(),
    issueKey: z.string().optional(),
    spaceKey: z.string(),
    key: z.string().nullable().describe('Null if the tracker lost it.'),
    baseline: z.int().min(0).nullable(),
    relationship: z.string(),
  })

const discrepancy = () =>
  z.object({
    id: identifier(),
    serviceId: z.string(),
    kind: z.enum(DISCREPANCY_KINDS),
    wiki: view().optional().describe('The link in the wiki.'),
    tracker: view().optional().describe('The link in the tracker.'),
    waiting: z.boolean().describe('Whether a message about it waits in a queue.'),
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
    summary: 'Lists links on which wiki and tracker disagree.',
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
    summary: 'Repairs links on which wiki and tracker disagree.',
    description: 'Changes both products at once, whatever waits in the queues.',
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
              .describe('Ids of the links to heal; default: all.'),
          })
          .optional(),
      example: {},
    },
    success: {
      description: 'The number of healed links, and the remaining discrepancies.',
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
    refusals: { 404: 'An id is not that of a discrepancy. Nothing is healed.' },
    assumptions: ['A51', ...always('A183'), 'A184', ...always('A187')],
    handle({ body }, context) {
      const ids = body?.ids ?? undefined
      const {
        healed,
        discrepancies,
        unreachable: silent,
      } = healDiscrepancies(repairingOf(context), wikiSite(context), ids)
      return { healed, remaining: showAll(context, discrepancies), unreachable: silent }
    },
  }),
  operation({
    ...group,
    id: 'wiki.repair.drop',
    summary: 'Deletes links on which wiki and tracker disagree from both.',
    method: 'DELETE',
    success: { status: 204, description: 'Wiki and tracker agree.' },
    refusals: { 409: 'A tracker does not respond. Nothing is deleted.' },
    assumptions: ['A51', 'A184', ...always('A187')],
    handle(_input, context) {
      dropDiscrepancies(repairingOf(context), wikiSite(context))
    },
  }),
]

function repairingOf(context: Context): Repairing {
  return {
    ...writingOf(context),
    right: context.choose(ledger.discrepancyRepair) === 'wiki' ? 'wiki' : 'both',
  }
}

function showAll({ store }: Context, all: readonly Discrepancy[]) {
  return all.slice(0, LISTED).map(({ integration, link, kind, waitsIn, detail }) => {
    const { wiki, tracker } = link
    return {
      id: link.id,
      serviceId: integration.serviceId,
      kind,
      wiki: wiki && showView(wiki, wiki.issueKey),
      tracker: tracker && showView(tracker, store.table(issues).get(tracker.issueId)?.key),
      waiting: waitsIn !== undefined,
      detail,
    }
  })
}

function showView({ applinkId, spaceKey, key, baseline, relationship }: LinkView, issueKey?: string) {
  return { applinkId, issueKey, spaceKey, key, baseline: baseline ?? null, relationship }
}

interface LinkView {
  readonly applinkId: string
  readonly spaceKey: string
  readonly key: string | null
  readonly baseline?: number | null
  readonly relationship: string
}
