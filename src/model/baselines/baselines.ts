/** Finding baselines (service §2.2). */
import type { Store } from '../../world/store.ts'
import type { RequirementRecord } from '../requirements/records.ts'
import { type BaselineRecord, baselines } from './records.ts'

/** The baseline of this number or name in a space: digits are a number first, then a name. */
export function findBaseline(
  store: Store,
  projectContainerId: number,
  reference: string | number,
): BaselineRecord | undefined {
  const table = store.table(baselines)
  const number =
    typeof reference === 'number' ? reference : /^\d{1,15}$/.test(reference) ? Number(reference) : undefined
  const numbered = number === undefined ? undefined : table.find('number', [projectContainerId, number])
  return numbered ?? table.find('name', [projectContainerId, String(reference)])
}

/** The baseline with the highest number of a space; `done` looks at frozen ones only. */
export function latestBaseline(
  store: Store,
  projectContainerId: number,
  done = false,
): BaselineRecord | undefined {
  for (const baseline of store.table(baselines).range('number', [projectContainerId], { reverse: true })) {
    if (!done || baseline.status === 'DONE') return baseline
  }
  return undefined
}

/** The name of the sequence that holds the last number that a baseline of a space was given. */
export function baselineSequence(projectContainerId: number): string {
  return `baseline/${projectContainerId}`
}

/**
 * The frozen copy of a requirement: its text, inline properties and dependencies as they are. External properties are not
 * baselined: the copy carries those of the requirement, and who writes one writes it on every row. `pageVersion` is the
 * version of the page that defines it.
 */
export function frozenCopy(
  row: RequirementRecord,
  copy: {
    readonly id: number
    readonly baseline: number
    readonly pageVersion: number | undefined
    readonly frozenAt: number
  },
): RequirementRecord {
  const { id, baseline, pageVersion, frozenAt } = copy
  return {
    ...row,
    id,
    baseline,
    status: 'ARCHIVED',
    ...(pageVersion === undefined ? {} : { pageVersion }),
    createdAt: frozenAt,
  }
}
