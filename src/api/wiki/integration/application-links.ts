/** Checks and tests of the application links between the wiki and its trackers (service §4.5). */
import { z } from '../../framework/zod.ts'
import type { ApplicationLink } from '../../../model/integration/application-links.ts'
import { trackerSilence } from '../../../model/finding/reachability.ts'
import { checkApplicationLinks } from '../../../model/integration/repair/application-link-check.ts'
import { remoteUserOf } from '../../../model/integration/issues/remote-users.ts'
import { trackerVersionOf } from '../../../model/integration/versions.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { wikiCaller, wikiSite } from '../common.ts'
import { readsIntegration } from './descriptor-shape.ts'

const checkLinks = operation({
  ...readsIntegration,
  id: 'wiki.integration.checkApplicationLinks',
  summary: 'Checks and updates all application links of the wiki.',
  method: 'POST',
  path: '/integration/{serviceId}/check-applinks',
  success: {
    description: 'All application links, those with an integration first.',
    shape: {
      name: 'CheckedApplicationLinks',
      schema: () =>
        z.array(
          z.object({
            applinkId: z.string().describe("The wiki's id of the application link."),
            serviceId: z.string().optional().describe('Service id of its integration, if it has one.'),
            label: z.string(),
            displayUrl: z.string(),
            rpcUrl: z.string(),
            reachable: z.boolean(),
            message: z.string(),
            updated: z.array(z.string()).describe('Fields of the descriptor that were outdated.'),
          }),
        ),
      example: [
        {
          applinkId: '11111111-2222-4333-8444-555555555555',
          serviceId: 'svc-0001-demo',
          label: 'Northwind Tracker',
          displayUrl: 'https://tracker.northwind.test',
          rpcUrl: 'https://tracker.northwind.test',
          reachable: true,
          message: 'the tracker responds',
          updated: [],
        },
      ],
    },
  },
  assumptions: [...always('A143', 'A147')],
  handle(_input, context) {
    const checked = checkApplicationLinks(context.world, context.store, wikiSite(context))
    return checked.map(({ link, silence, updated }) => ({
      ...showLink(link),
      reachable: silence === undefined,
      message: silence ?? 'the tracker responds',
      updated,
    }))
  },
})

const testLink = operation({
  ...readsIntegration,
  id: 'wiki.integration.testApplicationLink',
  summary: 'Tests whether the tracker responds over the application link.',
  method: 'GET',
  path: '/integration/{serviceId}/applink/test',
  success: {
    description: 'The result. The caller may have to be authenticated first.',
    shape: {
      name: 'ApplicationLinkTest',
      schema: () =>
        z.object({
          serviceId: z.string(),
          applinkId: z.string(),
          reachable: z.boolean(),
          message: z.string(),
          mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']).optional(),
          version: z.int().optional().describe('The version that the tracker uses.'),
          authenticated: z.boolean().describe('Whether the caller acts as a user of the tracker.'),
          username: z.string().optional().describe('The user of the tracker.'),
        }),
      example: {
        serviceId: 'svc-0001-demo',
        applinkId: '11111111-2222-4333-8444-555555555555',
        reachable: true,
        message: 'the tracker responds',
        mode: 'AUTO',
        version: 8,
        authenticated: false,
      },
    },
  },
  assumptions: [...always('A147', 'A148')],
  handle(_input, context, known) {
    const silence = trackerSilence(context.store, known)
    const remote = remoteUserOf(context.store, known, wikiCaller(context))
    return {
      serviceId: known.serviceId,
      applinkId: known.wikiApplinkId,
      reachable: silence === undefined,
      message: silence ?? 'the tracker responds',
      ...(silence === undefined ? { mode: known.mode, version: trackerVersionOf(known) } : {}),
      authenticated: remote !== undefined,
      username: remote?.username,
    }
  },
})

export const wikiIntegrationLinkOperations: readonly Operation[] = [checkLinks, testLink]

function showLink({ wikiApplinkId, tracker, integration: known }: ApplicationLink) {
  const site = { label: tracker?.name, displayUrl: tracker?.baseUrl, rpcUrl: tracker?.baseUrl }
  const { label = '', displayUrl = '', rpcUrl = '' } = known ?? site
  const service = known === undefined || known.detached === true ? {} : { serviceId: known.serviceId }
  return { applinkId: wikiApplinkId, ...service, label, displayUrl, rpcUrl }
}
