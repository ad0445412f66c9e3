/** Imports that work in one project container or variant, when that is to go. */
import type { Store } from '../../world/store/store.ts'
import { conflict } from '../input/errors.ts'
import { type ImportJobRecord, importJobs } from '../records/service/import-jobs.ts'
import { isUnderWay } from '../records/world/job-steps.ts'

/** Throws a Refusal (CONFLICT) while an import into a container or variant is under way; deletes those that ended. */
export function forgetImportsInto(
  store: Store,
  applicationId: number,
  place: Pick<ImportJobRecord, 'projectContainerId'> | Pick<ImportJobRecord, 'variantId'>,
): void {
  const table = store.table(importJobs)
  const [[field, id]] = Object.entries(place) as [['projectContainerId' | 'variantId', number]]
  const found: ImportJobRecord[] = []
  for (const one of table.range('application', [applicationId])) {
    if (one[field] === id) found.push(one)
    else if (field !== 'variantId' || one.variantIds?.includes(id) !== true) continue
    if (!isUnderWay(one)) continue
    const what = field === 'variantId' ? 'variant' : 'container'
    throw conflict(
      'job',
      one.id,
      `imports into ${what} ${id}`,
      'cancel it first, or advance the clock until it has ended',
    )
  }
  for (const job of found) table.remove(job.id)
}
