/** Every route of the control API, in the order in which the reference lists them. */
import type { ControlRoute } from './route.ts'
import { catalogueRoutes, indexRoutes } from './routes/catalogue.ts'
import { clockRoutes } from './routes/clock.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { eventRoutes } from './routes/events.ts'
import { faultRoutes } from './routes/faults.ts'
import { issueRoutes } from './routes/issues.ts'
import { journalRoutes } from './routes/journal.ts'
import { linkRequestRoutes } from './routes/link-requests.ts'
import { machineRoutes } from './routes/machines.ts'
import { openApiDifferenceRoutes } from './routes/openapi-differences.ts'
import { pageRoutes } from './routes/pages.ts'
import { pastRoutes } from './routes/past.ts'
import { queueRoutes } from './routes/queues.ts'
import { recordRoutes } from './routes/records.ts'
import { reportRoutes } from './routes/report.ts'
import { requirementRoutes } from './routes/requirements.ts'
import { ruleRoutes } from './routes/rules.ts'
import { siteRoutes } from './routes/sites.ts'
import { snapshotRoutes } from './routes/snapshots.ts'
import { stateRoutes } from './routes/state.ts'
import { timelineRoutes } from './routes/timeline.ts'
import { transferRoutes } from './routes/transfer.ts'
import { verifyRoutes } from './routes/verify.ts'
import { worldRoutes } from './routes/worlds.ts'

export const controlRoutes: readonly ControlRoute[] = [
  ...worldRoutes,
  ...snapshotRoutes,
  ...pastRoutes,
  ...clockRoutes,
  ...timelineRoutes,
  ...eventRoutes,
  ...journalRoutes,
  ...verifyRoutes,
  ...reportRoutes,
  ...stateRoutes,
  ...recordRoutes,
  ...requirementRoutes,
  ...queueRoutes,
  ...faultRoutes,
  ...pageRoutes,
  ...issueRoutes,
  ...ruleRoutes,
  ...siteRoutes,
  ...credentialRoutes,
  ...linkRequestRoutes,
  ...transferRoutes,
  ...catalogueRoutes,
  ...openApiDifferenceRoutes,
  ...machineRoutes,
  ...indexRoutes(() => controlRoutes),
]
