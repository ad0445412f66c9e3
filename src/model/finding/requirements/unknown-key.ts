/** The error for a key that a space does not have (service §7). */
import type { Store } from '../../../world/store/store.ts'
import type { ContainerRecord } from '../../records/service/containers.ts'
import { notFound } from '../../input/errors.ts'
import { firstOf, offerOf } from '../../input/offer.ts'
import { type Refusal, quoted } from '../../input/refusal.ts'
import { findFrozenSet, frozenRows } from './frozen.ts'
import { currentVariantOf } from './lookup.ts'
import { requirements } from '../../records/wiki/requirements.ts'

interface Words {
  /** The parameter that named the key. */
  readonly at?: string
  /** Where the key was looked for. Default: the space, and the baseline if there is one. */
  readonly in?: string
  readonly baseline?: number | undefined
}

/** A Refusal (NOT_FOUND) that offers the nearest key of the space or baseline, which the caller must be able to read. */
export function unknownRequirement(store: Store, space: ContainerRecord, key: string, words: Words): Refusal {
  const { baseline, in: place, ...at } = words
  const frozen = baseline === undefined ? '' : ` in baseline ${baseline}`
  const { keys, count } =
    baseline === undefined ? keysNear(store, space, key) : keysOf(store, space, baseline)
  return notFound('requirement', key, {
    ...at,
    in: place ?? `space ${quoted(space.key)}${frozen}`,
    instead: offerOf(key, keys, count),
  })
}

interface Keys {
  readonly keys: readonly string[]
  readonly count: number
}

/** ACTIVE keys of the current variant: those around the missing one, and the first. */
export function keysNear(store: Store, space: ContainerRecord, key: string): Keys {
  const variantId = currentVariantOf(store, space.applicationId, space.key ?? '')
  if (variantId === undefined) return { keys: [], count: 0 }
  const table = store.table(requirements)
  const from = [space.id, key]
  const rows = [{ from }, { from, reverse: true }, {}].flatMap((options) =>
    firstOf(
      table.range('key', [space.id], options),
      (row) => row.variantId === variantId && row.status === 'ACTIVE',
    ),
  )
  return { keys: rows.map((row) => row.key), count: table.count('status', [variantId, 'ACTIVE']) }
}

function keysOf(store: Store, space: ContainerRecord, baseline: number): Keys {
  const set = findFrozenSet(store, space.id, baseline)
  if (set === undefined) return { keys: [], count: 0 }
  const rows = firstOf(frozenRows(store, set), () => true, 200)
  return { keys: rows.map((row) => row.key), count: set.copied }
}
