/** The migration of saved queries (service §4.6). */
import { z } from '../../framework/zod.ts'
import { migrateSavedQueries, SAVED_QUERY_KINDS } from '../../../model/saved-queries/saved-queries.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { editsSpace, wikiOperation } from '../common.ts'

const migrate = operation({
  ...wikiOperation,
  ...editsSpace,
  id: 'wiki.savedQueries.migrate',
  group: 'Saved queries',
  summary: 'Rewrites the saved queries of a space in the current syntax.',
  method: 'POST',
  path: '/misc/{spaceKey}/migrateUsersQueries',
  stability: 'internal',
  section: '4.6',
  success: {
    description: 'The number of changed queries, and those that cannot be read.',
    shape: {
      name: 'QueryMigration',
      schema: () =>
        z.object({
          migrated: z.int().min(0),
          unchanged: z.int().min(0),
          failed: z.array(
            z.object({
              kind: z.enum(SAVED_QUERY_KINDS),
              id: z.int().describe('Id of the matrix, or number of the baseline.'),
              message: z.string(),
            }),
          ),
        }),
      example: {
        migrated: 1,
        unchanged: 2,
        failed: [
          { kind: 'matrix', id: 7, message: 'Syntax error at position 6: expected a value, found the end' },
        ],
      },
    },
  },
  assumptions: ['A51', ...always('A106')],
  handle: (_input, context, space) => migrateSavedQueries(context.world, context.store, space.id),
})

export const wikiSavedQueryOperations: readonly Operation[] = [migrate]
