/** Suggestions of the next available keys, and the release of keys that were not used (service §4.6). */
import { z } from '../../framework/zod.ts'
import { releaseKey, suggestKeys } from '../../../model/requirement-keys/key-suggestions.ts'
import { notFound } from '../../../model/input/errors.ts'
import { quoted } from '../../../model/input/refusal.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { editsSpace, readsSpace, wikiOperation, writingOf } from '../common.ts'

const MAXIMUM_INPUTS = 1000
const MAXIMUM_KEY_LENGTH = 255

const suggestions = {
  name: 'KeySuggestions',
  schema: () =>
    z.array(
      z.object({
        input: z.string().describe('The text of the request.'),
        key: z.string().describe('The next available key, now held; absent after the timeout.').optional(),
      }),
    ),
  example: [
    { input: 'REQ-', key: 'REQ-013' },
    { input: 'REQ-001', key: 'REQ-014' },
  ],
}

const suggest = operation({
  ...wikiOperation,
  ...readsSpace,
  id: 'wiki.keySuggestion.suggest',
  group: 'Key suggestions',
  summary: 'Suggests the next available key for each requirement.',
  description:
    'Each text is a prefix, or a key that has it. A suggested key is held until it is used or released.',
  method: 'POST',
  path: '/key-suggestions/{spaceKey}/suggestAtInitialization',
  otherPaths: [{ path: '/rte/{spaceKey}/suggestAtInitialization', provenance: 'documented' }],
  stability: 'internal',
  rate: 'high',
  section: '4.6',
  query: {
    timeout: int64({
      minimum: 0,
      default: 2000,
      description: 'Milliseconds for the search. It suggests at least one key if there is one.',
    }),
  },
  body: {
    schema: () => z.array(z.string().max(MAXIMUM_KEY_LENGTH)).max(MAXIMUM_INPUTS),
    example: ['REQ-', 'REQ-001'],
  },
  success: {
    description: 'The next available key for each text, in the order of the request.',
    shape: suggestions,
  },
  refusals: { 409: 'The space already holds the maximum number of suggested keys.' },
  assumptions: ['A51', ...always('A80', 'A81'), 'A82'],
  handle({ query, body }, context, space) {
    const advance = context.choose(ledger.keyHold) === 'advance'
    return suggestKeys(writingOf(context), space, body, { timeout: Number(query.timeout), advance })
  },
})

const release = operation({
  ...wikiOperation,
  ...editsSpace,
  id: 'wiki.keySuggestion.release',
  group: 'Key suggestions',
  summary: 'Releases a suggested key that was not used.',
  method: 'DELETE',
  path: '/key-suggestions/{spaceKey}/',
  stability: 'internal',
  section: '4.6',
  body: {
    schema: () => z.string().max(MAXIMUM_KEY_LENGTH),
    plainText: true,
    example: 'REQ-013',
  },
  success: { status: 204, description: 'The key is no longer held.' },
  assumptions: ['A51', ...always('A82'), 'A83'],
  handle({ body }, context, space) {
    const held = releaseKey(context.store, space, body)
    if (!held && context.choose(ledger.releasingFreeKey) === 'not-found')
      throw notFound('suggested key', body, {
        in: `space ${quoted(space.key)}`,
        instead: 'it was used, released or never suggested',
      })
  },
})

export const wikiKeySuggestionOperations: readonly Operation[] = [suggest, release]
