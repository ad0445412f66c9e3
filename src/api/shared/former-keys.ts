/** Remarks about requirements that are not the live one: frozen copies, and rows whose key was given up (service §2.3). */
import { findBaseline } from '../../model/finding/baselines.ts'
import { containerLevel } from '../../model/finding/permissions.ts'
import { whereMoved } from '../../model/finding/requirements/row-of-key.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { ContainerRecord } from '../../model/records/service/containers.ts'
import type { RequirementRecord } from '../../model/records/wiki/requirements.ts'
import type { Context } from '../framework/operation.ts'

/** Remarks that a response shows what a baseline of the space froze, or a row that ended. */
export function remarkRow(context: Context, space: ContainerRecord, row: RequirementRecord): void {
  const { baseline, status, key } = row
  if (baseline !== undefined) {
    const name = findBaseline(context.store, space.id, baseline)?.name
    context.remark(`frozen copy of baseline ${baseline}${name === undefined ? '' : ` ${quoted(name)}`}`)
  } else if (status === 'DELETED') context.remark(`requirement ${quoted(key)} is DELETED`)
  else remarkMoved(context, row)
}

/** Remarks where a MOVED requirement is now, if the caller may read it there. */
export function remarkMoved(context: Context, row: RequirementRecord | undefined): void {
  if (row?.status !== 'MOVED') return
  const { store, user, scopedTo } = context
  const now = whereMoved(store, row)
  if (now === undefined || user === undefined || containerLevel(store, user, now) === undefined) return
  if (scopedTo !== undefined && scopedTo !== now.applicationId) return
  const place = now.spaceKey === row.spaceKey ? '' : ` in space ${quoted(now.spaceKey)}`
  const end = now.status === 'ACTIVE' ? '' : `, ${now.status}`
  context.remark(`requirement ${quoted(row.key)} is now ${quoted(now.key)}${place}${end}`)
}
