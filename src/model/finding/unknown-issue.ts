/** The error for an issue that a tracker does not have (service §7). */
import type { Store } from '../../world/store/store.ts'
import { notFound } from '../input/errors.ts'
import { firstOf, offerOf } from '../input/offer.ts'
import type { Refusal } from '../input/refusal.ts'
import { type Reader, readingRights } from './permissions.ts'
import { containers } from '../records/service/containers.ts'
import { issues } from '../records/tracker/tracker.ts'

/** A Refusal (NOT_FOUND) that offers the nearest key of those in projects that the reader may read. */
export function unknownIssue(store: Store, key: string, applicationId: number, reader: Reader): Refusal {
  const table = store.table(issues)
  const mayRead = readingRights(store, reader)
  const from = [applicationId, key]
  const keys = [{ from }, { from, reverse: true }, {}].flatMap((options) =>
    firstOf(table.range('key', [applicationId], options), (issue) => mayRead(issue.projectContainerId)),
  )
  const projects = firstOf(
    store.table(containers).range('level', [applicationId, 'PROJECT']),
    ({ id }) => mayRead(id),
    1000,
  )
  const count = projects.reduce((sum, { id }) => sum + table.count('project', [id]), 0)
  const instead = offerOf(
    key,
    keys.map((issue) => issue.key),
    count,
  )
  return notFound('issue', key, { in: 'the tracker', instead })
}
