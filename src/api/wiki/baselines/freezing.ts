/** Freezing a baseline in PREVIEW (service §4.2). */
import { z } from '../../framework/zod.ts'
import { freezeBaseline } from '../../../model/baselines/rows-to-freeze.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { requireBaseline, version } from './baselines.ts'
import { byCaller, editsSpace, spaceKey, wikiOperation } from '../common.ts'

/** What actions on baselines share. */
export const baselineActions = {
  ...wikiOperation,
  group: 'Baseline actions',
  section: '4.2',
  stability: 'internal',
} as const

const freeze = operation({
  ...baselineActions,
  ...editsSpace,
  id: 'wiki.baseline.freeze',
  startsJob: true,
  summary: 'Starts freezing a baseline in status PREVIEW.',
  method: 'POST',
  path: '/baseline-actions/{spaceKey}/freeze/{version}',
  pathParameters: { spaceKey, version },
  success: {
    description: 'The task to poll.',
    shape: {
      name: 'FreezeStarted',
      schema: () => z.object({ taskId: z.string() }),
      example: { taskId: '68c954fa-f20b-4179-a109-ce42109de41f' },
    },
  },
  refusals: { 409: 'The baseline is not in PREVIEW.' },
  assumptions: ['A51', ...always('A122', 'A123')],
  handle({ path }, context, space) {
    const record = requireBaseline(context, space, path.version)
    const task = freezeBaseline(byCaller(context), space, record)
    return { taskId: task.id }
  },
})

export const wikiBaselineFreezingOperations: readonly Operation[] = [freeze]
