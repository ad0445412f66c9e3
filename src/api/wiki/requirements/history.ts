/** The history of requirements (service §4.6). */
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { HISTORY_EVENTS } from '../../../model/records/wiki/history.ts'
import { historyOfKey, type RequirementEvent } from '../../../model/history/reading.ts'
import { unknownRequirement } from '../../../model/finding/requirements/unknown-key.ts'
import { users } from '../../../model/records/service/users.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { list } from '../../framework/parameter.ts'
import { identifier, instant, readsSpace, wikiOperation } from '../common.ts'

const historyShape = {
  name: 'RequirementHistory',
  schema: () =>
    z.array(
      z.object({
        spaceKey: z.string(),
        key: z.string(),
        events: z
          .array(
            z.object({
              requirementId: identifier(),
              baseline: z.int().describe('Number of the baseline of a frozen copy.').optional(),
              event: z.enum(['CREATED', ...HISTORY_EVENTS]),
              at: instant(),
              by: z.string().describe('Name of the user, if a user caused it.').optional(),
              changes: z
                .array(
                  z.object({
                    field: z.string(),
                    before: z.string().optional(),
                    after: z.string().optional(),
                  }),
                )
                .describe('The changed fields as text, if expanded.')
                .optional(),
            }),
          )
          .describe('The oldest first.'),
      }),
    ),
  example: [
    {
      spaceKey: 'ENG',
      key: 'REQ-001',
      events: [
        { requirementId: 6001, event: 'CREATED', at: '2026-01-05T09:00:00.000Z' },
        {
          requirementId: 6001,
          event: 'WRITTEN',
          at: '2026-01-05T09:03:00.000Z',
          by: 'alice',
          changes: [
            { field: 'htmlExcerpt', before: 'The drone shall fly.', after: 'The drone shall hover.' },
          ],
        },
      ],
    },
  ],
}

const history = operation({
  ...wikiOperation,
  ...readsSpace,
  id: 'wiki.requirement.history',
  group: 'Miscellaneous',
  summary: 'Lists the history of requirements.',
  description: 'Lists the events of all interfaces for the requirements of these keys.',
  stability: 'internal',
  section: '4.6',
  method: 'GET',
  path: '/misc/{spaceKey}/history',
  query: {
    reqs: list({ maximumLength: 255, description: 'Keys of the requirements.', example: 'REQ-001' }),
    expand: list({ maximumLength: 255, description: '`changes` lists the fields that each event changed.' }),
  },
  success: { description: 'The events of each key, in the order of the request.', shape: historyShape },
  refusals: { 404: 'No such space or requirement.' },
  assumptions: ['A51', ...always('A62', 'A63')],
  handle({ query }, context, space) {
    const expands = query.expand?.includes('changes') === true
    const keys = [...new Set(query.reqs ?? [])]
    return keys.map((key) => ofKey(context, space, key, expands))
  },
})

function ofKey(context: Context, space: ContainerRecord, key: string, expands: boolean) {
  const events = historyOfKey(context.store, space, key)
  if (events.length === 0) throw unknownRequirement(context.store, space, key, { at: 'reqs' })
  return { spaceKey: space.key ?? '', key, events: events.map((event) => eventOf(context, event, expands)) }
}

function eventOf({ store }: Context, { row, event, at, by, changes }: RequirementEvent, expands: boolean) {
  return {
    requirementId: row.id,
    baseline: row.baseline,
    event,
    at: formatInstant(at),
    by: by === undefined ? undefined : store.table(users).get(by)?.name,
    changes: expands ? changes : undefined,
  }
}

export const wikiHistoryOperations: readonly Operation[] = [history]
