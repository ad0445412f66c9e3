/** Sites that stop answering and come back: outages, which are no API of the service (service §6.2). */
import * as z from 'zod'
import { int64 } from '../../api/framework/parameter.ts'
import { setSiteStatus } from '../../model/applications/site-status.ts'
import { REGIONS } from '../../model/schema.ts'
import { controlRoute, lazily } from '../route.ts'

const statusShape = lazily(() =>
  z.strictObject({
    status: z.enum(['ACTIVE', 'DISABLED']).describe('DISABLED: the site answers no other product.'),
    region: z.enum(REGIONS).exactOptional().describe('The region; `eu` when absent.'),
  }),
)

export const siteRoutes = [
  controlRoute({
    method: 'PATCH',
    path: '/sites/{id}',
    group: 'Sites',
    summary: 'Take a site down, or bring it back',
    details:
      'A wiki or tracker that is DISABLED answers no other product: messages for it wait, and its hosted address refuses calls. Its own embedded interface goes on, so that a test can look into it.',
    pathParameters: {
      id: int64({
        required: true,
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The application id of the site.',
      }),
    },
    query: {},
    regional: true,
    body: { required: true, shape: statusShape, example: { status: 'DISABLED' } },
    status: 200,
    answer: '`{id, name, type, status, baseUrl}`. 404 when there is no such site.',
    handle({ path, body }, context) {
      const world = context.world()
      const site = world.transact(() => setSiteStatus(world, context.store(), Number(path.id), body.status))
      const { id, name, type, status, baseUrl } = site
      return { id, name, type, status, baseUrl }
    },
  }),
]
