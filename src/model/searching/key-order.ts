/** Walking the requirements of spaces in order of key, so that a page of a search needs no sorting. */
import { compareCodePoints } from '../../world/order.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'

type Rows = Iterator<RequirementRecord>
type Compare = (a: RequirementRecord, b: RequirementRecord) => number

/** Merges walks in order of key, all ascending or all descending; rows of one key are in the order of `compare`. */
export function* mergeByKey(
  walks: readonly Iterable<RequirementRecord>[],
  descending: boolean,
  compare: Compare,
): Generator<RequirementRecord> {
  const merged = walks.length === 1 ? (walks[0] as Iterable<RequirementRecord>) : merge(walks, descending)
  let sameKey: RequirementRecord[] = []
  for (const row of merged) {
    if (sameKey[0] !== undefined && sameKey[0].key !== row.key) {
      yield* inOrder(sameKey, compare)
      sameKey = []
    }
    sameKey.push(row)
  }
  yield* inOrder(sameKey, compare)
}

function inOrder(rows: RequirementRecord[], compare: Compare): RequirementRecord[] {
  return rows.length < 2 ? rows : rows.sort(compare)
}

interface Head {
  readonly rows: Rows
  row: RequirementRecord
}

function* merge(
  walks: readonly Iterable<RequirementRecord>[],
  descending: boolean,
): Generator<RequirementRecord> {
  const heads: Head[] = []
  for (const walk of walks) {
    const rows = walk[Symbol.iterator]()
    const first = rows.next()
    if (!first.done) heads.push({ rows, row: first.value })
  }
  while (heads.length > 0) {
    const next = foremost(heads, descending)
    const head = heads[next] as Head
    yield head.row
    const following = head.rows.next()
    if (following.done) heads.splice(next, 1)
    else head.row = following.value
  }
}

function foremost(heads: readonly Head[], descending: boolean): number {
  let best = 0
  for (let index = 1; index < heads.length; index++) {
    const order = compareCodePoints((heads[index] as Head).row.key, (heads[best] as Head).row.key)
    if (descending ? order > 0 : order < 0) best = index
  }
  return best
}
