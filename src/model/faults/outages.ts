/** Which sites do not answer right now. */
import type { Store } from '../../world/store.ts'
import { outages } from './records.ts'

/** True while a fault keeps a site of this region from answering. */
export function isOut(store: Store, applicationId: number): boolean {
  const table = store.table(outages)
  return table.size > 0 && table.find('application', [applicationId]) !== undefined
}
