/** Which sites answer right now. */
import type { Store } from '../../../world/store/store.ts'
import { applications } from '../service/applications.ts'
import { outages } from './faults.ts'

/** True if the site is ACTIVE and no fault silences it. */
export function isResponding(store: Store, applicationId: number | undefined): boolean {
  if (applicationId === undefined || store.table(applications).get(applicationId)?.status !== 'ACTIVE')
    return false
  const table = store.table(outages)
  return table.size === 0 || table.find('application', [applicationId]) === undefined
}
