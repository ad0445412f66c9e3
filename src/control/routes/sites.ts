/** Sites that stop responding and come back: outages, which are no API of the service (service §6.2). */
import * as z from 'zod'
import { setSiteStatus } from '../../model/applications/site-status.ts'
import { once } from '../../world/once.ts'
import { controlRoute, routesOf, recordId } from '../route.ts'
import { regionField } from '../body-fields.ts'
import { siteResponse } from '../responses/editing.ts'

const statusShape = once(() =>
  z.strictObject({
    status: z.enum(['ACTIVE', 'DISABLED']).describe('A DISABLED site does not respond to other products.'),
    region: regionField(),
  }),
)

export const siteRoutes = routesOf('Sites', [
  controlRoute({
    id: 'updateSite',
    method: 'PATCH',
    path: '/sites/{id}',
    summary: 'Disable or enable a site',
    details:
      'A DISABLED wiki or tracker does not respond to other products: messages to it wait, and its hosted address refuses calls. Its own embedded interface still works, so that a test can inspect it.',
    pathParameters: {
      id: recordId('The application id of the site.', '102'),
    },
    regional: true,
    body: { shape: statusShape, example: { status: 'DISABLED' } },
    returns: siteResponse,
    refusals: { 404: 'There is no such site.' },
    handle({ path, body }, context) {
      const world = context.world()
      const site = world.transact(() => setSiteStatus(world, context.store(), Number(path.id), body.status))
      const { id, name, type, status, baseUrl } = site
      return { id, name, type, status, baseUrl }
    },
  }),
])
