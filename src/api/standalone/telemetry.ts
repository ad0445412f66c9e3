/** Events that clients send when a user uses a feature (known from clients only, service §4.1 does not list it). */
import { z } from '../framework/zod.ts'
import { countFeature } from '../../model/records/service/telemetry.ts'
import { always, operation, type Operation } from '../framework/operation.ts'
import { observed } from './common.ts'
import { signedIn } from './organizations/common.ts'

const send = operation({
  ...observed,
  ...signedIn,
  id: 'standalone.telemetry.send',
  group: 'Telemetry',
  summary: 'Counts a use of a feature by the caller.',
  method: 'POST',
  path: '/telemetry',
  body: {
    name: 'TelemetryEvent',
    schema: () => z.object({ feature: z.string().min(1).max(255).describe('The name of the feature.') }),
    example: { feature: 'dashboard.open' },
  },
  success: { status: 204, description: 'The use was counted.' },
  assumptions: [...always('A229')],
  handle: ({ body }, context, user) => countFeature(context.store, user.id, body.feature, context.world.now),
})

export const telemetryOperations: readonly Operation[] = [send]
