/** What clients tell of the features that their users use (service §4.1 shows no such operation; clients call it). */
import { z } from '../framework/zod.ts'
import { countFeature } from '../../model/telemetry/records.ts'
import { always, operation, type Operation } from '../framework/operation.ts'
import { caller } from './common.ts'
import { observed } from './editing.ts'
import { signedIn } from './organizations/common.ts'

const send = operation({
  ...observed,
  id: 'standalone.telemetry.send',
  group: 'Telemetry',
  summary: 'Counts that the caller used a feature.',
  method: 'POST',
  path: '/telemetry',
  permission: signedIn,
  body: {
    name: 'TelemetryEvent',
    schema: () => z.object({ feature: z.string().min(1).max(255).describe('The name of the feature.') }),
    example: { feature: 'dashboard.open' },
  },
  success: { status: 204, description: 'It is counted.' },
  assumptions: [...always('A229')],
  authorise: (_input, context) => caller(context),
  handle({ body }, context, user) {
    countFeature(context.store, user.id, body.feature, context.world.now)
  },
})

export const telemetryOperations: readonly Operation[] = [send]
