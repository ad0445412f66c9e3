/** Snapshots of the worlds of one simulator, kept by name or number until they are deleted. */
import { alreadyExists, invalid, notFound, stateConflict } from '../model/input/errors.ts'
import { nearestName } from '../world/nearest.ts'
import type { Snapshot } from '../world/world.ts'

/** The maximum number. Further ones are refused; existing ones stay. */
export const MAXIMUM_SNAPSHOTS = 100
/** Names the current state of a world in place of a snapshot. */
export const NOW = 'now'
// A name of digits could be mistaken for a number.
const NAME = /^(?=.*[A-Za-z._-])[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export interface KeptSnapshot {
  /** Its name, or else its number: 1 for the first without a name. */
  readonly id: string
  /** The world from which it was taken. */
  readonly world: string
  readonly snapshot: Snapshot
}

export class Snapshots {
  readonly #kept = new Map<string, KeptSnapshot>()
  #last = 0

  /** All snapshots, in the order in which they were taken. */
  list(): readonly KeptSnapshot[] {
    return [...this.#kept.values()]
  }

  /** Stores a snapshot. Throws a Refusal: INVALID for a bad name, CONFLICT for a name in use and if there are too many. */
  keep(name: string | undefined, world: string, snapshot: Snapshot): KeptSnapshot {
    if (name !== undefined) this.#checkName(name)
    if (this.#kept.size >= MAXIMUM_SNAPSHOTS) {
      throw stateConflict(`the simulator has ${MAXIMUM_SNAPSHOTS} snapshots`, 'delete some first')
    }
    const id = name ?? String(++this.#last)
    const kept = { id, world, snapshot }
    this.#kept.set(id, kept)
    return kept
  }

  /** Finds a snapshot by name or number. Throws a Refusal (NOT_FOUND). */
  find(id: string): KeptSnapshot {
    const found = this.#kept.get(id)
    if (found !== undefined) return found
    const nearest = nearestName(id, this.#kept.keys())
    const suggestion = nearest === undefined ? 'GET /snapshots lists them' : `did you mean '${nearest}'?`
    throw notFound('snapshot', id, { instead: suggestion })
  }

  /** Throws a Refusal (NOT_FOUND). */
  drop(id: string): void {
    this.#kept.delete(this.find(id).id)
  }

  clear(): void {
    this.#kept.clear()
  }

  #checkName(name: string): void {
    if (!NAME.test(name) || name === NOW) {
      const rule = `1 to 64 letters, digits, '.', '_' or '-', not digits alone and not '${NOW}'`
      throw invalid('name', name, `a name is ${rule}`)
    }
    if (this.#kept.has(name)) throw alreadyExists('snapshot', name)
  }
}
