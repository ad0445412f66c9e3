/** The deprecated synchronisation of the wiki (service §4.6). */
import { ISSUE_KEY_ASSUMPTIONS, keyForWiki } from '../../shared/issue-keys.ts'
import { hasMoreCharacters } from '../../../world/characters.ts'
import { z } from '../../framework/zod.ts'
import { requireIntegrationFrom } from '../../../model/integration/integrations.ts'
import { notifyTrackerOfIssues } from '../../../model/integration/messages/events.ts'
import { invalid, invalidRequest } from '../../../model/input/errors.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { string } from '../../framework/parameter.ts'
import { administersWiki, wikiOperation, wikiSite, writingOf } from '../common.ts'

const MAXIMUM_ISSUE_KEYS = 1000

const sync = operation({
  ...wikiOperation,
  ...administersWiki,
  id: 'wiki.sync.queue',
  group: 'Synchronisation',
  summary: 'Queues messages to a tracker about the requirements linked to its issues.',
  method: 'POST',
  path: '/sync',
  stability: 'deprecated',
  section: '4.6',
  query: {
    from: string({
      required: true,
      maximumLength: 2000,
      description: 'The tracker: its base address, application link id in the wiki, or service id.',
      example: 'https://tracker.northwind.test',
    }),
  },
  body: {
    schema: () => z.string().max(1_000_000).describe('Issue keys, joined by commas or line breaks.'),
    plainText: true,
    example: 'DRN-1,DRN-2',
  },
  success: {
    description: 'The number of queued messages, and the issues without a link.',
    shape: {
      name: 'QueuedSynchronisation',
      schema: () =>
        z.object({
          queued: z.int().min(0).describe('Number of queued messages, one for each requirement.'),
          unlinked: z.array(z.string()).describe('Keys of issues without a linked requirement.'),
        }),
      example: { queued: 2, unlinked: [] },
    },
  },
  assumptions: ['A51', ...always('A107'), ...ISSUE_KEY_ASSUMPTIONS],
  handle({ query, body }, context) {
    const integration = requireIntegrationFrom(context.store, wikiSite(context), query.from)
    const keys = readIssueKeys(body).map((key) => keyForWiki(context, integration, key))
    return notifyTrackerOfIssues({ ...writingOf(context), integration }, keys)
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
  const long = keys.find((key) => hasMoreCharacters(key, 255))
  if (long !== undefined) throw invalid('body: issue key', long, 'at most 255 characters')
  return keys
}
