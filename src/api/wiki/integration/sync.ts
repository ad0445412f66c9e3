/** The deprecated synchronisation of the wiki (service §4.6). */
import { z } from '../../framework/zod.ts'
import {
  findIntegration,
  MAXIMUM_ISSUE_KEYS,
  queueRequirementsOfIssues,
} from '../../../model/integration/queues/sync-operation.ts'
import { invalid, invalidRequest } from '../../../model/errors.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { string } from '../../framework/parameter.ts'
import { requireWikiAdministrator, wikiOperation, wikiSite } from '../common.ts'

const sync = operation({
  ...wikiOperation,
  id: 'wiki.sync.queue',
  group: 'Synchronisation',
  summary: 'Queues messages to a tracker about the requirements that are linked to its issues.',
  method: 'POST',
  path: '/sync',
  stability: 'deprecated',
  permission: { words: 'administrator', assumed: true },
  section: '4.6',
  query: {
    from: string({
      required: true,
      maximumLength: 2000,
      description: 'The tracker: its base address, its application link id in the wiki, or the service id.',
      example: 'https://tracker.northwind.test',
    }),
  },
  body: {
    schema: () => z.string().max(1_000_000).describe('Issue keys, joined by commas or line breaks.'),
    plainText: true,
    example: 'DRN-1,DRN-2',
  },
  success: {
    description: 'How many messages wait now, and which issues have no link.',
    shape: {
      name: 'QueuedSynchronisation',
      schema: () =>
        z.object({
          queued: z.int().min(0).describe('Messages queued: one for each requirement.'),
          unlinked: z.array(z.string()).describe('Issue keys that no requirement is linked to.'),
        }),
      example: { queued: 2, unlinked: [] },
    },
  },
  assumptions: ['A51', ...always('A107')],
  authorise: (_input, context) => requireWikiAdministrator(context),
  handle({ query, body }, context) {
    const { world, store, user } = context
    const integration = findIntegration(store, wikiSite(context), query.from)
    return queueRequirementsOfIssues({ world, store, actor: user, integration }, readIssueKeys(body))
  },
})

export const wikiSyncOperations: readonly Operation[] = [sync]

function readIssueKeys(body: string): string[] {
  const keys = body
    .split(/[,\n]/u)
    .map((key) => key.trim())
    .filter((key) => key !== '')
  if (keys.length === 0) throw invalidRequest('body', 'list at least one issue key, such as DRN-1')
  if (keys.length > MAXIMUM_ISSUE_KEYS) {
    throw invalidRequest('body', `at most ${MAXIMUM_ISSUE_KEYS} issue keys, not ${keys.length}`)
  }
  const long = keys.find((key) => key.length > 255)
  if (long !== undefined) throw invalid('body: issue key', long, 'at most 255 characters')
  return keys
}
