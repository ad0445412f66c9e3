/** Every route of the control API, in the order in which the reference lists them. */
import type { ControlRoute } from './route.ts'
import { catalogueRoutes, createIndexRoute } from './routes/catalogue.ts'
import { clockRoutes } from './routes/clock.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { issueRoutes } from './routes/issues.ts'
import { linkRequestRoutes } from './routes/link-requests.ts'
import { pageRoutes } from './routes/pages.ts'
import { siteRoutes } from './routes/sites.ts'
import { stateRoutes } from './routes/state.ts'
import { transferRoutes } from './routes/transfer.ts'
import { worldRoutes } from './routes/worlds.ts'

export const controlRoutes: readonly ControlRoute[] = [
  ...worldRoutes,
  ...clockRoutes,
  ...stateRoutes,
  ...pageRoutes,
  ...issueRoutes,
  ...siteRoutes,
  ...credentialRoutes,
  ...linkRequestRoutes,
  ...transferRoutes,
  ...catalogueRoutes,
  createIndexRoute(() => controlRoutes),
]
