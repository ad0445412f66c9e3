/** Suggesting keys (service §4.6): the next number of a prefix. A suggestion is held until it is used or released. */
import type { Writing } from '../records/actor.ts'
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { conflict, invalid } from '../input/errors.ts'
import type { Refusal } from '../input/refusal.ts'
import { currentVariantOf, findLiveRequirement } from '../finding/requirements/lookup.ts'
import { requirements } from '../records/wiki/requirements.ts'
import { isExtendedMode } from '../settings/settings.ts'
import { parsePattern, typesOfSpace } from '../finding/types.ts'
import {
  checkKeyBeginning,
  checkRequirementKey,
  keyHoldId,
  keySequence,
  numberOfKey,
} from '../finding/requirement-keys.ts'
import { keyHolds } from '../records/wiki/requirement-keys.ts'

/** Suggested keys of one space that may wait for their use or release. */
const MAXIMUM_HOLDS = 10_000
export const MAXIMUM_QUANTITY = 1000
/** How many candidates one call looks at, whatever its timeout. */
const MAXIMUM_CANDIDATES = 100_000
/** Digits of a number if neither keys in use nor a type decide. */
const DEFAULT_PADDING = 3
const MAXIMUM_PADDING = 15
/** How many keys the search for a padding looks at. */
const MAXIMUM_VISITED_KEYS = 100

/** A request with its key; no key if time or numbers ran out. */
export interface KeySuggestion {
  readonly input: string
  readonly key?: string
}

interface SuggestionOptions {
  /** Milliseconds for the search, of which each candidate takes one; the first suggestion is found regardless. */
  readonly timeout: number
  /** Counts a suggested number as used, so that its release does not free it again. */
  readonly advance: boolean
}

/** Free keys to find by number. */
export interface FreeKeyRequest {
  readonly prefix: string
  /** The first number to look at; absent: the one after the stored sequence. */
  readonly start?: number | undefined
  /** Digits of a number, at least; absent: as many as the keys in use have. */
  readonly padding?: number | undefined
  readonly quantity: number
}

/** Suggests and holds a key for each input, a key or a prefix. Throws a Refusal: INVALID or CONFLICT. */
export function suggestKeys(
  { world, store, actor }: Writing,
  space: ContainerRecord,
  inputs: readonly string[],
  { timeout, advance }: SuggestionOptions,
): KeySuggestion[] {
  return world.transact(() => {
    const extended = isExtendedMode(store, space.applicationId, space.id)
    const prefixes = inputs.map((input, position) => {
      if (input !== '') checkKeyBeginning(input, `body field '[${position}]'`, extended, space.key)
      return numberOfKey(input)?.prefix ?? input
    })
    const search = new KeySearch(store, space)
    let held = store.table(keyHolds).count('project', [space.id])
    let found = 0
    return inputs.map((input, position) => {
      const limit = found === 0 ? MAXIMUM_CANDIDATES : Math.min(timeout, MAXIMUM_CANDIDATES)
      const prefix = prefixes[position] as string
      const candidate = search.next(prefix, limit)
      if (candidate === undefined) return { input }
      checkRequirementKey(candidate.key, `body field '[${position}]': suggested key`, extended, space.key)
      if (++held > MAXIMUM_HOLDS) throw tooManyHolds(space)
      found++
      const by = actor === undefined ? {} : { heldBy: actor.id }
      const { key } = candidate
      store
        .table(keyHolds)
        .insert({ id: keyHoldId(space.id, key), projectContainerId: space.id, key, heldAt: world.now, ...by })
      if (advance) store.raise(keySequence(space.id, prefix), candidate.number)
      return { input, key }
    })
  })
}

/** The next free keys of a prefix; holds none of them. Throws a Refusal: INVALID, or CONFLICT if there are too few. */
export function nextFreeKeys(store: Store, space: ContainerRecord, request: FreeKeyRequest): string[] {
  const { prefix, start, padding, quantity } = request
  requireWithin('suggestQuantity', quantity, 1, MAXIMUM_QUANTITY)
  if (padding !== undefined) requireWithin('suggestPadding', padding, 0, MAXIMUM_PADDING)
  if (start !== undefined) requireWithin('suggestStart', start, 0, Number.MAX_SAFE_INTEGER)
  const extended = isExtendedMode(store, space.applicationId, space.id)
  const search = new KeySearch(store, space)
  if (start !== undefined) search.startAt(prefix, start)
  if (padding !== undefined) search.pad(prefix, padding)
  return Array.from({ length: quantity }, () => {
    const candidate = search.next(prefix, MAXIMUM_CANDIDATES)
    if (candidate === undefined) {
      throw conflict(
        'suggestPrefix',
        prefix,
        `has no ${quantity} free keys from here on`,
        "choose another 'suggestStart'",
      )
    }
    checkRequirementKey(candidate.key, 'suggested key', extended, space.key)
    return candidate.key
  })
}

/** False if the key was not held. */
export function releaseKey(store: Store, space: ContainerRecord, key: string): boolean {
  return store.table(keyHolds).remove(keyHoldId(space.id, key))
}

interface Numbering {
  last: number
  padding: number
}

/** Looks for free keys of one space; keeps its position for each prefix, and counts what it looked at. */
class KeySearch {
  readonly #store: Store
  readonly #space: ContainerRecord
  readonly #variantId: number | undefined
  readonly #numberings = new Map<string, Numbering>()
  #tried = 0

  constructor(store: Store, space: ContainerRecord) {
    this.#store = store
    this.#space = space
    this.#variantId = currentVariantOf(store, space.applicationId, space.key ?? '')
  }

  startAt(prefix: string, start: number): void {
    this.#numberingOf(prefix).last = start - 1
  }

  pad(prefix: string, padding: number): void {
    this.#numberingOf(prefix).padding = padding
  }

  /** The next free key of a prefix, if this search has looked at fewer candidates than `limit` by then. */
  next(prefix: string, limit: number): { readonly key: string; readonly number: number } | undefined {
    const numbering = this.#numberingOf(prefix)
    const sequence = keySequence(this.#space.id, prefix)
    while (this.#tried < limit && numbering.last < Number.MAX_SAFE_INTEGER) {
      this.#tried++
      const number = ++numbering.last
      const key = `${prefix}${String(number).padStart(numbering.padding, '0')}`
      if (this.#isInUse(key)) {
        // Raises a sequence that lags behind, so that the next call need not look at these numbers again.
        if (number === this.#store.last(sequence) + 1) this.#store.raise(sequence, number)
        continue
      }
      if (!this.#store.table(keyHolds).has(keyHoldId(this.#space.id, key))) return { key, number }
    }
    return undefined
  }

  #isInUse(key: string): boolean {
    if (this.#variantId === undefined) return false
    const place = { projectContainerId: this.#space.id, variantId: this.#variantId }
    return findLiveRequirement(this.#store, place, key) !== undefined
  }

  #numberingOf(prefix: string): Numbering {
    const known = this.#numberings.get(prefix)
    if (known !== undefined) return known
    const last = this.#store.last(keySequence(this.#space.id, prefix))
    const numbering = { last, padding: this.#paddingOf(prefix) }
    this.#numberings.set(prefix, numbering)
    return numbering
  }

  /** The width of the keys in use, otherwise of a type's pattern, otherwise three digits. */
  #paddingOf(prefix: string): number {
    let visited = 0
    // Of numbers that are padded to one width, the smallest comes first.
    for (let digit = 0; digit <= 9; digit++) {
      const rows = this.#store.table(requirements).rangeOfText('key', [this.#space.id], `${prefix}${digit}`)
      for (const row of rows) {
        if (++visited > MAXIMUM_VISITED_KEYS) break
        if (row.variantId !== this.#variantId || row.status !== 'ACTIVE') continue
        const numbered = numberOfKey(row.key)
        if (numbered?.prefix === prefix) return Math.min(numbered.digits.length, MAXIMUM_PADDING)
      }
    }
    for (const { pattern } of typesOfSpace(this.#store, this.#space.id)) {
      const read = parsePattern(pattern)
      if (read?.prefix === prefix && read.suffix === '') return read.digits
    }
    return DEFAULT_PADDING
  }
}

function requireWithin(parameter: string, value: number, minimum: number, maximum: number): void {
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return
  throw invalid(
    `query parameter '${parameter}'`,
    value,
    `must be a whole number from ${minimum} to ${maximum}`,
  )
}

function tooManyHolds(space: ContainerRecord): Refusal {
  return conflict(
    'space',
    space.key ?? '',
    `holds ${MAXIMUM_HOLDS} suggested keys that were not used`,
    'release some of them',
  )
}
