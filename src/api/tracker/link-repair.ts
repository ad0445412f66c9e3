/** The repair of an application link (service §4.7). */
import { z } from '../framework/zod.ts'
import { repairApplicationLink } from '../../model/integration/repair/application-link-repair.ts'
import { always, operation, type Operation } from '../framework/operation.ts'
import { onApplicationLink, trackerOperation } from './common.ts'

const repair = operation({
  ...trackerOperation,
  ...onApplicationLink,
  group: 'Tracker queue',
  id: 'tracker.queue.repairApplicationLink',
  summary: 'Repairs an application link: identifiers, version and synchronisation.',
  method: 'POST',
  path: '/queue/{applinkId}/repair-applink',
  success: {
    description: 'The repaired parts.',
    shape: {
      name: 'ApplicationLinkRepair',
      schema: () =>
        z.object({
          applinkId: z.string(),
          links: z.int().min(0).describe('Links that named another application link.'),
          messages: z.int().min(0).describe('Messages that named another application link.'),
          retried: z.int().min(0).describe('Failed messages that are PENDING again.'),
          version: z.int().describe('The version that both products use, or that of the tracker.'),
          synchronises: z.boolean().describe('Whether another synchronisation is scheduled.'),
          obstacle: z.string().optional().describe('Why the link sends no messages.'),
        }),
      example: {
        applinkId: '99999999-8888-4777-8666-555555555555',
        links: 0,
        messages: 0,
        retried: 0,
        version: 8,
        synchronises: true,
      },
    },
  },
  assumptions: ['A134', ...always('A172')],
  handle(_input, context, integration) {
    const { trackerApplinkId } = integration
    const repaired = repairApplicationLink({ world: context.world, store: context.store, integration })
    return { applinkId: trackerApplinkId, ...repaired }
  },
})

export const trackerLinkRepairOperations: readonly Operation[] = [repair]
